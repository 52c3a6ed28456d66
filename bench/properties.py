"""How fast values are made and tests are run, beside Hypothesis and leancheck, and how soon seeded bugs are found."""

from __future__ import annotations

import enum
import importlib.util
import platform
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from itertools import islice
from pathlib import Path

from measure import ROOT, few, fewer, has_peer, peer

from viva.engines.enumeration import space_of
from viva.properties import examine


class Colour(enum.Enum):
    RED = 1
    GREEN = 2
    BLUE = 3


@dataclass(frozen=True)
class Leaf:
    pass


@dataclass(frozen=True)
class Node:
    left: Tree
    value: int
    right: Tree


Tree = Leaf | Node


@dataclass
class Cell:
    left: Cell | None
    value: int
    right: Cell | None


@dataclass
class Record:
    colour: Colour
    number: int
    flag: bool


@dataclass(frozen=True, slots=True)
class Values:
    what: str
    in_order: float
    by_index: float
    hypothesis: float | None
    leancheck: float | None
    goal: str


@dataclass(frozen=True, slots=True)
class Loop:
    what: str
    tests_per_second: float
    goal: str


@dataclass(frozen=True, slots=True)
class Bug:
    what: str
    tests: int
    cpu_ms: float
    smallest: str


KINDS: dict[str, tuple[object, str]] = {
    "list[int]": (list[int], "1,000,000 in order, 50,000 by index"),
    "frozen tree": (Tree, "600,000"),
    "mutable tree": (Cell, "300,000"),
    "record": (Record, "800,000"),
    "set[int]": (set[int], "200,000"),
}


def versions() -> dict[str, str]:
    return {"viva": version("viva"), "implementation": platform.python_implementation()}


def rows() -> Iterator[object]:
    found = [each for each in ("hypothesis", "leancheck") if has_peer("properties", each)]
    told = peer("properties", Path(__file__).parent / "tools" / "property_peers.py", *found) if found else {}
    assert isinstance(told, dict)
    for name, (kind, goal) in KINDS.items():
        theirs = told.get(name, {})
        yield Values(name, _in_order(kind), _by_index(kind), theirs.get("hypothesis"), theirs.get("leancheck"), goal)
    yield Loop("whole check loop, list[int]", _loop(prop_lists), "400,000")
    yield Loop("whole check loop, int and bool", _loop(prop_pairs), "400,000")
    yield from _bugs()


def _consume(value: object) -> bool:  # noqa: ARG001
    return True


def _in_order(kind: object, many: int = fewer(400_000)) -> float:
    space = space_of(kind, names=globals())
    began = time.process_time()
    for value in islice(iter(space), many):
        _consume(value)
    return many / (time.process_time() - began)


def _by_index(kind: object, many: int = fewer(30_000), size: int = 10) -> float:
    space = space_of(kind, names=globals())
    card = space.card(size)
    began = time.process_time()
    for number in range(many):
        _consume(space.build(space.at(size, number * 7919 % card)))
    return many / (time.process_time() - began)


def prop_lists(xs: list[int]) -> bool:  # noqa: ARG001
    return True


def prop_pairs(x: int, y: bool) -> bool:  # noqa: ARG001
    return True


def _loop(subject: Callable[..., bool], many: int = fewer(400_000)) -> float:
    began = time.process_time()
    assert examine(subject, tests=many).tests == many
    return many / (time.process_time() - began)


def _seeded() -> dict[str, object]:
    """The bugs of the tests. Their package is called like this benchmark, so they are loaded by their path."""
    spec = importlib.util.spec_from_file_location("seeded_bugs", ROOT / "tests" / "engines" / "properties" / "bugs.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["seeded_bugs"] = module
    spec.loader.exec_module(module)
    found: dict[str, object] = module.BUGS
    return found


def _bugs() -> Iterator[Bug]:
    for name, subject in few(_seeded().items(), 3):
        began = time.process_time()
        result = examine(subject, tests=5000)
        cpu = 1000 * (time.process_time() - began)
        example = result.counterexample
        yield Bug(name, result.tests if example else -1, cpu, "yes" if example and example.minimal else "")
