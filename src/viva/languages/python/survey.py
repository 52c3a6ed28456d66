"""What the source of a program contains, found in the sandbox without running it."""

import base64
from dataclasses import dataclass

from viva.core.json import Json
from viva.languages.python import wire
from viva.languages.python.inside.pythonbox.heap import Malformed
from viva.sandbox import Limits, Sandbox

_LIMITS = Limits(cpu_seconds=5.0, wall_seconds=20.0, memory=1 << 30, output=16 << 20)


@dataclass(frozen=True, slots=True)
class Mention:
    """Something at a place; lines and columns count from 1. `name` says what, `detail` what else there is to say."""

    name: str
    line: int
    column: int
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Signature:
    """`parameters` are pairs of a name and the type that the annotation gives, as `pythonbox.surveying` writes it."""

    name: str
    line: int
    end_line: int
    parameters: tuple[tuple[str, Json], ...]
    returns: Json


@dataclass(frozen=True, slots=True)
class Fields:
    """What makes an instance of a class: names and types, in the order of the parameters of its constructor."""

    name: str
    line: int
    fields: tuple[tuple[str, Json], ...]


@dataclass(frozen=True, slots=True)
class Survey:
    functions: tuple[Signature, ...] = ()
    classes: tuple[Fields, ...] = ()
    constants: tuple[int | float | str, ...] = ()
    syntax: tuple[Mention, ...] = ()
    names: tuple[Mention, ...] = ()
    imports: tuple[Mention, ...] = ()
    habits: tuple[Mention, ...] = ()
    lines: tuple[int, ...] = ()

    def function(self, name: str) -> Signature | None:
        return next((function for function in reversed(self.functions) if function.name == name), None)


def survey(sandbox: Sandbox, source: bytes) -> Survey:
    """An empty survey where the source cannot be read."""
    job: Json = {"source": base64.b64encode(source).decode()}
    run = sandbox.run("pythonbox.surveying:run", job, _LIMITS)
    try:
        facts = wire.record(run.messages[0] if run.messages else {})
        if not facts or "problem" in facts:
            return Survey()
        return Survey(
            functions=tuple(map(_signature, wire.items(facts.get("functions")))),
            classes=tuple(map(_fields, wire.items(facts.get("classes")))),
            constants=tuple(map(_constant, wire.items(facts.get("constants")))),
            syntax=_mentions(facts.get("syntax")),
            names=_mentions(facts.get("names")),
            imports=_mentions(facts.get("imports")),
            habits=_mentions(facts.get("habits")),
            lines=tuple(map(wire.number, wire.items(facts.get("lines")))),
        )
    except Malformed:
        return Survey()


def _signature(data: Json) -> Signature:
    said = wire.record(data)
    return Signature(
        name=wire.text(said.get("name")),
        line=wire.number(said.get("line")),
        end_line=wire.number(said.get("end_line")),
        parameters=_typed(said.get("parameters")),
        returns=said.get("returns"),
    )


def _fields(data: Json) -> Fields:
    said = wire.record(data)
    return Fields(wire.text(said.get("name")), wire.number(said.get("line")), _typed(said.get("fields")))


def _typed(data: Json | None) -> tuple[tuple[str, Json], ...]:
    pairs = [wire.pair(item) for item in wire.items(data)]
    return tuple((wire.text(name), kind) for name, kind in pairs)


def _constant(data: Json) -> int | float | str:
    match data:
        case bool() | None:
            raise Malformed("not a constant")
        case int() | str():
            return data
        case ["float", str(text)] if len(text) < 40:
            try:
                return float(text)
            except ValueError:
                raise Malformed("not a float") from None
    raise Malformed("not a constant")


def _mentions(data: Json | None) -> tuple[Mention, ...]:
    return tuple(map(_mention, wire.items(data)))


def _mention(data: Json) -> Mention:
    match wire.items(data):
        case [name, line, column]:
            return Mention(wire.text(name), wire.number(line), wire.number(column))
        case [name, line, column, detail]:
            return Mention(wire.text(name), wire.number(line), wire.number(column), wire.text(detail))
    raise Malformed("not a mention")
