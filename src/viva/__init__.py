"""Viva, an examiner for computing courses. Start reading in `viva.core`; the floors are described in docs/floors.md.

import viva
report = viva.check("exercises/console/sum-of-n", "submission.py", viva.Terms(attempt=1))
print(report)

Everything is imported when it is first asked for, so that `import viva` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from viva.core.exercise import Exercise
    from viva.core.fault import Fault
    from viva.core.ladder import Rung
    from viva.core.report import Finding, Report
    from viva.core.submission import Submission
    from viva.core.terms import Budget, Terms
    from viva.core.verdict import Verdict

__version__ = "0.1.0"

_HOMES = {
    "Budget": "viva.core.terms",
    "Exercise": "viva.core.exercise",
    "Fault": "viva.core.fault",
    "Finding": "viva.core.report",
    "Report": "viva.core.report",
    "Rung": "viva.core.ladder",
    "Submission": "viva.core.submission",
    "Terms": "viva.core.terms",
    "Verdict": "viva.core.verdict",
}

__all__ = [
    "Budget",
    "Exercise",
    "Fault",
    "Finding",
    "Report",
    "Rung",
    "Submission",
    "Terms",
    "Verdict",
    "check",
    "read",
]


def check(exercise: Exercise | Path | str, submission: Submission | Path | str, terms: Terms | None = None) -> Report:
    """The report on a submission; an exercise or submission that is not a value yet is read from its path.

    Raises `viva.Fault` where the exercise or the call is wrong.
    """
    from pathlib import Path

    from viva.core.exercise import Exercise
    from viva.core.submission import Submission
    from viva.core.terms import Terms
    from viva.services import checking, registry

    if isinstance(exercise, Exercise):
        subject = registry.subject_named(exercise.subject)
    else:
        subject, exercise = registry.read_exercise(Path(exercise))
    if isinstance(submission, Submission):
        return checking.check(subject, exercise, submission, terms or Terms())
    return checking.check_path(subject, exercise, Path(submission), terms or Terms())


def read(folder: Path | str) -> Exercise:
    """The exercise in a folder, for whoever checks many submissions to it. Raises `viva.Fault` where it is wrong."""
    from pathlib import Path

    from viva.services import registry

    return registry.read_exercise(Path(folder))[1]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
