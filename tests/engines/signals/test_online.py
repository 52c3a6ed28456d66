"""Online: robust intervals are those of the definition, nested, and end at the value of the whole trace."""

import math
import random

import numpy as np
import pytest

from tests.engines.signals.semantics import Samples, interval, value
from viva.core.fault import Fault
from viva.engines.signals import Kind, Monitor, Robust, Semantics, bounds, noise, parse, robustness, show, trace
from viva.engines.signals.online import interval_after, recomputed
from viva.engines.signals.trace import Trace, concatenate

from .formulas import random_formula, random_samples


def watch(monitor: Monitor, samples: Trace, random_: random.Random) -> list[Robust]:
    """In batches of random sizes."""
    found, start = [], 0
    while start < len(samples):
        stop = min(len(samples), start + random_.randint(1, 4))
        found += monitor.each(samples.part(start, stop))
        start = stop
    return found


@pytest.mark.parametrize("seed", [0, 64])
def test_intervals_and_times_are_those_of_the_definition(seed: int) -> None:
    random_ = random.Random(seed)
    for _ in range(350):
        samples = random_samples(random_, random_.randint(1, 8))
        formula = random_formula(random_, random_.choice([1, 2, 2, 3]))
        wanted = [interval(formula, samples, seen) for seen in range(1, len(samples.times) + 1)]
        monitor = Monitor(formula)
        found = watch(monitor, trace(samples.times, samples.signals), random_)
        assert [(one.low, one.high) for one in found] == wanted, (show(formula), samples)
        certain = [t for t, (low, high) in zip(samples.times, wanted, strict=True) if low == high]
        decided = [
            t for t, (low, high) in zip(samples.times, wanted, strict=True) if low > 0 or high < 0 or low == high
        ]
        last = interval_after(formula, trace(samples.times, samples.signals))
        assert (last.low, last.high) == wanted[-1]
        assert monitor.concrete_at == (certain[0] if certain else None)
        assert monitor.decided_at == (decided[0] if decided else None)
        whole = value(formula, samples)
        assert monitor.end() == Robust(whole, whole), (show(formula), samples)


def _wave(random_: random.Random, length: int) -> list[float]:
    size, speed, start = random_.uniform(1, 6), random_.uniform(0.05, 0.6), random_.uniform(0, 6)
    return [round(size * math.sin(speed * k + start), 1) for k in range(length)]


@pytest.mark.some(1)
@pytest.mark.parametrize("seed", range(31, 35))
def test_one_sample_at_a_time_in_batches_and_all_at_once_are_the_same(seed: int) -> None:
    """Longer traces than the definition can take, noisy ones too; arrays evaluate each prefix at once."""
    random_ = random.Random(seed)
    for _ in range(100):
        samples = random_samples(random_, random_.randint(2, 40))
        if random_.random() < 0.5:  # so that most samples change nothing, and little is computed
            waves = {name: _wave(random_, len(samples.times)) for name in samples.signals}
            samples = Samples(samples.times, waves)
        kinds = random_.choice(["GF", "GFUR", "GFURao", "GFGFaoi", "GFURaoineHOSv", "GFUROSv", "e"])
        formula = random_formula(random_, random_.choice([1, 2, 3, 4]), kinds)
        width = random_.choice([0.0, 0.0, 1.0])
        signals = {
            name: noise([v - width * (v > 3) for v in values], values) if width else values
            for name, values in samples.signals.items()
        }
        given = trace(samples.times, signals)
        wanted = [interval_after(formula, given.part(0, count)) for count in range(1, len(given) + 1)]
        monitor, batches, found = Monitor(formula), Monitor(formula), []
        for k, time in enumerate(samples.times):
            if width:
                found += monitor.each(given.part(k, k + 1))
            else:
                found.append(monitor.push(time, **{name: values[k] for name, values in samples.signals.items()}))
        assert found == wanted, (show(formula), samples)
        start = 0
        while start < len(given):
            stop = min(len(given), start + random_.randint(1, 15))
            batches.push_trace(given.part(start, stop))
            assert batches.interval == wanted[stop - 1], (show(formula), samples)
            start = stop
        assert (monitor.decided_at, monitor.concrete_at) == (batches.decided_at, batches.concrete_at)
        assert monitor.end() == batches.end() == Robust(*bounds(formula, given)), (show(formula), samples)


