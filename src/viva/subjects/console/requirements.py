"""What is asked of a value that the program may choose (`some(v, v % n == 0 and v > 100)`), one requirement at a time:
that there is a number, that it is a whole one and of its set, and each part of the condition."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from viva.engines.dialogues.model import DecimalRange, Naturals, OneOf, Operation, Range, Some, Term, Type, Value, Write
from viva.engines.dialogues.terms import Environment, Undefined, belongs, element_type, holds
from viva.subjects.console.errors import Told

_NUMBER = re.compile(r"(?<![\w.])[-+−]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][-+]?\d{1,3})?(?!\w)", re.ASCII)
_WHOLE = re.compile(r"[-+−]?\d+", re.ASCII)


def unmet(write: Write, here: Environment, line: str) -> tuple[Told, ...]:
    """The requirements that the value in this line does not meet, the plainest first; none where nothing is to be
    chosen, or where it cannot be told which value is meant."""
    chosen = [item for items in write.alternatives for item in items if isinstance(item, Some)]
    if len(write.alternatives) != 1 or len(chosen) != 1:
        return ()
    return tuple(_unmet(chosen[0], here, line))


def _unmet(some: Some, here: Environment, line: str) -> Iterator[Told]:
    kind = element_type(some.values)
    if kind == Type.TEXT:
        yield from _of_value(some, here, line)
        return
    if kind == Type.TRUTH:
        return
    found = _NUMBER.findall(line)
    if not found:
        yield Told("chosen_no_number")
    if len(found) != 1:
        return
    number = Fraction(Decimal(found[0].replace("−", "-")))
    if kind == Type.DECIMAL:
        yield from _of_value(some, here, number)
        return
    others = list(_of_value(some, here, int(number))) if number.denominator == 1 else []
    if number.denominator != 1:
        yield Told("chosen_not_whole")
    elif not others and not _WHOLE.fullmatch(found[0]):
        yield Told("whole_number")
    if not _WHOLE.fullmatch(found[0]):
        yield Told("chosen_as_decimal")
    yield from others


def _of_value(some: Some, here: Environment, value: Value) -> Iterator[Told]:
    if not belongs(value, some.values):
        match some.values:
            case Naturals():
                yield Told("chosen_negative")
            case Range() | DecimalRange() | OneOf():
                yield Told("chosen_outside")
        return
    for part in _parts(some.condition):
        try:
            met = holds(part, here.store(some.variable, value))
        except (Undefined, TypeError):
            met = True  # it says nothing of this value
        if not met:
            key = "chosen_text" if isinstance(value, str) else "chosen"
            yield Told(key, (("variable", some.variable),), part)


def _parts(condition: Term) -> Iterator[Term]:
    if isinstance(condition, Operation) and condition.operator == "and":
        yield from _parts(condition.left)
        yield from _parts(condition.right)
    else:
        yield condition
