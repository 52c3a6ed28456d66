"""The spaces of types without parts."""

from __future__ import annotations

import array
import datetime
import ipaddress
import pathlib
import sys
import typing
import uuid
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction

from viva.engines.enumeration.space import Space, Value
from viva.engines.enumeration.spaces.choice import Choice
from viva.engines.enumeration.spaces.mapped import Mapped, Open
from viva.engines.enumeration.spaces.numbers import Floats, Integers
from viva.engines.enumeration.spaces.products import Product, make_tuple, tuple_source
from viva.engines.enumeration.spaces.sequences import Bytes, Items, Letters, Texts
from viva.engines.enumeration.spaces.sums import Sum
from viva.engines.enumeration.writing import write_value

PENDING = Choice("", ())  # stands for a part that is still being read


def booleans() -> Space:
    return Choice("bool", [False, True])


def nothing() -> Space:
    return Choice("None", [None])


def literal(values: Sequence[Value]) -> Space:
    """Each value once: 1 and True are two, as they are for the type checker."""
    distinct = {(type(value), value): value for value in values}
    return Choice(f"Literal[{', '.join(map(write_value, values))}]", list(distinct.values()))


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
    parts = [Integers(1, None), Integers(1, 28), booleans()]
    digits = Product("", parts, make_tuple, tuple_source, cost=1, frozen=True)
    corners = Choice("Decimal", [Decimal("NaN"), Decimal("Infinity"), Decimal("-Infinity"), Decimal("-0")], offset=3)
    return Sum("Decimal", [whole, Mapped("Decimal", digits, _decimal, repr), corners])


