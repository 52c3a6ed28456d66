"""Values for witnesses: natural JSON where it says all there is to say, and source text elsewhere."""

from __future__ import annotations

import math

from viva.core.json import Json
from viva.core.text.escape import visible_line
from viva.engines.calls.question import Arguments
from viva.languages.heap import Heap, Reference, Slot, read
from viva.languages.outcome import Outcome
from viva.languages.protocol import Calls
from viva.languages.values import write

_DEEPEST = 12
_MOST = 2000
_LONGEST = 300
_LARGEST = 10**300


def as_json(heap: Heap, calls: Calls) -> Json:
    try:
        return _json(heap.root, heap, 0)
    except ValueError:
        return visible_line(calls.show(heap))


def _json(slot: Slot, heap: Heap, depth: int) -> Json:
    """Raises ValueError where JSON has no such value."""
    if depth > _DEEPEST:
        raise ValueError
    match slot:
        case None | bool() | str():
            return slot
        case int() if abs(slot) < _LARGEST:
            return slot
        case float() if math.isfinite(slot):
            return slot
        case Reference(node=number):
            node = heap.nodes[number]
            if len(node.children) > _MOST:
                raise ValueError
            if node.kind in ("list", "tuple"):
                return [_json(child, heap, depth + 1) for child in node.children]
            keys = node.children[::2]
            if node.kind == "dict" and all(isinstance(key, str) for key in keys):
                items = [_json(child, heap, depth + 1) for child in node.children[1::2]]
                return dict(zip(map(str, keys), items, strict=True))
    raise ValueError


def input_json(arguments: Arguments, calls: Calls) -> list[Json]:
    return [as_json(read(write(argument)), calls) for argument in arguments]


def call_text(function: str, arguments: Arguments, calls: Calls) -> str:
    """The call as source: `largest([2, 2])`."""
    return visible_line(calls.show_call(function, [read(write(argument)) for argument in arguments], _LONGEST))


def shown_value(value: object, calls: Calls, length: int = _LONGEST) -> str:
    return visible_line(calls.show(read(write(value)), length))


def shown_heap(heap: Heap, calls: Calls, length: int = _LONGEST) -> str:
    return visible_line(calls.show(heap, length))


def answer(outcome: Outcome, calls: Calls, length: int = _LONGEST) -> str:
    """The value of a call as source, or how it ended."""
    return describe_ending(outcome) if outcome.value is None else shown_heap(outcome.value, calls, length)


def describe_ending(outcome: Outcome) -> str:
    """How a call that gave no value ended, in a few words."""
    problem = outcome.problem
    assert problem is not None
    if problem.kind:
        return visible_line(f"raises {problem.kind}: {problem.message}".removesuffix(": "))[:_LONGEST]
    return visible_line(problem.reason.replace("_", " "))
