"""Faults of an exercise that show when its reference runs for the first time: it contradicts its own examples."""

from __future__ import annotations

from viva.core.fault import Fault
from viva.core.source import MANIFEST
from viva.engines.calls import Case, Judge, Oracle, Suite
from viva.engines.calls.showing import answer, call_text, shown_heap
from viva.languages.heap import read
from viva.languages.outcome import Outcome
from viva.languages.survey import Documented
from viva.languages.values import write
from viva.subjects.functions.model import Task


def look_at_examples(task: Task, oracle: Oracle) -> None:
    """Raises the fault of an example on which the reference gives no answer, or another one than is shown."""
    question = task.question
    if question.reference is None:
        return
    calls = [*task.stated, *(call.arguments for call in task.documented if call.answer)]
    answers = iter(oracle.answers(calls))
    for arguments in task.stated:
        if next(answers) is None:
            raise Fault(
                f"`examples` in [functions] has {call_text(question.function, arguments, task.teachers_language)}, "
                f"which is outside of the domain: {oracle.why_outside(arguments)}",
                file=MANIFEST,
                remedy="change the example, or what is admitted",
            )
    judge = Judge(question.comparison, task.teachers_language)
    for call in task.documented:
        if call.answer:
            _compare(call, next(answers), judge, question.reference.file)


def _compare(call: Documented, case: Case | None, judge: Judge, file: str | None) -> None:
    shown = Outcome(read(write(call.answer[0])), None)
    if case is None or case.expected is None or case.expected.value is None or shown.value is None:
        return  # what is documented outside of the domain is nobody's business here
    if not judge.same(shown.value, case.expected.value, call.arguments):
        raise Fault(
            f"the documentation shows {shown_heap(shown.value, judge.language)} here, and the reference gives "
            f"{answer(case.expected, judge.language)}",
            file=file,
            line=call.line,
            remedy="correct the one that is wrong",
        )


def look_at_suite(suite: Suite, task: Task) -> None:
    """Raises the fault of an exercise to which no input has an answer."""
    if suite.cases or task.question.reference is None:
        return
    names = ", ".join(parameter.name for parameter in task.question.parameters)
    raise Fault(
        f"no input was found on which the reference gives an answer, though its parameters ({names}) were given values "
        "of their types",
        file=task.question.reference.file or MANIFEST,
        remedy="annotate the parameters, or give `types`; where `requires` admits little, give `examples`",
    )
