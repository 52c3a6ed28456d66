"""Values on which functions that look alike differ: letters that are no ASCII, blanks that are no blank, numbers that
floats do not have.

`isdigit` and `isdecimal` differ on `²`, `lower` and `casefold` on `ß`, `split()` and `split(" ")` on a tab, `n // 2`
and `int(n / 2)` beyond 2⁵³, `round` and `int(x + 0.5)` at halves. Small and random values hardly ever show that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, pairwise, product, zip_longest

from viva.engines.shapes.domain import holds
from viva.engines.shapes.making import Record
from viva.engines.shapes.shape import Either, Fixed, Instance, Many, Named, Plain, Row, Shape, Table

BLANKS = "\t\n\r\x0b\x0c\x1c\x85\xa0\u2003\u2028\u3000"
DIGITS = "²٣½"
ACCENTED = "éÄñß"
BEYOND = ACCENTED + DIGITS + BLANKS + "\u0301"
"""Left out are letters that become ASCII ones in the other case (`İ`, `ı`, `ſ`, the sign for Kelvin): nobody who lists
the vowels in both cases thinks of them, and nobody would call that wrong."""

_TEXTS = (
    "é", "Éa", "ß", "Straße", "aßa", "Äpfel", "ñ", "e\u0301", "²", "x²", "12²", "٣", "1٣", "½", "1½", "9²9",
    "\t", "a\tb", " a", "a ", "  ", "a  b", " a  b ", "\n", "a\nb", "a\r\nb", "a\n", "\na", "a\n\nb", "a\x0bb",
    "a\x0cb", "a\x1cb", "a\x85b", "a\xa0b", "\xa0a", "a\u2003b", "a\u2028b", "a\u3000b", "\u3000a\u3000", "\ta", "a\t",
    " \t ", "a \tb", "Aa", "aA", "a1", "1a", "-1", "+1", "1.0", "1e3", "01", "007", "1_000", " 1 ", "0x1f", "a-b",
    "don't", "a.b", "A a", "aB cD", "UPPER", "Mixed Case", "a,b,,c", ",", "-", ".", "...", "_", "__a", "A1b2", "1,000",
)  # fmt: skip
_ALIKE = (("ß", "ss"), ("aab", "abb"), ("É", "é"), ("aB", "Ab"), ("Straße", "STRASSE"), ("ab", "ba"), ("aa", "a"))
"""Two texts that are the same for some who compare them: small and capital, or the same letters."""
_TWINS: tuple[tuple[object, object], ...] = (
    (1, "1"), (0, "0"), (0, ""), (False, 0), (True, 1), (True, "true"), (None, "null"), (None, 0), (None, ""),
    (1.5, "1.5"),
)  # fmt: skip
"""What some take for the same that are no values of one type: keys of an object are texts."""
_WHOLE = tuple(
    sign * number
    for number in (9, 10, 11, 99, 100, 101, 255, 256, 257, 999, 1000, 1001, 1023, 1024, 1025, 9999, 10_000, 10_001)
    for sign in (1, -1)
)
_WIDE = "\U0001f600"
_NARROW = 64
_ROUND = ((1000, 3), (400, 3), (100, 12))  # a century is no leap year, but each fourth is
_POWERS = 3
_FLOATS = (2.5, -2.5, 3.5, 0.125, 1.25, 4.5, -0.5, 99.5, 100.25, 1000.0, 1e6, -1e6, 0.001)
_DIGIT, _LETTER, _BLANK = re.compile(r"[0-9]"), re.compile(r"[A-Za-z]"), re.compile(" ")
_LISTED = 24  # corners of an element that come alone in a list
_ROOTS = (2**26 + 1, 2**27 - 1, 94_906_267, 10**8 + 1, 10**9 + 7)

LARGE: tuple[tuple[int, ...], ...] = (
    (65_535, 65_537, 10**5 - 1, 10**5 + 1, 10**6 - 1, 10**6, 10**6 + 1),
    (2**31 - 1, 2**31, 2**32 + 1, 10**9 - 1, 10**9 + 7, 10**10 + 1),
    (
        2**53 - 1, 2**53, 2**53 + 1, 10**15 - 1, 10**16 - 1, 10**16 + 1, 10**17 + 3, 10**18 - 1, 10**18 + 1,
        2**63 - 1, 2**63, 2**64 - 1, 2**64 + 1, *(root * root + by for root in _ROOTS for by in (-1, 0, 1)),
    ),
)  # fmt: skip
"""Whole numbers by magnitude, far apart: whoever counts up to them ends in the first group, or never."""


def corners(shapes: Sequence[Shape], bases: Sequence[Row], most: int) -> list[Row]:
    """Up to `most` inputs, from each place in turn: one argument is a corner, the others are those of a base. Two texts
    are also nearly the same, which no base shows."""
    turns = zip_longest(*(_placed(shapes, bases, place) for place in range(len(shapes))), _two_texts(shapes, bases))
    return list(islice((row for turn in turns for row in turn if row is not None), most))


def rim(shapes: Sequence[Shape], bases: Sequence[Row], most: int) -> list[Row]:
    """Up to `most` inputs in which a text of a base is nearly the same: with the end of a line behind it, which `$` of
    a pattern overlooks, with blanks around it, and with digits and letters that only some tests take for such."""
    found: list[Row] = []
    for base in bases:
        for place, shape in enumerate(shapes):
            for value in _nearly(base[place]):
                row = (*base[:place], value, *base[place + 1 :])
                if holds(shape, value) and row not in found:
                    found.append(row)
    return found[:: max(1, -(-len(found) // most))]


def beyond(shapes: Sequence[Shape], bases: Sequence[Row]) -> list[Row]:
    """Inputs with a letter that takes two units of 16 bits in a text: alone, and at the ends of what a base has."""
    found: list[Row] = []
    for base in bases:
        for place, value in enumerate(base):
            texts = [_WIDE, value + _WIDE, _WIDE + value] if isinstance(value, str) else []
            changed: list[object] = [*texts, *([[*value, _WIDE]] if isinstance(value, list) else [])]
            for other in changed:
                row = (*base[:place], other, *base[place + 1 :])
                if holds(shapes[place], other) and row not in found:
                    found.append(row)
    return found


def _nearly(value: object) -> Iterator[object]:
    match value:
        case str():
            yield from (f"{value}\n", f"\n{value}", f"{value} ", f" {value}", f"{value}\r")
            for part, others in ((_DIGIT, DIGITS[:2]), (_LETTER, ACCENTED[::3]), (_BLANK, "\t\xa0")):
                yield from (part.sub(other, value, count=1) for other in others if part.search(value))
            yield from (value.swapcase(), value + value) if value else ()
        case list() | tuple() if value:
            for nearly in _nearly(value[-1]):
                items = [*value[:-1], nearly]
                yield items if isinstance(value, list) else tuple(items)


def large(shapes: Sequence[Shape], bases: Sequence[Row]) -> Iterator[list[Row]]:
    """Inputs with large whole numbers, by magnitude."""
    for numbers in LARGE:
        rows: list[Row] = []
        for number in numbers:
            for place, shape in enumerate(shapes):
                for value in _with_number(shape, number):
                    for base in bases[:2]:
                        row = (*base[:place], value, *base[place + 1 :])
                        if all(map(holds, shapes, row)):
                            rows.append(row)
        if rows:
            yield rows


def _placed(shapes: Sequence[Shape], bases: Sequence[Row], place: int) -> Iterator[Row]:
    for number, value in enumerate(values(shapes[place])):
        if bases and holds(shapes[place], value):
            base = bases[number % len(bases)]
            yield (*base[:place], value, *base[place + 1 :])
    yield from _far_along(shapes, bases, place)


def _far_along(shapes: Sequence[Shape], bases: Sequence[Row], place: int) -> Iterator[Row]:
    """Round numbers of a range, each where the other ranges are most of the way through: bases are small, and what a
    leap year changes is seen from March on."""
    match shapes[place]:
        case Plain("int", int(low), int(high)):
            for base in bases[:1]:
                row = list(base)
                for other, shape in enumerate(shapes[: len(base)]):
                    match shape:
                        case Plain("int", int(least), int(most)):
                            row[other] = most - (most - least) // 4
                for number in _between(low, high) if len(row) > 1 else ():
                    yield (*row[:place], number, *row[place + 1 :])


def _two_texts(shapes: Sequence[Shape], bases: Sequence[Row]) -> Iterator[Row]:
    """Of two arguments that are texts, each time two that are nearly the same."""
    for one, other in combinations([place for place, shape in enumerate(shapes) if isinstance(shape, Plain)], 2):
        for (first, second), base in product(_ALIKE, (*bases[:1], *_lively(shapes, bases))):
            if holds(shapes[one], first) and holds(shapes[other], second):
                row = list(base)
                row[one], row[other] = first, second
                yield tuple(row)


def _lively(shapes: Sequence[Shape], bases: Sequence[Row]) -> Iterator[Row]:
    """A base in which whatever can be is no 0, and not empty: a result may be one of the other arguments."""
    for base in bases[:1]:
        yield tuple(
            next((value for value in values(shape) if value and holds(shape, value)), usual)
            for shape, usual in zip(shapes, base, strict=False)
        )


def values(shape: Shape) -> Iterator[object]:
    """Corners of a shape; some may be outside of its bounds. Of instances with fields there are none: see `long`."""
    match shape:
        case Plain("int", low, high):
            yield from (bound for bound in (low, high) if bound is not None)
            yield from _WHOLE
            if low is not None and high is not None:
                yield from _between(low, high)
        case Plain("float"):
            yield from _FLOATS
        case Plain("str"):
            yield from _TEXTS
        case Many(kind, element) if kind in ("list", "tuple"):
            make = list if kind == "list" else tuple
            for twins in _TWINS:
                if isinstance(element, Either) and all(_is_among(element, twin) for twin in twins):
                    yield from (make(twins), make(twins[::-1]))
            items = [item for item in values(element) if holds(element, item)]
            for first, second in pairwise(items):
                yield from (make([first, second]), make([second, first, second]))
            yield from (make([item]) for item in items[:_LISTED])
        case Many(kind, element):
            items = [item for item in values(element) if holds(element, item) and _is_hashable(item)]
            unite = set if kind == "set" else frozenset
            yield from (unite([first, second]) for first, second in pairwise(items))
        case Fixed(parts):
            columns = [[item for item in values(part) if holds(part, item)] for part in parts]
            if all(columns):
                for number in range(max(map(len, columns))):
                    yield tuple(column[number % len(column)] for column in columns)
        case Table(key, content):
            keys = [item for item in values(key) if holds(key, item) and _is_hashable(item)]
            items = [item for item in values(content) if holds(content, item)]
            for number, name in enumerate(keys[:_LISTED]):
                if items:
                    yield {name: items[number % len(items)], keys[number - 1]: items[number // 2 % len(items)]}
        case Named(fields):
            for row in values(Fixed(tuple(part for _, part in fields))):
                assert isinstance(row, tuple)
                yield {field: item for (field, _), item in zip(fields, row, strict=True)}
        case Either(parts):
            for part in parts:
                yield from values(part)
        case Instance() if not shape.fields:
            yield Record(shape.name, ())
        case Instance():
            return


def _is_among(shape: Either, value: object) -> bool:
    """Whether one of the alternatives has the value, and with this type: to Python 1 and True are the same."""
    kind = {bool: "bool", int: "int", float: "float", str: "str", type(None): "none"}.get(type(value))
    return any(isinstance(part, Plain) and part.kind == kind and holds(part, value) for part in shape.alternatives)


def _between(low: int, high: int) -> Iterator[int]:
    """In a range that is not small: what is next to its ends, round numbers and what is next to some, powers of two."""
    if high - low < _NARROW:
        return
    known = {low, high, *_WHOLE}
    round_ones = [number for step, most in _ROUND for number in _multiples(step, low, high, most)]
    beside = [number + by for number in round_ones[:2] for by in (-1, 1)]
    powers = [2**power for power in range(7, 64) if low <= 2**power <= high]
    for number in (low + 1, high - 1, *round_ones, *beside, *powers[-_POWERS:]):
        if number not in known:
            known.add(number)
            yield number


def _multiples(step: int, low: int, high: int, most: int) -> list[int]:
    """At most so many multiples in a range, evenly."""
    first, last = -(-low // step), high // step
    count = last - first + 1
    return (
        [(first + place * count // most) * step for place in range(most)]
        if count > most
        else [number * step for number in range(first, last + 1)]
    )


def _with_number(shape: Shape, number: int) -> Iterator[object]:
    """Values of the shape that the number makes: itself and its negative, or a list with it."""
    match shape:
        case Plain("int"):
            yield from (number, -number)
        case Many("list" | "tuple" as kind, Plain("int")):
            make = list if kind == "list" else tuple
            yield from (make([number]), make([number, number - 1, 1]))
        case Either(parts):
            for part in parts:
                yield from _with_number(part, number)


def _is_hashable(value: object) -> bool:
    return not isinstance(value, list | set | dict)
