"""Viva, an examiner for computing courses. Start reading in `viva.core`; the floors are described in docs/floors.md.

import viva
report = viva.check("exercises/console/sum-of-n", "submission.py", attempt=1)
print(report)

What is named in `__all__` is public, and so is `viva.properties`; docs/library.md says what stays as it is. Everything
is imported when it is first asked for, so that `import viva` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from viva import properties as properties
    from viva.core.drawing import Drawing
    from viva.core.exercise import Exercise
    from viva.core.fault import Fault
    from viva.core.isolation import Isolation
    from viva.core.ladder import Rung
    from viva.core.report import Evidence, Finding, Report, Witness
    from viva.core.subject import Subject
    from viva.core.submission import Submission
    from viva.core.terms import Budget, Terms
    from viva.core.verdict import Verdict
    from viva.grading.grade import Results
    from viva.grading.row import Row

    __version__: str

_HOMES = {
    "Budget": "viva.core.terms",
    "Drawing": "viva.core.drawing",
    "Evidence": "viva.core.report",
    "Exercise": "viva.core.exercise",
    "Fault": "viva.core.fault",
    "Finding": "viva.core.report",
    "Isolation": "viva.core.isolation",
    "Report": "viva.core.report",
    "Results": "viva.grading.grade",
    "Row": "viva.grading.row",
    "Rung": "viva.core.ladder",
    "Submission": "viva.core.submission",
    "Terms": "viva.core.terms",
    "Verdict": "viva.core.verdict",
    "Witness": "viva.core.report",
}

__all__ = [
    "Budget",
    "Drawing",
    "Evidence",
    "Exercise",
    "Fault",
    "Finding",
    "Isolation",
    "Report",
    "Results",
    "Row",
    "Rung",
    "Submission",
    "Terms",
    "Verdict",
    "Witness",
    "check",
    "check_stepwise",
    "draw",
    "grade",
    "read",
    "solve",
    "vary",
]


def check(
    exercise: Exercise | Path | str,
    submission: Submission | Path | str,
    *,
    attempt: int | None = None,
    rung: Rung | str | None = None,
    seed: int = 0,
    seconds: float = 10.0,
    isolation: Isolation | str | None = None,
    locale: str = "",
) -> Report:
    """The report on a submission; an exercise or submission that is not a value yet is read from its path.

    The keywords are the options of `viva check`: which `attempt` of a student this is (None is the teacher's view), the
    highest `rung` that is wanted, what fixes every random choice, the safety net in seconds of processor time, how
    submitted code is kept in, and the language of the report. Raises `viva.Fault` where the exercise or the call is
    wrong.
    """
    from pathlib import Path

    from viva.core.submission import Submission
    from viva.core.terms import Terms
    from viva.services import checking

    terms = Terms.of(attempt=attempt, rung=rung, seed=seed, seconds=seconds, isolation=isolation, locale=locale)
    subject, asked = _asked(exercise)
    if isinstance(submission, Submission):
        return checking.check(subject, asked, submission, terms)
    return checking.check_path(subject, asked, Path(submission), terms)


def check_stepwise(
    exercise: Exercise | Path | str,
    submission: Submission | Path | str,
    *,
    attempt: int | None = None,
    rung: Rung | str | None = None,
    seed: int = 0,
    seconds: float = 10.0,
    isolation: Isolation | str | None = None,
    locale: str = "",
) -> Iterator[Report]:
    """The report as it comes, for who shows it while it is made: first with the verdict alone where that is known
    early, then with more rungs, and last the whole, which is the report of `check`. A verdict that was told stays.
    Where a subject cannot tell anything early, there is one report. The keywords are those of `check`; raises
    `viva.Fault` as it does."""
    from pathlib import Path

    from viva.core.submission import Submission
    from viva.core.terms import Terms
    from viva.services import checking

    terms = Terms.of(attempt=attempt, rung=rung, seed=seed, seconds=seconds, isolation=isolation, locale=locale)
    subject, asked = _asked(exercise)
    given = submission if isinstance(submission, Submission) else checking.handed_in(Path(submission))
    return checking.check_stepwise(subject, asked, given, terms)


def read(folder: Path | str) -> Exercise:
    """The exercise in a folder, for whoever checks many submissions to it. Raises `viva.Fault` where it is wrong."""
    return _asked(folder)[1]


def vary(exercise: Exercise | Path | str, *, seed: int = 0) -> Iterator[Exercise]:
    """Other exercises of the same kind and difficulty, endless or finite and never one twice; the seed says which.
    `variant.source.write(folder)` makes a folder of one. Raises `viva.Fault` where there is none."""
    from viva.services.varying.variants import variants_of

    return variants_of(*_asked(exercise), seed)


def solve(exercise: Exercise | Path | str, language: str | None = None) -> Submission:
    """A model answer that checks as right, in this language if one is named. Raises `viva.Fault` where the subject
    gives none."""
    from viva.core.fault import Fault
    from viva.core.subject import SolvesIn

    subject, asked = _asked(exercise)
    if language is None:
        answer = subject.solve(asked)
    elif isinstance(subject, SolvesIn):
        answer = subject.solve_in(asked, language)
    else:
        raise Fault(f"the subject {asked.subject} writes no programs", remedy="leave out the language")
    if not answer.files:
        named = asked.name if asked is exercise else str(exercise)
        raise Fault(f"the subject {asked.subject} gives no model answer to this exercise", file=named)
    return answer


def draw(exercise: Exercise | Path | str, thing: Submission | Witness | Path | str | None = None) -> Drawing:
    """The exercise, a submission to it or the witness of a finding, as SVG and as text. Raises `viva.Fault` where the
    submission cannot be read."""
    from pathlib import Path

    from viva.core.fault import Fault
    from viva.core.submission import Submission, Unreadable

    subject, asked = _asked(exercise)
    try:
        return subject.draw(asked, Submission.from_path(Path(thing)) if isinstance(thing, str | Path) else thing)
    except Unreadable as unreadable:
        raise Fault(str(unreadable)) from None


def grade(
    exercise: Path | str,
    folder: Path | str,
    out: Path | str,
    *,
    roster: Sequence[str] | Path | str = (),
    jobs: int | None = None,
    resume: bool = False,
    attempt: int = 1,
    seed: int = 0,
    seconds: float = 10.0,
    isolation: Isolation | str | None = None,
    locale: str = "",
) -> Results:
    """Examines a whole class, as `viva grade` does: every submission in a folder or zip, to an exercise or a course.

    The table and the pages are written into `out`; the rows come back. `roster` has the names of the class, or is a
    file of them, so that those who handed in nothing have a row. Raises `viva.Fault` where the call or the exercise is
    wrong; what goes wrong with one submission is told in its row.
    """
    from pathlib import Path

    from viva.core.terms import Terms
    from viva.grading import grade as grading
    from viva.grading.handed_in.members import read_members
    from viva.grading.outputs import write_outputs

    terms = Terms.of(attempt=attempt, seed=seed, seconds=seconds, isolation=isolation, locale=locale)
    handed_in, results_in = Path(folder), Path(out)
    grading.refuse_among(handed_in, results_in)
    members = read_members(Path(roster)) if isinstance(roster, str | Path) else roster
    with grading.opened_class(Path(exercise), handed_in, members) as group, grading.reserve_folder(results_in):
        results = grading.grade(group, results_in, terms, jobs=jobs, resume=resume)
        write_outputs(results, results_in)
    return results


def _asked(exercise: Exercise | Path | str) -> tuple[Subject, Exercise]:
    from pathlib import Path

    from viva.core.exercise import Exercise
    from viva.services import registry

    if isinstance(exercise, Exercise):
        return registry.subject_named(exercise.subject), exercise
    return registry.read_exercise(Path(exercise))


def __getattr__(name: str) -> object:
    if name == "properties":
        return import_module("viva.properties")
    if name == "__version__":
        return import_module("viva.core.version").VERSION
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__", "properties"])
