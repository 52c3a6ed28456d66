"""Small changes are drawn by machine: programs still, others than before, the same for the same seed."""

from __future__ import annotations

import ast
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = """
def f(xs, limit=3):
    found = [x for x in xs if x > 0]
    if not found or len(found) >= limit and all(x < 9 for x in found):
        return False
    found.append(limit + 1)
    return max(found) if limit in found else None
"""


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    sys.path.insert(0, str(ROOT / "scripts" / "mutating"))
    return runpy.run_path(str(ROOT / "scripts" / "mutating" / "trying.py"), run_name="mutating")


def test_every_kind_of_change_is_made_and_each_is_another_program(script: dict[str, Any]) -> None:
    drawn = script["draw"]({ROOT / "f.py": SOURCE}, 100, 1)
    assert {change.what for _, change in drawn} >= {
        "another comparison", "and for or", "or for and", "a condition left out", "not left out", "the other truth",
        "one more", "another operator", "any for all", "min for max", "a line left out", "always the first",
        "a filter left out",
    }  # fmt: skip
    texts = [ast.dump(ast.parse(change.text)) for _, change in drawn]
    assert ast.dump(ast.parse(SOURCE)) not in texts and len(set(texts)) > len(texts) * 0.9
    assert [change.text for _, change in script["draw"]({ROOT / "f.py": SOURCE}, 100, 1)] == [c.text for _, c in drawn]


def test_the_list_of_what_decides_names_files_that_are_there(script: dict[str, Any]) -> None:
    found = script["deciding_files"](ROOT)
    names = {str(path.relative_to(ROOT / "src" / "viva")) for path in found}
    assert len(found) > 50
    assert names >= {"grading/members.py", "sandbox/inside/system.py", "engines/proofs/checking/checker.py"}
    text = script["LIST"].read_text("utf-8").partition(script["HEADING"])[2].partition("```")[2].partition("```")[0]
    assert all(list((ROOT / "src" / "viva").glob(line)) for line in text.split())


def test_the_nearest_tests_come_first(script: dict[str, Any]) -> None:
    house = script["House"](ROOT)
    members = house.tests_for(ROOT / "src/viva/grading/members.py")
    assert members[0] == "tests/grading/test_members.py"
    checker = house.tests_for(ROOT / "src/viva/engines/proofs/checking/checker.py")
    assert "tests/engines/proofs/test_forged.py" in checker[:8]
