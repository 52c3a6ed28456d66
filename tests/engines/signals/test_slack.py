"""The ends of windows: no sample is lost to rounding, and none gets in that is not there."""

import itertools
import json
import random
from pathlib import Path

import numpy as np
import pytest

from tests.engines.signals.semantics import Samples, value, window
from tests.examining import Viva
from viva.engines.signals import Monitor, Semantics, diagnose, evaluate, parse, robustness, trace
from viva.engines.signals.trace import Trace

COUNT = 60
STEPS = [0.1, 0.3, 0.7, 1 / 3, 1e-3, 0.025, 7.0, 1e-9]


def regular(step: float, start: float = 0.0) -> list[np.ndarray]:
    """The same times, multiplied out, added up, and written with few digits."""
    multiplied = start + np.arange(COUNT) * step
    added = np.array(list(itertools.accumulate([start, *[step] * (COUNT - 1)])))
    return [multiplied, added, np.array([float(f"{each:.12g}") for each in multiplied])]


def numbered(times: np.ndarray) -> Trace:
    """A signal that grows by one with each sample: what a window holds can be read off its extrema."""
    return trace(times, x=np.arange(len(times), dtype=float))


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("start", [0.0, 0.6, 1000.1])
def test_a_window_of_k_steps_holds_k_and_one_samples(step: float, start: float) -> None:
    if step < 1e-6 and start:
        return  # such times cannot be told apart
    for times in regular(step, start):
        samples = numbered(times)
        number = np.arange(COUNT)
        for k in range(0, COUNT, 3):
            ahead = evaluate(parse(f"F[0,{k * step!r}] x > 0"), samples).low
            assert ahead.tolist() == np.minimum(number + k, COUNT - 1).tolist(), (k, step)
            later = evaluate(parse(f"G[{k * step!r},{(k + 2) * step!r}] x > 0"), samples).low
            assert later[: COUNT - k].tolist() == number[k:].tolist(), (k, step)
            assert (later[COUNT - k :] == np.inf).all()
            behind = evaluate(parse(f"H[0,{k * step!r}] x > 0"), samples).low
            assert behind.tolist() == np.maximum(number - k, 0).tolist(), (k, step)


@pytest.mark.parametrize("times", regular(0.1) + regular(0.7, 0.3))
def test_the_definition_the_monitor_and_the_diagnosis_agree_with_that(times: np.ndarray) -> None:
    samples = numbered(times)
    step = float(times[1] - times[0])
    for k, text in itertools.product((1, 3, 7, 20), ("F[0,{b}] x > 0", "x < 99 U[{a},{b}] x > 3", "G[{a},{b}] x < 50")):
        formula = parse(text.format(a=repr(k * step), b=repr(2 * k * step)))
        expected = value(formula, Samples(times.tolist(), {"x": list(map(float, range(COUNT)))}))
        assert robustness(formula, samples) == expected
        assert diagnose(formula, samples)[0].value == expected
        for size in (1, 2, COUNT):
            monitor = Monitor(formula)
            for start in range(0, COUNT, size):
                monitor.push_trace(samples.part(start, min(start + size, COUNT)))
            assert monitor.end().low == expected
            assert monitor.concrete_at == times[2 * k]


@pytest.mark.parametrize("times", regular(0.1) + regular(0.7, 0.3))
def test_a_straight_signal_is_not_cut_off_where_its_samples_are_not(times: np.ndarray) -> None:
    samples = numbered(times)
    last = COUNT - 1
    for k in (1, 3, 7, last):
        for text in (f"F[{k * 0.1!r},99] x > 0", f"G[{k * 0.1!r},99] x > 0"):
            shifted = text if times[0] == 0 else text.replace(repr(k * 0.1), repr(k * 0.7))
            found = evaluate(parse(shifted), samples, Semantics.LINEAR)
            there = dict(zip(found.times.tolist(), found.low.tolist(), strict=True))
            assert np.isfinite(there[float(times[last - k])]), (k, text)


def test_no_sample_gets_in_that_is_half_a_step_away() -> None:
    source = random.Random(0)
    for _ in range(300):
        times = np.cumsum(
            [0.0, *(source.choice((0.01, 0.1, 0.5, 1.0, 3.0)) * source.uniform(0.5, 2) for _ in range(9))]
        )
        low = source.uniform(0, 3)
        formula = parse(f"F[{low!r},{low + source.uniform(0, 3)!r}] x > 0")
        smallest = float(np.diff(times).min())
        interval = formula.interval  # type: ignore[union-attr]
        samples = Samples(times.tolist(), {"x": list(map(float, range(10)))})
        inside = [j for j in range(10) if interval.low <= times[j] <= interval.high]
        near = window(formula, samples, 0)  # type: ignore[arg-type]
        assert set(inside) <= set(near)
        distances = [max(interval.low - times[j], times[j] - interval.high, 0.0) for j in near]
        assert max(distances, default=0.0) < smallest / 2
        expected = float(max(near)) if near else -np.inf
        assert robustness(formula, trace(times, x=samples.signals["x"])) == expected


@pytest.fixture
def short(tmp_path: Path) -> Path:
    (tmp_path / "short.csv").write_text("time,x\n" + "".join(f"{i * 0.5},{1 + i % 3}\n" for i in range(50)))
    return tmp_path / "short.csv"


@pytest.mark.parametrize("way", [[], ["--online"], ["--semantics", "linear"]])
@pytest.mark.parametrize(
    ("formula", "verdict", "so_far"),
    [
        ("G[0,100] x > 0", "true", "looks to 100"),
        ("F[0,100] x > 9", "false", "looks to 100"),
        ("F[20,30] F[0,10] x > 9", "false", "looks to 40"),
        ("G x > 0", "true", "looks on without end"),
        ("G[0,24.5] x > 0", "true", None),
        ("G[0,100] x > 2", "false", None),
        ("F[0,100] x > 2", "true", None),
        ("F[0,100] x > 2 or G[0,100] x > 0", "true", None),
    ],
)
def test_what_more_samples_could_change_is_said_and_strict_exits_with_3(
    viva: Viva, short: Path, formula: str, verdict: str, so_far: str | None, way: list[str]
) -> None:
    call = viva("monitor", formula, short, *way)
    plain = {"true": 0, "false": 1}[verdict]
    assert call.status == plain
    assert ("so far" in call.out) == (so_far is not None)
    if so_far is not None:
        assert f"{verdict} so far: the trace ends at 24.5, the formula {so_far}" in call.out
    assert viva("monitor", formula, short, "--strict", *way).status == (plain if so_far is None else 3)
    document = json.loads(viva("monitor", formula, short, "--json", *way).out)
    assert (document["verdict"], document.get("so_far", False)) == (verdict, so_far is not None)


def test_a_trace_that_is_held_for_ever_leaves_nothing_open(viva: Viva, short: Path) -> None:
    call = viva("monitor", "G[0,100] x > 0", short, "--extend", "constant", "--strict")
    assert (call.status, "so far" in call.out) == (0, False)
