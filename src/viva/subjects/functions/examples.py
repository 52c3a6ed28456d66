"""The examples of an exercise: how they are written, and the faults they show.

What can be seen without running anything is told when the exercise is read. That the reference contradicts an example,
or answers to nothing, shows when it runs for the first time.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import replace

from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.source import MANIFEST
from viva.core.table import Table
from viva.engines.calls import Arguments, Case, Compiled, Judge, Oracle, Parameter, Suite
from viva.engines.calls.showing import answer, call_text, shown_heap
from viva.engines.shapes import holds
from viva.languages.heap import read
from viva.languages.outcome import Outcome
from viva.languages.placing import by_place
from viva.languages.protocol import calls_of
from viva.languages.survey import Documented
from viva.languages.values import write
from viva.subjects.functions.model import Task


def stated_examples(table: Table, parameters: Sequence[tuple[str, Json]]) -> tuple[Arguments, ...]:
    """Those of the table, as calls, as lists of arguments, or as arguments with commas."""
    listed = table.value("examples") or []
    if not isinstance(listed, list):
        raise table.fault("examples", "must be a list")
    names = [name for name, _ in parameters]
    return tuple(_example(table, item, names) for item in listed)


def _example(table: Table, item: object, names: Sequence[str]) -> Arguments:
    if isinstance(item, list):
        return tuple(item)
    text = str(item)
    for written in (text, f"call({text})"):
        try:
            node = ast.parse(written, mode="eval").body
            if isinstance(node, ast.Call):
                return by_place(node, names)
        except (SyntaxError, ValueError):
            continue
    raise table.fault("examples", f"has {text!r}, which is no call", 'write it as "largest([1, 2])"')


def by_name(task: Task, settings: Table, statement: str) -> bool:
    """Whether the exercise itself gives arguments by their names, so that these count too."""
    listed = settings.value("examples")
    shown = [statement, *(map(str, listed) if isinstance(listed, list) else ())]
    name = "|".join(map(re.escape, task.question.names)) or "$^"
    call = re.compile(rf"\b{re.escape(task.function)}\([^()]*\b(?:{name})\s*=(?!=)")
    return any(map(call.search, shown)) or any(call.by_name for call in task.documented)


def look_at_table(table: Table, rows: Sequence[Arguments], parameters: Sequence[Parameter], optional: int) -> None:
    """Raises the fault of an example that has other arguments than the function; `optional` may be left out."""
    for arguments in rows:
        shown = f"({', '.join(map(repr, arguments))})"
        if not len(parameters) - optional <= len(arguments) <= len(parameters):
            names = ", ".join(parameter.name for parameter in parameters)
            said = f"has {shown}, and the parameters are ({names})"
            raise table.fault("examples", said, f"give {len(parameters)} of them")
        for value, parameter in zip(arguments, parameters, strict=False):
            if not holds(parameter.shape, value):
                said = f"has {shown}, and {value!r} is not of the type of {parameter.name!r}"
                raise table.fault("examples", said, "change the example, or the type of the parameter")


def look_at_examples(task: Task, oracle: Oracle) -> None:
    """Raises the fault of an example on which the reference gives no answer, or another one than is shown."""
    question = task.question
    if question.reference is None:
        return
    calls = [*task.stated, *(call.arguments for call in task.documented if call.answer)]
    answers = iter(oracle.answers(calls))
    teachers = calls_of(task.teachers_language)
    for arguments in task.stated:
        if next(answers) is None:
            shown = call_text(question.function, arguments, teachers)
            raise Fault(
                f"`examples` in [functions] has {shown}, "
                f"which is outside of the domain: {oracle.why_outside(arguments)}",
                file=MANIFEST,
                remedy="change the example, or what is admitted",
            )
    judge = Judge(question.comparison, teachers)
    for call in task.documented:
        if call.answer:
            _compare(call, next(answers), judge, question.reference.file)


def _compare(call: Documented, case: Case | None, judge: Judge, file: str | None) -> None:
    shown = Outcome(read(write(call.answer[0])), None)
    if case is None or case.expected is None or case.expected.value is None or shown.value is None:
        return  # what is documented outside of the domain is nobody's business here
    if case.expected.written:
        return  # what is shown may be what was printed
    if not judge.same(shown.value, case.expected.value, call.arguments):
        raise Fault(
            f"the documentation shows {shown_heap(shown.value, judge.calls)} here, and the reference gives "
            f"{answer(case.expected, judge.calls)}",
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


def look_at_references(task: Task, oracle: Oracle, cases: Sequence[Case]) -> None:
    """Raises the fault of a further reference that gives another answer than the first to one of the tests."""
    first = oracle.programs.reference
    judge = Judge(task.question.comparison, calls_of(task.teachers_language))
    if first is None:
        return
    for source in task.references:
        compiled = Compiled(first.language, first.sandbox, source.text.encode(), source.function, source.file)
        other = replace(oracle, programs=replace(oracle.programs, reference=compiled))
        for case, answered in zip(cases, other.answers([case.arguments for case in cases]), strict=True):
            found = answered.expected if answered is not None else None
            if found is not None and judge.failure(case, found) is None:
                continue
            call = call_text(task.function, case.arguments, judge.calls)
            given = f"gives {answer(found, judge.calls)}" if found is not None else "gives no answer"
            wanted = answer(case.expected, judge.calls) if case.expected is not None else ""
            raise Fault(
                f"for {call} this reference {given}, and the first one gives {wanted}",
                file=source.file,
                remedy="correct the one that is wrong, or take it out of `references` in [functions]",
            )
