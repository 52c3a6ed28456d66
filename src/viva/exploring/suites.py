"""The suites of a session: inputs by function, beside the exercise, carried from one submission to the next.

A suite is a JSON file that a person can read and edit; arguments and results are Python source text.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path

from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.records import dataclass
from viva.engines.calls import Arguments
from viva.engines.calls.showing import shown_heap
from viva.engines.shapes import Record
from viva.engines.symbolic import heap
from viva.languages.finding import default_language
from viva.languages.heap import Heap, Reference
from viva.languages.protocol import calls_of

FOLDER = "explore"
_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class Kept:
    """One input. `expected` is the result that a person accepted; `flagged` one that a person called wrong."""

    arguments: Arguments
    expected: str | None = None
    flagged: str | None = None


class Suites:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def file(self, function: str) -> Path:
        return self.folder / f"{function}.json"

    def load(self, function: str) -> list[Kept]:
        file = self.file(function)
        if not file.is_file():
            return []
        try:
            data = json.loads(file.read_text("utf-8"))
            return [_kept(item) for item in data["inputs"]]
        except (ValueError, KeyError, TypeError, SyntaxError) as problem:
            raise Fault(f"this is no suite of `viva explore`: {problem}", file=str(file), remedy="remove it") from None

    def save(self, function: str, inputs: list[Kept]) -> None:
        if not inputs and not self.file(function).is_file():
            return
        items: list[Json] = []
        for kept in filter(_readable, inputs):
            item: dict[str, Json] = {"arguments": [as_source(value) for value in kept.arguments]}
            if kept.expected is not None:
                item["expected"] = kept.expected
            if kept.flagged is not None:
                item["flagged"] = kept.flagged
            items.append(item)
        self.folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"function": function, "inputs": items}, indent=1, ensure_ascii=False)
        self.file(function).write_text(text + "\n", "utf-8")


def _readable(kept: Kept) -> bool:
    """Whether its arguments can be read again: functions of another language cannot."""
    try:
        return all(value_in(as_source(value)) is not Ellipsis for value in kept.arguments)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return False


def _kept(item: dict[str, object]) -> Kept:
    arguments = item["arguments"]
    assert isinstance(arguments, list)
    values = tuple(value_in(str(text)) for text in arguments)
    expected, flagged = item.get("expected"), item.get("flagged")
    return Kept(values, None if expected is None else str(expected), None if flagged is None else str(flagged))


def as_source(value: object, length: int = _LONGEST) -> str:
    """A value as Python writes it; an instance by its class and what it keeps: `Account(balance=3, limit=0)`."""
    whole = heap([value])
    assert isinstance(whole.root, Reference)
    return shown_heap(Heap(whole.nodes[whole.root.node].children[0], whole.nodes), calls_of(default_language()), length)


def value_in(text: str) -> object:
    """The value that source stands for; an instance of a class is a record of what it keeps. Raises ValueError."""
    return _value(ast.parse(text, mode="eval").body)


def _value(node: ast.expr) -> object:
    match node:
        case ast.Call(func=ast.Name(id="set" | "frozenset" as kind), args=items, keywords=[]) if len(items) < 2:
            inside = _value(items[0]) if items else ()
            return set(inside) if kind == "set" else frozenset(inside)  # type: ignore[call-overload]
        case ast.Call(func=ast.Name(id=name), args=[], keywords=keywords):
            return Record(name, tuple((str(keyword.arg), _value(keyword.value)) for keyword in keywords))
        case ast.List(elts=items):
            return [_value(item) for item in items]
        case ast.Tuple(elts=items):
            return tuple(_value(item) for item in items)
        case ast.Set(elts=items):
            return {_value(item) for item in items}
        case ast.Dict(keys=keys, values=items):
            return {_value(key): _value(item) for key, item in zip(keys, items, strict=True) if key is not None}
    return ast.literal_eval(node)


def arguments_in(text: str) -> Arguments:
    """Arguments as a person types them: literals with blanks or commas in between. Raises ValueError."""
    found: list[object] = []
    rest = text.strip()
    while rest:
        for end in [*_ends(rest), len(rest)]:
            try:
                found.append(value_in(rest[:end].strip()))
            except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
                continue
            rest = rest[end:].strip().removeprefix(",").strip()
            break
        else:
            raise ValueError(rest)
    return tuple(found)


def _ends(text: str) -> list[int]:
    """Places outside of brackets and quotes where an argument may end."""
    ends: list[int] = []
    depth, quote = 0, ""
    for place, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote and text[place - 1] != "\\" else quote
        elif letter in "'\"":
            quote = letter
        elif letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        elif depth == 0 and letter in " ,":
            ends.append(place)
    return ends
