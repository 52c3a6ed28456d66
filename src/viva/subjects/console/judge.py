"""What a failing run means for a submission: the reason of the verdict, whether the failure is held against it, and
which requirements a value does not meet that the program may choose (`some(v, v % n == 0 and v > 100)`), one at a time.

How a run departs from its test is worked out in `engines/dialogues/judging.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from viva.engines.dialogues.evaluation import Environment, Undefined, belongs, element_type, holds
from viva.engines.dialogues.model import DecimalRange, Naturals, OneOf, Operation, Range, Some, Term, Type, Value, Write
from viva.engines.dialogues.traces import Departure
from viva.engines.dialogues.trials.judging import Failure
from viva.engines.dialogues.trials.slow import is_large, was_cut_off
from viva.subjects.console.diagnosing.errors import Told

_REASONS = {
    Departure.OUTPUT: "wrong",
    Departure.SPACING: "wrong",
    Departure.EXTRA: "wrong",
    Departure.ENDS_EARLY: "wrong",
    Departure.MISSING: "no_output",
    Departure.READS_ON: "unexpected_read",
    Departure.INPUT: "protocol_error",
}
_OUTCOMES = {
    Departure.OUTPUT: "wrong_output",
    Departure.SPACING: "white_space",
    Departure.EXTRA: "extra_output",
    Departure.ENDS_EARLY: "reads_too_little",
    Departure.MISSING: "missing_output",
    Departure.READS_ON: "reads_past_the_end",
    Departure.INPUT: "other_input",
}
_NUMBER = re.compile(r"(?<![\w.])[-+−]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][-+]?\d{1,3})?(?!\w)", re.ASCII)
_WHOLE = re.compile(r"[-+−]?\d+", re.ASCII)
_TOO_MUCH = ("memory_limit", "output_limit", "recursion_limit")
_NO_END = "no_end"


def reason(failure: Failure) -> str:
    """One word for the report."""
    if failure.difference:
        return _REASONS[failure.difference.kind]
    return _NO_END if failure.kind == "step_limit" else str(failure.observed.ended)


def outcome(failure: Failure) -> str:
    """The word for what went wrong; for a run that was ended, the word for what ended it."""
    if failure.unflushed or failure.ahead or failure.difference is None:
        return failure.kind
    return _OUTCOMES[failure.difference.kind]


def is_excused(failure: Failure) -> bool:
    """Whether the program may only be too slow, of which `slow` knows more, or not fit for the size of a number it has
    read, which nobody asked it to be fit for."""
    return was_cut_off(failure) or (is_large(failure) and failure.kind in _TOO_MUCH)


def unmet_requirements(write: Write, here: Environment, line: str) -> tuple[Told, ...]:
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
