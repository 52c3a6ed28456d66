"""State machines: comparing, variants, textbook exercises, and SMV read back."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

from measure import ROOT, Row, few, timed

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


def digits(count: int) -> System:
    """A counter in cascade: each digit carries to the next, and only the last one speaks, so all depends on all."""
    parts = []
    for number in range(count):
        states = " ".join(f"{'initial' if digit == 0 else 'state'} S{digit}" for digit in range(10))
        steps = " ".join(
            f"S{digit} -> S{(digit + 1) % 10}: c{number}{f' / c{number + 1}' if digit == 9 else ''}"
            for digit in range(10)
        )
        parts.append(f"P{number} {{ {states} {steps} }}")
    return text.read(f"input c0\noutput c{count}\ncascade {{ {' '.join(parts)} }}")


def variable(most: int) -> System:
    return text.read(
        f"input a\noutput x\nvariable n: int 0..{most - 1} = 0\nmachine {{ initial S  "
        f"S -> S: a & n < {most - 1} / n = n + 1  S -> S: a & n == {most - 1} / n = 0; x }}"
    )


def resumed() -> System:
    """Counters inside of a state that is resumed: 13,860 states."""
    parts = " ".join(f"P{states} {ring(states, 'x')}" for states in (7, 9, 10, 11))
    return text.read(
        f"input tick, b\noutput x\nmachine {{ initial Out  state In parallel {{ {parts} }}"
        f"  Out -> In: b [history]  In -> Out: b }}"
    )


def apart(count: int) -> System:
    """Four states in each part, with an input and an output of its own."""
    parts = " ".join(f"P{n} {ring(4, f'x{n}').replace('tick', f'a{n}')}" for n in range(count))
    names = [", ".join(f"{letter}{n}" for n in range(count)) for letter in "ax"]
    return text.read(f"input {names[0]}\noutput {names[1]}\nparallel {{ {parts} }}")


def compared(left: System, right: System, expected: bool = True) -> None:
    values = told_apart([left, right])
    names = [signal.name for signal in left.outputs]
    sides = [Behaviour(system, values=values, shown=names) for system in (left, right)]
    found = compare(sides[0], sides[1], 10_000_000)
    assert found.equal is expected, found


def rows() -> Iterator[Row]:
    yield from comparisons()
    for name in few(TEMPLATES):
        template = text.read((EXERCISES / name / "problem.machine.txt").read_text("utf-8"))
        yield timed(f"100 variants of {name}", 1, partial(_variants, template), "under 5,000 ms")
    _examples(EXERCISES / "alarm", "right")  # loads the subject
    for folder in few(sorted(EXERCISES.iterdir())):
        if folder.name == "say-warm":
            yield timed("say-warm: right examples, and NumPy is loaded", 1, partial(_examples, folder, "right"))
        yield timed(f"{folder.name}: right examples", 1, partial(_examples, folder, "right"), "under 50 ms each")
        yield timed(f"{folder.name}: wrong examples, whole report", 1, partial(_examples, folder, "wrong"))
    yield timed("1,000 random machines as SMV, read back, 10 steps each", 1_000, _smv)


def comparisons() -> Iterator[Row]:
    for one, other in few(((100, 101), (316, 317), (1_000, 1_001))):
        left, right = silent(one), silent(other)
        goal = "under 1,000 ms" if one == 316 else ""
        yield timed(f"two rings, product of {one * other:,} states", 1, partial(compared, left, right), goal)
    for count in few((3, 4, 5)):
        left, right = digits(count), digits(count)
        goal = "under 1,000 ms" if count == 5 else ""
        yield timed(f"digits in cascade, {10**count:,} pairs of states met", 1, partial(compared, left, right), goal)
    yield timed("counters in a resumed state, 13,860 pairs", 1, partial(compared, resumed(), resumed()))
    for most in few((10_000, 100_000)):
        yield timed(f"a variable with {most:,} values", 1, partial(compared, variable(most), variable(most)))
    for parts in (5, 16):
        yield timed(
            f"{parts} parts that share nothing, {4**parts:,} states", 1, partial(compared, apart(parts), apart(parts))
        )
    flat = flattened(digits(2))
    yield timed("two digits and their flat machine", 1, partial(compared, digits(2), flat))


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
