"""Figured bass: which notes figures ask for above a bass, in a key.

`D3 #`, `F#3 6`, `C3 6/5`, `A2 #6 4 3`: a bass note with its octave, then figures with spaces or slashes between, or
digits in a row. A sign belongs to the number that it touches; alone it is for the third. Usual figures are completed:
none is 5 3, 6 is 6 3, 65 is 6 5 3. Without a sign a figure is the note of the key signature. `n` makes it natural, `b`
flat, `#` sharp (natural where the signature has a flat, as old scores have it), `x` and `bb` double; `+` or a stroke
`\\` raises it by a half step.
"""

from __future__ import annotations

import re

from viva.core.records import dataclass
from viva.core.text.reading import in_quotes
from viva.engines.music.analysis import numerals_for
from viva.engines.music.keys import Key
from viva.engines.music.parsing import parse, plain_signs, wrong
from viva.engines.music.part_writing import Wanted
from viva.engines.music.roman import readings
from viva.engines.music.scalars import Diatone, Interval, Note, Octave, Shift, Voice
from viva.engines.music.structures import Chord, ChordType, raise_note

_SIGN = r"(?:##|#|bb|b|x|n|\+|\\)"
_FIGURE = re.compile(rf"[\s/,]*(?P<before>{_SIGN})?(?P<number>[2-9])?(?P<after>{_SIGN})?")
_LONGEST = 40
# what is written, highest first, and what it means
_COMPLETE = {(): (5, 3), (3,): (5, 3), (5,): (5, 3), (5, 3): (5, 3), (8,): (5, 3), (8, 5): (5, 3), (8, 3): (5, 3),
             (8, 5, 3): (5, 3), (6,): (6, 3), (6, 3): (6, 3), (8, 6): (6, 3), (8, 6, 3): (6, 3), (6, 4): (6, 4),
             (8, 6, 4): (6, 4), (7,): (7, 5, 3), (7, 5): (7, 5, 3), (7, 3): (7, 5, 3), (7, 5, 3): (7, 5, 3),
             (8, 7): (7, 5, 3), (8, 7, 3): (7, 5, 3), (8, 7, 5): (7, 5, 3), (6, 5): (6, 5, 3), (6, 5, 3): (6, 5, 3),
             (4, 3): (6, 4, 3), (6, 4, 3): (6, 4, 3), (2,): (6, 4, 2), (4, 2): (6, 4, 2), (6, 2): (6, 4, 2),
             (6, 4, 2): (6, 4, 2), (4,): (5, 4), (5, 4): (5, 4), (8, 5, 4): (5, 4), (7, 4): (7, 5, 4),
             (7, 5, 4): (7, 5, 4), (9,): (9, 5, 3), (9, 3): (9, 5, 3), (9, 5): (9, 5, 3), (9, 5, 3): (9, 5, 3),
             (9, 7): (9, 7, 5, 3), (9, 7, 3): (9, 7, 5, 3), (9, 7, 5): (9, 7, 5, 3),
             (9, 7, 5, 3): (9, 7, 5, 3)}  # fmt: skip
_SHORT = {(5, 3): (), (6, 3): (6,), (6, 4): (6, 4), (7, 5, 3): (7,), (6, 5, 3): (6, 5), (6, 4, 3): (4, 3),
          (6, 4, 2): (4, 2), (5, 4): (4,), (7, 5, 4): (7, 4), (9, 5, 3): (9,), (9, 7, 5, 3): (9, 7)}  # fmt: skip
_SIGNS = {-2: "bb", -1: "b", 0: "n", 1: "#", 2: "x"}


