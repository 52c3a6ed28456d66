"""Exercises made from a notation, and checks of programs against them."""

import pytest

from viva.core.checking import check
from viva.core.exercise import Exercise
from viva.core.report import Report
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Budget, Terms
from viva.subjects.console.subject import Console


def exercise(notation: str, settings: str = "") -> Exercise:
    """`settings` are further lines of the table `[console]`."""
    manifest = f'subject = "console"\n[console]\nspec = "spec.sym"\n{settings}\n'
    return Console().read(Source("made-here", {"exercise.toml": manifest.encode(), "spec.sym": notation.encode()}))


class Examiner:
    """Checks programs; the seconds are only a safety net, and a loaded machine must not reach it."""

    def __call__(self, notation: str, program: str, seed: int = 0, settings: str = "") -> Report:
        terms = Terms(budget=Budget(seconds=120.0), seed=seed)
        return check(Console(), exercise(notation, settings), Submission.from_text(program, "submission.py"), terms)


@pytest.fixture
def examine() -> Examiner:
    return Examiner()
