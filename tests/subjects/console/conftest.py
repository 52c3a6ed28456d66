import pytest

from tests.examining import Examiner, made
from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.subjects.console.subject import Console


def exercise(notation: str, settings: str = "") -> Exercise:
    """`settings` are further lines of the table."""
    return made(Console(), f'[console]\nspec = "spec.sym"\n{settings}', {"spec.sym": notation})


@pytest.fixture
def examine() -> Examiner:
    return Examiner(Console(), exercise)


@pytest.fixture
def examine_whole() -> Examiner:
    """Looks for the place and the fix too."""
    return Examiner(Console(), exercise, rung=Rung.FIX)
