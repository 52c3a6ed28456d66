"""Places that a finding can point at. In JSON each is an object tagged by `kind`."""

from __future__ import annotations

from dataclasses import asdict
from typing import cast

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
    """A transition of an automaton; `line` where its text has one for it."""

    source: str
    label: str
    target: str
    line: int | None = None


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


@dataclass(frozen=True, slots=True)
class Replacement:
    """What a fix puts in the place of something: without `after` that is taken away, without `before` it is new.

    A state in the place of itself accepts where it did not, and the other way round; a state in the place of another is
    the start instead. `text` is what is written instead of a passage, or what a mode says then.
    """

    before: Where | None = None
    after: Where | None = None
    text: str | None = None

    def to_json(self) -> dict[str, Json]:
        data: dict[str, Json] = {
            side: where_to_json(where) for side, where in (("before", self.before), ("after", self.after)) if where
        }
        return data if self.text is None else {**data, "text": self.text}

    @classmethod
    def from_json(cls, data: dict[str, Json]) -> Replacement:
        before, after = (cast("dict[str, Json] | None", data.get(side)) for side in ("before", "after"))
        return cls(
            where_from_json(before) if before else None,
            where_from_json(after) if after else None,
            cast("str | None", data.get("text")),
        )


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
