"""Signal temporal logic: whole traces beside RTAMT's discrete mode, all instants beside STLRom, memory, reading, one
sample at a time beside RTAMT, and the experiment of the paper on online monitoring (75 random formulas with 2 and with
3 operators), all seeded."""

import importlib.metadata
import math
import random
import statistics
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast
from unittest import mock

import numpy as np
import numpy.typing as npt
import rtamt
from measure import fewer, has_peer, peer

from viva.engines.signals import (
    Monitor,
    Rolling,
    Semantics,
    Trace,
    evaluate,
    horizon,
    parse,
    read_trace,
    robustness,
    trace,
)
from viva.engines.signals.model import (
    And,
    Comparison,
    Eventually,
    Formula,
    Globally,
    Interval,
    Not,
    Number,
    Or,
    Relation,
    Signal,
    Until,
    signals,
)
from viva.engines.signals.reading import plain

SEED = 7
NESTED = ("G[0,10] F[0,5] x > 0", "always[0:10](eventually[0:5](x > 0))")


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole trace, every sample of the result; processor time."""

    what: str
    samples: int
    window: int
    cpu_ms: float
    per_second: float
    rtamt_per_second: float | None
    times_rtamt: float | None
    goal: str = ""


@dataclass(frozen=True, slots=True)
class Instants:
    """A whole trace, every instant of the result, beside STLRom; processor time. `same`: the first values agree."""

    what: str
    samples: int
    per_second: float
    stlrom_per_second: float | None
    times_stlrom: float | None
    same: bool | None
    goal: str = ""


@dataclass(frozen=True, slots=True)
class Memory:
    what: str
    samples: int
    arrays: float
    goal: str


@dataclass(frozen=True, slots=True)
class Online:
    what: str
    batch: int
    samples: int
    cpu_ms: float
    per_second: float
    values_held: int
    goal: str = ""


@dataclass(frozen=True, slots=True)
class Rolled:
    """Robustness at every sample, one sample at a time, beside RTAMT's online mode (pastified); processor time."""

    what: str
    window: int
    samples: int
    per_second: float
    rtamt_per_second: float
    times_rtamt: float
    goal: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    what: str
    rows: int
    cpu_ms: float
    per_second: float


@dataclass(frozen=True, slots=True)
class Paper:
    """Both tables of the paper in one: times in seconds, counts of 75."""

    what: str
    operators: int
    seed: int
    decision: float
    robust: float
    ratio: float
    decided_early: int
    robust_before_horizon: int
    goal: str = ""


def versions() -> dict[str, str]:
    ours = {name: importlib.metadata.version(name) for name in ("numpy", "pyarrow", "rtamt")}
    if not has_peer("signals", "stlrom"):
        return ours
    pinned = (Path(__file__).parent / "peers" / "signals.txt").read_text()
    return ours | {"stlrom": pinned.partition("stlrom==")[2].strip()}


def rows() -> Iterator[Whole | Instants | Memory | Online | Rolled | Reading | Paper]:
    yield from _nested()
    yield from _until()
    yield from _every_instant()
    yield from _memory()
    yield from _reading()
    yield from _online()
    yield from _rolling()
    yield from _paper()


def _random_trace(samples: int, period: float, uneven: bool = False) -> Trace:
    samples = fewer(samples, 1000)
    rng = np.random.default_rng(SEED)
    times = np.arange(samples) * period
    if uneven:
        times = times + rng.uniform(-0.4, 0.4, samples) * period
    return trace(times, x=rng.normal(size=samples), y=rng.normal(size=samples))


def _cpu(work: Callable[[], object], repetitions: int = 3) -> float:
    found = []
    for _ in range(repetitions):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


def _rtamt(text: str, samples: Trace, count: int) -> float:
    """Samples per second of RTAMT's discrete mode, over the first `count` samples."""
    count = min(count, len(samples))
    specification = rtamt.StlDiscreteTimeSpecification()
    for name in ("x", "y"):
        specification.declare_var(name, "float")
    specification.spec = text
    specification.parse()
    data = {"time": list(range(count)), **{n: samples.signals[n].low[:count].tolist() for n in ("x", "y")}}
    return count / _cpu(lambda: specification.evaluate(data), 1)


