"""Reads JSON that strangers wrote: no key twice, no number that is none, nothing nested without end."""

from __future__ import annotations

import json
from collections.abc import Callable

from viva.core.text.escape import clip
from viva.core.text.reading import Misread, unfit
from viva.core.texts import Sentence

_MESSAGES = {
    # What Python says of a text that is not JSON.
    "Expecting value": "value",
    "Expecting ',' delimiter": "comma",
    "Expecting ':' delimiter": "colon",
    "Expecting property name enclosed in double quotes": "key",
    "Extra data": "extra",
    "Unterminated string starting at": "open_text",
    "Invalid control character at": "control",
    "Illegal trailing comma before end of object": "trailing",
    "Illegal trailing comma before end of array": "trailing",
    "Invalid \\escape": "escape",
    "Invalid \\uXXXX escape": "escape",
}


def load(text: str, number: Callable[[str], object] = float) -> object:
    """The value of a JSON text; `number` makes values of numbers that are not whole. Raises Misread."""
    try:
        return json.loads(text, object_pairs_hook=_object, parse_float=number, parse_constant=_constant)
    except json.JSONDecodeError as problem:
        known = _MESSAGES.get(problem.msg.removesuffix(": "))
        message = Sentence(f"json.not_{known}") if known else problem.msg
        raise Misread(Sentence("json.not", {"message": message}), problem.lineno, problem.colno) from None
    except RecursionError:
        raise Misread(Sentence("json.deep"), reason="too_complex") from None
    except ValueError:  # a number of thousands of digits
        raise Misread(Sentence("json.long_number")) from None


def unlike(where: str | Sentence, expected: str | Sentence, found: object) -> Misread:
    """What is wrong with a value of another kind than expected."""
    problem = unfit(expected, Sentence(f"json.found_{type(found).__name__}"))
    return Misread(Sentence("json.at", {"where": where, "problem": problem}))


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise Misread(Sentence("json.key_twice", {"key": repr(clip(key))}))
        found[key] = value
    return found


def _constant(name: str) -> object:
    raise Misread(Sentence("json.constant", {"name": name}))