def _decimal(told: tuple[int, int, bool]) -> Decimal:
    k, places, negative = told
    return Decimal((int(negative), tuple(map(int, str(k + (k - 1) // 9))), -places))


_EPOCH = datetime.date(2000, 1, 1)
_MIDNIGHT = datetime.datetime(2000, 1, 1)
_SECONDS = 86400


def _day(k: int) -> datetime.date:
    return _EPOCH + datetime.timedelta(k)


def _moment(k: int) -> datetime.datetime:
    return _MIDNIGHT + datetime.timedelta(seconds=k)


def _span(k: int) -> datetime.timedelta:
    return datetime.timedelta(seconds=k)


def _time(k: int) -> datetime.time:
    return _moment(k).time()


def _zone(k: int) -> datetime.timezone:
    return datetime.timezone(datetime.timedelta(minutes=15 * k))


def dates() -> Space:
    """Days by their distance from the first of January 2000."""
    lo, hi = (datetime.date.min - _EPOCH).days, (datetime.date.max - _EPOCH).days
    return Mapped("date", Integers(lo, hi), _day)


def moments() -> Space:
    """Whole seconds by their distance from the midnight that began 2000."""
    lo, hi = (datetime.date.min - _EPOCH).days * _SECONDS, (datetime.date.max - _EPOCH).days * _SECONDS
    return Open(Mapped("datetime", Integers(lo, hi), _moment))


def spans() -> Space:
    most = 999_999_999 * _SECONDS
    return Open(Mapped("timedelta", Integers(-most, most), _span))


def times() -> Space:
    return Open(Mapped("time", Integers(0, _SECONDS - 1), _time))


def zones() -> Space:
    """By quarters of an hour; a zone may also have a name, and any number of seconds."""
    return Open(Mapped("timezone", Integers(-95, 95), _zone))


def ranges() -> Space:
    """Step 1 and -1 first, then others; two ranges that are written differently are two values."""
    steps = Choice("step", [1, -1, 2, -2, 3, -3, 7])
    return Open(Product("range", [Integers(), Integers(), steps], range, _call("range"), cost=0, frozen=True))


def slices() -> Space:
    def end() -> Space:
        return Sum("int | None", [nothing(), Integers()])

    steps = Choice("step", [None, 1, -1, 2, -2, 3])
    return Open(Product("slice", [end(), end(), steps], slice, _call("slice"), cost=0, frozen=True))


def _call(name: str) -> Callable[[Sequence[str]], str]:
    return lambda items: f"{name}({', '.join(items)})"


def _uuid(k: int) -> uuid.UUID:
    return uuid.UUID(int=k)


def _network(bits: int, kind: type) -> Space:
    """All networks of this kind of address: for each number of fixed bits, those bits."""

    def of(fixed: int) -> Space:
        return Mapped("network", Integers(0, (1 << fixed) - 1), lambda k: kind((k << (bits - fixed), fixed)), repr)

    return Sum(kind.__name__, [of(fixed) for fixed in range(bits + 1)])


def arrays() -> Space:
    """Arrays of whole numbers, and of floating point; there are other kinds."""
    whole = Items("array", Integers(-(2**63), 2**63 - 1), lambda items: array.array("q", items), _array("q"))
    floats = Items("array", Floats(), lambda items: array.array("d", items), _array("d"))
    return Open(Sum("array", [whole, floats]))


def _array(code: str) -> Callable[[Sequence[str]], str]:
    return lambda items: f"array({code!r}, [{', '.join(items)}])"


def of_numpy(annotation: object) -> Space | None:
    """The scalars of NumPy, and arrays of one dimension; only for someone who has imported it."""
    numpy = sys.modules.get("numpy")
    kind = typing.get_origin(annotation) or annotation
    if numpy is None or not isinstance(kind, type) or kind.__module__.partition(".")[0] != "numpy":
        return None
    name = f"np.{kind.__name__}"
    if issubclass(kind, numpy.ndarray):
        told = [each for argument in typing.get_args(annotation)[1:] for each in typing.get_args(argument)]
        scalar = told[0] if told and told[0] is not typing.Any else numpy.float64
        item = of_numpy(scalar)
        if item is None:
            return None

        def write(items: Sequence[str]) -> str:
            return f"np.array([{', '.join(items)}], np.{scalar.__name__})"

        return Open(Items("np.ndarray", item, lambda items: numpy.array(list(items), scalar), write))
    if issubclass(kind, numpy.bool_):
        return Mapped(name, booleans(), kind, lambda value: f"{name}({bool(value)})")
    if issubclass(kind, numpy.integer) and not issubclass(kind, numpy.timedelta64) and kind.__subclasses__() == []:
        bounds = numpy.iinfo(kind)
        return Mapped(name, Integers(int(bounds.min), int(bounds.max)), kind, lambda value: f"{name}({int(value)})")
    if issubclass(kind, numpy.floating) and kind.__subclasses__() == []:
        return Open(Mapped(name, Floats(), kind, lambda value: f"{name}({write_value(float(value))})"))
    return None


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
    datetime.timezone: zones,
    range: ranges,
    slice: slices,
    uuid.UUID: lambda: Mapped("UUID", Integers(0, 2**128 - 1), _uuid, repr),
    ipaddress.IPv4Address: lambda: Mapped("IPv4Address", Integers(0, 2**32 - 1), ipaddress.IPv4Address, repr),
    ipaddress.IPv6Address: lambda: Mapped("IPv6Address", Integers(0, 2**128 - 1), ipaddress.IPv6Address, repr),
    ipaddress.IPv4Network: lambda: _network(32, ipaddress.IPv4Network),
    ipaddress.IPv6Network: lambda: _network(128, ipaddress.IPv6Network),
    array.array: arrays,
    pathlib.Path: lambda: Open(Mapped("Path", Texts("path", Letters("ab./")), pathlib.Path, repr)),
    pathlib.PurePath: lambda: Open(Mapped("PurePath", Texts("path", Letters("ab./")), pathlib.PurePath, repr)),
    typing.LiteralString: Texts,
    typing.Never: lambda: Choice("Never", ()),
    typing.NoReturn: lambda: Choice("NoReturn", ()),
}
