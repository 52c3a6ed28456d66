"""Rolling values: one sample at a time gives what the whole trace gives, and as soon as it is certain."""

import math
import random

import numpy as np
import pytest

from tests.engines.signals.semantics import interval
from viva.core.fault import Fault
from viva.engines.signals import Rolling, Semantics, evaluate, horizon, limit_windows, noise, parse, show, trace
from viva.engines.signals.linear import Linear
from viva.engines.signals.lines import at
from viva.engines.signals.slack import with_slack
from viva.engines.signals.trace import Trace

from .formulas import random_formula, random_samples


def rolled(rolling: Rolling, samples: Trace) -> tuple[list[tuple[float, float]], list[float]]:
    """Everything that is given out, and after which sample."""
    found: list[tuple[float, float]] = []
    after: list[float] = []
    for k, time in enumerate(samples.times.tolist()):
        new = rolling.push(time, **{name: float(one.low[k]) for name, one in samples.signals.items()})
        found += new
        after += [time] * len(new)
    new = rolling.end()
    return found + new, after + [math.inf] * len(new)


def test_points_one_by_one_are_those_of_the_whole_trace_and_come_as_soon_as_they_are_certain() -> None:
    random_ = random.Random(21)
    for _ in range(700):
        samples = random_samples(random_, random_.randint(1, 25))
        formula = limit_windows(random_formula(random_, random_.choice([1, 2, 2, 3])), random_.choice([2.0, 5.0]))
        given = trace(samples.times, samples.signals)
        found, after = rolled(Rolling(formula), given)
        assert [t for t, _ in found] == samples.times
        assert [v for _, v in found] == evaluate(formula, given).low.tolist(), (show(formula), samples)
        looks = horizon(formula)
        for (instant, _), when in zip(found, after, strict=True):
            seen = [t for t in samples.times if t >= instant + looks]
            assert when <= (seen[0] if seen else math.inf), (show(formula), samples)


def test_nothing_is_given_out_before_it_is_certain() -> None:
    random_ = random.Random(22)
    for _ in range(100):
        samples = random_samples(random_, random_.randint(2, 7))
        formula = limit_windows(random_formula(random_, random_.choice([1, 2])), 3.0)
        found, after = rolled(Rolling(formula), trace(samples.times, samples.signals))
        for k, ((_, value), when) in enumerate(zip(found, after, strict=True)):
            if when < math.inf:
                shown = interval(formula, samples, samples.times.index(when) + 1, k)
                assert shown == (value, value), (show(formula), samples)


@pytest.mark.parametrize("semantics", [Semantics.LINEAR, Semantics.HOLD])
def test_where_every_instant_counts_too(semantics: Semantics) -> None:
    random_ = random.Random(23)
    for _ in range(60):
        samples = random_samples(random_, random_.randint(1, 14), quarters=True)
        formula = limit_windows(
            random_formula(random_, random_.choice([1, 2]), straight=True), random_.choice([0.5, 2.0])
        )
        given = trace(samples.times, samples.signals)
        found, _ = rolled(Rolling(formula, semantics), given)
        lines = Linear(given, hold=semantics is Semantics.HOLD).robustness(with_slack(formula, given.times)).low
        assert [t for t, _ in found] == samples.times
        assert [v for _, v in found] == pytest.approx(at(lines, given.times).tolist()), (show(formula), samples)


def test_long_traces_with_wide_windows_and_what_is_held() -> None:
    rng = np.random.default_rng(3)
    times = np.cumsum(rng.choice([0.05, 0.1, 0.3], 3000))
    given = trace(times, x=rng.normal(size=3000), y=rng.normal(size=3000))
    for text in (
        "G[0,90] F[0,10] x > 0",
        "x > -3 U[5,60] G[0,3] y > 0",
        "x > -3 S[2,50] y > 2",
        "O (rise(x > 2) and H[0,1] y < 3)",
    ):
        found, _ = rolled(Rolling(parse(text)), given)
        assert [v for _, v in found] == evaluate(parse(text), given).low.tolist(), text
    anew = Rolling(parse("G[0,2] O[0,3] x > prev(y)"), Semantics.HOLD)
    found, _ = rolled(anew, given.part(0, 600))
    whole = Linear(given.part(0, 600), hold=True).robustness(with_slack(parse("G[0,2] O[0,3] x > prev(y)"), times)).low
    assert [v for _, v in found] == at(whole, times[:600]).tolist()
    assert len(anew._take.times) < 300  # type: ignore[union-attr]


def test_wrong_samples_are_told() -> None:
    with pytest.raises(Fault, match=r"looks on without end.*bound its windows"):
        Rolling(parse("G x > 0"))
    rolling = Rolling(parse("F[0,2] 1 / x > 0"))
    assert rolling.push(0.0, x=1.0) == []
    for time, values, words in (
        (0.0, {"x": 1.0}, "time goes from 0 to 0"),
        (1.0, {"y": 1.0}, "no signal `x`"),
        (1.0, {"x": math.nan}, "`x` at time 1 is missing"),
        (1.0, {"x": math.inf}, "not finite"),
        (math.nan, {"x": 1.0}, "time goes"),
        (1.0, {"x": 0.0}, "`1 / x` has no value at time 1, where `x` is 0"),
    ):
        with pytest.raises(Fault, match=words):
            rolling.push(time, **values)
    with pytest.raises(Fault, match="noisy"):
        Rolling(parse("x > 0")).push_trace(trace([0.0], x=noise([1], [2])))
    rolling.end()
    with pytest.raises(Fault, match="ended"):
        rolling.push(9.0, x=1.0)
