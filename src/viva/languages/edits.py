"""Small edits of a program, as a language proposes them."""

from collections.abc import Iterable, Mapping, Sequence

from viva.core.json import Json
from viva.core.records import dataclass
from viva.languages import wire
from viva.languages.heap import Heap, Malformed
from viva.languages.program import Program


@dataclass(frozen=True, slots=True)
class Edit:
    """`new` in the place of `old`, which is empty where something is put in. Lines and columns count from 1.

    `number` tells the edits of one source apart; `kind` is a word for what was changed.
    """

    number: int
    kind: str
    line: int
    column: int
    end_line: int
    end_column: int
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Edited:
    """A program with one edit."""

    edit: Edit
    program: Program


@dataclass(frozen=True, slots=True, order=True)
class Piece:
    """`new` in the place of the characters of a text from `begin` to `end`, which count from 0."""

    begin: int
    end: int
    new: str


@dataclass(frozen=True, slots=True)
class Change:
    """Pieces that belong together. `cost` is how much of the program it takes out and puts in, in the language's own
    measure; 0 where that was not counted."""

    kind: str
    cost: int
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Scripts:
    """Each script makes of one function what another does; any selection of its changes is a text again. `whole` is the
    size of the function that is changed, in the measure of `Change.cost`. `borrowed` are single pieces of the first of
    the others, each of which may be put in alone; `own` take out one statement of the function each, and `nested` one
    of all that are in it, those around others first."""

    whole: int = 0
    found: tuple[tuple[Change, ...], ...] = ()
    borrowed: tuple[Change, ...] = ()
    own: tuple[Change, ...] = ()
    nested: tuple[Change, ...] = ()


Traces = Mapping[str, Mapping[str, tuple[tuple[int, ...], ...]]]
"""For each function, for each of its variables, for each call the values it goes through, as numbers that are equal for
equal values."""


@dataclass(frozen=True, slots=True)
class Probe:
    """What is asked of a program, and what should come of it; None where that does not matter. `changed` are the
    arguments after the call, `exception` is the name of what should be raised."""

    arguments: Sequence[object] | Heap
    expected: Heap | None
    changed: Heap | None = None
    written: str | None = None
    exception: str | None = None


def put_in(text: str, pieces: Iterable[Piece]) -> str:
    """The text with the pieces in it; those at one place in their order, and none inside of another."""
    parts: list[str] = []
    at = 0
    for piece in sorted(pieces, key=lambda piece: (piece.begin, piece.end)):
        if piece.begin >= at:
            parts += [text[at : piece.begin], piece.new]
        at = max(at, piece.end)
    return "".join([*parts, text[at:]])


def read_changes(data: Json) -> list[Change]:
    """Changes as they come out of a box; none where they are not written as they should be."""
    try:
        return [_change(item) for item in wire.items(data)]
    except Malformed:
        return []


def _change(data: Json) -> Change:
    match wire.items(data):
        case [kind, cost, pieces]:
            return Change(wire.text(kind), wire.number(cost), tuple(map(_piece, wire.items(pieces))))
    raise Malformed("not a change")


def _piece(data: Json) -> Piece:
    match wire.items(data):
        case [begin, end, new]:
            return Piece(wire.number(begin), wire.number(end), wire.text(new))
    raise Malformed("not a piece")
