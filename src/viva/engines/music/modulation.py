"""Key centres and pivot chords: section 4.2.1 of the paper, built from the definition.

The states are keys. A chord on a degree of the key one is in leads to every key that has all of its notes, the same key
among them; chord and target together make the step deterministic. A minor key has the chords of its natural and of its
harmonic scale. Progressions are drawn uniformly from all of a length, by counting them; a progression is read in every
way that the automaton allows.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice

from viva.core.records import dataclass
from viva.engines.music.keys import Key
from viva.engines.music.scalars import Degdex
from viva.engines.music.structures import Chord, ChordGroup


@dataclass(frozen=True, slots=True)
class Step:
    source: Key
    degdex: Degdex
    target: Key
    chord: Chord


@dataclass(frozen=True)  # without slots: it keeps its steps
class Modulations:
    keys: tuple[Key, ...]
    group: ChordGroup

    @cached_property
    def steps(self) -> dict[Key, tuple[Step, ...]]:
        return {source: tuple(self._steps_from(source)) for source in self.keys}

    def _steps_from(self, source: Key) -> list[Step]:
        chords: dict[Chord, Degdex] = {}
        for scale in source.scales:
            for degdex in scale.card.degdexes:
                chords.setdefault(scale.type.hfun(self.group, degdex)(scale), degdex)
        return [
            Step(source, degdex, target, chord)
            for chord, degdex in chords.items()
            for target in self.keys
            if target.has(chord)
        ]

    def count(self, length: int, end: Key) -> list[dict[Key, int]]:
        """How many progressions of each length up to this one lead from each key to the end."""
        counts = [{key: int(key is end) for key in self.keys}]
        for _ in range(length):
            last = counts[-1]
            counts.append({key: sum(last[step.target] for step in self.steps[key]) for key in self.keys})
        return counts

    def draw(self, start: Key, end: Key, length: int, chosen: random.Random) -> tuple[Step, ...]:
        """One of all progressions of this length, each as likely as every other."""
        counts = self.count(length, end)
        if not counts[length][start]:
            raise ValueError(f"no progression of {length} chords leads from {start} to {end}")
        path: list[Step] = []
        key = start
        for left in range(length - 1, -1, -1):
            steps = [step for step in self.steps[key] if counts[left][step.target]]
            step = chosen.choices(steps, [counts[left][each.target] for each in steps])[0]
            path.append(step)
            key = step.target
        return tuple(path)

    def readings(self, chords: Sequence[Chord], most: int = 100) -> list[tuple[Step, ...]]:
        """Ways to read a progression, those with the fewest changes of key first. Any chord of a key is read in it, not
        only those of the group."""
        left = self._changes_left(chords)
        found: list[tuple[Step, ...]] = []
        fewest = min(left[0].values(), default=len(chords))
        for changes in range(fewest, len(chords) + 1):
            for key in self.keys:
                found += islice(self._ways(chords, left, key, changes), most - len(found))
        return found

    def _changes_left(self, chords: Sequence[Chord]) -> list[dict[Key, int]]:
        """At each chord how few changes of key the rest needs from a key; keys that cannot read it are not there."""
        left: list[dict[Key, int]] = [dict.fromkeys(self.keys, 0)]
        for chord in reversed(chords):
            here = [key for key in self.keys if key.has(chord)]
            after = {key: left[0][key] for key in here if key in left[0]}
            if not after:
                return [{}]
            cheapest = min(after.values()) + 1
            left.insert(0, {key: min(after.get(key, cheapest), cheapest) for key in here})
        return left

    def _ways(
        self, chords: Sequence[Chord], left: Sequence[dict[Key, int]], start: Key, changes: int
    ) -> Iterator[tuple[Step, ...]]:
        """Those from a key with exactly so many changes."""
        waiting: list[tuple[Key, int, tuple[Step, ...]]] = [(start, changes, ())]
        while waiting:
            key, more, way = waiting.pop()
            at = len(way)
            if at == len(chords):
                if not more:
                    yield way
                continue
            if at >= len(left) - 1 or left[at].get(key, len(chords) + 1) > more:
                continue
            for target in reversed(self.keys):
                cost = more - (target is not key)
                if cost >= 0 and target.has(chords[at]):
                    step = Step(key, _degree(chords[at], key), target, chords[at])
                    waiting.append((target, cost, (*way, step)))


def _degree(chord: Chord, key: Key) -> Degdex:
    return Degdex(key.scale.card, chord.root.diatone.letter - key.tonic.diatone.letter + 1)
