"""Proposals of a search in the store: found again, of the right shapes, and never more than proposals."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.examining import TERMS, Examiner
from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.engines.calls import Arguments, Oracle, Searcher, programs_of
from viva.engines.calls.making import definitions
from viva.engines.symbolic import Counters
from viva.services.checking import check_path
from viva.services.registry import read_exercise
from viva.services.storing import store
from viva.subjects.functions import suite as suites
from viva.subjects.functions.model import Task

from .conftest import exercise

EXERCISES = Path(__file__).parents[3] / "exercises" / "functions"
CLASSES = """
import subprocess
from subprocess import Popen
class Box:
    def __init__(self, low: int, high: int):
        if low > high:
            raise ValueError("upside down")
        self.low, self.high = low, high
class Pair:
    def __init__(self, first: Box, name: str):
        self.first, self.name = first, name
def f(pairs: list[Pair], other: Box | None) -> int:
    return len(pairs) + (other.high if other else 0)
"""


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    suites._suites.clear()


def files() -> list[Path]:
    return sorted(store.folder().iterdir()) if store.folder().exists() else []


def rewritten(change: Callable[[dict[str, Any]], None]) -> None:
    """The one file changed by someone who knows how the sum is made."""
    data = json.loads(files()[0].read_text())
    change(data)
    data["sum"] = store.hash_of([data["inputs"], dict(sorted(data["figures"].items()))])
    files()[0].write_text(json.dumps(data))
    suites._suites.clear()


def kept(asked: Exercise, rows: list[Arguments]) -> list[Arguments] | None:
    suites.save(asked, 0, (rows, Counters(runs=3, exhausted=True)))
    found = suites.load(asked, 0)
    if found is None:
        return None
    assert found[1] == Counters(runs=3, exhausted=True)
    assert found[1].exhausted is True
    return found[0]


def class_named(asked: Exercise, name: str) -> type[Any]:
    reference = asked.task_as(Task).question.reference
    assert reference is not None
    found = definitions(reference.text, "reference.py")[name]
    assert isinstance(found, type)
    return found


def test_values_of_all_kinds_come_back_as_they_were() -> None:
    reference = (
        "def f(a: int, b: float, c: str, d: bool, e: list[tuple[int, str]], g: dict[str, set[int]], h: bytes):\n"
    )
    asked = exercise(reference + "    return a\n")
    rows: list[Arguments] = [
        (2**70, -0.0, "é\n", True, [(1, "x"), (2, "")], {"a": {1, 9, 17}, "": set()}, b"\x00"),
        (-1, 1e300, "", False, [], {}, b""),
    ]
    found = kept(asked, rows)
    assert found == rows
    assert [[type(value) for value in row] for row in found] == [[type(value) for value in row] for row in rows]


def test_instances_come_back_made_by_their_classes() -> None:
    asked = exercise(CLASSES)
    box, pair = class_named(asked, "Box"), class_named(asked, "Pair")
    found = kept(asked, [([pair(box(1, 2), "x"), pair(box(3, 3), "")], box(0, 5)), ([], None)])
    assert found is not None
    (pairs, other), (none, nothing) = found
    assert isinstance(pairs, list)
    assert [(item.first.low, item.first.high, item.name) for item in pairs] == [(1, 2, "x"), (3, 3, "")]
    assert (type(other), type(pairs[0])) == (box, pair)
    assert (none, nothing) == ([], None)


def test_what_does_not_come_back_as_it_was_is_not_kept() -> None:
    hidden = "class A:\n    def __init__(self, n: int):\n        self._m = n + 1\ndef f(a: A) -> int:\n    return 1\n"
    asked = exercise(hidden)
    assert kept(asked, [(class_named(asked, "A")(1),)]) is None
    assert files() == []


def heap(slots: list[object], *nodes: object) -> list[object]:
    """One row of arguments, as it is written."""
    return [{"root": ["at", 0], "nodes": [["list", slots], *nodes]}]


EMPTY = ["list", []]
BOTH: list[object] = [["at", 1], ["at", 2]]


def record(name: str, low: object, high: object) -> list[object]:
    """The nodes of a record, from the second on."""
    fields = [["tuple", [["at", 4], ["at", 5]]], ["tuple", ["low", low]], ["tuple", ["high", high]]]
    return [["dataclass", "Record", ["name", "fields"], [name, ["at", 3]]], *fields]


@pytest.mark.parametrize(
    "inputs",
    [
        [3], ["x"], [{}], [None],
        heap([1]),
        heap(["x", None]),
        heap(BOTH, EMPTY, ["exception", "Popen", [["at", 1]]]),
        heap(BOTH, EMPTY, ["object", "Box", ["low", "high"], [1, 2]]),
        heap(BOTH, EMPTY, *record("Box", 2, 1)),
        heap(BOTH, EMPTY, *record("Box", 1, "2")),
        heap(BOTH, EMPTY, *record("Pair", 1, 2)),
        heap(BOTH, EMPTY, ["dataclass", "Record", ["name"], ["Box"]]),
    ],
)  # fmt: skip
def test_a_file_cannot_bring_what_the_exercise_would_not_ask(inputs: list[object]) -> None:
    asked = exercise(CLASSES)
    assert kept(asked, [([], None)]) == [([], None)]
    rewritten(lambda data: data.update(inputs=heap(BOTH, EMPTY, *record("Box", 1, 2))))
    assert suites.load(asked, 0) is not None
    rewritten(lambda data: data.update(inputs=inputs))
    assert suites.load(asked, 0) is None


def test_a_file_with_other_figures_is_none() -> None:
    asked = exercise("def f(n: int) -> int:\n    return n\n")
    assert kept(asked, [(1,)]) == [(1,)]
    rewritten(lambda data: data["figures"].pop("runs"))
    assert suites.load(asked, 0) is None


def test_the_domain_is_never_taken_from_a_file() -> None:
    asked = exercise("def f(n: bool) -> bool:\n    return not n\n")
    question = asked.task_as(Task).question
    with programs_of(question) as programs:
        made = suites.suite_of(asked, Searcher(question, programs), Oracle(question, programs), 0)
    assert made.exhaustive
    assert files() == []


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["account", "count-above", "unique"])
def test_the_report_is_the_same_with_stored_proposals_and_without(name: str) -> None:
    subject, asked = read_exercise(EXERCISES / name)
    for kind in ("right", "wrong"):
        program = sorted((EXERCISES / name / "examples" / kind).glob("*.py"))[0]
        reports = []
        for _ in range(2):
            suites._suites.clear()
            reports.append(check_path(subject, asked, program, replace(TERMS, rung=Rung.EXAMPLE)))
            assert len(files()) == 1
        cold, warm = (replace(report, seconds=0.0) for report in reports)
        assert cold == warm


def test_a_search_is_not_made_again(monkeypatch: pytest.MonkeyPatch, examine: Examiner) -> None:
    asked = exercise("def f(n: int) -> int:\n    return 1 if n > 77 else 0\n")
    program = "def f(n):\n    return 0\n"
    cold = examine(asked, program)
    suites._suites.clear()
    monkeypatch.setattr(suites, "proposals", None)
    assert replace(examine(asked, program), seconds=0.0) == replace(cold, seconds=0.0)


@pytest.mark.thorough
def test_a_right_generator_is_right_the_second_time_too(examine: Examiner) -> None:
    asked = exercise("def f(n: int):\n    for i in range(n):\n        yield i * i\n")
    program = "def f(n):\n    for i in range(n):\n        yield i ** 2\n"
    assert [examine.verdict(asked, program) for _ in range(2)] == ["passed", "passed"]
