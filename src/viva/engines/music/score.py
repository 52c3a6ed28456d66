"""Written music as a value: parts of events, and what sounds together."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from viva.engines.music.scalars import Voice

LARGEST = 256 * 1024  # bytes of a file that is read
MOST_EVENTS = 5000
MOST_PARTS = 16
LONGEST = 64  # whole notes that one event may last


@dataclass(frozen=True, slots=True)
class Event:
    """Voices that begin together and last as long; without voices a rest. Times are in whole notes from the start; bars
    count from 1, beats from 1 in the beats of the meter."""

    start: Fraction
    duration: Fraction
    voices: tuple[Voice, ...]
    bar: int
    beat: Fraction


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
    """Parts from the highest to the lowest; `fifths` is the signature, sharps above 0."""

    parts: tuple[Part, ...]
    fifths: int = 0
    meter: tuple[int, int] = (4, 4)
    title: str = ""


@dataclass(frozen=True, slots=True)
class Slice:
    """What sounds together from one moment on: for each part its highest voice, or None while it rests."""

    bar: int
    beat: Fraction
    start: Fraction
    parts: tuple[Voice | None, ...]
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
        voices = tuple(
            sorted((voice for each in sounding for voice in each), key=lambda each: (each.pitch, each.steps))
        )
        tops = tuple(max(each, key=lambda voice: voice.pitch) if each else None for each in sounding)
        bar, beat = places[start]
        found.append(Slice(bar, beat, start, tops, voices))
    return tuple(found)


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
