"""Programs that differ in one expression are compiled once, and of those with the same values there one is run: what is
said of each is the same as if it were asked alone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from viva.engines.calls import sandbox_of
from viva.languages import python
from viva.languages.edits import Probe
from viva.languages.heap import read
from viva.languages.values import write

PROGRAMS: dict[str, tuple[str, list[tuple[Any, ...]], Callable[..., object]]] = {
    "walks what it changes": (
        "def f(xs):\n    for x in xs:\n        if x % 2 == 0:\n            xs.remove(x)\n    return xs\n",
        [([2, 2, 3],), ([],), ([4, 1, 4],)],
        lambda xs: [x for x in xs if x % 2],
    ),
    "never ends, or fails": (
        "def f(n):\n    total = 0\n    while n != 1:\n        total += n\n        n = n // 2\n    return 10 // total\n",
        [(4,), (1,), (7,)],
        lambda n: n,
    ),
    "has rows in rows": (
        "def f(rows):\n    out = []\n    row = []\n    for each in rows:\n        row.append(len(each))\n"
        "        out.append(row)\n    return out\n",
        [([[1], [2, 3]],), ([],)],
        lambda rows: [[len(each)] for each in rows],
    ),
    "has a name of a function": (
        "def f(xs):\n    max = xs[0]\n    for x in xs:\n        if x > max:\n            max = x\n"
        "    return [max, len(xs)]\n",
        [([1, 5, 2],), ([3],)],
        lambda xs: [max(xs), sum(xs)],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_said_of_programs_together_is_what_is_said_of_each_alone(name: str) -> None:
    text, calls, right = PROGRAMS[name]
    tests = [Probe(call, read(write(right(*call)))) for call in calls]
    with sandbox_of(python) as sandbox:
        small = [
            *python.mends.small_changes(sandbox, text, most=150),
            *python.mends.small_changes(sandbox, text, further=True)[::12],
        ]
        with python.mends.tries(sandbox, text, "f", tests, steps=500) as tries:
            together = tries.answers([(change,) for change in small])
            runs = tries.runs
            alone = [tries.answers([(change,)])[0] for change in small]
            passing = tries.passing([(change,) for change in small])
    for change, one, other, ok in zip(small, together, alone, passing, strict=True):
        assert one == other, change
        assert ok == (bool(one) and not one.strip("1")), change
    assert runs < tries.runs - runs


def test_wherever_submitted_code_runs_nobody_waits_for_it_to_sleep() -> None:
    """To sleep is to move the clocks on, in every kind of run."""
    inside = Path("src/viva/languages/inside/vivabox/python")
    running = [path for path in inside.rglob("*.py") if "attempt(lambda: exec(" in path.read_text("utf-8")]
    assert len(running) >= 7
    assert [path.name for path in running if "clock.install(" not in path.read_text("utf-8")] == []
