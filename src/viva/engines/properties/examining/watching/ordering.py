"""The order of a set: that of hashes, which for texts differs from process to process.

Two walks with other hashes may well agree by luck, so the lines in which a set is gone through, put into a list or
handed on are found in the source, and are looked at when they run: sets of numbers have the same order everywhere.
"""

from __future__ import annotations

import ast
import dis
import functools
import linecache
from types import CodeType, FunctionType, ModuleType
from typing import Any

from viva.languages.inside.vivabox.python.reading.purity import impure

_WRITING = frozenset({str, bytes, repr, chr, format, ascii, hex, bin, oct})
_NUMBERS = (bool, int, float, complex)
_MOST = 1000


@functools.lru_cache(maxsize=256)
def ordering_lines(file: str) -> frozenset[int]:
    """The lines of a file that may depend on the order of a set."""
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except (SyntaxError, ValueError, RecursionError):
        return frozenset()
    return frozenset(int(line) for word, line, _, _ in impure(tree) if word == "order")


def constants_in(code: CodeType, line: int) -> list[object]:
    """What is written in a line of a function."""
    found = (step for step in dis.get_instructions(code) if step.positions and step.positions.lineno == line)
    values = [step.argval for step in found if step.opname == "LOAD_CONST"]
    inner = {each.co_qualname for each in values if isinstance(each, CodeType)}  # named beside the code of a function
    return [each for each in values if not (isinstance(each, str) and each in inner)]


def has_order_of_its_own(value: Any, room: int = _MOST) -> bool:
    """Whether a set of this, or of what can be made of it, may have another order in the next process."""
    if isinstance(value, (*_NUMBERS, ModuleType, CodeType)) or value is None:
        return False
    if isinstance(value, list | tuple | set | frozenset | dict):
        parts = [*value, *(dict.values(value) if isinstance(value, dict) else ())]
        return len(parts) > room or any(has_order_of_its_own(part, room - len(parts)) for part in parts)
    if isinstance(value, type) or callable(value):
        plain = value.__dict__.get("__wrapped__", value) if type(value) is FunctionType else value
        return any(plain is each for each in _WRITING)
    return True
