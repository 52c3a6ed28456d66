"""Does an exercise keep its own promises? Its examples come out as they should, its model answer is right, and answers
that do not do the task reach few marks. `viva test-exercise` and the pages of authors tell it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from viva.core.exercise import Exercise
from viva.core.records import dataclass
from viva.core.report import Report
from viva.core.subject import OffersLazyAnswers, Subject
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.text.escape import visible_line
from viva.services.checking import check
from viva.services.examples import examples

_HIGH = 0.6
_FEW = 5
_MUCH = 0.5  # of the marks, which no answer should reach that does not do the task
_BLANKS = (
    "the answer depends on blanks at the ends of {name}, and no test has any, so that a program may take them off; "
    "if they count, write read {name}: line"
)

_ALIKE = "{name} of the reference gives the same answer in every test, so that a program which always gives it passes"


@dataclass(frozen=True, slots=True)
class Outcome:
    """`problem` None: as it should be. `warning`: it holds, and yet the teacher should know."""

    what: str
    came: str
    problem: str | None = None
    warning: str | None = None


def check_promises(subject: Subject, exercise: Exercise, terms: Terms) -> Iterator[Outcome]:
    """What was tested, one outcome each. Examples are examined as for a teacher: on every rung."""
    statement = exercise.statement.strip()
    yield Outcome("statement", "present" if statement else "missing", None if statement else "write statement.md")
    model = subject.solve(exercise)
    answer = check(subject, exercise, model, terms)
    yield Outcome("model answer", _came(answer), None if answer.verdict.right else "expected proved or passed")
    if len(model.files) == 1:
        empty = check(subject, exercise, Submission(model.name, dict.fromkeys(model.files, b"")), terms)
        yield Outcome("an empty file", _came(empty), "there is nothing to do" if empty.verdict.right else None)
    untaken = answer.evidence.details.get("untaken")
    for side in untaken if isinstance(untaken, list) else ():
        yield Outcome("tests", "incomplete", warning=f"no test was found for {side}; a wrong answer there may pass")
    blanks = answer.evidence.details.get("blanks")
    for name in blanks if isinstance(blanks, list) else ():
        yield Outcome("tests", "incomplete", warning=_BLANKS.format(name=name))
    alike = answer.evidence.details.get("alike")
    for name in alike if isinstance(alike, list) else ():
        yield Outcome("tests", "incomplete", warning=_ALIKE.format(name=name))
    found = examples(exercise)
    for word in ("right", "wrong"):
        if not any(example.path.startswith(f"examples/{word}/") for example in found):
            yield Outcome(f"examples/{word}", "none", f"add a {word} submission, so that there is something to test")
    marked: list[Report] = []
    for example in found:
        report = check(subject, exercise, example.submission, terms)
        yield Outcome(example.path, _came(report), example.disagreement(report))
        marked += [report] if "stub" in report.evidence.details else []
    if marked:
        yield from _about_marks(marked[0])
    if isinstance(subject, OffersLazyAnswers):
        yield from _about_lazy_answers(subject.lazy_answers(exercise), subject, exercise, terms)


def _about_lazy_answers(
    lazy: Mapping[str, Submission], subject: Subject, exercise: Exercise, terms: Terms
) -> Iterator[Outcome]:
    """What answers get that do not do the task."""
    for name, submission in lazy.items():
        report = check(subject, exercise, submission, terms)
        marks = f"{_came(report)}, {round(100 * (report.score or 0.0))} %"
        much = report.verdict.right or (report.score or 0.0) >= _MUCH
        yield Outcome(f"lazy: {name}", marks, "reaches half of the marks; ask for more in the goals" if much else None)


def _about_marks(report: Report) -> Iterator[Outcome]:
    """What a report on a wrong answer says about all marks: what a stub reaches, and how many kinds there are."""
    stub, kinds, tests = report.evidence.details["stub"], report.evidence.details.get("kinds"), report.evidence.tests
    if isinstance(stub, float) and stub >= _HIGH:
        yield Outcome(
            "marks",
            f"{round(100 * stub)} % for a stub",
            warning="a constant, or the input given back, is right that often; give other kinds of input more weight",
        )
    if kinds == 1 and tests is not None and tests < _FEW:
        yield Outcome(
            "marks", "all or nothing", warning=f"the tests are of one kind, and there are only {tests} of them"
        )


def _came(report: Report) -> str:
    return f"{report.verdict} ({visible_line(report.reason)})" if report.reason else str(report.verdict)
