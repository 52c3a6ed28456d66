"""Viva, an examiner for computing courses. Start reading in `viva.core`; the floors are described in docs/floors.md.

import viva
report = viva.check("exercises/console/sum-of-n", "submission.py")
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from viva.core.exercise import Exercise
    from viva.core.report import Report
    from viva.core.submission import Submission
    from viva.core.terms import Terms

__version__ = "0.1.0"


def check(exercise: Exercise | Path | str, submission: Submission | Path | str, terms: Terms | None = None) -> Report:
    """The report on a submission; an exercise or submission that is not a value yet is read from its path.

    Raises `viva.core.fault.Fault` where the exercise or the call is wrong. Everything is imported here, so that
    `import viva` costs nothing.
    """
    from pathlib import Path

    from viva.core import checking, registry
    from viva.core.exercise import Exercise
    from viva.core.submission import Submission
    from viva.core.terms import Terms

    if isinstance(exercise, Exercise):
        subject = registry.subject_named(exercise.subject)
    else:
        subject, exercise = registry.read_exercise(Path(exercise))
    if isinstance(submission, Submission):
        return checking.check(subject, exercise, submission, terms or Terms())
    return checking.check_path(subject, exercise, Path(submission), terms or Terms())
