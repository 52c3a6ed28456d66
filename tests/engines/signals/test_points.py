"""Whole traces in the semantics `points`: the fast evaluation is the definition, bit for bit."""

import math
import random

import numpy as np
import pytest

from tests.engines.signals.semantics import Samples, holds, value
from viva.core.fault import Fault
from viva.engines.signals import (
    Semantics,
    bounds,
    evaluate,
    from_frame,
    noise,
    parse,
    robustness,
    show,
    sliding_extrema,
    trace,
    until,
    windows,
)
from viva.engines.signals.model import Formula, Temporal, has_past, subformulas
from viva.engines.signals.trace import Trace

from .formulas import ALL, random_formula, random_samples


def as_trace(samples: Samples) -> Trace:
    return trace(samples.times, samples.signals)


@pytest.mark.parametrize("seed", range(2))
def test_fast_evaluation_equals_the_definition_at_every_sample(seed: int) -> None:
    random_ = random.Random(seed)
    for _ in range(1000):
        samples = random_samples(random_, random_.randint(1, 9))
        formula = random_formula(random_, random_.choice([1, 2, 2, 3]))
        found = evaluate(formula, as_trace(samples)).low
        wanted = [value(formula, samples, i) for i in range(len(samples.times))]
        assert found.tolist() == wanted, (show(formula), samples)


