"""One run of a plant under its controller, while formulas watch: it ends when all of them are decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import partial
from types import MappingProxyType

from viva.core.records import dataclass
from viva.engines.robots.arena import Arena
from viva.engines.signals import Monitor, Robust, Trace, noise, trace
from viva.engines.signals.model import signals
from viva.engines.signals.trace import Bounds

ROUNDS = 20  # of a controller, in a second
_SMALL_STEPS = 5  # of the plant, in a round

Controller = Callable[[Mapping[str, float]], Sequence[float]]
"""From what the sensors read to the commands, which are finite; raises `Broken` where it gives none."""

STEPS, MEMORY = "steps", "memory"
"""The signals that say how much work the controller had in the round before, and how much it keeps since."""

_TOGETHER = ROUNDS  # rounds, at least, after which those who watch look at what has happened
_SHARE = 5  # and that share of the rounds before


class Broken(Exception):
    """A controller that gives no commands. `what` is for whoever made the controller."""

    def __init__(self, what: object) -> None:
        self.what = what
        super().__init__(str(what))


@dataclass(frozen=True, slots=True)
class Episode:
    """`columns` hold all signals, commands and what the controller used at each round. `broken` is what the controller
    failed with, at the last of the `times`, where it did; `told` is what its sensors had read then. `early`: those who
    watched had seen enough before the time was over."""

    arena: Arena
    seed: int
    times: Sequence[float]
    columns: Mapping[str, Sequence[float]]
    broken: object | None = None
    told: Mapping[str, float] = field(default_factory=dict)
    early: bool = False

    @property
    def end(self) -> float:
        return self.times[-1]

    def trace(self) -> Trace:
        return trace(list(self.times), {name: list(values) for name, values in self.columns.items()})


def run(
    arena: Arena,
    controller: Controller,
    watch: Sequence[Monitor] = (),
    *,
    seed: int = 0,
    uncertain: Mapping[str, float] | None = None,
    fatal: Sequence[Monitor] = (),
    enough: Callable[[Monitor, Robust], bool] = lambda _, found: found.decided,
    effort: Callable[[], Mapping[str, int]] = lambda: {STEPS: 0},
    leading: Mapping[Monitor, float] = MappingProxyType({}),
) -> Episode:
    """A run until all that watch have seen `enough`, one of the `fatal` among them is true, the time of the arena is
    over, or the controller breaks. Nobody else is waited for once all of the `leading` are true, each by its time.

    Those who watch look at many rounds together, as it is costly to go back and forth between them and a controller in
    another process. What happened after the round in which the last one had seen enough is forgotten, so that all is
    as if they had looked at each.

    `uncertain` signals are known to those who watch only up to so much (section 5.2 of the paper on monitoring), so
    what they find is an interval. `effort` says how many steps the controller needed in its last round, and may say
    how much memory. The same arena, controller and seed give the same run.
    """
    plant, disturbance = arena.plant_now(), arena.disturbance(seed)
    bounds = tuple(plant.commands.values())
    times: list[float] = []
    names = (
        *plant.signals,
        *(f"command_{name}" for name in plant.commands if f"command_{name}" not in plant.signals),
        *effort(),
    )
    columns: dict[str, list[float]] = {name: [] for name in names}
    given = (0.0,) * len(bounds)
    rounds = round(arena.seconds * ROUNDS)
    watching = _Watching(watch, fatal, enough, uncertain=uncertain or {}, times=times, columns=columns, leading=leading)
    broken: Broken | None = None
    told: Mapping[str, float] = {}
    for number in range(rounds + 1):
        row = plant.seen()
        for name, value in zip(plant.commands, given, strict=True):
            row[f"command_{name}"] = value
        for name, amount in effort().items():
            row[name] = float(amount)
        times.append(number / ROUNDS)
        for name, column in columns.items():
            column.append(row[name])
        if number == rounds or (watching.due() and watching.over() is not None):
            break
        told = disturbance.sensed(row, plant.sensors)
        try:
            given = tuple(_within(*pair) for pair in zip(controller(told), bounds, strict=True))
        except Broken as problem:
            broken = problem
            break
        arriving = disturbance.arriving(given)
        for _ in range(_SMALL_STEPS):
            plant.advance(arriving, 1 / (ROUNDS * _SMALL_STEPS))
    last = watching.over()
    if last is not None:
        columns = {name: column[: last + 1] for name, column in columns.items()}
        return Episode(arena, seed, times[: last + 1], columns, early=last < rounds)
    if broken is not None:
        return Episode(arena, seed, times, columns, broken.what, told)
    for monitor, _ in watching.open_ones:
        monitor.end()
    return Episode(arena, seed, times, columns)


class _Watching:
    """Those who watch, and up to which round they have looked."""

    def __init__(
        self,
        watch: Sequence[Monitor],
        fatal: Sequence[Monitor],
        enough: Callable[[Monitor, Robust], bool],
        *,
        uncertain: Mapping[str, float],
        times: Sequence[float],
        columns: Mapping[str, Sequence[float]],
        leading: Mapping[Monitor, float],
    ) -> None:
        # Each is given what it speaks of and no more: there are thousands of samples.
        self.open_ones = [(each, signals(each.formula)) for each in watch]
        self.anyone = bool(watch)
        self.fatal = fatal
        self.enough = enough
        self.uncertain = uncertain
        self.times, self.columns = times, columns
        self.leading = dict(leading)
        self.met_at = 0  # by those of them that are true already
        self.looked = 0
        self.last: int | None = None

    def due(self) -> bool:
        """Whether enough has happened since: the longer a run has been, the more at once."""
        return len(self.times) - self.looked >= max(_TOGETHER, self.looked // _SHARE)

    def over(self) -> int | None:
        """Looks at what has happened since: the round in which they had seen enough, if they have."""
        if not self.anyone or self.last is not None or self.looked >= len(self.times):
            return self.last
        count = len(self.times) - self.looked
        done = {each: each.look(self._batch(names), partial(self.enough, each)) for each, names in self.open_ones}
        ends = [found[0] for found in done.values() if found is not None]
        last = max(ends) if len(ends) == len(done) else None
        fatal = [found[0] for each in self.fatal if (found := done.get(each)) and found[1].low > 0]
        met = self._all_met(done)
        last = min([each for each in (last, met, *fatal) if each is not None], default=None)
        for each, found in done.items():
            until = count if found is None else found[0] + 1
            each.settle(until if last is None else min(until, last + 1))
        self.open_ones = [(each, names) for each, names in self.open_ones if done[each] is None]
        self.last = None if last is None else self.looked + last
        self.looked = len(self.times)
        return self.last

    def _all_met(self, done: Mapping[Monitor, tuple[int, Robust] | None]) -> int | None:
        """The round of these in which the last of those that lead became true, if all are now."""
        if not self.leading:
            return None
        for each, found in done.items():
            if each in self.leading and found is not None and (found[1].low > 0 or found[1].low == found[1].high == 0):
                at = self.looked + found[0]
                if self.times[at] <= self.leading[each]:
                    del self.leading[each]
                    self.met_at = max(self.met_at, at)
        return None if self.leading else self.met_at - self.looked

    def _batch(self, names: Sequence[str]) -> Trace:
        found: dict[str, list[float] | Bounds] = {name: list(self.columns[name][self.looked :]) for name in names}
        if not self.uncertain.keys().isdisjoint(names):
            for name in names:
                values, room = self.columns[name][self.looked :], self.uncertain.get(name, 0.0)
                found[name] = noise([each - room for each in values], [each + room for each in values])
        return trace(list(self.times[self.looked :]), found)


def _within(value: float, bounds: tuple[float, float]) -> float:
    """However large a number is: an int may be too large for a float."""
    return float(min(max(value, bounds[0]), bounds[1]))
