"""Reads what comes out of the box. All of it is hostile.

Guarantees: a message is plain JSON data of bounded size and depth, without NaN or infinities, or `Malformed` is
raised; nothing else is, whatever the bytes are.
"""

import json
import math
import re
import struct
from typing import NoReturn

from viva.core.json import Json

HEADER = struct.Struct(">Ic")
DEPTH = 200
MESSAGE, END = b"m", b"e"

_OUTSIDE_OF_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)


class Malformed(Exception):
    def __init__(self, problem: str, reason: str = "protocol_error") -> None:
        super().__init__(problem)
        self.reason = reason


def pack(kind: bytes, message: Json) -> bytes:
    text = json.dumps(message, separators=(",", ":"), allow_nan=False).encode()
    return HEADER.pack(len(text), kind) + text


def unpack(text: bytes) -> Json:
    if text.count(b"[") + text.count(b"{") > DEPTH and _depth(text) > DEPTH:
        raise Malformed("nested too deeply")
    try:
        message: Json = _decoder.decode(text.decode())
    except (ValueError, RecursionError) as error:
        raise Malformed(str(error)) from None
    return message


def _depth(text: bytes) -> int:
    depth = deepest = 0
    for token in _OUTSIDE_OF_STRINGS.finditer(text):
        match token[0]:
            case b"[" | b"{":
                depth += 1
                deepest = max(deepest, depth)
            case b"]" | b"}":
                depth -= 1
    return deepest


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError("a number out of range")
    return number


_decoder = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_finite)
