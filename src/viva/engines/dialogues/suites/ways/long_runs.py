"""Long runs: loops that go round more often than a program may have thought of, with special values late in them.

The walk of `walks.py` is thorough and so it is short. Here a loop that it entered is kept going: a number that was read
before it is set to the count, or the loop is fed with values that do not end it; every value that may matter has its
turn, the last ones included.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viva.core.records import dataclass
from viva.engines.dialogues.model import Loop, Range, Read, Repeat, Value, parts
from viva.engines.dialogues.semantics import Asks, Path
from viva.engines.dialogues.suites.aims.goals import COUNTS
from viva.engines.dialogues.suites.ways.paths import Reading, Trail, Turn
from viva.engines.dialogues.suites.ways.walks import Explorer

_LONGEST = 130
_LOOPS = 3
_NAMED = 6
_STAYS = 12
_LEAVES = 40
_AFTER = 12
_PREFIX = 4
_GIVES = 30_000


def long_runs(explorer: Explorer, leaves: Sequence[Trail]) -> Iterator[Trail]:
    """Runs in which a loop goes round a given number of times, as far as such are found."""
    most = explorer.gives + _GIVES
    for path in _loops(explorer)[:_LOOPS]:
        entries = _entries(leaves, path)
        for rounds in _targets(explorer, path):
            for entry in entries:
                if explorer.gives > most:
                    return
                found = _Run(explorer, path, rounds).made(entry)
                if found is not None:
                    yield found
                    break


def _loops(explorer: Explorer) -> list[Path]:
    """Those with a read in them, the outer ones first."""
    loops = {path: part for path, part in explorer.walker.parts.items() if isinstance(part, Loop | Repeat)}
    reading = [path for path, loop in loops.items() if any(isinstance(part, Read) for part in parts(loop.body))]
    return sorted(reading, key=lambda path: (len(path), path))


def _targets(explorer: Explorer, path: Path) -> list[int]:
    """What the specification counts to, and just beyond what a program may have room for."""
    named = [number for number in explorer.pool.thresholds if COUNTS[0] < number <= _LONGEST]
    beyond = [count + 1 for count in COUNTS if ("rounds", path, count) not in explorer.met]
    return [*dict.fromkeys((*named[:_NAMED], *beyond))]


def _entries(leaves: Sequence[Trail], path: Path) -> list[tuple[Value, ...]]:
    """What was read before the first read in the loop, in different ways."""
    found: dict[tuple[Value, ...], None] = {}
    for leaf in leaves:
        for event in leaf.events:
            if isinstance(event, Reading) and _inside(event.path, path):
                if event.number <= _PREFIX:
                    found[leaf.inputs[: event.number]] = None
                break
    return [*found][:_LOOPS]


def _inside(path: Path, loop: Path) -> bool:
    return path[: len(loop)] == loop


@dataclass(slots=True)
class _Run:
    explorer: Explorer
    loop: Path
    rounds: int
    fed: int = 0

    def made(self, entry: tuple[Value, ...]) -> Trail | None:
        """With a number before the loop set to the count, or else as it was."""
        for inputs in (*self._counted(entry), entry):
            trail = self.explorer.walker.follow(inputs)
            if trail is not None and trail.way.asks is not None:
                found = self._fed(trail)
                if found is not None:
                    return found
        return None

    def _counted(self, entry: tuple[Value, ...]) -> Iterator[tuple[Value, ...]]:
        for place, value in enumerate(entry):
            if isinstance(value, int) and not isinstance(value, bool):
                most = self._most(entry[:place])
                yield (*entry[:place], min(self.rounds, most), *entry[place + 1 :])

    def _most(self, before: tuple[Value, ...]) -> int:
        """The largest count that may be given here."""
        trail = self.explorer.walker.follow(before)
        asks = trail.way.asks if trail else None
        return asks.read.values.high if asks and isinstance(asks.read.values, Range) else self.rounds

    def _fed(self, trail: Trail | None) -> Trail | None:
        turns = 0
        while trail is not None and trail.way.asks is not None and len(trail.inputs) <= _LONGEST + _AFTER:
            turns += sum(isinstance(event, Turn) and event.path == self.loop for event in trail.groups[-1])
            staying = turns < self.rounds and _inside(trail.way.asks.path, self.loop)
            trail = (self._stay(trail) if staying else None) or self._leave(trail)
        return trail if trail is not None and trail.done else None

    def _stay(self, trail: Trail) -> Trail | None:
        """One value more with which the loop goes on: each candidate in its turn."""
        assert trail.way.asks is not None
        for value in self._values(trail.way.asks, _STAYS):
            longer = self.explorer.give(trail, value)
            if longer is not None and longer.way.asks is not None and _inside(longer.way.asks.path, self.loop):
                return longer
        return None

    def _leave(self, trail: Trail) -> Trail | None:
        """A value with which the run ends, or the loop; else any."""
        assert trail.way.asks is not None
        other: Trail | None = None
        still_inside = True
        for value in self._values(trail.way.asks, _LEAVES):
            longer = self.explorer.give(trail, value)
            if longer is None:
                continue
            if longer.way.asks is None:
                return longer
            if still_inside:
                other, still_inside = longer, _inside(longer.way.asks.path, self.loop)
        return other

    def _values(self, asks: Asks, most: int) -> list[Value]:
        """Some candidates, beginning with another one each time."""
        candidates = self.explorer.pool.candidates(asks)
        if not candidates:
            return []
        start = (self.fed * 7 + self.rounds) % len(candidates)
        self.fed += 1
        row = (*candidates[start:], *candidates[:start])
        return list(row[:most])
