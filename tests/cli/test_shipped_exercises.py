"""Every exercise that ships keeps its own promises: examples come out as they should, the model answer is right."""

from pathlib import Path

import pytest

from tests.examining import Viva

ROOT = Path(__file__).parents[2]
PATTERNS = ("exercises/*/*/exercise.toml", "src/viva/subjects/*/template/exercise.toml")
SHIPPED = sorted(file.parent for pattern in PATTERNS for file in ROOT.glob(pattern))


@pytest.mark.parametrize("folder", SHIPPED, ids=lambda folder: str(folder.relative_to(ROOT)))
def test_an_exercise_keeps_its_promises(viva: Viva, folder: Path) -> None:
    call = viva("test-exercise", folder)
    assert call.status == 0, call.out


def test_there_are_exercises() -> None:
    assert SHIPPED
