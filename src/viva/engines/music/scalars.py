"""Start reading here: what a note, an index, an interval and a placement are, and what their sums are.

`Diatone`, `Note` and `Voice` are absolute: they name a place. `Shift`, `Octave`, `Diadex`, `Index`, `RelVoice` and
`Interval` are relative: they say how far it is from one place to another. Relative things are added to each other and
to absolute ones; two absolute things have a difference but no sum. `Degdex`, `Degree` and `Placement` pick an element
of a scale or a chord; they are applied, and only built up with `+`.

What a note means is never given up: A flat is not G sharp. Whether two voices sound alike is a question of its own,
`enharmonic`. The order of values is that of their writing: octave, letter from C, shift. `parsing.py` reads what `str`
writes.
"""

from __future__ import annotations

from functools import lru_cache, total_ordering
from typing import TypeVar

from viva.core.records import dataclass
from viva.engines.music.constant import Constant

LETTERS = "CDEFGAB"
MAJOR = (0, 2, 4, 5, 7, 9, 11)  # half steps from the first element of the major scale to each of the seven
_PERFECT = (0, 3, 4)  # unison, fourth and fifth: perfect where the others are major

Scalar = TypeVar("Scalar", bound="Ordered")


def height(steps: int) -> int:
    """Half steps from C in octave 0 to the white key that is so many steps above it."""
    return 12 * (steps // 7) + MAJOR[steps % 7]


@total_ordering
class Ordered(Constant):
    """Values of one type in the order of their writing."""

    __slots__ = ()

    @property
    def place(self) -> tuple[int, ...]:
        raise NotImplementedError

    def __lt__(self: Scalar, other: Scalar) -> bool:
        return self.place < other.place if type(self) is type(other) else NotImplemented

    def __hash__(self) -> int:
        return object.__hash__(self)

    def __add__(self, other: object) -> Ordered:
        from viva.engines.music.adding import add  # noqa: PLC0415 the table knows all types, and each type the table

        return add(self, other)

    def __sub__(self, other: object) -> Ordered:
        from viva.engines.music.adding import subtract  # noqa: PLC0415

        return subtract(self, other)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class ScaleCard(Ordered):
    """How many elements a scale or a chord has."""

    size: int

    def __post_init__(self) -> None:
        if self.size < 1:
            raise ValueError(f"a scale or chord has at least one element, not {self.size}")

    @property
    def place(self) -> tuple[int, ...]:
        return (self.size,)

    @property
    def degdexes(self) -> tuple[Degdex, ...]:
        return tuple(Degdex(self, number) for number in range(1, self.size + 1))

    def __str__(self) -> str:
        return str(self.size)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Diatone(Ordered):
    """A letter: one of C D E F G A B, counted from 0."""

    letter: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "letter", self.letter % 7)

    @property
    def place(self) -> tuple[int, ...]:
        return (self.letter,)

    def __str__(self) -> str:
        return LETTERS[self.letter]


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Diadex(Ordered):
    """Steps from one letter to another, 0 to 6; written from 1, as musicians count."""

    steps: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", self.steps % 7)

    @property
    def place(self) -> tuple[int, ...]:
        return (self.steps,)

    def __neg__(self) -> Diadex:
        return Diadex(-self.steps)

    def __str__(self) -> str:
        return str(self.steps + 1)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Degdex(Ordered):
    """Which element of a structure with so many: `3/7`. Numbers count from 1 and go round."""

    card: ScaleCard
    number: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "number", (self.number - 1) % self.card.size + 1)

    @property
    def place(self) -> tuple[int, ...]:
        return self.card.size, self.number

    def __str__(self) -> str:
        return f"{self.number}/{self.card}"


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Shift(Ordered):
    """Half steps up (sharps) or down (flats)."""

    halves: int

    @property
    def place(self) -> tuple[int, ...]:
        return (self.halves,)

    def __neg__(self) -> Shift:
        return Shift(-self.halves)

    def __str__(self) -> str:
        return accidental(self.halves) or "n"


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Octave(Ordered):
    number: int

    @property
    def place(self) -> tuple[int, ...]:
        return (self.number,)

    def __neg__(self) -> Octave:
        return Octave(-self.number)

    def __str__(self) -> str:
        return f"@{self.number}"


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Note(Ordered):
    """A letter with its accidentals: `Ab`."""

    diatone: Diatone
    shift: Shift

    @property
    def place(self) -> tuple[int, ...]:
        return self.diatone.letter, self.shift.halves

    @property
    def pitch_class(self) -> int:
        return (MAJOR[self.diatone.letter] + self.shift.halves) % 12

    def __str__(self) -> str:
        return f"{self.diatone}{accidental(self.shift.halves)}"


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Index(Ordered):
    """An element of the major scale with its accidentals: `3b` is a minor third up, in whatever octave."""

    diadex: Diadex
    shift: Shift

    @property
    def place(self) -> tuple[int, ...]:
        return self.diadex.steps, self.shift.halves

    @property
    def halves(self) -> int:
        """Half steps up within the octave, where the accidentals do not lead out of it."""
        return MAJOR[self.diadex.steps] + self.shift.halves

    def __neg__(self) -> Index:
        return index_of(-self.diadex.steps, -self.halves)

    def __str__(self) -> str:
        return f"{self.diadex}{accidental(self.shift.halves)}"


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Degree(Ordered):
    """An element of a structure, shifted: `3/7(1)`."""

    degdex: Degdex
    shift: Shift

    @property
    def place(self) -> tuple[int, ...]:
        return *self.degdex.place, self.shift.halves

    def __str__(self) -> str:
        return f"{self.degdex}({self.shift.halves})"


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Voice(Ordered):
    """A note in an octave: `Ab4`. Octaves begin at C, and C4 is the middle one."""

    note: Note
    octave: Octave

    @property
    def place(self) -> tuple[int, ...]:
        return self.octave.number, *self.note.place

    @property
    def steps(self) -> int:
        """Its line or space, counted from C in octave 0."""
        return 7 * self.octave.number + self.note.diatone.letter

    @property
    def pitch(self) -> int:
        """The key that sounds, as MIDI numbers them: C4 is 60, and so is B#3."""
        return 12 + height(self.steps) + self.note.shift.halves

    def __str__(self) -> str:
        return f"{self.note}{self.octave.number}"


