"""Scales, chords and what picks from them: structures made of scalars."""

from __future__ import annotations

from functools import lru_cache

from viva.core.records import dataclass
from viva.engines.music import names
from viva.engines.music.adding import add
from viva.engines.music.constant import Constant
from viva.engines.music.scalars import (
    MAJOR,
    Degdex,
    Degree,
    Diadex,
    Distance,
    Index,
    Interval,
    Note,
    Octave,
    Placement,
    RelVoice,
    ScaleCard,
    Shift,
    Voice,
    index_of,
    interval_of,
    note_of,
    relvoice_of,
    voice_of,
)

UNISON = interval_of(0, 0)


class OtherCard(ValueError):
    """An element of a structure with another number of elements was asked for."""

    def __init__(self, has: ScaleCard, asked: ScaleCard) -> None:
        super().__init__(f"this has {has} elements, and an element of a structure with {asked} was asked for")


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class ScaleType(Constant):
    """Elements of the major scale with their accidentals, the first of them 1: `1, 2, 3b, 4, 5, 6b, 7b`."""

    elements: tuple[Index, ...]

    def __post_init__(self) -> None:
        halves = [element.halves for element in self.elements]
        if not halves or halves[0] != 0 or self.elements[0].diadex.steps != 0:
            raise ValueError("a scale begins with its element 1")
        if halves != sorted(set(halves)) or halves[-1] >= 12:
            raise ValueError("the elements of a scale go up, all within one octave")

    @property
    def card(self) -> ScaleCard:
        return ScaleCard(len(self.elements))

    def __getitem__(self, which: Degdex | Degree | Placement) -> Index | RelVoice:
        steps, halves = _element(which, self.card, tuple((e.diadex.steps, e.halves) for e in self.elements))
        make = relvoice_of if isinstance(which, Placement) else index_of
        return make(steps, halves)

    def mode(self, degdex: Degdex) -> ScaleType:
        """The same notes from another of them on."""
        first = self[degdex]
        assert isinstance(first, Index)
        turned = self.elements[degdex.number - 1 :] + self.elements[: degdex.number - 1]
        return ScaleType(tuple(index_of(e.diadex.steps - first.diadex.steps, e.halves - first.halves) for e in turned))

    def hfun(self, group: ChordGroup, root: Degdex | Degree) -> HFunction:
        """The chord that a group gives on an element of this scale."""
        degree = root if isinstance(root, Degree) else Degree(root, Shift(0))
        size = self.card.size
        places = []
        for placement in group.placements:
            octaves, number = divmod(placement.degree.degdex.number - 1 + degree.degdex.number - 1, size)
            moved = Degree(Degdex(placement.degree.degdex.card, number + 1), placement.degree.shift)
            places.append(Placement(moved, Octave(placement.octave.number + octaves)))
        places[0] = Placement(Degree(places[0].degree.degdex, degree.shift), places[0].octave)
        return HFunction(ChordGroup(tuple(places))(self), degree)

    def __str__(self) -> str:
        """Its name, or its elements if it has none."""
        called = names.SCALES.get(" ".join(map(str, self.elements)))
        return called[0] if called else ", ".join(map(str, self.elements))


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class ChordType(Constant):
    """Intervals above the root, which is not among them; their order and repetition say nothing."""

    intervals: tuple[Interval, ...]

    def __post_init__(self) -> None:
        if UNISON in self.intervals:
            raise ValueError("the root of a chord is not among its intervals")
        object.__setattr__(self, "intervals", tuple(sorted(set(self.intervals), key=lambda each: each.place)))

    @property
    def card(self) -> ScaleCard:
        return ScaleCard(len(self.intervals) + 1)

    @property
    def elements(self) -> tuple[Interval, ...]:
        return (UNISON, *self.intervals)

    def __str__(self) -> str:
        """Its symbol, or its intervals if it has none."""
        called = names.CHORDS.get(" ".join(map(str, self.intervals)))
        return called[0] if called else f"[{', '.join(map(str, self.intervals))}]"


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Scale(Constant):
    """A type of scale from a note on."""

    type: ScaleType
    root: Note

    @property
    def card(self) -> ScaleCard:
        return self.type.card

    @property
    def notes(self) -> tuple[Note, ...]:
        return tuple(raise_note(self.root, element) for element in self.type.elements)

    def __getitem__(self, which: Degdex | Degree | Placement) -> Note | Voice:
        found = self.type[which]
        return lifted(self.root, found) if isinstance(found, RelVoice) else raise_note(self.root, found)

    def __add__(self, way: Shift | Diadex | Index) -> Scale:
        return Scale(self.type, transpose(self.root, way))

    def __str__(self) -> str:
        return f"{self.root} {self.type}"


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Chord(Constant):
    """A type of chord on a note. Which notes sound where is the matter of a `Layout`."""

    type: ChordType
    root: Note

    @property
    def card(self) -> ScaleCard:
        return self.type.card

    @property
    def notes(self) -> tuple[Note, ...]:
        return _chord_notes(self.type, self.root)

    def __getitem__(self, which: Degdex | Degree | Placement) -> Note | Voice:
        steps, halves = _element(which, self.card, _heights(self.type))
        root = self.root.diatone.letter
        if isinstance(which, Placement):
            return voice_of(root + steps, _halves(self.root) + halves)
        return note_of(root + steps, _halves(self.root) + halves)

    def __add__(self, way: Shift | Diadex | Index) -> Chord:
        return Chord(self.type, transpose(self.root, way))

    def __str__(self) -> str:
        called = str(self.type)
        return f"{self.root}{'' if called == 'M' else called}"