def _whole(text: str, samples: Trace, window: int, rival: float | None, goal: str = "") -> Whole:
    formula = parse(text)
    seconds = _cpu(lambda: evaluate(formula, samples))
    speed = len(samples) / seconds
    ratio = None if rival is None else speed / rival
    what = text if _is_steady(samples) else f"{text}, uneven times"
    return Whole(what, len(samples), window, 1000 * seconds, speed, rival, ratio, goal)


def _is_steady(samples: Trace) -> bool:
    return bool((np.diff(samples.times) == samples.times[1] - samples.times[0]).all())


def _nested() -> Iterator[Whole]:
    ours, theirs = NESTED
    for samples in (1_000, 10_000, 100_000, 1_000_000):
        given = _random_trace(samples, 1.0)
        rival = _rtamt(theirs, given, samples) if samples <= 100_000 else None
        yield _whole(ours, given, 10, rival, "at least 30" if samples == 100_000 else "")
    for window in (10, 100, 1_000, 10_000, 100_000):
        given = _random_trace(1_000_000, 1.0)
        yield _whole(f"G[0,{window}] F[0,{window // 2}] x > 0", given, window, None, "independent of the window")
    for window in (10, 1_000, 100_000):
        given = _random_trace(1_000_000, 1.0, uneven=True)
        text = f"G[0,{window}] F[0,{window // 2}] x > 0"
        yield _whole(text, given, window, None, "independent of the window")


def _until() -> Iterator[Whole]:
    given = _random_trace(100_000, 1.0)
    # RTAMT counts samples; its until leaves t' out of the left side. Its cost grows with the square of the window.
    rival = _rtamt("(x > -3) until[0:1000] ((x > -3) and (y > 3))", given, 100)
    yield _whole("x > -3 U[0,1000] y > 3", given, 1_000, rival, "at least 100")
    rival = _rtamt("(x > -3) until[0:10] ((x > -3) and (y > 3))", given, 10_000)
    yield _whole("x > -3 U[0,10] y > 3", given, 10, rival)
    for window in (10, 1_000, 100_000):
        yield _whole(
            f"x > -3 U[5,{window}] y > 3", _random_trace(1_000_000, 1.0), window, None, "independent of the window"
        )


def _every_instant() -> Iterator[Instants]:
    """STLRom knows `linear`, and takes all instants when it is asked for the first and the last."""
    formulas = (
        ("F[0,5] x > 0", "ev_[0,5] (x[t] > 0)"),
        (NESTED[0], "alw_[0,10] (ev_[0,5] (x[t] > 0))"),
        ("G[0,1000] F[0,500] x > 0", "alw_[0,1000] (ev_[0,500] (x[t] > 0))"),
        ("x > -3 U[0,1000] y > 0.9", "(x[t] > -3) until_[0,1000] (y[t] > 0.9)"),
    )
    is_there = has_peer("signals", "stlrom")
    times = np.arange(fewer(100_000)) * 1.0
    waves = trace(times, x=np.sin(0.05 * times), y=np.cos(0.03 * times))
    for given, name in ((_random_trace(100_000, 1.0), "noise"), (waves, "waves")):
        rivals = _stlrom(given, [theirs for _, theirs in formulas]) if is_there else [None] * len(formulas)
        for (ours, _), rival in zip(formulas, rivals, strict=True):
            speed = _instants(ours, given, Semantics.LINEAR)
            what = f"{ours}, linear, {name}"
            if rival is None:
                yield Instants(what, len(given), speed, None, None, None, "at least 1")
                continue
            theirs, value = rival
            same = math.isclose(robustness(parse(ours), given, Semantics.LINEAR), value, abs_tol=1e-9)
            yield Instants(what, len(given), speed, theirs, speed / theirs, same, "at least 1")
        for ours, _ in formulas:
            speed = _instants(ours, given, Semantics.HOLD)
            yield Instants(f"{ours}, hold, {name}", len(given), speed, None, None, None)


def _instants(text: str, given: Trace, semantics: Semantics) -> float:
    formula = parse(text)
    return len(given) / _cpu(lambda: evaluate(formula, given, semantics))


