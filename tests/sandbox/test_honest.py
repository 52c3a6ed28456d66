"""Honest programs, also unusual ones, run as they would anywhere.

Each is a file in `honest`, which leaves True in `answer`; those that write files need a box.
"""

from pathlib import Path

import pytest

from .attacks import box, limited, said

pytestmark = pytest.mark.needs_bwrap

HONEST = Path(__file__).parent / "honest"
EVERYWHERE = sorted((HONEST / "everywhere").glob("*.py"))
IN_A_BOX = sorted((HONEST / "in_a_box").glob("*.py"))


@pytest.mark.parametrize("program", EVERYWHERE + IN_A_BOX, ids=lambda program: program.stem)
def test_in_full_isolation(program: Path) -> None:
    assert said(program.read_text() + "\nsend(answer)", box()) is True


@pytest.mark.parametrize("program", EVERYWHERE, ids=lambda program: program.stem)
def test_in_limited_isolation(program: Path) -> None:
    assert said(program.read_text() + "\nsend(answer)", limited()) is True