def test_exact_and_noisy_samples_take_turns_also_where_terms_look_back() -> None:
    random_ = random.Random(32)
    for _ in range(150):
        samples = random_samples(random_, random_.randint(2, 20))
        formula = random_formula(random_, random_.choice([1, 2]), "GFUROSvaon")
        signals = {name: noise([v - (v > 3) for v in values], values) for name, values in samples.signals.items()}
        noisy, exact, start = trace(samples.times, signals), trace(samples.times, samples.signals), 0
        monitor, given = Monitor(formula), []
        while start < len(noisy):
            stop = min(len(noisy), start + random_.randint(1, 4))
            given.append(random_.choice([noisy, exact]).part(start, stop))
            monitor.push_trace(given[-1])
            assert monitor.interval == interval_after(formula, concatenate(given, ["x", "y"])), (show(formula), samples)
            start = stop
        assert monitor.end() == Robust(*bounds(formula, concatenate(given, ["x", "y"])))


@pytest.mark.parametrize("semantics", list(Semantics))
def test_intervals_are_nested_contain_the_value_of_the_whole_trace_and_end_at_it(
    semantics: Semantics, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recomputed, "PIECE", 2)
    random_ = random.Random(6)
    for _ in range(90 if semantics is not Semantics.POINTS else 250):
        samples = random_samples(random_, random_.randint(1, 30 if semantics is Semantics.POINTS else 6), quarters=True)
        formula = random_formula(random_, random_.choice([1, 2]), straight=True)
        whole = robustness(formula, trace(samples.times, samples.signals), semantics)
        monitor = Monitor(formula, semantics)
        before = Robust(-math.inf, math.inf)
        for one in watch(monitor, trace(samples.times, samples.signals), random_):
            assert before.low - 1e-9 <= one.low <= one.high <= before.high + 1e-9, show(formula)
            assert one.low - 1e-9 <= whole <= one.high + 1e-9, show(formula)
            before = one
        end = monitor.end()
        assert end.low == whole or abs(end.low - whole) < 1e-9
        assert end.high == end.low


def test_batches_of_any_size_give_the_same_decision() -> None:
    times = np.arange(400) * 0.1
    samples = trace(times, x=np.sin(times) + 0.02 * times)
    for text in ("G[0,20] x > -0.9", "F[2,30] G[0,1] x > 1.2", "x > -2 U[5,30] x > 1.3", "G (x > 0.9 -> F[0,3] x < 0)"):
        found = set()
        for size in (1, 7, 100, 400):
            monitor = Monitor(parse(text))
            for start in range(0, 400, size):
                monitor.push_trace(samples.part(start, min(400, start + size)))
            found.add((monitor.decided_at, monitor.concrete_at, monitor.end()))
        assert len(found) == 1, (text, found)


def test_the_five_kinds() -> None:
    inf = math.inf
    assert Robust(-inf, inf).kind is Kind.UNKNOWN
    assert Robust(-1, 2).kind is Robust(-inf, 2).kind is Robust(0, inf).kind is Kind.PARTIAL
    assert Robust(1, inf).kind is Robust(1, 2).kind is Kind.POSITIVE
    assert Robust(-inf, -1).kind is Robust(-2, -1).kind is Kind.NEGATIVE
    assert Robust(1, 1).kind is Robust(0, 0).kind is Robust(inf, inf).kind is Kind.VALUE


def test_a_simulation_is_stopped_by_the_callback_once() -> None:
    called: list[float | None] = []
    monitor = Monitor(parse("G[0,10] x > 0"), on_decision=lambda one: called.append(one.decided_at))
    for t in range(20):
        monitor.push(t, x=1.0 if t < 4 else -1.0)
    assert called == [4.0]
    assert monitor.interval == Robust(-1.0, -1.0)


def test_one_sample_or_many_noisy_or_not() -> None:
    monitor = Monitor(parse("F[0,2] x > 1"))
    assert monitor.push(0.0, x=0.0) == Robust(-1.0, math.inf)
    assert monitor.push([1.0], x=noise(1.5, 2.5)) == Robust(0.5, math.inf)
    assert monitor.decided_at == 1.0
    assert monitor.push([2.0, 3.0], x=[0.0, 9.0]) == Robust(0.5, 1.5)
    assert monitor.concrete_at is None
    assert monitor.end() == Robust(0.5, 1.5)


