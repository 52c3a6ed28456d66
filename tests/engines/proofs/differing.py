"""Whether two sources differ, by running them in CPython: what a trap claims about itself."""

from __future__ import annotations

import ast
import copy
import random
import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

from viva.engines.shapes import Choice, Either, Fixed, Many, Plain, Shape, Table

_LINES = 1_000
_LETTERS = "abzA0ß²é "


class _Endless(BaseException):
    pass


def differ(model: str, other: str, shapes: Sequence[Shape], tries: int = 1_500) -> bool:
    """Whether for some input the model gives a value, and the other program something else, or nothing."""
    rng = random.Random(5)
    numbers = sorted({0, 1, 2, 3, -1, *_numbers(model), *_numbers(other)})
    for attempt in range(tries):
        given = [value_of(shape, rng, numbers, attempt % 5) for shape in shapes]
        expected = ran(model, copy.deepcopy(given))
        if expected[0] == "value" and ran(other, copy.deepcopy(given)) != expected:
            return True
    return False


def _numbers(source: str) -> set[int]:
    found = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
    return (
        {value + near for value in found if type(value) is int for near in (-1, 0, 1)}
        | {-value for value in found if type(value) is int}
        | {10**30}
    )


def value_of(shape: Shape, rng: random.Random, numbers: Sequence[int], size: int) -> Any:
    match shape:
        case Plain("int"):
            return rng.choice(numbers) if rng.random() < 0.5 else rng.randint(-2, 5)
        case Plain("bool"):
            return rng.random() < 0.5
        case Plain("str"):
            return "".join(rng.choice(_LETTERS) for _ in range(rng.randint(0, size)))
        case Many(kind, element):
            made = [value_of(element, rng, numbers, max(1, size - 1)) for _ in range(rng.randint(0, size))]
            return {"list": list, "tuple": tuple, "set": set}[kind](made)
        case Table(key, value):
            pairs = [
                (value_of(key, rng, numbers, 2), value_of(value, rng, numbers, 2)) for _ in range(rng.randint(0, size))
            ]
            return dict(pairs)
        case Either(alternatives):
            return value_of(rng.choice(alternatives), rng, numbers, size)
        case Plain("none"):
            return None
        case Fixed(parts):
            return tuple(value_of(part, rng, numbers, size) for part in parts)
        case Choice(values):
            return rng.choice(values)
    raise AssertionError(shape)


def ran(source: str, given: Sequence[Any]) -> tuple[str, Any]:
    space: dict[str, Any] = {"__name__": "program"}
    exec(compile(source, "program", "exec", dont_inherit=True), space)
    left = _LINES

    def step(frame: FrameType, _event: str, _arg: object) -> Callable[..., Any] | None:
        nonlocal left
        if frame.f_code.co_filename != "program":
            return None
        left -= 1
        if left < 0:
            raise _Endless
        return step

    sys.settrace(step)
    try:
        space["f"](*copy.deepcopy(given))  # what one call leaves behind may change the next
        found = space["f"](*given)
        return "value", (type(found).__name__, found)
    except _Endless:
        return "endless", None
    except Exception as error:  # noqa: BLE001 whatever it is, it is no value
        return "raises", type(error).__name__
    finally:
        sys.settrace(None)
