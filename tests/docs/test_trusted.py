"""What `docs/proofs.md` says about how much is trusted is counted, not guessed."""

import re
import runpy
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TABLE = (
    (ROOT / "docs" / "proofs.md").read_text("utf-8").partition("`scripts/trusted` counts")[2].partition("\nBefore ")[0]
)
TOLD = {what: int(lines.replace(",", "")) for what, lines in re.findall(r"^\| (.+?) \| ([\d,]+) \| ", TABLE, re.M)}


@cache
def counted() -> dict[str, int]:
    lines: dict[str, int] = runpy.run_path(str(ROOT / "scripts" / "trusted"))["counted"]()
    return lines


@pytest.mark.parametrize("what", TOLD)
def test_the_lines_that_proofs_rest_on_are_as_many_as_the_page_says(what: str) -> None:
    assert TOLD[what] == pytest.approx(counted()[what], rel=0.1, abs=40)


def test_the_page_names_all_that_is_trusted_and_nothing_else() -> None:
    assert TOLD.keys() == {part for part in counted() if part != "not trusted"}
