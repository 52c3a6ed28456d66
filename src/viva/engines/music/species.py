"""First-species counterpoint: one note against one, with its rules as data. What each rule means to a person stands in
the catalogue under `rule_NAME`. Where textbooks differ the lenient ones are followed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from viva.core.records import dataclass
from viva.engines.music.scalars import Interval, Note, Voice

_CONSONANT = ("P1", "m3", "M3", "P5", "m6", "M6")
_PERFECT = ("P1", "P5")
_MOST_STEPS = 20_000
_TRIES = 500
_LEAP = 3  # letters apart from which a step back has to follow
_STEPWISE = 0.75


@dataclass(frozen=True, slots=True)
class Line:
    """A counterpoint and its cantus, as long as each other."""

    cantus: tuple[Voice, ...]
    counter: tuple[Voice, ...]
    above: bool

    def changed(self, at: int, voice: Voice) -> Line:
        return Line(self.cantus, (*self.counter[:at], voice, *self.counter[at + 1 :]), self.above)

    def between(self, at: int) -> Interval:
        """From the lower part up to the higher one."""
        low, high = (self.cantus, self.counter) if self.above else (self.counter, self.cantus)
        way = high[at] - low[at]
        assert isinstance(way, Interval)
        return way

    def name(self, at: int) -> str:
        return str(self.between(at).simple)

    def moved(self, at: int) -> tuple[int, int]:
        """How the lower and the higher part come to a note, in half steps."""
        ways = [line[at].pitch - line[at - 1].pitch for line in (self.cantus, self.counter)]
        return (ways[0], ways[1]) if self.above else (ways[1], ways[0])

    def step(self, at: int) -> Interval:
        way = self.counter[at] - self.counter[at - 1]
        assert isinstance(way, Interval)
        return way


def _parallel(line: Line, at: int) -> bool:
    low, high = line.moved(at) if at else (0, 0)
    return low * high > 0 and line.name(at) in _PERFECT and line.name(at - 1) == line.name(at)


def _direct(line: Line, at: int) -> bool:
    low, high = line.moved(at) if at else (0, 0)
    into = line.name(at) in _PERFECT and (at == 0 or line.name(at - 1) != line.name(at))
    return low * high > 0 and abs(high) > 2 and into


def _melodic(line: Line, at: int) -> bool:
    way = line.step(at) if at else None
    if way is None:
        return False
    strange = way.number > 1 and way.quality[0] in "Ad"
    return strange or way.number == 7 or way.number > 8


def _ends_by_step(line: Line, at: int) -> bool:
    return 0 < at == len(line.counter) - 1 and line.step(at).number > 2


Looks = Callable[[Line, int], bool]
RULES: tuple[tuple[str, Looks], ...] = (
    ("crossed", lambda line, at: line.between(at).halves < 0),
    ("dissonance", lambda line, at: line.name(at) not in _CONSONANT),
    ("beginning", lambda line, at: at == 0 and line.name(0) not in (_PERFECT if line.above else ("P1",))),
    ("ending", lambda line, at: at == len(line.counter) - 1 and line.name(at) != "P1"),
    ("parallel", _parallel),
    ("direct", _direct),
    ("melodic", _melodic),
    ("ends_by_step", _ends_by_step),
)


def broken_rules(line: Line) -> Iterator[tuple[str, int]]:
    """Every rule that is broken, and at which note, from 0."""
    for at in range(len(line.counter)):
        yield from ((name, at) for name, looks in RULES if looks(line, at))


def compose(cantus: Sequence[Voice], scale: Sequence[Voice], above: bool) -> tuple[Voice, ...] | None:
    """A counterpoint of notes of the scale that breaks no rule, with small steps first; None if none was found."""
    found: list[Voice] = []
    waiting = [iter(sorted(scale, key=lambda voice: abs(voice.pitch - cantus[0].pitch)))]
    for _ in range(_MOST_STEPS):
        voice = next(waiting[-1], None)
        if voice is None:
            waiting.pop()
            if not waiting:
                return None
            found.pop()
            continue
        at = len(found)
        line = Line(tuple(cantus), (*found, voice, *cantus[at + 1 :]), above)
        if any(looks(line, at) for _, looks in RULES):
            continue
        found.append(voice)
        if len(found) == len(cantus):
            return tuple(found)
        waiting.append(iter(_nearest(scale, voice)))
    return None


def random_cantus(scale: Sequence[Voice], tonic: Note, length: int, chosen: random.Random) -> tuple[Voice, ...] | None:
    """A line on a scale from its tonic to the same, reached by a step down or up: mostly steps, no note twice in a row,
    no leap by more than a fifth or by a tritone, and after a leap a step back. None if none was found."""
    steps = sorted(scale, key=lambda each: each.steps)
    for _ in range(_TRIES):
        at = start = chosen.choice([number for number, voice in enumerate(steps) if voice.note is tonic])
        line, last = [steps[at]], 0
        while len(line) < length - 1:
            turn = [-1, 1] if abs(last) < _LEAP else [-1 if last > 0 else 1]
            way = chosen.choice(turn if abs(last) >= _LEAP or chosen.random() < _STEPWISE else [-4, -3, -2, 2, 3, 4])
            there = at + way
            if not 0 <= there < len(steps) or not _singable(steps[at], steps[there]):
                break
            at, last = there, way
            line.append(steps[at])
        if len(line) == length - 1 and abs(at - start) == 1 and abs(last) < _LEAP:
            return (*line, steps[start])
    return None


def _singable(one: Voice, other: Voice) -> bool:
    way = other - one
    assert isinstance(way, Interval)
    return way.quality in ("P", "M", "m")


def mend_note(line: Line, first: int, scale: Sequence[Voice]) -> tuple[int, Voice] | None:
    """The nearest note in place of `first`, or of the one before, after which nothing is wrong there nor at the notes
    beside it. None where no single note mends it."""
    for at in (first, first - 1):
        if at < 0:
            continue
        around = range(max(0, min(at, first) - (at == first)), min(len(line.counter), first + 2))
        for voice in sorted(scale, key=lambda each: (abs(each.pitch - line.counter[at].pitch), each.pitch)):
            new = line.changed(at, voice)
            if not any(looks(new, place) for place in around for _, looks in RULES):
                return at, voice
    return None


def _nearest(scale: Sequence[Voice], last: Voice) -> list[Voice]:
    """Small steps first, the same note again last."""
    return sorted(scale, key=lambda each: (each is last, abs(each.pitch - last.pitch), each.pitch))
