"""Properties about loops that hold for every argument are proved; what only looks so is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from viva.engines.properties.examining.proving import proved_for_all
from viva.testing import testing

FUNCTIONS = """
from viva.properties import less as smaller

LIMIT = 3

def unique(xs):
    r = []
    for x in xs:
        if x not in r:
            r.append(x)
    return r

def counted(xs):
    r = []
    i = 0
    while i < len(xs):
        if r.count(xs[i]) == 0:
            r = r + [xs[i]]
        i += 1
    return r

def emptied(xs):
    r = list(xs)
    xs.clear()
    return r

def same(xs):
    return xs

def first(xs):
    return xs[0]

"""
PROVED = {
    "returned": "def prop_x(xs: list[int]):\n    return unique(xs) == counted(xs)\n",
    "asserted": 'def prop_x(xs: list[int]):\n    """As it should be."""\n    assert unique(xs) == counted(xs)\n',
    "no sides": "def prop_x(xs: list[int]):\n    t = 0\n    for x in xs:\n        t += x\n    return t == sum(xs)\n",
    "texts": "def prop_x(t: str):\n    return ''.join(c for c in t) == t + ''\n",
}
NOT_PROVED = {
    "the right side changes what the left one gave": "def prop_x(xs: list[int]):\n    return same(xs) == emptied(xs)\n",
    "the left side changes what the right one gets": "def prop_x(xs: list[int]):\n    return emptied(xs) == same(xs)\n",
    "both raise": "def prop_x(xs: list[int]):\n    return first(xs) == first(xs)\n",
    "it is wrong": "def prop_x(xs: list[int]):\n    return unique(xs) == same(xs)\n",
    "nothing is returned": "def prop_x(xs: list[int]):\n    unique(xs) == counted(xs)\n",
    "a type of the module": "int = 3\ndef prop_x(xs: list[int]):\n    return unique(xs) == counted(xs)\n",
    "a builtin of the module": "def sum(xs):\n    return 1\ndef prop_x(xs: list[int]):\n    t = 0\n"
    "    for x in xs:\n        t += x\n    return t == sum(xs)\n",
    "what is left out is spoken of": "def prop_x(xs: list[int]):\n    return smaller(xs, xs) == smaller(xs, xs)\n",
    "one side exchanges the lists": (
        "def exchanged(xs, ys):\n    n = len(xs)\n    zs = xs[:]\n    xs[:] = ys\n    ys[:] = zs\n    return n\n"
        "def prop_x(xs: list[int], ys: list[int]):\n    return exchanged(xs, ys) == len(xs)\n"
    ),
    "a decorator": "@same\ndef prop_x(xs: list[int]):\n    return unique(xs) == counted(xs)\n",
    "no type": "def prop_x(xs):\n    return unique(xs) == counted(xs)\n",
    "two of the name": "def prop_x(xs: list[int]):\n    return 1 == 1\ndef prop_x(xs: list[int]):\n    return 1 == 2\n",
    "state of the module": "unique = counted\ndef prop_x(xs: list[int]):\n    return unique(xs) == counted(xs)\n",
}


@pytest.fixture
def module(tmp_path: Path) -> Path:
    return tmp_path / "module.py"


@pytest.mark.parametrize("name", PROVED)
def test_a_property_about_loops_is_proved_with_the_lines_of_the_module(name: str, module: Path) -> None:
    module.write_text(FUNCTIONS + PROVED[name])
    proved = proved_for_all(module, "prop_x")
    assert proved is not None and proved.sentences and proved.loops
    words = proved.sentences
    if "unique" in PROVED[name]:
        assert "`r` of the module (line 16)" in words[0]
        assert "`r` of the module (line 8)" in words[0]


@pytest.mark.parametrize("name", NOT_PROVED)
def test_what_only_looks_true_is_not_proved(name: str, module: Path) -> None:
    module.write_text(FUNCTIONS + NOT_PROVED[name])
    assert proved_for_all(module, "prop_x") is None


def test_the_command_says_proved_and_why(module: Path) -> None:
    module.write_text(FUNCTIONS + PROVED["returned"] + "def prop_y(xs: list[int]):\n    return len(xs) >= 0.0\n")
    report = testing.test_module(module, testing.Terms(tests=50), lambda *_: None)
    assert [result["verdict"] for result in report.results] == ["proved", "passed"]
    assert report.results[0]["tests"] == 50
    assert "are equal" in str(report.results[0]["proof"])