class Distance(Ordered):
    """How far it is from one voice to another."""

    __slots__ = ()
    index: Index
    octave: Octave

    @property
    def place(self) -> tuple[int, ...]:
        return self.octave.number, *self.index.place

    @property
    def steps(self) -> int:
        return 7 * self.octave.number + self.index.diadex.steps

    @property
    def halves(self) -> int:
        return height(self.steps) + self.index.shift.halves


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class RelVoice(Distance):
    """An index in an octave: `3b@1`."""

    index: Index
    octave: Octave

    def __neg__(self) -> RelVoice:
        return RelVoice(*_distance(-self.steps, -self.halves))

    def __str__(self) -> str:
        return f"{self.index}{self.octave}"


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Interval(Distance):
    """The same with the names that intervals have: `m3`, `P5`, `M9`, `-A4` downwards."""

    index: Index
    octave: Octave

    @property
    def number(self) -> int:
        """As musicians count: 1 is a unison, and 8 an octave."""
        return abs(self.steps) + 1

    @property
    def quality(self) -> str:
        """P, M, m, A or d; doubly augmented is AA."""
        shift = (self if self.steps >= 0 else -self).index.shift.halves
        perfect = self.steps % 7 in _PERFECT if self.steps >= 0 else -self.steps % 7 in _PERFECT
        if shift > 0:
            return "A" * shift
        if perfect:
            return "d" * -shift or "P"
        return "M" if shift == 0 else "m" if shift == -1 else "d" * (-shift - 1)

    @property
    def simple(self) -> Interval:
        """Within an octave upwards: a tenth is a third."""
        return Interval(self.index, Octave(0))

    def __neg__(self) -> Interval:
        return Interval(*_distance(-self.steps, -self.halves))

    def __str__(self) -> str:
        return f"{'-' if self.steps < 0 else ''}{self.quality}{self.number}"


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Placement(Ordered):
    """An element of a structure, shifted, in an octave counted from the root: `3/7(1)@3`."""

    degree: Degree
    octave: Octave

    @property
    def place(self) -> tuple[int, ...]:
        return self.octave.number, *self.degree.place

    def __str__(self) -> str:
        return f"{self.degree}{self.octave}"


def accidental(halves: int) -> str:
    return "#" * halves if halves > 0 else "b" * -halves


def _distance(steps: int, halves: int) -> tuple[Index, Octave]:
    return Index(Diadex(steps), Shift(halves - height(steps))), Octave(steps // 7)


def interval_of(steps: int, halves: int) -> Interval:
    return Interval(*_distance(steps, halves))


def relvoice_of(steps: int, halves: int) -> RelVoice:
    return RelVoice(*_distance(steps, halves))


def index_of(steps: int, halves: int) -> Index:
    """Of any distance: the octaves in it are left out."""
    return Index(Diadex(steps), Shift(halves - height(steps)))


@lru_cache(maxsize=4096)
def voice_of(steps: int, halves: int) -> Voice:
    """The voice on this line or space that sounds so many half steps above C in octave 0."""
    return Voice(Note(Diatone(steps), Shift(halves - height(steps))), Octave(steps // 7))


@lru_cache(maxsize=4096)
def note_of(steps: int, halves: int) -> Note:
    return Note(Diatone(steps), Shift(halves - height(steps)))


def enharmonic(one: Note | Voice, other: Note | Voice) -> bool:
    """Whether both sound alike: notes in some octave, voices in theirs."""
    if isinstance(one, Voice) and isinstance(other, Voice):
        return one.pitch == other.pitch
    if isinstance(one, Note) and isinstance(other, Note):
        return one.pitch_class == other.pitch_class
    raise TypeError("a note has no octave, so it sounds like a note or not, but not like a voice")
