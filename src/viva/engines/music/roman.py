"""Roman numerals: `V7`, `ii6`, `viio7`, `bII6`, `V65/ii`, `Ger65`, and which chord each is in a key.

A capital is a major triad, a small numeral a minor one; `o`, `ø` and `+` change that. Where only `7` or `9` is written,
the sevenths and ninths are those of the key if the triad belongs to it. Those of a borrowed triad come from the key it
is borrowed from (`iv7` in C is Fm7, `bVII7` is Bb7), and a major or minor triad that belongs to neither has a minor
seventh where the key's would be unheard of; where two ways are usual, the chord is either. In minor the sixth and
seventh degrees are those of the natural minor scale under a capital (VI, VII) and the raised ones under a
small numeral (vi, viio), as the leading tone wants it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from viva.core.records import dataclass
from viva.core.text.reading import in_quotes
from viva.engines.music.constant import Constant
from viva.engines.music.keys import Key
from viva.engines.music.names import ROMAN
from viva.engines.music.parsing import every_chord_type, parse, wrong
from viva.engines.music.scalars import MAJOR, Interval, Note, Voice, index_of, interval_of
from viva.engines.music.structures import Chord, ChordType, raise_note

# What figures say: how many notes the chord has and which of them is lowest
FIGURES = {"": (3, 0), "5": (3, 0), "53": (3, 0), "6": (3, 1), "63": (3, 1), "64": (3, 2), "7": (4, 0), "75": (4, 0),
           "753": (4, 0), "73": (4, 0), "65": (4, 1), "653": (4, 1), "43": (4, 2), "643": (4, 2), "42": (4, 3),
           "2": (4, 3), "642": (4, 3), "9": (5, 0), "97": (5, 0), "95": (5, 0), "93": (5, 0)}  # fmt: skip
_WRITTEN = {(3, 0): "", (3, 1): "6", (3, 2): "64", (4, 0): "7", (4, 1): "65", (4, 2): "43", (4, 3): "42", (5, 0): "9"}
_TRIADS = {"major": "M3 P5", "minor": "m3 P5", "diminished": "m3 d5", "augmented": "M3 A5",
           "italian": "d3 d5", "french": "M3 d5", "german": "d3 d5"}  # fmt: skip
# Augmented sixths by the notes that they are in thirds: on the raised fourth, the French one on the second degree.
_SIXTHS = {"It": ("italian", 4, 1, "key", 3, 1), "Fr": ("french", 2, 0, "half", 4, 2),
           "Ger": ("german", 4, 1, "whole", 4, 1)}  # fmt: skip
_SIXTH = re.compile(r"(?P<name>It|Fr|Ger|Gr)\.?\+?(?P<figures>6|65|6/5|43|4/3)?(?:/(?P<of>.+))?")
_SIXTH_FIGURES = {"It": ("", "6"), "Fr": ("", "6", "43"), "Ger": ("", "6", "65")}
_PLAIN = str.maketrans({"♭": "b", "♯": "#", "º": "o", "Ø": "ø", "Δ": "M", "∆": "M", "△": "M"}
                       | dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True))
                       | dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True)))  # fmt: skip
_NUMERAL = re.compile(
    r"(?P<shift>[#b]{0,2})(?P<roman>VII|VI|IV|V|III|II|I|vii|vi|iv|v|iii|ii|i)"
    r"(?P<mark>maj|M|o|°|ø|\+|0)?(?P<figures>(?:[0-9](?:/(?=[0-9]))?){0,4})(?:/(?P<of>.+))?"
)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Numeral(Constant):
    """A numeral as it was written: degree from 1, its accidental, the triad, how many notes, which is lowest."""

    degree: int
    shift: int
    quality: str
    sevenths: str  # how the seventh is: "key", "major", "half" or "whole", as in half and wholly diminished
    size: int
    inversion: int
    of: Numeral | None = None

    @property
    def small(self) -> bool:
        return self.quality in ("minor", "diminished")

    def __str__(self) -> str:
        applied = f"/{self.of}" if self.of else ""
        sixth = next((name for name, known in _SIXTHS.items() if known[0] == self.quality), None)
        if sixth is not None:
            return f"{sixth}{_WRITTEN[self.size, self.inversion]}{applied}"
        roman = ROMAN[self.degree - 1]
        mark = {"diminished": "o", "augmented": "+"}.get(self.quality, "")
        mark = {"half": "ø", "major": "M"}.get(self.sevenths, mark) if self.size > 3 else mark
        shift = "#" * self.shift if self.shift > 0 else "b" * -self.shift
        figures = _WRITTEN[self.size, self.inversion]
        return f"{shift}{roman.lower() if self.small else roman}{mark}{figures}{applied}"

    def chord(self, key: Key) -> Chord:
        """The chord that it is in a key: of several the most usual one."""
        return self.chords(key)[0]

    def chords(self, key: Key) -> tuple[Chord, ...]:
        """Every chord that it usually means in a key."""
        if self.of is not None:
            tonic = self.of.chord(key)
            key = Key(tonic.root, self.of.small)
        root = self._root(key)
        intervals = tuple(parse(Interval, each) for each in _TRIADS[self.quality].split())
        triad = Chord(ChordType(intervals), root)
        if self.size == 3:
            return (triad,)
        home = _home(triad, key)
        found = []
        for seventh in self._sevenths(triad, home, key):
            ninth = (_within(home, root, 8),) if self.size >= 5 else ()
            found.append(Chord(ChordType((*intervals, seventh, *ninth)), root))
        return tuple(dict.fromkeys(found))

    def bass(self, key: Key) -> Note:
        return self.chord(key).notes[self.inversion]

    def _root(self, key: Key) -> Note:
        root = key.scale.notes[self.degree - 1]
        shift = self.shift
        if key.minor and self.degree in (3, 6, 7) and not self.small and shift == -1:
            shift = 0  # `bVI` counts from the major scale, as some do; a chord a half step lower still is never meant
        elif key.minor and self.degree in (6, 7) and self.small:
            shift = max(shift, 1) if shift >= 0 else shift + 1  # `#viio` says the same with a reminder
        return raise_note(root, index_of(0, shift))

    def _sevenths(self, triad: Chord, home: Key, key: Key) -> tuple[Interval, ...]:
        fixed = {"major": "M7", "half": "m7", "whole": "d7"}.get(self.sevenths)
        if fixed:
            return (parse(Interval, fixed),)
        own, small = _within(home, triad.root, 6), parse(Interval, "m7")
        if key.has(triad) or self.quality not in ("major", "minor"):
            return (own,)
        if self.quality == "minor":
            return (small,)
        return (own, small) if own is parse(Interval, "M7") else (small,)


def _home(triad: Chord, key: Key) -> Key:
    """Where a triad is at home: in its key, or else in the minor key from which a major one borrows."""
    other = Key(key.tonic, True)
    return other if not key.minor and not key.has(triad) and other.has(triad) else key


def _within(key: Key, root: Note, steps: int) -> Interval:
    """The seventh or ninth of the key above a root."""
    there = key.scale.notes[(root.diatone.letter - key.tonic.diatone.letter + steps) % 7]
    octaves = steps // 7
    up = (there.diatone.letter - root.diatone.letter) % 7
    return interval_of(up + 7 * octaves, _upwards(root, there) + 12 * octaves)


def _upwards(low: Note, high: Note) -> int:
    """Half steps from one note up to the next of the other name."""
    over = 12 if high.diatone.letter < low.diatone.letter else 0
    return MAJOR[high.diatone.letter] + over - MAJOR[low.diatone.letter] + high.shift.halves - low.shift.halves


def read_numeral(text: str, inside: int = 0) -> Numeral:
    """One numeral. Raises Misread with the part that was understood."""
    text = text.strip().translate(_PLAIN)
    text = re.sub(r"^N(?=6|$)", "bII", text)  # the Neapolitan
    sixth = _SIXTH.fullmatch(text) if len(text) <= 40 else None
    if sixth is not None:
        name = "Ger" if sixth["name"] == "Gr" else sixth["name"]
        figures = (sixth["figures"] or "").replace("/", "")
        if figures not in _SIXTH_FIGURES[name]:
            raise wrong("no_figures", found=in_quotes(figures), numeral=name)
        quality, degree, shift, sevenths, size, inversion = _SIXTHS[name]
        return Numeral(degree, shift, quality, sevenths, size, inversion, _tonic(sixth["of"], text, inside))
    found = _NUMERAL.fullmatch(text) if len(text) <= 40 else None
    if found is None:
        begun = _NUMERAL.match(text)
        if begun and begun.group("roman"):
            end = begun.end("figures")
            raise wrong("numeral_then", numeral=text[:end], rest=in_quotes(text[end:]))
        raise wrong("no_numeral", found=in_quotes(text))
    figures = found["figures"].replace("/", "")
    if figures not in FIGURES:
        raise wrong("no_figures", found=in_quotes(figures), numeral=found["roman"])
    size, inversion = FIGURES[figures]
    mark = found["mark"] or ""
    small = found["roman"].islower()
    if (mark in ("ø", "o", "°", "0") and not small) or (mark == "+" and small):
        raise wrong("mark_and_case", found=in_quotes(text))
    if mark == "ø" and size == 3:
        raise wrong("half_of_what", found=in_quotes(text))
    quality = "minor" if small else "major"
    quality = {"ø": "diminished", "o": "diminished", "°": "diminished", "0": "diminished", "+": "augmented"}.get(
        mark, quality
    )
    sevenths = {"ø": "half", "o": "whole", "°": "whole", "0": "whole", "M": "major", "maj": "major"}.get(mark, "key")
    if mark in ("M", "maj") and size == 3:
        raise wrong("major_what", found=in_quotes(text))
    of = _tonic(found["of"], text, inside)
    halves = len(found["shift"]) * (1 if found["shift"].startswith("#") else -1)
    if found["shift"] not in ("", "#", "b", "##", "bb"):
        raise wrong("no_numeral", found=in_quotes(text))
    degree = ROMAN.index(found["roman"].upper()) + 1
    return Numeral(degree, halves, quality, sevenths if size > 3 else "key", size, inversion, of)


def _tonic(of: str | None, text: str, inside: int) -> Numeral | None:
    """What a numeral is applied to: `ii` in `V7/ii`."""
    if not of:
        return None
    if inside:
        raise wrong("numeral_of_of", found=in_quotes(text))
    found = read_numeral(of, inside + 1)
    if found.quality not in ("major", "minor") or found.size != 3 or found.inversion:
        raise wrong("no_tonic", found=in_quotes(of))
    return found


@dataclass(frozen=True, slots=True)
class Reading:
    """A chord that notes can be read as: which of its notes is lowest, and which are left out."""

    chord: Chord
    inversion: int
    omitted: tuple[Note, ...] = ()


def readings(voices: tuple[Voice, ...], types: tuple[ChordType, ...] | None = None) -> tuple[Reading, ...]:
    """Every chord of the library, or of these types, that the voices spell, complete ones only if there are any; then
    those without their fifth. The root is never left out."""
    notes = tuple(dict.fromkeys(voice.note for voice in sorted(voices, key=lambda each: each.pitch)))
    if not notes:
        return ()
    whole, partly = [], []
    for kind in dict.fromkeys(types if types is not None else every_chord_type()):
        for root in notes:
            chord = Chord(kind, root)
            has = chord.notes
            if notes[0] not in has or not set(notes) <= set(has):
                continue
            omitted = tuple(note for note in has if note not in notes)
            reading = Reading(chord, has.index(notes[0]), omitted)
            if not omitted:
                whole.append(reading)
            elif omitted == _fifth(chord) and len(has) > 2 and len(notes) > 1:
                partly.append(reading)
    return tuple(sorted(whole or partly, key=lambda each: _unusual(each.chord)))


def _unusual(chord: Chord) -> bool:
    """False comes first: what is built in thirds is the usual reading."""
    return any(way.number % 2 == 0 for way in chord.type.intervals)


def _fifth(chord: Chord) -> tuple[Note, ...]:
    return tuple(
        note for note, way in zip(chord.notes, chord.type.elements, strict=True) if way is parse(Interval, "P5")
    )


def plain_numerals(key: Key) -> Iterator[Numeral]:
    """The triads, sevenths and ninths that belong to a key; in minor those with the raised seventh too."""
    major = ("I", "ii", "iii", "IV", "V", "vi", "viio")
    minor = ("i", "iio", "III", "iv", "v", "V", "VI", "VII", "viio", "III+")
    for name in minor if key.minor else major:
        for figures in ("", "6", "64"):
            yield read_numeral(name + figures)
        stem = name.replace("o", "ø") if name == "iio" or not key.minor else name
        for figures in ("7", "65", "43", "42", "9"):
            yield read_numeral(stem + figures)


def applied_numerals(key: Key) -> Iterator[Numeral]:
    """Dominants and leading-tone chords of the major and minor triads of a key."""
    targets = ("III", "iv", "V", "VI", "VII") if key.minor else ("ii", "iii", "IV", "V", "vi")
    for target in targets:
        for name in ("V", "viio"):
            for figures in ("", "6", "64"):
                yield read_numeral(f"{name}{figures}/{target}")
            for figures in ("7", "65", "43", "42"):
                yield read_numeral(f"{name}{figures}/{target}")
                if name == "viio":
                    yield read_numeral(f"viiø{figures}/{target}")


def chromatic_numerals() -> Iterator[Numeral]:
    """Augmented sixths, chords borrowed from the other mode, the Neapolitan, and any other triad or seventh by its
    root."""
    for name in ("It6", "Fr43", "Ger65"):
        yield read_numeral(name)
    for shift in ("", "b", "#"):
        for roman in ROMAN:
            for name in (roman, roman.lower(), f"{roman.lower()}o", f"{roman}+"):
                for figures in ("", "6", "64", "7", "65", "43", "42"):
                    yield read_numeral(f"{shift}{name}{figures}")
            for figures in ("7", "65", "43", "42"):
                yield read_numeral(f"{shift}{roman.lower()}ø{figures}")
                yield read_numeral(f"{shift}{roman}M{figures}")


def meanings(numeral: Numeral, key: Key) -> frozenset[tuple[Chord, int]]:
    """What a numeral can mean in a key: each chord, and which of its notes is lowest."""
    return frozenset((chord, numeral.inversion) for chord in numeral.chords(key))


def sixth_types() -> tuple[ChordType, ...]:
    """The augmented sixths as types of chords, which have no names of their own."""
    return tuple(dict.fromkeys(read_numeral(name).chord(Key(parse(Note, "C"), False)).type for name in _SIXTHS))
