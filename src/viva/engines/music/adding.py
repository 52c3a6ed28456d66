"""Which sums and differences there are, and of which type. A sum is a place moved, or two ways put together.

| +        | Shift    | Octave   | Diadex   | Index    | RelVoice | Interval |
|----------|----------|----------|----------|----------|----------|----------|
| Shift    | Shift    | RelVoice | Index    | Index    | RelVoice | Interval |
| Octave   | RelVoice | Octave   | RelVoice | RelVoice | RelVoice | Interval |
| Diadex   | Index    | RelVoice | Diadex   | Index    | RelVoice | Interval |
| Index    | Index    | RelVoice | Index    | Index    | RelVoice | Interval |
| RelVoice | RelVoice | RelVoice | RelVoice | RelVoice | RelVoice | RelVoice |
| Interval | Interval | Interval | Interval | Interval | RelVoice | Interval |
| Diatone  | Note     | Voice    | Diatone  | Note     | Voice    | Voice    |
| Note     | Note     | Voice    | Note     | Note     | Voice    | Voice    |
| Voice    | Voice    | Voice    | Voice    | Voice    | Voice    | Voice    |

Letters alone go round letters: Diatone and Diadex with a Diadex. Beside anything else a Diadex is that element of the
major scale and a Diatone is the white key. What has no octave goes round within one. `x - y` is `x + (-y)` where y is
relative, so it has the type of the sum; of two absolute things it is the `r` with `y + r = x`, if a type can hold it. A
place cannot be taken from a way.

| -       | Diatone  | Note     | Voice    |
|---------|----------|----------|----------|
| Diatone | Diadex   | none     | none     |
| Note    | Index    | Index    | none     |
| Voice   | RelVoice | RelVoice | Interval |
"""

from __future__ import annotations

from viva.engines.music.scalars import (
    Degdex,
    Degree,
    Diadex,
    Diatone,
    Distance,
    Index,
    Interval,
    Note,
    Octave,
    Ordered,
    Placement,
    RelVoice,
    Shift,
    Voice,
    height,
    index_of,
    interval_of,
    note_of,
    relvoice_of,
    voice_of,
)

ABSOLUTE = (Diatone, Note, Voice)
RELATIVE = (Shift, Octave, Diadex, Index, RelVoice, Interval)
_NATURAL = Shift(0)


class NoSum(TypeError):
    """Why two things cannot be added or subtracted."""


def add(one: Ordered, other: object) -> Ordered:
    if isinstance(one, ABSOLUTE) and isinstance(other, ABSOLUTE):
        raise NoSum(
            f"{_named(one)} and {_named(other)} are both places: their sum means nothing. "
            "Add how far to go, or subtract them to see how far it is."
        )
    if isinstance(one, ABSOLUTE) and isinstance(other, RELATIVE):
        return _moved(one, other)
    if isinstance(one, RELATIVE) and isinstance(other, ABSOLUTE):
        return _moved(other, one)
    if isinstance(one, RELATIVE) and isinstance(other, RELATIVE):
        return _joined(one, other)
    if isinstance(one, Degdex | Degree | Placement) and isinstance(other, Shift | Octave):
        return _placed(one, other)
    if isinstance(one, Shift | Octave) and isinstance(other, Degdex | Degree | Placement):
        return _placed(other, one)
    raise NoSum(f"{_named(one)} and {_named(other)} cannot be added.")


def subtract(one: Ordered, other: object) -> Ordered:
    if isinstance(one, Diatone) and isinstance(other, Diatone):
        return Diadex(one.letter - other.letter)
    if isinstance(one, ABSOLUTE) and isinstance(other, ABSOLUTE):
        return _apart(one, other)
    if isinstance(other, RELATIVE):
        return add(one, -other)
    if isinstance(one, RELATIVE) and isinstance(other, ABSOLUTE):
        raise NoSum(f"{_named(one)} is a way and {_named(other)} is a place: no place can be taken from a way.")
    raise NoSum(f"{_named(other)} cannot be subtracted from {_named(one)}.")


def _apart(one: Diatone | Note | Voice, other: Diatone | Note | Voice) -> Ordered:
    if ABSOLUTE.index(type(one)) < ABSOLUTE.index(type(other)):
        raise NoSum(f"No way leads from {_named(other)} to {_named(one)}, which says less: compare things of one type.")
    (steps, halves), (less_steps, less_halves) = _spot(one), _spot(other)
    if isinstance(one, Voice):
        make = interval_of if isinstance(other, Voice) else relvoice_of
        return make(steps - less_steps, halves - less_halves)
    return index_of(steps - less_steps, halves - less_halves)


def _moved(place: Diatone | Note | Voice, way: Ordered) -> Ordered:
    if isinstance(place, Diatone) and isinstance(way, Diadex):
        return Diatone(place.letter + way.steps)
    (steps, halves), (more_steps, more_halves) = _spot(place), _way(way)
    make = voice_of if isinstance(place, Voice) or isinstance(way, Octave | Distance) else note_of
    return make(steps + more_steps, halves + more_halves)


def _joined(one: Ordered, other: Ordered) -> Ordered:
    both = (type(one), type(other))
    match one, other:
        case Shift(), Shift():
            return Shift(one.halves + other.halves)
        case Octave(), Octave():
            return Octave(one.number + other.number)
        case Diadex(), Diadex():
            return Diadex(one.steps + other.steps)
    (steps, halves), (more_steps, more_halves) = _way(one), _way(other)
    if RelVoice in both or (Octave in both and Interval not in both):
        return relvoice_of(steps + more_steps, halves + more_halves)
    make = interval_of if Interval in both else index_of
    return make(steps + more_steps, halves + more_halves)


def _placed(what: Degdex | Degree | Placement, more: Shift | Octave) -> Ordered:
    degree = what.degree if isinstance(what, Placement) else what
    if isinstance(degree, Degdex):
        degree = Degree(degree, _NATURAL)
    octave = what.octave if isinstance(what, Placement) else None
    if isinstance(more, Shift):
        degree = Degree(degree.degdex, Shift(degree.shift.halves + more.halves))
        return Placement(degree, octave) if octave else degree
    return Placement(degree, Octave(more.number + (octave.number if octave else 0)))


def _spot(place: Diatone | Note | Voice) -> tuple[int, int]:
    """Steps and half steps above C in octave 0, where a place without an octave is taken to be."""
    match place:
        case Diatone():
            return place.letter, height(place.letter)
        case Note():
            return place.diatone.letter, height(place.diatone.letter) + place.shift.halves
        case Voice():
            return place.steps, place.pitch - 12


def _way(way: Ordered) -> tuple[int, int]:
    match way:
        case Shift():
            return 0, way.halves
        case Octave():
            return 7 * way.number, 12 * way.number
        case Diadex():
            return way.steps, height(way.steps)
        case Index():
            return way.diadex.steps, way.halves
        case Distance():
            return way.steps, way.halves
    raise NoSum(f"{_named(way)} is no way.")


def _named(thing: object) -> str:
    return f"{type(thing).__name__} {thing}" if isinstance(thing, Ordered) else repr(thing)