@pytest.mark.parametrize("narrow", [1, 4])
def test_long_windows_and_chunks_change_nothing(narrow: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With these sizes the ways for wide windows, for long traces and for blocks are taken on short traces."""
    monkeypatch.setattr(sliding_extrema, "NARROW", narrow)
    monkeypatch.setattr(sliding_extrema, "CHUNK", 7)
    monkeypatch.setattr(windows, "CHUNK", 5)
    monkeypatch.setattr(until, "SHORT", 1)
    monkeypatch.setattr(until, "PART", 17)
    random_ = random.Random(narrow)
    for _ in range(300):
        samples = random_samples(random_, random_.randint(15, 40))
        formula = random_formula(random_, 1)
        found = evaluate(formula, as_trace(samples)).low
        assert found.tolist() == [value(formula, samples, i) for i in range(len(samples.times))], show(formula)


def test_a_long_trace_equals_the_definition_where_it_is_looked_at() -> None:
    rng = np.random.default_rng(5)
    times = np.cumsum(rng.choice([0.1, 0.5, 1.0, 3.0], 600))
    samples = Samples(times.tolist(), {name: rng.integers(-50, 50, 600).astype(float).tolist() for name in "xy"})
    for text in (
        "G[3,300] x > -49",
        "F[0,40] x > 49",
        "x > -49 U[5,300] y > 48",
        "x > -45 S[0,60] y > 40",
        "O[0,80] x > 49",
    ):
        found = evaluate(parse(text), as_trace(samples)).low
        for i in (0, 57, 400, 599):
            assert found[i] == value(parse(text), samples, i), (text, i)


def test_robustness_above_zero_means_true_and_below_zero_false() -> None:
    random_ = random.Random(9)
    for _ in range(800):
        samples = random_samples(random_, random_.randint(1, 7))
        formula = random_formula(random_, random_.choice([1, 2, 3]))
        found = robustness(formula, as_trace(samples))
        if found != 0:
            assert holds(formula, samples) == (found > 0), (show(formula), samples)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("G x > 0", -1.0),
        ("F x > 0", 3.0),
        ("F[10,20] x > 0", -math.inf),
        ("G[10,20] x > 0", math.inf),
        ("F[0.2,0.8] x > 0", -math.inf),
        ("true", math.inf),
        ("false", -math.inf),
        ("x > 0 U[1,3] y > 0", 1.0),
        ("x > 0 U y > 10", -8.0),
        ("x < 1", 0.0),
        ("rate(x) >= 0", 0.0),
        ("F[2,2] rate(x) > 0", 1.0),
        ("O[1,2] x > 0", -math.inf),
        ("F[4,4] O[1,2] x > 0", 3.0),
        ("G[0,1] max(x, y, 2) >= 2", 0.0),
    ],
)
def test_values_one_can_check_by_hand(text: str, wanted: float) -> None:
    samples = trace([0, 1, 2, 3, 4], x=[1, 2, 3, 0.5, -1], y=[0, 1, 0, 1, 2])
    assert robustness(parse(text), samples) == wanted


def test_rounded_sums_cost_no_window_its_last_sample() -> None:
    """0.6 + 0.3 is less than 0.9 in floating point; the definition and the fast evaluation agree on what is meant."""
    samples = Samples([0.6, 0.7, 0.8, 0.9], {"x": [1.0, 1.0, 1.0, -1.0]})
    assert 0.6 + 0.3 < 0.9
    assert value(parse("G[0,0.3] x > 0"), samples) == -1.0
    assert robustness(parse("G[0,0.3] x > 0"), trace(samples.times, samples.signals)) == -1.0


def _held(formula: Formula, samples: Samples) -> float:
    """The definition on a trace with the last sample repeated for as long as it matters."""
    later = [samples.times[-1] + 0.25 * k for k in range(1, 70)]
    held = {name: [*values, *[values[-1]] * len(later)] for name, values in samples.signals.items()}
    return value(formula, Samples([*samples.times, *later], held))


def _in_quarters(formula: Formula) -> bool:
    windows = [one.interval for one in subformulas(formula) if isinstance(one, Temporal)]
    return all((4 * end).is_integer() for one in windows for end in (one.low, one.high))


def test_a_trace_held_for_ever_is_a_trace_with_its_last_sample_repeated() -> None:
    random_ = random.Random(3)
    seen = 0
    while seen < 120:
        samples = random_samples(random_, random_.randint(1, 5), quarters=True)
        formula = random_formula(random_, random_.choice([1, 2]), "GFURao")
        if has_past(formula) or not _in_quarters(formula):
            continue
        seen += 1
        assert robustness(formula, as_trace(samples), extend=True) == _held(formula, samples), (show(formula), samples)


def test_noisy_samples_give_bounds_that_every_trace_inside_keeps_to() -> None:
    random_ = random.Random(4)
    for _ in range(300):
        samples = random_samples(random_, random_.randint(1, 6))
        formula = random_formula(random_, random_.choice([1, 2]))
        width = {name: [random_.choice([0.0, 0.5, 2.0]) for _ in samples.times] for name in "xy"}
        noisy = {
            name: noise(
                [v - w for v, w in zip(values, width[name], strict=True)],
                [v + w for v, w in zip(values, width[name], strict=True)],
            )
            for name, values in samples.signals.items()
        }
        low, high = bounds(formula, trace(samples.times, noisy))
        assert low <= value(formula, samples) <= high
        for _ in range(3):
            inside = {
                name: [v + random_.uniform(-w, w) for v, w in zip(values, width[name], strict=True)]
                for name, values in samples.signals.items()
            }
            assert low - 1e-9 <= robustness(formula, trace(samples.times, inside)) <= high + 1e-9


def test_pandas_frames_are_traces() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"time": [0.0, 1.0], "x": [1, 2]})
    assert robustness(parse("G x > 0"), from_frame(frame)) == 1.0
    assert robustness(parse("G x > 0"), from_frame(frame.set_index("time"))) == 1.0


def test_one_sample_is_a_trace() -> None:
    for semantics in Semantics:
        for text, margin in (("G x > 0", 2), ("F[0,1] x > 0", 2), ("x > 0 U x > 1", 1), ("x > 0 S[0,2] x > 1", 1)):
            assert robustness(parse(text), trace([0.0], x=[2.0]), semantics) == margin, text
        for text in ("G[1,2] x > 0", "rate(x) < 1"):
            assert robustness(parse(text), trace([0.0], x=[2.0]), semantics) > 0, text


@pytest.mark.parametrize(
    ("times", "values", "words"),
    [
        ([], [], "no samples"),
        ([0, 0], [1, 2], "occurs twice"),
        ([0, 2, 1], [1, 2, 3], "goes back from 2 to 1 at sample 2"),
        ([0, 1], [1, math.nan], "`x` at sample 1 is missing"),
        ([0, 1], [1, math.inf], "not finite"),
        ([0, 1], [1], "1 values for 2 times"),
        ([0, 1], ["a", "b"], "not a number"),
        ([0, math.nan], [1, 2], "time of sample 1"),
    ],
)
def test_wrong_traces_are_told(times: list[float], values: list[float], words: str) -> None:
    with pytest.raises(Fault, match=words):
        trace(times, x=values)


def test_an_unknown_signal_is_answered_with_the_nearest() -> None:
    with pytest.raises(Fault, match="no signal `sped`; did you mean 'speed'"):
        robustness(parse("sped > 1"), trace([0.0], speed=[1.0]))


def test_values_that_overflow_are_told() -> None:
    with pytest.raises(Fault, match="too large"):
        robustness(parse("x * x - x * x > 0"), trace([0.0], x=[1e200]))


def test_all_kinds_of_operators_are_generated() -> None:
    random_ = random.Random(0)
    texts = " ".join(show(random_formula(random_, 3)) for _ in range(300))
    assert all(
        f" {word}" in f" {texts}" for word in ("G", "F", "U", "R", "H", "O", "S", "not", "and", "or", "->", "<->")
    )
    assert all(word in texts for word in ("prev(", "rate(", "sqrt(", " / "))
    assert len(ALL) == 13
