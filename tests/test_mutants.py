"""Small changes are drawn by machine: programs still, others than before, the same for the same seed."""

from __future__ import annotations

import ast
import builtins
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
    assert names >= {"grading/handed_in/members.py", "sandbox/inside/system.py", "engines/proofs/checking/checker.py"}
    text = script["LIST"].read_text("utf-8").partition(script["HEADING"])[2].partition("```")[2].partition("```")[0]
    assert all(list((ROOT / "src" / "viva").glob(line)) for line in text.split())


INSIDE = """from __future__ import annotations
LIMIT = 3
class Box:
    def get(self):
        "What is in it."
        def inner():
            return LIMIT
        return inner()
def unused():
    return LIMIT + 1
"""


def test_a_function_that_is_come_to_is_told_and_a_line_belongs_to_the_innermost(
    script: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    seeing = script["seeing"]
    come_to: set[str] = set()
    monkeypatch.setattr(builtins, "_viva_come_to", come_to, raising=False)
    namespace: dict[str, Any] = {"__name__": "inside"}
    exec(compile(seeing.telling(INSIDE, "a.py"), "a.py", "exec"), namespace)
    assert come_to == set() and namespace["Box"]().get() == 3 and namespace["Box"].get.__doc__ == "What is in it."
    assert come_to == {"a.py:Box:get", "a.py:Box:get:inner"}
    places = [seeing.around(INSIDE, "a.py", line) for line in (2, 7, 8, 10)]
    assert places == [None, "a.py:Box:get:inner", "a.py:Box:get", "a.py:unused"]


def test_tests_that_come_there_are_run_quickest_first_and_as_many_as_there_is_time_for(script: dict[str, Any]) -> None:
    seeing = script["seeing"]
    runs = [
        seeing.Run(test, seconds, frozenset(places))
        for test, seconds, places in (
            ("a.py::slow", 30.0, ["p"]), ("a.py::quick", 1.0, ["p"]), ("a.py::beside", 0.1, []),
            ("b.py::quicker", 0.5, ["p", "q"]), ("c.py::elsewhere", 0.1, ["q"]),
        )
    ]  # fmt: skip
    assert seeing.chosen(runs, "p", 10) == ["b.py::quicker", "a.py::quick", "a.py::beside"]
    assert seeing.chosen(runs, "p", 40)[-2:] == ["a.py::slow", "a.py::beside"]
    assert seeing.chosen(runs[:1], "p", 10) == ["a.py::slow"], "one is always tried"
    assert seeing.chosen(runs, "nowhere", 10) == []
    assert len(seeing.chosen(runs, None, 100)) == len(runs), "what runs at import may matter to every test"


def test_the_nearest_tests_come_first(script: dict[str, Any]) -> None:
    house = script["House"](ROOT)
    members = house.tests_for(ROOT / "src/viva/grading/handed_in/members.py")
    assert members[0] == "tests/grading/test_members.py"
    checker = house.tests_for(ROOT / "src/viva/engines/proofs/checking/checker.py")
    assert "tests/engines/proofs/test_forged.py" in checker[:8]