def _same_card(placements: tuple[Placement, ...]) -> None:
    if not placements:
        raise ValueError("at least one placement is needed")
    if len({placement.degree.degdex.card for placement in placements}) > 1:
        raise ValueError("all placements are in structures of as many elements")


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class ChordGroup(Constant):
    """Which elements of a scale make a chord: applied to a type of scale it is a type of chord."""

    placements: tuple[Placement, ...]

    def __post_init__(self) -> None:
        _same_card(self.placements)

    def __call__(self, scale: Scale | ScaleType) -> ChordType:
        kind = scale.type if isinstance(scale, Scale) else scale
        root, *others = (kind[placement] for placement in self.placements)
        assert isinstance(root, Distance)
        ways = [(way.steps, way.halves) for way in others if isinstance(way, Distance)]
        return ChordType(tuple(interval_of(steps - root.steps, halves - root.halves) for steps, halves in ways))

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.placements))})"


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Layout(Constant):
    """Which elements of a chord or scale sound in which octave, from the lowest voice up."""

    placements: tuple[Placement, ...]

    def __post_init__(self) -> None:
        _same_card(self.placements)

    @property
    def card(self) -> ScaleCard:
        return self.placements[0].degree.degdex.card

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.placements))})"


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Voicing(Constant):
    """A layout applied to a chord."""

    chord: Chord
    layout: Layout

    def __post_init__(self) -> None:
        if self.layout.card is not self.chord.card:
            raise OtherCard(self.chord.card, self.layout.card)

    @property
    def voices(self) -> tuple[Voice, ...]:
        return tuple(voice for each in self.layout.placements if isinstance(voice := self.chord[each], Voice))

    def __add__(self, way: Shift | Diadex | Index) -> Voicing:
        return Voicing(self.chord + way, self.layout)

    def __str__(self) -> str:
        """What it is made of, from which it can be read again; its notes are in `voices`."""
        return f"{self.chord} {self.layout}"


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class HFunction(Constant):
    """A harmonic function: a type of chord on a degree. Applied to a scale it is a chord."""

    type: ChordType
    degree: Degree

    def __call__(self, scale: Scale) -> Chord:
        root = scale[self.degree]
        assert isinstance(root, Note)
        return Chord(self.type, root)

    def __str__(self) -> str:
        called = str(self.type)
        return f"{self.degree} {called}"


def _element(
    which: Degdex | Degree | Placement, card: ScaleCard, elements: tuple[tuple[int, int], ...]
) -> tuple[int, int]:
    """Steps and half steps from the root to an element."""
    degree = which.degree if isinstance(which, Placement) else which
    degdex = degree.degdex if isinstance(degree, Degree) else degree
    if degdex.card is not card:
        raise OtherCard(card, degdex.card)
    steps, halves = elements[degdex.number - 1]
    shift = degree.shift.halves if isinstance(degree, Degree) else 0
    octave = which.octave.number if isinstance(which, Placement) else 0
    return steps + 7 * octave, halves + 12 * octave + shift


@lru_cache(maxsize=4096)
def _chord_notes(kind: ChordType, root: Note) -> tuple[Note, ...]:
    return tuple(raise_note(root, element.index) for element in kind.elements)


@lru_cache(maxsize=1024)
def _heights(kind: ChordType) -> tuple[tuple[int, int], ...]:
    return tuple((element.steps, element.halves) for element in kind.elements)


def _halves(note: Note) -> int:
    return MAJOR[note.diatone.letter] + note.shift.halves


def raise_note(note: Note, by: Index) -> Note:
    return note_of(note.diatone.letter + by.diadex.steps, _halves(note) + by.halves)


def lifted(note: Note, by: Distance) -> Voice:
    return voice_of(note.diatone.letter + by.steps, _halves(note) + by.halves)


def transpose(note: Note, way: Shift | Diadex | Index) -> Note:
    moved = add(note, way)
    assert isinstance(moved, Note)
    return moved
