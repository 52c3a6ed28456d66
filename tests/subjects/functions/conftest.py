import sys

import pytest

from tests.examining import Examiner, made
from tests.repairs import held_to_laws
from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.subjects.functions import explain
from viva.subjects.functions.subject import Functions

SEARCHED, GROWING = "search = 300\n", "growth = true\n"
"""For claims that need the search, or how the work grows, in files whose other claims do without."""
PLAIN = (
    "test_bad_input", "test_domain", "test_examine", "test_examples", "test_fix", "test_hints", "test_inputs",
    "test_instances", "test_pattern", "test_pointing", "test_properties", "test_score",
)  # fmt: skip
"""Files in which checks search little and measure no growth, unless a test asks for it: that is half of their cost."""

_plain = False


@pytest.fixture(autouse=True)
def _as_plain_as_the_claims(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "_plain", request.path.stem in PLAIN)
    # A hint is about what mends a program, but most claims are not about that.
    monkeypatch.setattr(explain, "ASKS", Rung.PLACE)


@pytest.fixture(autouse=True)
def _every_repair_is_held_to_its_laws(monkeypatch: pytest.MonkeyPatch) -> None:
    held_to_laws(monkeypatch)


def exercise(reference: str, function: str = "f", settings: str = "", **files: str) -> Exercise:
    """`settings` are further lines of the table; `files` are Python files by their name without the ending."""
    manifest = f'[functions]\nfunction = "{function}"\n'
    if _plain:
        manifest += "" if "search = " in settings else "search = 20\n"
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
