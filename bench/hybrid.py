"""Hybrid systems: bounds, unreachable modes and first differences of the paper's thermostat and ring, proofs for all
time, an affine thermostat against its closed form, and the paper's three sweeps of generated problems with rules that
were fixed beforehand. Processor time; each row is the mean of its repetitions."""

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from measure import few, fewer

from viva.engines.hybrid import (
    Network,
    System,
    compare,
    compare_sets,
    formats,
    pieces,
    reach,
    repair,
    summarise,
    with_start,
)
from viva.engines.hybrid.generating import Rules, judged, sampled
from viva.engines.hybrid.model import Span

HALF = Fraction(1, 2)
THERMOSTAT = """variables T = 20
mode off
  T' = {down}
  when T <= {low} go to on
mode on
  T' = {up}
  when T >= 21 go to off
"""
RING = """parameter burst = 20, pause = 10, three = 1
variables r, on
outputs on
event ring at 0
mode wait
  when ring go to one, r := 0, on := 1
mode one
  r' = 1
  when r >= burst go to two, r := 0, on := 0
mode two
  r' = 1
  when r >= pause go to three, r := 0, on := 1
mode three
  r' = three
  when r >= burst go to four{reset}, on := 0
mode four
  r' = 1
  when r >= pause go to five, r := 0, on := 1
mode five
  r' = 1
  when r >= burst go to wait, r := 0, on := 0
"""
AFFINE = """variables T = 21
mode off
  T' = 1 - 0.1 * T
  when T <= 18 go to on
mode on
  T' = 5 - 0.1 * T
  when T >= 21 go to off
"""
# The problems of the paper's section 7 and 8. It gives the ranges of the heater only, and no grid: those here were
# written down before the first run.
HEATER = """parameter p1 = 22, p2 = 0.2, p3 = 0.1, p4 = 20, p5 = 24
variables w = p1
outputs w
mode off
  w' = -p3
  when w <= p4 go to on
mode on
  w' = p2
  when w >= p5 go to off
"""
TICKS = """parameter a = 1, b = 1, c = 1, d = 2
variables x, n
outputs n
mode one
  x' = 1
  when x >= a go to two, x := 0, n := n + 1
mode two
  x' = 1
  when x >= b go to three, x := 0, n := n + 1
mode three
  x' = 1
  when x >= c go to four, x := 0, n := n + 1
mode four
  x' = 1
  when x >= d go to one, x := 0, n := n + 1
"""


@dataclass(frozen=True, slots=True)
class Speed:
    what: str
    cpu_ms: float
    found: str
    goal: str


@dataclass(frozen=True, slots=True)
class Accuracy:
    what: str
    events: int
    worst_error: str
    goal: str


@dataclass(frozen=True, slots=True)
class Sweep:
    what: str
    candidates: int
    kept: int
    discarded: int
    paper: str
    cpu_ms: float
    reasons: str


def versions() -> dict[str, object]:
    return {}


def rows() -> Iterator[object]:
    yield from _speed()
    yield _accuracy()
    yield from _sweeps()


def _speed() -> Iterator[Speed]:
    right = formats.read(THERMOSTAT.format(up=2, down=-1, low=18))
    ring = formats.read(RING.format(reset=", r := 0"))
    forty, long = Fraction(40), Fraction(120)
    cases = {
        "thermostat, sign": (formats.read(THERMOSTAT.format(up=2, down=1, low=18)), right, forty),
        "thermostat, swapped rates": (formats.read(THERMOSTAT.format(up=1, down=-2, low=18)), right, forty),
        "thermostat, wrong bound": (formats.read(THERMOSTAT.format(up=2, down=-1, low=17)), right, forty),
        "ring, wrong rate": (formats.read(RING.format(reset=", r := 0"), {"three": Fraction(0)}), ring, long),
        "ring, forgotten reset": (formats.read(RING.format(reset="")), ring, long),
    }
    for name, (wrong, reference, horizon) in few(cases.items(), 2):
        yield _timed(f"{name}: bounds and modes", partial(_glance, wrong, horizon), "10 ms")
        yield _timed(f"{name}: first difference", partial(_first, wrong, reference, horizon), "10 ms")
        yield _timed(f"{name}: repair", partial(_repaired, wrong, reference, horizon), "")
    yield _timed("thermostat, identical", lambda: compare(right, right, HALF, forty).kind, "50 ms, for all time")
    yield _timed("ring, identical", lambda: compare(ring, ring, HALF, long).kind, "50 ms, for all time")
    wide = with_start(right, {"T": Span(Fraction("17.5"), Fraction("22.5"))})
    yield _timed("thermostat, reachable from 17.5..22.5", lambda: str(reach(wide).complete), "")
    yield _timed("thermostat, identical from 17.5..22.5", lambda: compare_sets(wide, wide, HALF, forty)[0], "")


def _repaired(wrong: System, reference: System, horizon: Fraction) -> str:
    found = repair(wrong, reference, HALF, horizon)
    return found[0].kind if found else ""


