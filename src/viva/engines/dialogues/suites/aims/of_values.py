"""Aims for the values that are read: special ones, and ones that equal or follow what was read before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from viva.engines.dialogues.evaluation import element_type, keeps_blanks
from viva.engines.dialogues.model import DecimalRange, Naturals, OneOf, Range, Type, ValueSet
from viva.engines.dialogues.suites.aims.goals import Aim, Goal, Met
from viva.engines.dialogues.suites.aims.mistakes import kind_of
from viva.engines.dialogues.suites.values import BLANK, EMPTY, WITH_BLANKS
from viva.engines.dialogues.suites.ways.formulas import both, equal
from viva.engines.dialogues.suites.ways.paths import Reading
from viva.engines.smt.arithmetic import Symbol

MAGNITUDES = (2**15, 2**31, 2**53 + 1, 2**63)
LARGE = 10**18 + 9  # a prime: no remainder of it is 0
_WORDS = (2**31 - 1, 2**31, -(2**31), -(2**31) - 1)  # where numbers of 32 bits end
_MOST_LISTED = 24


def value_aims(
    event: Reading, place: Goal, left: int, texts: Sequence[str], more: tuple[Goal, tuple[int, ...]]
) -> Iterator[Aim]:
    """`left` reads come after this one; `more` are the sides taken then, and the magnitudes to try."""
    follows, magnitudes = more
    number, values = event.number, event.read.values
    kind = element_type(values)
    if kind == Type.TRUTH:
        yield from (Aim((place, value), is_value(number, value)) for value in (True, False))
    elif kind == Type.TEXT:
        listed = [str(value) for value in values.values] if isinstance(values, OneOf) else [*texts]
        unlisted = [] if isinstance(values, OneOf) else [EMPTY, BLANK]
        unlisted += WITH_BLANKS if keeps_blanks(values) else ()
        for text in [*listed[:_MOST_LISTED], *unlisted] if event.valid else _nearly(listed):
            yield Aim((place, text), is_value(number, text))
    else:
        for value in special_values(values, event.valid):
            yield Aim((place, value), is_value(number, value))
        for value in _ends(values) if event.valid else ():
            yield Aim((event.path, value, follows), is_value(number, value))
        for value in _WORDS if 2**31 in magnitudes and event.valid else ():
            yield Aim((event.path, value), is_value(number, value))
        for sign in (1, -1):
            for magnitude in magnitudes:
                beyond = is_value(number, sign * LARGE) if magnitude == LARGE else _beyond(number, sign, magnitude)
                yield Aim((event.path, sign * magnitude), beyond)
                if left > 1:
                    yield Aim((event.path, "then more", sign * magnitude), beyond)
        if not left:
            yield Aim((event.path, "last negative"), lambda given, n=number: given[n] < 0)  # type: ignore[misc]
    own = event.before.get(event.read.variable, ())
    for name, numbers in sorted(event.before.items()):
        if not numbers:
            continue
        for what, other in (("previous", numbers[-1]), ("first", numbers[0])):
            yield Aim((place, "equals", name, what), lambda given, n=number, o=other: _same(given, n, o))  # type: ignore[misc]
    if own and kind in (Type.NUMBER, Type.DECIMAL):
        for change in (1, -1):
            yield Aim((place, "next", change), lambda given, n=number, o=own[-1], c=change: given[n] - given[o] == c)  # type: ignore[misc]


def _nearly(listed: Sequence[str]) -> list[str]:
    """A few texts that are just not in a set: one letter more or less, other letters small or capital, none at all."""
    first = listed[0]
    nearly = (first.upper(), first.capitalize(), f"{first}x", first[:-1], first[::-1], "x", EMPTY)
    return [text for text in dict.fromkeys(nearly) if text not in listed]


def is_value(number: int, value: Symbol) -> Met:
    return lambda given: equal(given[number], value)


def _same(given: Sequence[Symbol], left: int, right: int) -> Symbol:
    kinds = {kind_of(given[left]), kind_of(given[right])}
    return equal(given[left], given[right]) if len(kinds) == 1 else False


def _beyond(number: int, sign: int, magnitude: int) -> Met:
    return lambda given: (
        not isinstance(given[number], str)
        and both(given[number] * sign >= magnitude, given[number] * sign < 16 * magnitude)
    )


def _ends(values: ValueSet) -> tuple[int | Fraction, ...]:
    match values:
        case Range(low, high) | DecimalRange(low, high):
            return (low, high)
        case Naturals():
            return (0,)
        case _:
            return ()


def special_values(values: ValueSet, valid: bool) -> tuple[int | Fraction, ...]:
    match values:
        case Range(low, high) if valid:
            return tuple(dict.fromkeys((low, high, low + 1, high - 1, 0, (low + high) // 2)))
        case Range(low, high):
            return tuple(dict.fromkeys((low - 1, high + 1, 0, -1, -low, -high, 10 * high)))
        case OneOf(items) if valid:
            return tuple(item for item in items[:_MOST_LISTED] if isinstance(item, int))
        case OneOf(items):
            around = (item + step for item in items[:_MOST_LISTED] if isinstance(item, int) for step in (-1, 1))
            return tuple(dict.fromkeys((*around, 0, -1)))
        case Naturals():
            return (0, 1, 2, 3) if valid else (-1, -2)
        case DecimalRange(low, high):
            step = Fraction(1, 100)
            return (low, high, low + step, high - step) if valid else (low - step, high + step)
        case _:
            return (0, 1, -1, 2, -2, 3)
