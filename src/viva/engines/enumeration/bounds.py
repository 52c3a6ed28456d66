"""Bounds in `Annotated`: what this package offers, what the package annotated-types says, and ranges."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Sequence
from typing import Any

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.enumeration.patterns import matching_texts
from viva.engines.enumeration.space import Space, Value
from viva.engines.enumeration.spaces.mapped import Mapped, Open
from viva.engines.enumeration.spaces.numbers import Floats, Integers
from viva.engines.enumeration.spaces.products import Product
from viva.engines.enumeration.spaces.sequences import Bytes, Items, Letters, Row, Texts
from viva.engines.enumeration.spaces.subsets import Subsets
from viva.engines.enumeration.spaces.sums import Sum


@dataclass(frozen=True, slots=True)
class Between:
    """Numbers from `ge` to `le`, both included: Annotated[int, Between(1, 6)]. None: no end."""

    ge: float | None = None
    le: float | None = None


@dataclass(frozen=True, slots=True)
class Length:
    """Rows, sets and dicts of `min_length` to `max_length` items: Annotated[list[int], Length(1, 3)]. None: no end."""

    min_length: int = 0
    max_length: int | None = None


_KNOWN = ("ge", "le", "gt", "lt", "min_length", "max_length", "multiple_of")


def is_known_note(note: object) -> bool:
    """Whether a note in `Annotated` says something about values."""
    return (
        isinstance(note, range | Space | re.Pattern)
        or callable(getattr(note, "func", None))
        or any(hasattr(note, name) for name in _KNOWN)
    )


def apply_bounds(space: Space, notes: Sequence[object]) -> Space:
    """The space with the bounds among the notes; notes that say nothing about values are passed over."""
    if isinstance(space, Open):
        inner = apply_bounds(space.inner, notes)
        return space if inner is space.inner else Open(inner)
    lo: float | None = None
    hi: float | None = None
    least, most = 0, None
    factor: int | None = None
    for note in notes:
        if isinstance(note, range):
            return _ranged(space, note)
        if isinstance(note, re.Pattern):
            if not isinstance(space, Texts) or isinstance(note.pattern, bytes):
                raise Fault(f"a regular expression says nothing about values of {space.name}", remedy="use it with str")
            return matching_texts(note)
        if callable(getattr(note, "func", None)):
            raise Fault(
                f"values of {space.name} cannot be found from the condition {note!r}",
                remedy="test them with implies(condition, …), or give the argument a space",
            )
        lo = _tighter(lo, getattr(note, "ge", None), max)
        hi = _tighter(hi, getattr(note, "le", None), min)
        lo = _tighter(lo, _next(space, getattr(note, "gt", None), 1), max)
        hi = _tighter(hi, _next(space, getattr(note, "lt", None), -1), min)
        least = max(least, getattr(note, "min_length", None) or 0)
        longest = getattr(note, "max_length", None)
        most = most if longest is None else longest if most is None else min(most, longest)
        factor = getattr(note, "multiple_of", None) or factor
    if lo is not None or hi is not None or factor is not None:
        space = _numbers(space, lo, hi, factor)
    if least or most is not None:
        space = _rows(space, least, most)
    return space


def _tighter(known: Any, other: Any, choose: Callable[[Any, Any], Any]) -> Any:
    return known if other is None else other if known is None else choose(known, other)


def _next(space: Space, end: Any, step: int) -> Any:
    """The first number beyond an end that is not included itself."""
    if end is None:
        return None
    if isinstance(space, Floats):
        return math.nextafter(end, math.inf * step)
    return math.floor(end) + 1 if step > 0 else math.ceil(end) - 1


def _numbers(space: Space, lo: Any, hi: Any, factor: int | None) -> Space:
    if isinstance(space, Floats) and factor is None:
        low_end, high_end = None if lo is None else float(lo), None if hi is None else float(hi)
        return Floats(low_end, high_end, name=_named("float", lo, hi))
    if isinstance(space, Integers):
        low = None if lo is None else math.ceil(lo)
        high = None if hi is None else math.floor(hi)
        if factor is None:
            return Integers(low, high, _named("int", low, high))
        inner = Integers(
            None if low is None else -(-low // factor), None if high is None else high // factor, "int"
        )  # fmt: skip
        return Mapped(f"int, multiples of {factor}", inner, lambda k: k * factor)
    raise Fault(
        f"bounds on values of {space.name} are not known", remedy="use implies(condition, …), or give a space"
    )  # fmt: skip


def _named(kind: str, lo: Any, hi: Any) -> str:
    return f"{kind} from {'-∞' if lo is None else lo} to {'∞' if hi is None else hi}"


def _ranged(space: Space, values: range) -> Space:
    if not isinstance(space, Integers):
        raise Fault(f"a range says nothing about values of {space.name}", remedy="use it with int")
    if values.step == 1:
        return Integers(values.start, values.stop - 1, f"int in {values}")
    return Mapped(f"int in {values}", Integers(0, len(values) - 1), lambda place: values[place])


def _rows(space: Space, least: int, most: int | None) -> Space:
    """Rows of given lengths: as many single items as there must be, then a free row or one length after the other."""
    name = f"{space.name} of {least} to {'any number of' if most is None else most} items"
    if isinstance(space, Subsets):
        return space.counted(name, least, most)
    if not isinstance(space, Row):
        raise Fault(f"a length says nothing about values of {space.name}", remedy="use implies(len(x) …, …)")
    join, write = _joined(space)
    if most is None:
        whole: list[Space] = [*[space.item] * least, space]

        def make(*items: Value) -> Value:
            return join([*items[:-1], *items[-1]])

        return Product(name, whole, make, lambda items: write(items[:-1], items[-1]), cost=least, frozen=_frozen(space))
    lengths = [
        Product(
            name, [space.item] * length, lambda *items: join(items), lambda items: write(items, ""), cost=length,
            frozen=_frozen(space),
        )
        for length in range(least, most + 1)
    ]  # fmt: skip
    return Sum(name, lengths)


def _frozen(space: Row) -> bool:
    return not isinstance(space, Items) or space.frozen


def _joined(space: Row) -> tuple[Callable[[Any], Value], Callable[[Sequence[str], str], str]]:
    match space:
        case Bytes():
            return bytes, lambda items, rest: " + ".join([f"bytes([{', '.join(items)}])", *([rest] if rest else [])])
        case Texts():
            return "".join, lambda items, rest: repr("".join(_letter(item) for item in [*items, rest] if item))
        case Items():
            return space.make, lambda items, rest: space.write([*items, *([f"*{rest}"] if rest else [])])
        case _:
            raise AssertionError(space)


def _letter(source: str) -> str:
    """The text that a literal of our own stands for."""
    value = ast.literal_eval(source)
    assert isinstance(value, str)
    return value


def letters(text: str) -> Texts:
    """Texts over these letters only."""
    return Texts(f"text over {text!r}", Letters(text))
