import pytest

from tests.examining import Examiner, made
from viva.core.exercise import Exercise
from viva.subjects.console.subject import Console


def exercise(notation: str, settings: str = "") -> Exercise:
    """`settings` are further lines of the table."""
    return made(Console(), f'[console]\nspec = "spec.sym"\n{settings}', {"spec.sym": notation})


@pytest.fixture
def examine() -> Examiner:
    return Examiner(Console(), exercise)
