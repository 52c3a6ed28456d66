"""The rules of four-part writing, as data: a name, and what it looks at.

A rule looks at one chord or at two that follow each other, and names the parts that break it. Parts count from 0, the
soprano. What each rule means to a person stands in the catalogue under `rule_NAME`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from viva.core.records import dataclass
from viva.engines.music.keys import Key
from viva.engines.music.parsing import parse
from viva.engines.music.roman import Numeral
from viva.engines.music.scalars import Interval, Note, Voice, index_of
from viva.engines.music.structures import Chord, raise_note

PARTS = ("soprano", "alto", "tenor", "bass")
# as wide as textbooks go: what one of them allows is not told as a mistake
RANGES = tuple(
    (parse(Voice, low).pitch, parse(Voice, high).pitch)
    for low, high in (("C4", "A5"), ("F3", "E5"), ("B2", "A4"), ("E2", "E4"))
)


@dataclass(frozen=True, slots=True)
class Moment:
    """Four voices from the soprano down, and the chord that they are in a key; `numeral` is None where it has none."""

    voices: tuple[Voice, ...]
    chord: Chord
    key: Key
    numeral: Numeral | None

    @property
    def leading(self) -> Note | None:
        """The leading tone, where the chord is a dominant: its third, or the root of a leading-tone chord."""
        if self.numeral is None:
            return None
        if self.numeral.degree == 5 and self.numeral.quality == "major" and not self.numeral.shift:
            return self.chord.notes[1]
        if self.numeral.degree == 7 and self.numeral.quality == "diminished":
            return self.chord.root
        return None

    @property
    def seventh(self) -> Note | None:
        """Where the chord has one: the sixth of a sixth chord and an added ninth are none."""
        ways = zip(self.chord.type.elements, self.chord.notes, strict=True)
        return next((note for way, note in ways if way.number == 7), None)


Alone = Callable[[Moment], Iterator[tuple[int, ...]]]
Together = Callable[[Moment, Moment], Iterator[tuple[int, ...]]]


@dataclass(frozen=True, slots=True)
class Rule:
    name: str
    alone: Alone | None = None
    together: Together | None = None


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule that is broken: at which chord, from 0, and by which parts."""

    rule: str
    chord: int
    parts: tuple[int, ...]


def _range(here: Moment) -> Iterator[tuple[int, ...]]:
    for part, (voice, (low, high)) in enumerate(zip(here.voices, RANGES, strict=True)):
        if not low <= voice.pitch <= high:
            yield (part,)


def _crossing(here: Moment) -> Iterator[tuple[int, ...]]:
    for part in range(3):
        if here.voices[part].pitch < here.voices[part + 1].pitch:
            yield part, part + 1


def _spacing(here: Moment) -> Iterator[tuple[int, ...]]:
    for part in range(2):
        if here.voices[part].pitch - here.voices[part + 1].pitch > 12:
            yield part, part + 1


def _doubled(here: Moment, note: Note | None) -> Iterator[tuple[int, ...]]:
    parts = tuple(part for part, voice in enumerate(here.voices) if voice.note is note)
    if len(parts) > 1:
        yield parts


def _leading_doubled(here: Moment) -> Iterator[tuple[int, ...]]:
    return _doubled(here, here.leading)


def _seventh_doubled(here: Moment) -> Iterator[tuple[int, ...]]:
    return _doubled(here, here.seventh)


def _tripled(here: Moment) -> Iterator[tuple[int, ...]]:
    """Only the root may be in three parts, where the fifth is left out."""
    for note in here.chord.notes[1:]:
        parts = tuple(part for part, voice in enumerate(here.voices) if voice.note is note)
        if len(parts) > 2:
            yield parts


def _overlap(here: Moment, there: Moment) -> Iterator[tuple[int, ...]]:
    if here.chord is there.chord:
        return  # parts may change places within one chord
    for part in range(3):
        above = there.voices[part + 1].pitch > here.voices[part].pitch
        below = there.voices[part].pitch < here.voices[part + 1].pitch
        if above or below:
            yield part, part + 1


def _same_interval(here: Moment, there: Moment, halves: int) -> Iterator[tuple[int, ...]]:
    """Two parts that move the same way, from one such interval to another."""
    for high, low in combinations(range(4), 2):
        before, after = (moment.voices[high].pitch - moment.voices[low].pitch for moment in (here, there))
        ups = [there.voices[part].pitch - here.voices[part].pitch for part in (high, low)]
        spelled = {abs(moment.voices[high].steps - moment.voices[low].steps) % 7 for moment in (here, there)}
        if ups[0] * ups[1] > 0 and before % 12 == after % 12 == halves and spelled == {4 if halves else 0}:
            yield high, low


