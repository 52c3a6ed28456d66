"""State machines: comparing, variants, textbook exercises, and SMV read back."""

from __future__ import annotations

import importlib
import math
import sys
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

from measure import ROOT, Row, timed

import viva
from viva.core.submission import Submission
from viva.engines.machines.apart import told_apart
from viva.engines.machines.behaviour import Behaviour
from viva.engines.machines.compare import compare
from viva.engines.machines.flatten import flattened
from viva.engines.machines.formats import text
from viva.engines.machines.model import System
from viva.engines.machines.variants import variants

EXERCISES = ROOT / "exercises" / "machines"
TEMPLATES = ("radio", "washing-machine", "alarm", "two-dials")


def ring(states: int, output: str) -> str:
    """Counts ticks, and says so at the last one."""
    names = " ".join(f"{'initial' if number == 0 else 'state'} S{number}" for number in range(states))
    steps = " ".join(
        f"S{number} -> S{(number + 1) % states}: tick{f' / {output}' if number == states - 1 else ''}"
        for number in range(states)
    )
    return f"{{ {names} {steps} }}"


def silent(states: int) -> System:
    return text.read(f"input tick\noutput x\nmachine {ring(states, 'inside')}")


def counters(sizes: list[int]) -> System:
    parts = " ".join(f"P{number} {ring(states, f'x{number}')}" for number, states in enumerate(sizes))
    outputs = ", ".join(f"x{number}" for number in range(len(sizes)))
    return text.read(f"input tick\noutput {outputs}\nparallel {{ {parts} }}")


def compared(left: System, right: System, expected: bool = True) -> None:
    values = told_apart([left, right])
    names = [signal.name for signal in left.outputs]
    sides = [Behaviour(system, values=values, shown=names) for system in (left, right)]
    found = compare(sides[0], sides[1], 10_000_000)
    assert found.equal is expected, found


def rows() -> Iterator[Row]:
    yield from comparisons()
    for name in TEMPLATES:
        template = text.read((EXERCISES / name / "problem.machine.txt").read_text("utf-8"))
        yield timed(f"100 variants of {name}", 1, partial(_variants, template), "under 5,000 ms")
    for folder in sorted(EXERCISES.iterdir()):
        yield timed(f"{folder.name}: right examples", 1, partial(_examples, folder, "right"), "under 50 ms each")
        yield timed(f"{folder.name}: wrong examples, whole report", 1, partial(_examples, folder, "wrong"))
    yield timed("1,000 random machines as SMV, read back, 10 steps each", 1_000, _smv)


def comparisons() -> Iterator[Row]:
    for one, other in ((100, 101), (316, 317), (1_000, 1_001)):
        left, right = silent(one), silent(other)
        goal = "under 1,000 ms" if one == 316 else ""
        yield timed(f"two rings, product of {one * other:,} states", 1, partial(compared, left, right), goal)
    for sizes in ([7, 11, 13], [7, 10, 11, 13], [7, 9, 10, 11, 13]):
        states = math.lcm(*sizes)
        left = counters(sizes)
        yield timed(f"counters side by side, {states:,} states on both sides", 1, partial(compared, left, left))
    left = counters([3, 5, 7])
    right = flattened(left)
    yield timed("counters and their flat machine, 105 states", 1, partial(compared, left, right))


def _variants(template: System) -> None:
    found = len(list(islice(variants(template, Random(1)), 100)))
    assert found == 100, f"only {found} variants"


def _examples(folder: Path, kind: str) -> None:
    for file in sorted((folder / "examples" / kind).iterdir()):
        if not file.name.endswith(".toml"):
            report = viva.check(folder, Submission.from_path(file))
            assert report.verdict.right is (kind == "right"), file


def _smv() -> None:
    sys.path.insert(0, str(ROOT))
    machines = importlib.import_module("tests.engines.machines.random_machines")
    agrees = importlib.import_module("tests.engines.machines.test_smv").agrees
    assert all(agrees(machines.random_system(number), Random(number)) for number in range(1_000))


def versions() -> dict[str, str]:
    return {"viva": viva.__version__}
