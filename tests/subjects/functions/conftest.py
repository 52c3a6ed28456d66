import pytest

from tests.examining import Examiner, made
from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.subjects.functions.subject import Functions

SEARCHED, GROWING = "search = 300\n", "growth = true\n"
"""For claims that need the search, or how the work grows. Others do without: they cost half of what a check costs."""


def exercise(reference: str, function: str = "f", settings: str = "", **files: str) -> Exercise:
    """`settings` are further lines of the table; `files` are Python files by their name without the ending."""
    manifest = f'[functions]\nfunction = "{function}"\n'
    manifest += "" if "search = " in settings else "search = 0\n"
    manifest += "" if "growth = " in settings else "growth = false\n"
    manifest += 'reference = "reference.py"\n' if reference else ""
    contents = {"reference.py": reference} | {f"{name}.py": text for name, text in files.items()}
    return made(Functions(), manifest + settings, contents)


@pytest.fixture
def examine() -> Examiner:
    return Examiner(Functions(), exercise)


@pytest.fixture
def examine_whole() -> Examiner:
    """Looks for the place and the fix too."""
    return Examiner(Functions(), exercise, rung=Rung.FIX)