@pytest.mark.parametrize(
    "text",
    [
        "G[0,10] F[0,5] x > 0",
        "G x > -2",
        "F x > 9",
        "G[5,inf] (x > 0.5 -> F[0,5] x < 0)",
        "x > -2 U x > 9",
        "x > -2 U[3,inf] (x > 9 and O[0,2] x > 0)",
        "x < 9 R[1,inf] F[0,3] x > 9",
        "G (O[0,20] x > 0)",
        "G (O x > 0)",
        "G (x > -9 S x > 0)",
        "G (x > -9 S[1,30] x > 0)",
        "F[0,5] G x > -2",
        "F[0,5] (x > -3 and G[1,inf] x > -2)",
        "G[0,5] (x > -3 U F[0,2] x > 9)",
        "F[0,5] O[0,3] G[0,2] prev(G x > -2)",
        "G (x > 9 S[1,3] F[0,1] x > 0)",
        "G[0,1000000] x > -2",
    ],
)
def test_memory_does_not_grow_with_the_trace(text: str) -> None:
    monitor, held = Monitor(parse(text)), []
    for start in range(0, 20_000, 100):
        times = np.arange(start, start + 100) * 0.1
        monitor.push_trace(trace(times, x=np.sin(times)))
        held.append(monitor.values)
    assert max(held[20:]) <= 4 * max(held[:20]), (text, max(held[:20]), max(held))


def test_memory_does_not_grow_with_a_signal_that_does() -> None:
    for text in ("F[0,5] G x > 0", "G[0,5] F (x < -1 or G[0,2] x < 0)", "F[0,5] (x > 0 U[1,inf] x < -1)"):
        monitor, held = Monitor(parse(text)), []
        for start in range(0, 5000, 100):
            times = np.arange(start, start + 100) * 0.1
            monitor.push_trace(trace(times, x=times))
            held.append(monitor.values)
        assert max(held[20:]) <= max(held[:20]), (text, max(held[:20]), max(held))


def test_two_nested_unbounded_operators_keep_everything() -> None:
    monitor = Monitor(parse("G F x > 0"))
    for start in range(0, 2000, 100):
        times = np.arange(start, start + 100) * 0.1
        monitor.push_trace(trace(times, x=np.sin(times)))
    assert monitor.values > 2000
    whole = trace(np.arange(2000) * 0.1, x=np.sin(np.arange(2000) * 0.1))
    assert monitor.end().low == robustness(parse("G F x > 0"), whole)


def test_long_traces_in_batches_end_at_the_value_of_the_whole() -> None:
    rng = np.random.default_rng(8)
    times = np.cumsum(rng.choice([0.05, 0.1, 0.3], 3000))
    samples = trace(times, x=rng.normal(size=3000), y=rng.normal(size=3000))
    random_ = random.Random(8)
    for _ in range(40):
        formula = random_formula(random_, random_.choice([1, 2]))
        monitor = Monitor(formula)
        for start in range(0, 3000, 100):
            monitor.push_trace(samples.part(start, start + 100))
        found = monitor.end()
        assert found.low == found.high == robustness(formula, samples), show(formula)


def test_wrong_samples_are_told() -> None:
    monitor = Monitor(parse("G x > 0"))
    with pytest.raises(Fault, match="no samples"):
        monitor.end()
    monitor.push(1.0, x=1.0)
    with pytest.raises(Fault, match="time goes from 1 to 1"):
        monitor.push(1.0, x=1.0)
    with pytest.raises(Fault, match="no signal `x`; did you mean 'xs'"):
        monitor.push(2.0, xs=1.0)
    monitor.end()
    with pytest.raises(Fault, match="ended"):
        monitor.push(3.0, x=1.0)


def test_the_definition_of_the_value_is_that_of_the_interval_once_all_is_seen_and_closed() -> None:
    samples = Samples([0.0, 1.0, 2.0], {"x": [1.0, 2.0, 3.0], "y": [0.0, 0.0, 0.0]})
    assert interval(parse("G[0,2] x > 0"), samples, 3) == (1.0, 1.0)
    assert interval(parse("G[0,3] x > 0"), samples, 3) == (-math.inf, 1.0)
    assert interval(parse("y > -1 U[3,9] x > 0"), samples, 3) == (-math.inf, 1.0)