def _glance(system: System, horizon: Fraction) -> str:
    found = summarise(system, horizon)
    unreached = [system.automata[number].modes[mode].name for number, mode in found.unreached(system)]
    return f"unreached: {', '.join(unreached) or 'none'}"


def _first(wrong: System, reference: System, horizon: Fraction) -> str:
    return str(compare(wrong, reference, HALF, horizon, first_only=True).departures[0].start)


def _timed(what: str, work: Callable[[], str], goal: str) -> Speed:
    found = work()
    times = []
    for _ in range(fewer(5)):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return Speed(what, 1000 * sorted(times)[len(times) // 2], found, goal)


def _accuracy() -> Accuracy:
    """Against the logarithms."""
    cooling, heating = 10 * math.log(11 / 8), 10 * math.log(32 / 29)
    system = formats.read(AFFINE)
    start = time.process_time()
    times = [jump.time for each in pieces(Network(system, False), 72.0) for jump in each.jumps][:33]
    spent = 1000 * (time.process_time() - start)
    expected = [(k // 2) * (cooling + heating) + cooling + (k % 2) * heating for k in range(len(times))]
    worst = max(abs(float(one) - other) for one, other in zip(times, expected, strict=True))
    return Accuracy(f"affine thermostat, {spent:.0f} ms", len(times), f"{worst:.0e}", "1e-9, 50 ms")


def _sweeps() -> Iterator[Sweep]:
    """The rules, fixed before the first run: all modes reached, all transitions taken, outputs within their bounds. One
    parameter at a time takes the values of its range (the paper sweeps `each parameter across the range`)."""
    integers = {name: tuple(Fraction(each) for each in range(low, low + 10)) for name, low in
                (("p1", 15), ("p2", -3), ("p3", -4), ("p4", 13), ("p5", 16))}  # fmt: skip
    rules = Rules(Fraction(2000), bounds={"w": ("p4", "p5")}, band=None)
    yield _swept("heater (50 in the paper)", HEATER, integers, rules, "50, 14 discarded")
    ticks = {name: tuple(Fraction(each) for each in range(-5, 10)) for name in "abcd"}
    rules = Rules(Fraction(100), sense=("a > 0", "b > 0", "c > 0", "d > 0"), band=None)
    yield _swept("sequence of ticks (60)", TICKS, ticks, rules, "60, 22 discarded")
    ring = {name: tuple(Fraction(each) for each in range(-10, 60, 2)) for name in ("burst", "pause")}
    rules = Rules(Fraction(400), sense=("burst > 0", "pause > 0"), band=None)
    yield _swept("ring (70)", RING.format(reset=", r := 0"), ring, rules, "70, 16 discarded")
    yield _fifty()


def _one_by_one(
    own: Mapping[str, Fraction], ranges: Mapping[str, Sequence[Fraction]]
) -> Iterator[Mapping[str, Fraction]]:
    """One parameter after the other takes all values of its range; the others stay as they are."""
    for name, values in few(ranges.items()):
        for value in few(values, 3):
            yield {**own, name: value}


def _swept(what: str, text: str, ranges: dict[str, tuple[Fraction, ...]], rules: Rules, paper: str) -> Sweep:
    own = formats.parameters_of(text)
    start = time.process_time()
    found = [
        judged(lambda values: formats.read(text, values), values, rules, None) for values in _one_by_one(own, ranges)
    ]
    spent = 1000 * (time.process_time() - start)
    reasons = Counter(each.objections[0].kind for each in found if each.objections)
    kept = sum(not each.objections for each in found)
    told = ", ".join(f"{kind} {count}" for kind, count in reasons.most_common())
    return Sweep(what, len(found), kept, len(found) - kept, paper, spent, told)


def _fifty() -> Sweep:
    """50 candidates by chance, with the difficulty of the original asked for too."""
    ranges = {
        "p1": tuple(map(Fraction, range(15, 26))),
        "p4": tuple(map(Fraction, range(13, 24))),
        "p5": tuple(map(Fraction, range(16, 27))),
    }
    ranges |= {name: tuple(Fraction(each, 10) for each in range(1, 8)) for name in ("p2", "p3")}
    rules = Rules(Fraction(200), ("p4 < p1 < p5",), {"w": ("p4", "p5")})
    own = formats.parameters_of(HEATER)
    start = time.process_time()
    original = summarise(formats.read(HEATER), rules.horizon)
    values = list(sampled(own, ranges, 1, 60))[: fewer(50, 3)]
    found = [judged(lambda chosen: formats.read(HEATER, chosen), each, rules, original) for each in values]
    spent = 1000 * (time.process_time() - start)
    kept = sum(not each.objections for each in found)
    reasons = Counter(each.objections[0].kind for each in found if each.objections)
    told = ", ".join(f"{kind} {count}" for kind, count in reasons.most_common())
    return Sweep("heater, sampled (goal: 2 s)", len(found), kept, len(found) - kept, "", spent, told)
