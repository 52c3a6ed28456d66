"""Calls of a function of a submission, and which values it can be given."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Protocol, TypeGuard

from viva.languages.boxed.calling import Calling
from viva.languages.heap import Heap, Node, Reference
from viva.languages.program import Program
from viva.languages.takes import Takes
from viva.sandbox import Sandbox

_CALLING = Calling(
    run="vivajs.calling:run",
    answer="vivajs.calling:answer",
    driven="vivajs.calling:drive",
    describe="vivajs.calling:describe",
)
call, converse, drive = _CALLING.call, _CALLING.converse, _CALLING.drive

_SAFE = 2**52  # a little may be added without that anything is rounded
_SHARED = 2**31  # beyond, operators such as `|` and `>>` cut numbers off, and products are soon rounded
_INDEX = 10  # digits of the longest key that is a place


def takes(sandbox: Sandbox, program: Program, function: str) -> Takes | None:  # noqa: ARG001 the source says it
    """By what is written: parameters have names, and nothing hangs on more of them. None for what is no function at
    the top, or takes things apart. Defaults are no matter: a source with one is not among the pure ones (`purity.js`).
    """
    found = next((one for one in reversed(program.functions) if one.name == function), None)
    if found is None or "…" in found.parameters:
        return None
    return Takes(found.parameters, Heap(Reference(0), (Node("tuple", "", ()),)))


def asked_as(text: str, function: str) -> str:  # noqa: ARG001 see `viva.languages.protocol`
    """Values have their types with them."""
    return ""


def fits(arguments: Sequence[object], *, shared: bool) -> bool:
    """Numbers are doubles, texts are made of 16 bits each. Where another language is asked the same, a text has no
    letters beyond these, whole numbers are small enough for all operators, and no key looks like a place, for such keys
    come first in JavaScript."""
    todo: list[object] = list(arguments)
    while todo:
        item = todo.pop()
        match item:
            case bool() | None:
                pass
            case int():
                if abs(item) > (_SHARED - 1 if shared else _SAFE):
                    return False
            case float():
                if shared and (math.isnan(item) or math.isinf(item)):
                    return False
            case str():
                if shared and any(ord(letter) > 0xFFFF or 0xD800 <= ord(letter) <= 0xDFFF for letter in item):
                    return False
            case list() | tuple() | set() | frozenset():
                todo += item
            case dict():
                if shared and any(isinstance(key, str) and _is_place(key) for key in item):
                    return False
                todo += [*item, *item.values()]
            case bytes() | bytearray() | complex():
                return False
            case _ if _is_record(item):
                if shared:
                    return False  # functions, and classes that each language would define for itself
                todo += [value for _, value in item.fields]
            case _ if hasattr(item, "__dict__"):
                todo += vars(item).values()
            case _:
                return False
    return True


def _is_record(item: object) -> TypeGuard[_Recorded]:
    return is_dataclass(item) and [one.name for one in fields(item)] == ["name", "fields"]


class _Recorded(Protocol):
    """A record of `viva.engines.shapes`, which this floor does not know: a name, and pairs of a field and a value."""

    name: str
    fields: tuple[tuple[str, object], ...]


def _is_place(key: str) -> bool:
    return key.isascii() and key.isdigit() and len(key) <= _INDEX
