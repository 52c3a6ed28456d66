"""The semantics `linear`: the fast evaluation is the exact definition, over all instants."""

import itertools
import math
import random

import numpy as np
import pytest

from tests.engines.signals.curves import Curve, curve
from tests.engines.signals.semantics import Samples, value
from viva.core.fault import Fault
from viva.engines.signals import Semantics, parse, robustness, show, trace
from viva.engines.signals.linear import Linear
from viva.engines.signals.lines import Lines

from .formulas import random_formula, random_samples


def close(one: float, other: float) -> bool:
    return one == other or abs(one - other) < 1e-9


def beside(lines: Lines, time: float, side: str) -> float:
    """The limit or the value at an instant; instants that differ by rounding are the same."""
    nearest = int(np.argmin(np.abs(lines.times - time)))
    if abs(lines.times[nearest] - time) < 1e-9:
        return float(getattr(lines, side)[nearest])
    piece = int(np.searchsorted(lines.times, time)) - 1
    first, last = lines.after[piece], lines.before[piece + 1]
    share = (time - lines.times[piece]) / (lines.times[piece + 1] - lines.times[piece])
    return float(first if first == last else first + (last - first) * share)


def same(lines: Lines, wanted: Curve) -> bool:
    for number, bend in enumerate(wanted):
        sides = ["value"] + ["before"] * (number > 0) + ["after"] * (number < len(wanted) - 1)
        if not all(close(beside(lines, float(bend.time), side), float(getattr(bend, side))) for side in sides):
            return False
    for p, q in itertools.pairwise(wanted):
        for share in (0.25, 0.5, 0.77):
            start, rise = float(p.after), 0.0 if p.after == q.before else float(q.before - p.after)
            time = float(p.time) + share * float(q.time - p.time)
            if not close(beside(lines, time, "value"), start + rise * share):
                return False
    return True


@pytest.mark.some(2)
@pytest.mark.parametrize(("seed", "hold"), [(0, False), (2, True), (104, True), (107, False)])
def test_fast_evaluation_equals_the_exact_definition_at_every_instant(seed: int, hold: bool) -> None:
    random_ = random.Random(seed)
    for _ in range(100):
        samples = random_samples(random_, random_.randint(1, 4), quarters=True)
        formula = random_formula(random_, random_.choice([1, 1, 1, 2]), straight=True)
        found = Linear(trace(samples.times, samples.signals), hold=hold).robustness(formula).low
        assert same(found, curve(formula, samples, hold)), (show(formula), samples)


def test_the_definition_is_what_a_fine_grid_approaches() -> None:
    """An independent check of the definition itself: `points` on a fine grid, with slopes of at most 1."""

    random_ = random.Random(11)
    for _ in range(60):
        walk: dict[str, list[float]] = {}
        for name in "xy":
            walk[name] = [float(random_.randint(-1, 1))]
            while len(walk[name]) < 4:
                walk[name].append(walk[name][-1] + random_.choice([-1.0, 0.0, 1.0]))
        times = [0.0, 1.0, 2.0, 3.0]
        kind = random_.choice(
            ["G[{0},{1}] {p}", "F[{0},{1}] {p}", "{p} U[{0},{1}] {q}", "O[{0},{1}] {p}", "{p} S[{0},{1}] {q}"]
        )
        low = random_.choice([0, 1])
        text = kind.format(low, low + random_.choice([0, 1, 2]), p="x > 0.25", q="abs(y) > 0.5")
        text = random_.choice(["G[0,1] ({})", "F[1,2] ({})", "{}"]).format(text)
        fine = [k / 32 for k in range(97)]
        grid = Samples(fine, {name: np.interp(fine, times, values).tolist() for name, values in walk.items()})
        exact = robustness(parse(text), trace(times, walk), Semantics.LINEAR)
        assert close(exact, value(parse(text), grid)) or abs(exact - value(parse(text), grid)) <= 1 / 8, text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("F[0,1] abs(x) < 1", 1.0),  # x goes through 0 in the middle
        ("G[0,1] abs(x) > 0", 0.0),
        ("x < 0 U[0,1] x > 0", 0.0),
        ("F[0.25,0.5] x > 0", 0.0),
        ("G[1,2] x > 0", 1.0),  # one instant is left of the window
        ("F[2,3] x > 0", -math.inf),
        ("G[0,1] rate(x) > 0", 0.0),
        ("G[0.5,1] rate(x) > 0", 2.0),
        ("F[0,1] min(x, -x) > -0.5", 0.5),
        ("F[0,1] 0.5 * x > 0", 0.5),
        ("F[0,1] x * -2 > 0", 2.0),
    ],
)
def test_values_one_can_check_by_hand(text: str, wanted: float) -> None:
    assert robustness(parse(text), trace([0, 1], x=[-1, 1]), Semantics.LINEAR) == wanted


def test_a_product_of_signals_is_refused_with_a_remedy() -> None:
    with pytest.raises(Fault, match=r"`x \* y` is not straight between samples.*--semantics points"):
        robustness(parse("x * y > 0"), trace([0, 1], x=[0, 1], y=[1, 0]), Semantics.LINEAR)
    with pytest.raises(Fault, match="rate of a rate"):
        robustness(parse("rate(rate(x)) > 0"), trace([0, 1], x=[0, 1]), Semantics.LINEAR)


def test_a_trace_held_for_ever() -> None:
    samples = trace([0, 1], x=[-1, 1])
    assert robustness(parse("F[2,3] x > 0"), samples, Semantics.LINEAR, extend=True) == 1.0
    assert robustness(parse("G[0,9] F[2,3] x > 0"), samples, Semantics.LINEAR, extend=True) == 1.0
    assert robustness(parse("F[5,inf] G x > 0"), samples, Semantics.LINEAR, extend=True) == 1.0
    with pytest.raises(Fault, match="H, O, S"):
        robustness(parse("O x > 0"), samples, Semantics.LINEAR, extend=True)


def test_a_long_trace_is_no_trouble() -> None:
    times = np.arange(20_000) * 0.1
    found = robustness(parse("G[0,1000] F[0,20] x > 0"), trace(times, x=np.sin(times)), Semantics.LINEAR)
    assert 0.99 < found <= 1
