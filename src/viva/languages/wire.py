"""Reads messages that came out of the box. A message of the wrong shape raises `Malformed`, whatever it is."""

from viva.core.json import Json
from viva.languages.heap import Malformed


def record(data: Json | None) -> dict[str, Json]:
    if not isinstance(data, dict):
        raise Malformed("not a record")
    return data


def items(data: Json | None) -> list[Json]:
    if not isinstance(data, list):
        raise Malformed("not a list")
    return data


def pair(data: Json | None) -> tuple[Json, Json]:
    match items(data):
        case [first, second]:
            return first, second
    raise Malformed("not a pair")


def text(data: Json | None) -> str:
    """A text that can be printed in any encoding of Unicode: lone surrogates are written as escapes."""
    if not isinstance(data, str):
        raise Malformed("not a text")
    return data.encode("utf-8", "backslashreplace").decode("utf-8")


def optional_text(data: Json | None) -> str | None:
    return None if data is None else text(data)


def number(data: Json | None, most: int = 2**62) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or not -1 <= data <= most:
        raise Malformed("not a number")
    return data


def optional_number(data: Json | None) -> int | None:
    return None if data is None else number(data)


def flag(data: Json | None) -> bool:
    if not isinstance(data, bool):
        raise Malformed("not a truth value")
    return data