def _parallel_fifths(here: Moment, there: Moment) -> Iterator[tuple[int, ...]]:
    return _same_interval(here, there, 7)


def _parallel_octaves(here: Moment, there: Moment) -> Iterator[tuple[int, ...]]:
    return _same_interval(here, there, 0)


def _hidden(here: Moment, there: Moment, halves: int) -> Iterator[tuple[int, ...]]:
    """The outer parts go the same way into a fifth or octave, and the soprano leaps."""
    up = there.voices[0].pitch - here.voices[0].pitch
    down = there.voices[3].pitch - here.voices[3].pitch
    before = (here.voices[0].pitch - here.voices[3].pitch) % 12
    after = (there.voices[0].pitch - there.voices[3].pitch) % 12
    same = here.chord is there.chord
    if not same and up * down > 0 and abs(up) > 2 and after == halves and before != halves:
        yield 0, 3


def _hidden_fifths(here: Moment, there: Moment) -> Iterator[tuple[int, ...]]:
    return _hidden(here, there, 7)


def _hidden_octaves(here: Moment, there: Moment) -> Iterator[tuple[int, ...]]:
    return _hidden(here, there, 0)


def _leading_tone(here: Moment, there: Moment) -> Iterator[tuple[int, ...]]:
    """In an outer part it goes up to its tonic, where that is in the next chord. Inside it may fall to the fifth."""
    leading = here.leading
    if leading is None or leading in there.chord.notes:
        return
    tonic = raise_note(leading, index_of(1, 1))
    if tonic not in there.chord.notes:
        return
    for part in (0, 3):
        step = there.voices[part].pitch - here.voices[part].pitch
        if here.voices[part].note is leading and not (there.voices[part].note is tonic and step == 1):
            yield (part,)


def _seventh_falls(here: Moment, there: Moment) -> Iterator[tuple[int, ...]]:
    """It goes down a step where the next chord has that note. It may stay, pass between two chords on one root, and
    rise where the bass has the note to which it would fall, as in V43 I6."""
    seventh = here.seventh
    if seventh is None or there.chord.root is here.chord.root:
        return
    below = (seventh.diatone.letter - 1) % 7
    if below not in {note.diatone.letter for note in there.chord.notes}:
        return
    for part, (voice, after) in enumerate(zip(here.voices, there.voices, strict=True)):
        by_the_bass = part != 3 and there.voices[3].note.diatone.letter == below
        if voice.note is seventh and after is not voice and after.steps != voice.steps - 1 and not by_the_bass:
            yield (part,)


def _augmented(here: Moment, there: Moment) -> Iterator[tuple[int, ...]]:
    for part in range(4):
        way = there.voices[part] - here.voices[part]
        assert isinstance(way, Interval)
        if way.quality.startswith("A") and way.number > 1 and here.chord is not there.chord:
            yield (part,)


RULES = (
    Rule("range", alone=_range),
    Rule("crossing", alone=_crossing),
    Rule("spacing", alone=_spacing),
    Rule("leading_doubled", alone=_leading_doubled),
    Rule("seventh_doubled", alone=_seventh_doubled),
    Rule("tripled", alone=_tripled),
    Rule("parallel_octaves", together=_parallel_octaves),
    Rule("parallel_fifths", together=_parallel_fifths),
    Rule("hidden_octaves", together=_hidden_octaves),
    Rule("hidden_fifths", together=_hidden_fifths),
    Rule("overlap", together=_overlap),
    Rule("leading_tone", together=_leading_tone),
    Rule("seventh_falls", together=_seventh_falls),
    Rule("augmented", together=_augmented),
)
NAMES = tuple(rule.name for rule in RULES)


def alone(name: str) -> bool:
    """Whether a rule looks at one chord only."""
    return any(rule.name == name and rule.alone for rule in RULES)


def breaches(moments: Sequence[Moment], rules: Sequence[Rule] = RULES) -> Iterator[Breach]:
    """Every breach, in the order of the chords; that of two chords stands at the second."""
    for at, there in enumerate(moments):
        for rule in rules:
            if rule.alone:
                yield from (Breach(rule.name, at, parts) for parts in rule.alone(there))
            if rule.together and at:
                yield from (Breach(rule.name, at, parts) for parts in rule.together(moments[at - 1], there))
