"""Reads JSON that strangers wrote: no key twice, no number that is none, nothing nested without end."""

from __future__ import annotations

import json

from viva.core.escape import clipped
from viva.core.reading import Misread, expected_found

_KINDS = {dict: "an object", list: "a list", str: "a text", bool: "true or false", int: "a number", float: "a number"}


def load(text: str, what: str) -> object:
    """The value of a JSON text that is to be `what` ("an automaton"). Raises Misread."""
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except json.JSONDecodeError as problem:
        raise Misread(f"this is not JSON: {problem.msg}", problem.lineno, problem.colno) from None
    except RecursionError:
        raise Misread(f"the JSON is nested too deep to be {what}", reason="too_complex") from None
    except ValueError:  # a number of thousands of digits
        raise Misread("the JSON has a number that is too long") from None


def unlike(where: str, expected: str, found: object) -> Misread:
    """What is wrong with a value of another kind than expected."""
    return Misread(f"{where}: {expected_found(expected, _KINDS.get(type(found), 'null'))}")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise Misread(f"the key {clipped(key)!r} is there twice")
        found[key] = value
    return found


def _constant(name: str) -> object:
    raise Misread(f"{name} is no number in JSON")
