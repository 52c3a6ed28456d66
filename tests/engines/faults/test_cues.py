"""What the text alone says about where to look."""

import pytest

from viva.engines.calls import sandbox_of
from viva.engines.faults import Cue, cues
from viva.languages import python

BUILTINS = ("len", "sum", "max", "range", "print")


@pytest.mark.parametrize(
    ("text", "cue"),
    [
        ("def f(xs):\n    for x in xs:\n        total = totl + x\n    return total\n", Cue("unbound", 3, "totl")),
        ("def f(xs):\n    total = 0\n    for x in xs:\n        totl = x\n    return total\n", Cue("unused", 4, "totl")),
        ("def f(xs):\n    for x in xs:\n        if x:\n            return x\n", Cue("no_return", 4)),
        ("def f(xs):\n    max = xs[0]\n    return max(xs)\n", Cue("shadowed", 2, "max")),
    ],
)
def test_each_cue_points_at_its_line(text: str, cue: Cue) -> None:
    with sandbox_of(python) as sandbox:
        facts = python.reads.survey(sandbox, text.encode())
    assert cue in cues(facts.flow, ["xs"], BUILTINS)


def test_a_plain_function_has_none() -> None:
    text = "def f(xs):\n    total = 0\n    for x in xs:\n        total += x\n    return total\n"
    with sandbox_of(python) as sandbox:
        facts = python.reads.survey(sandbox, text.encode())
    assert cues(facts.flow, ["xs"], BUILTINS) == []
