"""Keys: a tonic, major or minor, and the signature that goes with it."""

from __future__ import annotations

import re

from viva.core.records import dataclass
from viva.core.text.reading import in_quotes
from viva.engines.music.constant import Constant
from viva.engines.music.parsing import parse, plain_signs, scale_types, wrong
from viva.engines.music.scalars import Diatone, Note, Shift
from viva.engines.music.structures import Chord, Scale

SHARPS = "FCGDAEB"  # in the order in which they stand in a signature; flats stand the other way round
MOST = 7
# by how many fifths the signature of a mode lies from that of the major scale on the same note
_MODES = {"major": 0, "ionian": 0, "lydian": 1, "mixolydian": -1, "dorian": -2, "minor": -3, "aeolian": -3,
          "phrygian": -4, "locrian": -5}  # fmt: skip

_SPELLINGS = {"maj": "major", "M": "major", "min": "minor", "m": "minor", "ionian": "major", "aeolian": "minor"}


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Key(Constant):
    """A key of at most seven accidentals."""

    tonic: Note
    minor: bool

    @property
    def fifths(self) -> int:
        """Sharps above 0, flats below."""
        return fifths_of(self.tonic) - 3 * self.minor

    @property
    def scale(self) -> Scale:
        return Scale(scale_types()["minor" if self.minor else "major"], self.tonic)

    @property
    def scales(self) -> tuple[Scale, ...]:
        """Those that its chords come from: in minor the natural and the harmonic one."""
        both = ("minor", "harmonic minor") if self.minor else ("major",)
        return tuple(Scale(scale_types()[name], self.tonic) for name in both)

    def has(self, chord: Chord) -> bool:
        """Whether one of its scales has all notes of a chord."""
        return any(set(chord.notes) <= set(scale.notes) for scale in self.scales)

    @property
    def signature(self) -> tuple[Note, ...]:
        return signature(self.fifths)

    def __str__(self) -> str:
        return f"{self.tonic} {'minor' if self.minor else 'major'}"


def fifths_of(note: Note) -> int:
    """How many fifths above C a note lies; below 0 those under it."""
    return SHARPS.index(str(note.diatone)) - 1 + 7 * note.shift.halves


def note_at(fifths: int) -> Note:
    shift, letter = divmod(fifths + 1, 7)
    return Note(Diatone("CDEFGAB".index(SHARPS[letter])), Shift(shift))


def signature(fifths: int) -> tuple[Note, ...]:
    """The altered notes in the order in which they are written."""
    if fifths >= 0:
        return tuple(Note(Diatone("CDEFGAB".index(letter)), Shift(1)) for letter in SHARPS[:fifths])
    return tuple(Note(Diatone("CDEFGAB".index(letter)), Shift(-1)) for letter in SHARPS[::-1][:-fifths])


def read_key(text: str) -> Key:
    """`g minor`, `Bb major`, `F#m`; a capital alone is major, a small letter alone is minor."""
    plain = re.sub(r"^key of\b|\bkey$", "", plain_signs(text.strip()), flags=re.IGNORECASE).strip()
    found = re.fullmatch(r"([A-Ga-g][#bx]*)[\s-]*([A-Za-z]*)", plain)
    if found is None or len(text) > 40:
        raise wrong("no_key", found=in_quotes(text))
    name, mode = found[1], found[2] if found[2] in ("M", "m") else found[2].lower()
    mode = _SPELLINGS.get(mode, mode) or ("minor" if name[0].islower() else "major")
    if mode not in ("major", "minor"):
        raise wrong("no_key", found=in_quotes(text))
    key = Key(parse(Note, name), mode == "minor")
    if abs(key.fifths) > MOST:
        raise wrong("no_such_key", key=str(key), count=abs(key.fifths))
    return key


def mode_fifths(tonic: Note, mode: str) -> int | None:
    """The signature of a mode on a note, if it is one that there is."""
    if mode not in _MODES:
        return None
    fifths = fifths_of(tonic) + _MODES[mode]
    return fifths if abs(fifths) <= MOST else None


def all_keys(most: int = MOST) -> tuple[Key, ...]:
    """Every key with at most so many accidentals, major before minor."""
    return tuple(
        Key(note_at(fifths + 3 * minor), minor) for minor in (False, True) for fifths in range(-most, most + 1)
    )
