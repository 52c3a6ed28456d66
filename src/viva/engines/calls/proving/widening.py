"""Types as teachers write them, as types that proofs know: a union is proved for each of its alternatives, and a
`Literal` or a range for its whole base type.

What holds for all values of a larger type holds for those of the smaller one. What does not, may still hold for the few
numbers of a `Literal`, each taken alone: these are alternatives then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product

from viva.engines.calls.question import Question
from viva.engines.shapes import Choice, Either, Fixed, Many, Plain, Shape, Table

_MOST = 8  # alternatives of all parameters together
_NOTHING = Plain("none")
_BASES = {int: Plain("int"), str: Plain("str"), bool: Plain("bool"), type(None): _NOTHING}


def alternatives(question: Question, *, single: bool = False) -> list[Question]:
    """Questions that together ask for all inputs of this one; none where that takes too many, or where there is none
    but the question itself. `single`: each number of a `Literal` is an alternative."""
    columns = [list(islice(_ways(shape, single=single), _MOST + 1)) for shape in question.shapes]
    total = 1
    for column in columns:
        total *= len(column)
    rows = list(product(*columns)) if 0 < total <= _MOST else []
    if rows == [question.shapes]:
        return []
    return [
        replace(
            question,
            parameters=tuple(
                replace(each, shape=shape) for each, shape in zip(question.parameters, row, strict=True)
            ),
        )
        for row in rows
    ]  # fmt: skip


def _ways(shape: Shape, *, single: bool) -> Iterator[Shape]:
    match shape:
        case Either(parts) if _NOTHING in parts and len(parts) > 1:
            others = (way for part in parts if part != _NOTHING for way in _ways(part, single=single))
            yield from (Either((way, _NOTHING)) for way in others)  # proofs know what may be nothing, not nothing alone
        case Either(parts):
            for part in parts:
                yield from _ways(part, single=single)
        case Choice(values) if single and all(type(value) is int for value in values):
            yield from (Plain("int", value, value) for value in values if isinstance(value, int))
        case _:
            wide = _wide(shape)
            if wide is not None:
                yield wide


def _wide(shape: Shape) -> Shape | None:
    """A type that has all values of this one; None where there is no one type for them."""
    match shape:
        case Plain("int"):
            return Plain("int")
        case Choice(values):
            kinds = {type(value) for value in values}
            return _BASES.get(kinds.pop()) if len(kinds) == 1 else None
        case Many(kind, element):
            inner = _wide(element)
            return None if inner is None else Many(kind, inner)
        case Fixed(parts):
            inside = _all_wide(parts)
            return None if inside is None else Fixed(inside)
        case Table(key, value):
            both = _all_wide((key, value))
            return None if both is None else Table(*both)
        case Either(parts):
            inside = _all_wide(parts)
            if inside is None:
                return None
            different = tuple(dict.fromkeys(inside))
            return different[0] if len(different) == 1 else Either(different)
    return shape


def _all_wide(shapes: Sequence[Shape]) -> tuple[Shape, ...] | None:
    found = [_wide(shape) for shape in shapes]
    known = tuple(shape for shape in found if shape is not None)
    return known if len(known) == len(found) else None
