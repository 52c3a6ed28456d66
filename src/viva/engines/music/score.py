"""Written music as a value: parts of events, and what sounds together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from fractions import Fraction

from viva.core.records import dataclass
from viva.engines.music.scalars import Voice

LARGEST = 2**20  # bytes of a file that is read
MOST_EVENTS = 5000
MOST_PARTS = 16
LONGEST = 64  # whole notes that one event may last


@dataclass(frozen=True, slots=True)
class Event:
    """Voices that begin together and last as long; without voices a rest. Times are in whole notes from the start; bars
    count from 1, beats from 1 in the beats of the meter. `mark` is its number in the text that it was read from, for
    whoever goes from a drawn note to where it is written; nothing else looks at it."""

    start: Fraction
    duration: Fraction
    voices: tuple[Voice, ...]
    bar: int
    beat: Fraction
    mark: int | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    events: tuple[Event, ...]
    clef: str = "treble"

    @property
    def notes(self) -> tuple[Event, ...]:
        return tuple(event for event in self.events if event.voices)


@dataclass(frozen=True, slots=True)
class Score:
    """Parts from the highest to the lowest; `fifths` is the signature, sharps above 0. `spelled` is False where the
    source tells only which keys sound, as MIDI does."""

    parts: tuple[Part, ...]
    fifths: int = 0
    meter: tuple[int, int] = (4, 4)
    title: str = ""
    spelled: bool = True


@dataclass(frozen=True, slots=True)
class Slice:
    """What sounds together from one moment on: for each part its voices from the lowest, and all of them."""

    bar: int
    beat: Fraction
    start: Fraction
    parts: tuple[tuple[Voice, ...], ...]
    voices: tuple[Voice, ...]


def slices(score: Score) -> tuple[Slice, ...]:
    """One for each moment at which something begins and something sounds. Work is bounded by events times parts."""
    places = {
        event.start: (event.bar, event.beat) for part in reversed(score.parts) for event in part.events if event.voices
    }
    at = [0] * len(score.parts)
    found = []
    for start in sorted(places):
        sounding: list[tuple[Voice, ...]] = []
        for number, part in enumerate(score.parts):
            events = part.events
            while at[number] < len(events) and events[at[number]].start + events[at[number]].duration <= start:
                at[number] += 1
            here = events[at[number]] if at[number] < len(events) else None
            sounding.append(here.voices if here and here.start <= start else ())
        parts = tuple(_upwards(each) for each in sounding)
        bar, beat = places[start]
        found.append(Slice(bar, beat, start, parts, _upwards(voice for each in parts for voice in each)))
    return tuple(found)


def _upwards(voices: Iterable[Voice]) -> tuple[Voice, ...]:
    return tuple(sorted(voices, key=lambda each: (each.pitch, each.steps)))


def lanes(events: Iterable[Event]) -> list[tuple[Event, ...]]:
    """Events in rows in which none begins before the last one ends; what begins and ends together is one chord."""
    found: list[list[Event]] = []
    for event in sorted(events, key=lambda each: (each.start, -max((voice.pitch for voice in each.voices), default=0))):
        for lane in found:
            last = lane[-1]
            if last.start == event.start and last.duration == event.duration and last.voices and event.voices:
                lane[-1] = replace(last, voices=(*last.voices, *event.voices))
                break
            if last.start + last.duration <= event.start:
                lane.append(event)
                break
        else:
            found.append([event])
    return [tuple(lane) for lane in found]


@dataclass(frozen=True, slots=True)
class Piece:
    """What of an event stands in one bar; `held` says that the same notes go on in the next piece, `on` that they came
    from the last one."""

    event: Event
    duration: Fraction
    on: bool
    held: bool


def in_bars(score: Score) -> list[dict[int, list[Piece]]]:
    """For each part what stands in which bar: an event that lasts over a bar line is cut there."""
    length = Fraction(*score.meter)
    starts: dict[int, Fraction] = {}
    for part in score.parts:
        for event in part.events:
            starts.setdefault(event.bar, event.start - (event.beat - 1) / score.meter[1])
    last = max(starts, default=1)
    begin = starts.get(1, Fraction(0))
    begins = [begin]
    for bar in range(2, last + 1):
        begins.append(max(starts.get(bar, begins[-1] + length), begins[-1]))
    begins.append(begins[-1] + LONGEST)
    return [_cut(part, begins) for part in score.parts]


def _cut(part: Part, begins: list[Fraction]) -> dict[int, list[Piece]]:
    found: dict[int, list[Piece]] = {bar: [] for bar in range(1, len(begins))}
    for event in part.events:
        at, bar, end = event.start, event.bar, event.start + event.duration
        while at < end:
            until = min(end, begins[bar]) if bar < len(begins) - 1 and begins[bar] > at else end
            found[bar].append(Piece(event, until - at, at > event.start, until < end))
            at, bar = until, bar + 1
    return found


VALUES = {Fraction(2): ("breve", 0)} | {
    Fraction(1, length) * dotted: (str(length), dots)
    for length in (1, 2, 4, 8, 16, 32, 64)
    for dots, dotted in enumerate((Fraction(1), Fraction(3, 2), Fraction(7, 4)))
}


def values(duration: Fraction) -> list[Fraction]:
    """Written values that last as long together, the longest first; a rest of a triplet stays as it is."""
    found: list[Fraction] = []
    while duration > 0:
        value = max((each for each in VALUES if each <= duration), default=None)
        if value is None or len(found) > 8:
            return [*found, duration]
        found.append(value)
        duration -= value
    return found


def shown_beat(beat: Fraction) -> str:
    return str(beat.numerator) if beat.denominator == 1 else f"{float(beat):.3g}"


def beat_of(offset: Fraction, meter: tuple[int, int]) -> Fraction:
    """The beat, from 1, of a time after the beginning of a bar."""
    return offset * meter[1] + 1


def homophony(
    chords: tuple[tuple[Voice, ...], ...], names: tuple[str, ...], fifths: int, title: str = "", a_bar: int = 4
) -> Score:
    """Chords of as many voices each, lowest first, as parts from the highest down: quarters, `a_bar` in a bar."""
    parts = []
    for number, name in enumerate(names):
        events = tuple(
            Event(Fraction(at, 4), Fraction(1, 4), (chord[len(names) - 1 - number],), at // a_bar + 1,
                  Fraction(at % a_bar + 1))
            for at, chord in enumerate(chords)
        )  # fmt: skip
        low = sum(event.voices[0].pitch for event in events) / max(1, len(events)) < 60
        parts.append(Part(name, events, "bass" if low else "treble"))
    return Score(tuple(parts), fifths, (a_bar, 4), title)
