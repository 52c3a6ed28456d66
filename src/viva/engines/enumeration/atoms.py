"""The spaces of types without parts."""

from __future__ import annotations

import datetime
import typing
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction

from viva.engines.enumeration.choice import Choice
from viva.engines.enumeration.mapped import Mapped, Open
from viva.engines.enumeration.numbers import Floats, Integers
from viva.engines.enumeration.products import Product, tuple_source
from viva.engines.enumeration.sequences import Bytes, Texts
from viva.engines.enumeration.space import Space, Value
from viva.engines.enumeration.sums import Sum
from viva.engines.enumeration.writing import written

PENDING = Choice("", ())  # stands for a part that is still being read


def booleans() -> Space:
    return Choice("bool", [False, True])


def nothing() -> Space:
    return Choice("None", [None])


def literal(values: Sequence[Value]) -> Space:
    """Each value once: 1 and True are two, as they are for the type checker."""
    distinct = {(type(value), value): value for value in values}
    return Choice(f"Literal[{', '.join(map(written, values))}]", list(distinct.values()))


def complexes() -> Space:
    return Product("complex", [Floats(), Floats()], complex, _complex_source, cost=0, frozen=True)


def _complex_source(items: Sequence[str]) -> str:
    return f"complex({', '.join(items)})"


def fractions() -> Space:
    """Every fraction once, in lowest terms: the sequence of Calkin and Wilf, reached by the bits of its number."""
    return Mapped("Fraction", Integers(), _calkin_wilf, repr)


def _calkin_wilf(k: int) -> Fraction:
    if k == 0:
        return Fraction(0)
    numerator, denominator = 1, 1
    for bit in bin(abs(k))[3:]:
        if bit == "1":
            numerator += denominator
        else:
            denominator += numerator
    return Fraction(numerator if k > 0 else -numerator, denominator)


def decimals() -> Space:
    """Whole numbers, numbers with digits behind the point of which the last is not 0, and the corners."""
    whole = Mapped("Decimal", Integers(), Decimal, repr)
    digits = Product("", [Integers(1, None), Integers(1, 28), booleans()], _decimal, tuple_source, cost=1, frozen=True)
    corners = Choice("Decimal", [Decimal("NaN"), Decimal("Infinity"), Decimal("-Infinity"), Decimal("-0")], offset=3)
    return Sum("Decimal", [whole, Mapped("Decimal", digits, _itself, repr), corners])


def _decimal(k: int, places: int, negative: bool) -> Decimal:
    return Decimal((int(negative), tuple(map(int, str(k + (k - 1) // 9))), -places))


def _itself(value: Value) -> Value:
    return value


_EPOCH = datetime.date(2000, 1, 1)
_MIDNIGHT = datetime.datetime(2000, 1, 1)
_SECONDS = 86400


def dates() -> Space:
    """Days by their distance from the first of January 2000."""
    lo, hi = (datetime.date.min - _EPOCH).days, (datetime.date.max - _EPOCH).days
    return Mapped("date", Integers(lo, hi), lambda k: _EPOCH + datetime.timedelta(k))


def moments() -> Space:
    """Whole seconds by their distance from the midnight that began 2000."""
    lo, hi = (datetime.date.min - _EPOCH).days * _SECONDS, (datetime.date.max - _EPOCH).days * _SECONDS
    return Open(Mapped("datetime", Integers(lo, hi), lambda k: _MIDNIGHT + datetime.timedelta(seconds=k)))


def spans() -> Space:
    most = 999_999_999 * _SECONDS
    return Open(Mapped("timedelta", Integers(-most, most), lambda k: datetime.timedelta(seconds=k)))


def times() -> Space:
    whole = Mapped("time", Integers(0, _SECONDS - 1), lambda k: (_MIDNIGHT + datetime.timedelta(seconds=k)).time())
    return Open(whole)


SPACES: dict[object, Callable[[], Space]] = {
    bool: booleans,
    int: Integers,
    float: Floats,
    complex: complexes,
    str: Texts,
    bytes: Bytes,
    bytearray: lambda: Mapped("bytearray", Bytes(), bytearray, repr, shared=False),
    None: nothing,
    type(None): nothing,
    Fraction: fractions,
    Decimal: decimals,
    datetime.date: dates,
    datetime.datetime: moments,
    datetime.timedelta: spans,
    datetime.time: times,
    typing.Never: lambda: Choice("Never", ()),
    typing.NoReturn: lambda: Choice("NoReturn", ()),
}
