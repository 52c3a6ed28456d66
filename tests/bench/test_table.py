"""A benchmark writes its own table into the page, between its marks and nowhere else."""

from __future__ import annotations

import runpy
from dataclasses import dataclass
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"


@dataclass(frozen=True)
class First:
    what: str
    right_refuted: int
    cpu_s_right: float | None


@dataclass(frozen=True)
class Other:
    what: str


def test_the_first_table_stands_between_the_marks_and_the_rest_stays() -> None:
    with_table = runpy.run_path(str(BENCH / "measure.py"), run_name="bench")["with_table"]
    page = "before\n<!-- truth -->\n\n| old |\n\n<!-- /truth -->\nafter\n"
    rows = [First("a", 1200, 0.5), First("b", 0, None), Other("not here")]
    found = with_table(page, "truth", rows)
    assert found == (
        "before\n<!-- truth -->\n\n| what | right refuted | CPU s, right |\n| --- | --- | --- |\n"
        "| a | 1,200 | 0.500 |\n| b | 0 |  |\n\n<!-- /truth -->\nafter\n"
    )
    assert with_table(found, "truth", rows) == found
    assert with_table(page, "speed", rows) == page and with_table(page, "truth", []) == page


@pytest.mark.parametrize("name", ["checks", "truth"])
def test_the_page_has_marks_for_what_is_measured_on_verdicts_and_checks(name: str) -> None:
    page = (BENCH.parent / "docs" / "benchmarks.md").read_text("utf-8")
    assert page.count(f"<!-- {name} -->\n") == page.count(f"<!-- /{name} -->\n") == 1