def _stlrom(given: Trace, formulas: list[str]) -> list[tuple[float, float]]:
    """Samples in a second, and the value at the first instant."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data.npy"
        np.save(data, np.column_stack((given.times, *(given.signals[name].low for name in "xy"))))
        found = peer("signals", Path(__file__).parent / "tools" / "stlrom_peer.py", str(data), *formulas)
    return [(len(given) / one["seconds"], one["value"]) for one in cast(list[dict[str, float]], found)]


def _reading() -> Iterator[Reading]:
    """A million rows of three columns; once without pyarrow."""
    count = fewer(1_000_000)
    drawn = np.random.default_rng(SEED).normal(size=(count, 2)).round(6).tolist()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "trace.csv"
        with file.open("w") as out:
            out.write("time,x,y\n")
            out.writelines(f"{k / 100},{x},{y}\n" for k, (x, y) in enumerate(drawn))
        for what, module in (("CSV by pyarrow", vars(plain)["pyarrow"]), ("CSV by NumPy", None)):
            with mock.patch.object(plain, "pyarrow", module):
                seconds = _cpu(lambda: read_trace(file), 2)
            yield Reading(what, count, 1000 * seconds, count / seconds)


def _rolling() -> Iterator[Rolled]:
    """RTAMT counts samples, so a period of 1 makes windows the same."""
    count = 50_000
    given = _random_trace(count, 1.0)
    times, x, y = given.times.tolist(), *(given.signals[name].low.tolist() for name in "xy")
    for ours, theirs, window in (
        ("G[0,10] F[0,5] x > 0", "always[0:10](eventually[0:5](x > 0))", 10),
        ("G[0,200] F[0,100] x > 0", "always[0:200](eventually[0:100](x > 0))", 200),
        ("H[0,10] O[0,5] x > 0", "historically[0:10](once[0:5](x > 0))", 10),
        ("G[0,10] (x > 1 -> F[0,10] y < 0)", "always[0:10]((x > 1) implies (eventually[0:10](y < 0)))", 10),
        ("x > -3 U[0,10] y > 2", "(x > -3) until[0:10] (y > 2)", 10),
    ):
        rolling = Rolling(parse(ours))
        both = "y" in rolling.names
        start = time.process_time()
        for k in range(count):
            if both:
                rolling.push(times[k], x=x[k], y=y[k])
            else:
                rolling.push(times[k], x=x[k])
        speed = count / (time.process_time() - start)
        rival = _rtamt_online(theirs, x, y, 5_000)
        yield Rolled(ours, window, count, speed, rival, speed / rival, "at least 100,000")


def _rtamt_online(text: str, x: list[float], y: list[float], count: int) -> float:
    specification = rtamt.StlDiscreteTimeSpecification()
    for name in ("x", "y", "out"):
        specification.declare_var(name, "float")
    specification.spec = f"out = {text}"
    specification.parse()
    specification.pastify()
    start = time.process_time()
    for k in range(count):
        specification.update(k, [("x", x[k]), ("y", y[k])])
    return count / (time.process_time() - start)


def _memory() -> Iterator[Memory]:
    given = _random_trace(1_000_000, 1.0)
    for text in (NESTED[0], "G[0,1000] F[0,500] x > 0", "x > -3 U[5,1000] y > 3"):
        formula = parse(text)
        evaluate(formula, given)
        tracemalloc.start()
        evaluate(formula, given)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        yield Memory(text, len(given), peak / given.times.nbytes, "at most 6, beside the trace")


def _online() -> Iterator[Online]:
    times = np.arange(20_000) * 0.05
    given = trace(times, x=np.sin(times) + 0.2 * np.sin(7.3 * times), y=np.cos(0.7 * times))
    for text in (
        "G[0,900] F[0,10] x > 0.5",
        "F[0,900] G[0,8] x > 0",
        "x > -2 U[0,900] G[0,3] y > 0.99",
        "G (x > 1 -> F[0,10] x < 0)",
        "G F[0,10] x > 0.5",
        "G[0,900] (x > 0 U[0,3] y > 0)",
        "G[0,900] (x > 0 R[0,3] y > 0)",
        "G[0,900] (O[0,5] x > 0 or (x > 0 U[0,3] y > 0))",
        "G[0,900] (x > 0 U[1,3] G[0,2] y > 0)",
        "G[0,900] F[0,1] G[0,4] x > 0",
        "G[0,900] (y < 0.5 -> F[0,4] (x < 0.9 and G[0,2] x < 1))",
        "F[0,900] (y < 0.5 and G[0,2] F[0,1] G[0,4] x > 0)",
    ):
        for batch in (1, 100):
            seconds, held = min(_watched(parse(text), given.part(0, 18_000), batch) for _ in range(3))
            goal = "at least 20,000 per second" if batch == 100 else "at least 100,000 per second"
            yield Online(text, batch, 18_000, 1000 * seconds, 18_000 / seconds, held, goal)


def _watched(formula: Formula, given: Trace, batch: int) -> tuple[float, int]:
    """Seconds, and values held at the end."""
    monitor = Monitor(formula)
    columns = {name: given.signals[name].low.tolist() for name in signals(formula)}
    samples = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    instants = given.times.tolist()
    start = time.process_time()
    if batch == 1:
        for instant, sample in zip(instants, samples, strict=True):
            monitor.push(instant, **sample)
    else:
        for begin in range(0, len(given), batch):
            monitor.push_trace(given.part(begin, begin + batch))
    return time.process_time() - start, monitor.values


MIXES = {"G F U and or not": "GFUaon", "G F U and or": "GFUao", "G F U": "GFU", "G F": "GF"}


def _paper() -> Iterator[Paper]:
    """Operators with equal chances, intervals of two ends in [0, 10] rounded to 0.1 s, atoms `s > c` or `s < c` with c
    in [-1, 1]; a trace of 100 s, period 0.1 s, two sums of three sines. Every formula is watched in batches of 1 s."""
    given = _sines()
    for mix, kinds in MIXES.items():
        for operators in (2, 3):
            goal = "ratio at most 0.6" if mix == "G F U and or not" else ""
            yield _experiment(mix, kinds, operators, given, goal)


def _sines() -> Trace:
    times = np.arange(1001) * 0.1
    drawn = random.Random(SEED)

    def signal() -> npt.NDArray[np.float64]:
        waves = [(drawn.uniform(0.3, 1.0), drawn.uniform(0.2, 2.0), drawn.uniform(0, 6.3)) for _ in range(3)]
        return sum((a * np.sin(w * times + p) for a, w, p in waves), start=np.zeros(len(times)))

    return trace(times, x=signal(), y=signal())


def _experiment(mix: str, kinds: str, operators: int, given: Trace, goal: str) -> Paper:
    drawn = random.Random(SEED)
    decisions, robusts, early, before = [], [], 0, 0
    for _ in range(75):
        formula = _formula(drawn, operators, kinds)
        monitor = Monitor(formula)
        for begin in range(0, len(given), 10):
            monitor.push_trace(given.part(begin, min(begin + 10, len(given))))
        assert monitor.decided_at is not None and monitor.concrete_at is not None
        decisions.append(monitor.decided_at)
        robusts.append(monitor.concrete_at)
        early += monitor.decided_at < monitor.concrete_at
        before += monitor.concrete_at < horizon(formula) - 1e-9
    decision, robust = statistics.mean(decisions), statistics.mean(robusts)
    return Paper(mix, operators, SEED, decision, robust, decision / robust, early, before, goal)


def _formula(drawn: random.Random, operators: int, kinds: str) -> Formula:
    if operators == 0:
        relation = drawn.choice([Relation.MORE, Relation.LESS])
        return Comparison(Signal(drawn.choice("xy")), relation, Number(round(drawn.uniform(-1, 1), 2)))
    kind = drawn.choice(kinds)
    if kind in "GFn":
        operand = _formula(drawn, operators - 1, kinds)
        if kind == "n":
            return Not(operand)
        return (Globally if kind == "G" else Eventually)(_interval(drawn), operand)
    left = drawn.randint(0, operators - 1)
    one, other = _formula(drawn, left, kinds), _formula(drawn, operators - 1 - left, kinds)
    match kind:
        case "U":
            return Until(_interval(drawn), one, other)
        case "a":
            return And((one, other))
        case _:
            return Or((one, other))


def _interval(drawn: random.Random) -> Interval:
    low, high = sorted(round(drawn.uniform(0, 10), 1) for _ in range(2))
    assert math.isfinite(high)
    return Interval(low, high)
