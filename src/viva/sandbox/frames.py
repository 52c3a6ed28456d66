"""Reads what comes out of the box. All of it is hostile.

Guarantees: a message is plain JSON data of bounded size and depth, without NaN or infinities, or `Malformed` is
raised; nothing else is, whatever the bytes are.
"""

import json
import math
import struct
from typing import NoReturn

from viva.core.json import Json

HEADER = struct.Struct(">Ic")
DEPTH = 200
MESSAGE, END = b"m", b"e"


class Malformed(Exception):
    def __init__(self, problem: str, reason: str = "protocol_error") -> None:
        super().__init__(problem)
        self.reason = reason


def pack(kind: bytes, message: Json) -> bytes:
    text = _encode(message).encode()
    return HEADER.pack(len(text), kind) + text


def unpack(text: bytes) -> Json:
    try:
        message: Json = _decoder.decode(text.decode())
    except (ValueError, RecursionError) as error:
        raise Malformed(str(error)) from None
    if text.count(b"[") + text.count(b"{") > DEPTH and _deeper_than(DEPTH, message):
        raise Malformed("nested too deeply")
    return message


def _deeper_than(levels: int, message: Json) -> bool:
    """Goes down level by level, because a function that calls itself would be what deep nesting attacks."""
    level: list[Json] = [message]
    for _ in range(levels):
        inner: list[Json] = []
        for value in level:
            if isinstance(value, list):
                inner.extend(value)
            elif isinstance(value, dict):
                inner.extend(value.values())
        if not inner:
            return False
        level = [value for value in inner if isinstance(value, list | dict)]
    return bool(level)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError("a number out of range")
    return number


_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
_decoder = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_finite)
