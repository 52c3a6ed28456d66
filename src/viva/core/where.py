"""Places that a finding can point at. In JSON each is an object tagged by `kind`."""

from dataclasses import asdict

from viva.core.json import Json
from viva.core.records import dataclass


@dataclass(frozen=True, slots=True)
class Passage:
    """A place in a file; lines and columns count from 1."""

    file: str
    line: int
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A state of an automaton."""

    name: str


@dataclass(frozen=True, slots=True)
class Transition:
    """A transition of an automaton."""

    source: str
    label: str
    target: str


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction of a machine program."""

    address: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Bar:
    """A place in a piece of music."""

    number: int
    beat: str | None = None


@dataclass(frozen=True, slots=True)
class Time:
    """A stretch of a signal; without `end` one moment."""

    start: float
    end: float | None = None


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a tree or graph, by its path."""

    path: str


Where = Passage | State | Transition | Instruction | Bar | Time | Node

_KINDS: dict[str, type[Where]] = {
    "text": Passage,
    "state": State,
    "transition": Transition,
    "instruction": Instruction,
    "bar": Bar,
    "time": Time,
    "node": Node,
}


def where_to_json(where: Where) -> dict[str, Json]:
    kind = next(kind for kind, shape in _KINDS.items() if isinstance(where, shape))
    return {"kind": kind} | {key: value for key, value in asdict(where).items() if value is not None}


def where_from_json(data: dict[str, Json]) -> Where:
    fields = dict(data)
    return _KINDS[str(fields.pop("kind"))](**fields)  # type: ignore[arg-type]  # the JSON Schema guards the shapes