@dataclass(frozen=True, slots=True)
class Figured:
    """A bass and its figures from the highest down, all that are meant, each with its sign or an empty text."""

    bass: Voice
    figures: tuple[tuple[int, str], ...]

    def notes(self, key: Key) -> tuple[Note, ...]:
        """From the bass up."""
        return self.bass.note, *(self._above(number, sign, key) for number, sign in reversed(self.figures))

    def _above(self, number: int, sign: str, key: Key) -> Note:
        letter = Diatone(self.bass.note.diatone.letter + number - 1)
        signed = {note.diatone: note.shift.halves for note in key.signature}
        return Note(letter, Shift(_signed(signed.get(letter, 0), sign)))

    def moved(self, way: Interval, key: Key, other: Key) -> Figured:
        """The same chord so far away, with the signs that it needs in the other key. Raises Misread where there is no
        such sign."""
        low = self.bass + way
        assert isinstance(low, Voice)
        figures = []
        for (number, sign), note in zip(self.figures, reversed(self.notes(key)[1:]), strict=True):
            there = raise_note(note, way.index)
            plain = Figured(low, self.figures)._above(number, "", other)
            if there.shift.halves not in _SIGNS:
                raise wrong("too_many_accidentals", found=str(there), most=2)
            figures.append((number, _SIGNS[there.shift.halves] if sign or there is not plain else ""))
        return Figured(low, tuple(figures))

    def __str__(self) -> str:
        short = _SHORT[tuple(number for number, _ in self.figures)]
        words = [
            sign if number == 3 and sign and 3 not in short else f"{sign}{number}"
            for number, sign in self.figures
            if sign or number in short
        ]
        return f"{self.bass} {'/'.join(words)}".strip()

    def voices(self, key: Key) -> tuple[Voice, ...]:
        """In the closest position above the bass."""
        above = []
        for note, (number, _) in zip(self.notes(key)[1:], reversed(self.figures), strict=True):
            steps = self.bass.steps + number - 1
            above.append(Voice(note, Octave(steps // 7)))
        return self.bass, *above


def _signed(halves: int, sign: str) -> int:
    match sign:
        case "":
            return halves
        case "n":
            return 0
        case "#":
            return 0 if halves < 0 else 1
        case "+" | "\\":
            return halves + 1
        case "x" | "##":
            return 2
        case _:
            return -len(sign)


def read_figured(text: str) -> Figured:
    """A bass note and its figures. Raises Misread with the part that was understood."""
    text = plain_signs(text.replace("♮", "n")).strip()
    if len(text) > _LONGEST:
        raise wrong("too_long", most=_LONGEST)
    name, _, rest = text.partition(" ")
    bass = parse(Voice, name)
    signs: dict[int, str] = {}
    at = 0
    while at < len(rest.rstrip()):
        found = _FIGURE.match(rest, at)
        if found is None or found.end() == at or not (found["number"] or found["before"]):
            raise wrong("figures_then", bass=str(bass), rest=in_quotes(rest[at:].strip()))
        number = int(found["number"] or 3)
        if number in signs or (found["before"] and found["after"]):
            raise wrong("figures_then", bass=str(bass), rest=in_quotes(rest[at:].strip()))
        signs[number] = found["before"] or found["after"] or ""
        at = found.end()
    complete = _COMPLETE.get(tuple(sorted(signs, reverse=True)))
    if complete is None:
        raise wrong("figures_unknown", figures=in_quotes(rest.strip()))
    return Figured(bass, tuple((number, signs.get(number, "")) for number in complete))


def harmonise(figured: Figured, key: Key, following: Figured | None = None) -> Wanted:
    """The chord that is asked for. One that has no name is taken as it stands on its bass."""
    found = readings(figured.voices(key))
    found = tuple(each for each in found if not each.omitted)
    after = readings(following.voices(key)) if following else ()
    if not found:
        ways = tuple(_interval(voice, figured.bass) for voice in figured.voices(key)[1:])
        chord = Chord(ChordType(ways), figured.bass.note)
        return Wanted(chord, figured.bass.note, key, None, figured.bass)
    numerals = numerals_for(key, found[:1], after)
    return Wanted(found[0].chord, figured.bass.note, key, numerals[0] if numerals else None, figured.bass)


def _interval(high: Voice, low: Voice) -> Interval:
    way = high - low
    assert isinstance(way, Interval)
    return way
