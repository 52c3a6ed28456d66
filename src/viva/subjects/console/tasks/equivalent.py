"""Are these two programs equivalent, for all inputs that the specification allows?

`programs` names the two, and `equivalent` says what is true. The answer is `yes`, or `no` and then, one a line, inputs
on which they differ: who says no has to show it.
"""

from __future__ import annotations

from collections.abc import Iterator

from viva.core.deciding import outcome
from viva.core.exercise import Exercise, read_manifest
from viva.core.fault import Fault
from viva.core.kinds import Asked
from viva.core.report import Report
from viva.core.rungs import Clue, Ladder
from viva.core.source import Source
from viva.core.submission import Submission, Unreadable
from viva.core.table import Table
from viva.core.terms import Terms
from viva.core.text.escape import visible_line
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.engines.dialogues.suites.ways.work import limit_within
from viva.engines.dialogues.trials.pairs import first_difference
from viva.engines.dialogues.variants.difficulty import effort
from viva.subjects.console.examine import by_specification
from viva.subjects.console.notation import read_inputs, read_pair, read_task
from viva.subjects.console.suite import suite_for
from viva.subjects.console.tasks import difference
from viva.subjects.console.tasks.difference import Task

_YES, _NO = "yes", "no"


def read(settings: Table, source: Source) -> Asked:
    asked = read_task(settings, source)
    task = Task(asked, read_pair(settings, source), _claimed(settings))
    return Asked(task, effort(asked.spec))


def _claimed(settings: Table) -> bool:
    """What the teacher says of the two; a slot says it as a text."""
    if not settings.has("equivalent"):
        raise settings.fault("equivalent", "is missing", "say true or false")
    if isinstance(settings.values["equivalent"], str):
        return settings.choice("equivalent", ("true", "false")) == "true"
    return settings.flag("equivalent", False)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    """A yes rests on the tests of the specification and the word of the teacher; a no on a difference that is seen."""
    task = exercise.task_as(Task)
    file, text = submission.text((".txt",))
    say = catalogue("viva.subjects.console", terms.locale).say
    word, _, rest = text.strip().partition("\n")
    if word.strip().lower() not in (_YES, _NO):
        raise Unreadable("wrong_files", say("equivalent_unreadable", file=file, yes=_YES, no=_NO))
    if word.strip().lower() == _NO:
        inputs = read_inputs(rest, task.program.spec)
        report = difference.judged(exercise, terms, task.pair, inputs)
        if report.verdict == Verdict.PROVED and task.equivalent:
            raise Fault("the exercise says that the programs are equivalent, and they differ", remedy=text.strip())
        return report
    tests = suite_for(task.program.spec, terms.seed, limit_within(terms.budget.seconds)).tests
    seen = first_difference(task.pair, tests, terms.isolation)
    if seen is None and task.equivalent:
        return outcome.passed(by_specification(exercise, terms, say, "equivalent_right", tests=len(tests)))
    if seen is None:
        raise Fault("the exercise says that the programs differ, and no test shows it", remedy="look at `equivalent`")
    if task.equivalent:
        shown = ", ".join(seen.inputs)
        raise Fault(f"the exercise says that the programs are equivalent, and they differ on the input {shown}")
    first, second = visible_line(seen.first), visible_line(seen.second)
    example = say("equivalent_example", inputs=", ".join(seen.inputs), first=first, second=second)
    ladder = Ladder("differ", hint=say("equivalent_hint"), example=Clue(example, witness=difference.witness(seen)))
    report = by_specification(exercise, terms, say, "equivalent_wrong")
    return outcome.refuted(report, "wrong", 0.0, ladder.findings())


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    """The slots of the programs and the specification filled otherwise, as far as the programs then differ, or do not
    where a slot says so."""
    from viva.subjects.console.vary import pairs  # noqa: PLC0415

    return pairs(
        exercise, exercise.task_as(Task).program, seed, lambda source: _claimed(read_manifest(source).settings)
    )


def solve(exercise: Exercise) -> Submission:
    task = exercise.task_as(Task)
    if task.equivalent:
        return Submission.from_text(f"{_YES}\n", "answer.txt")
    _, found = difference.solve(exercise).text((".txt",))
    return Submission.from_text(f"{_NO}\n{found}", "answer.txt")


draw = difference.draw
