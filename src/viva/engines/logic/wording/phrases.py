"""How places, sets and counts are said in English. `english.py` makes sentences of them.

An occurrence of a string of several letters is a stretch, but a formula speaks of its first position only. "After the
first 'ab'" would leave out its b, so wherever a place is meant, it is "the start of the first 'ab'"; and what "starts
before" a place need not end before it. Nothing is "between" two places, because one cannot know which comes first.
"""

from __future__ import annotations

import re

from viva.engines.logic.formula import (
    All,
    Beside,
    Comparison,
    Count,
    CountModulo,
    First,
    FirstOccurrence,
    Intersection,
    Last,
    LastOccurrence,
    Letters,
    LetterVariable,
    Occurrences,
    Position,
    Positions,
    Set,
    Shifted,
    Spot,
    Union,
)

# Variables whose name does not read as a word.
SHORT_NAME = re.compile(r"[b-zB-Z][0-9]*")
NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
ORDINALS = [
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
]
QUANTITIES: dict[Comparison, str] = {
    "=": "exactly",
    "<": "fewer than",
    "<=": "at most",
    ">": "more than",
    ">=": "at least",
}
ORDERS: dict[Comparison, str] = {
    "=": "",
    "<": "before",
    "<=": "at or before",
    ">": "after",
    ">=": "at or after",
}


def number(value: int) -> str:
    return NUMBERS[value] if value < len(NUMBERS) else str(value)


def ordinal(value: int) -> str:
    """`ordinal(1)` is the first."""
    if value <= len(ORDINALS):
        return ORDINALS[value - 1]
    ending = "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{ending}"


def quote(letters: Letters) -> str:
    return letters.name if isinstance(letters, LetterVariable) else f"'{letters}'"


def place(where: Spot) -> str:
    match where:
        case First():
            return "the first position"
        case Last():
            return "the last position"
        case Position(name):
            return name
        case FirstOccurrence(string):
            return f"{_start_of(string)}the first {quote(string)}"
        case LastOccurrence(string):
            return f"{_start_of(string)}the last {quote(string)}"
        case Shifted(First(), offset) if offset > 0:
            return f"the {ordinal(offset + 1)} position"
        case Shifted(Last(), offset) if offset < 0:
            return f"the {ordinal(1 - offset)} position from the end"
        case Shifted(base, offset):
            shown = place(base)
            if _is_variable(base):
                return f"{shown}{offset:+d}"
            if offset == 0:
                return shown
            side = "after" if offset > 0 else "before"
            if abs(offset) == 1:
                return f"the position directly {side} {shown}"
            return f"the {ordinal(abs(offset))} position {side} {shown}"


def _start_of(string: Letters) -> str:
    return "" if _is_letter(string) else "the start of "


def _is_variable(where: Spot) -> bool:
    return isinstance(where, Position) or (isinstance(where, Shifted) and _is_variable(where.base))


def positions(members: Set) -> str:
    match members:
        case All():
            return "all positions"
        case Positions(name):
            return name
        case Occurrences(string):
            return f"the {'positions' if _is_letter(string) else 'starts'} of {quote(string)}"
        case Beside(comparison, where):
            return f"the positions {side(comparison, where)}"
        case Union(left, right):
            return f"either {positions(left)} or {positions(right)}"
        case Intersection(left, right):
            return f"both {positions(left)} and {positions(right)}"


def side(comparison: Comparison, where: Spot) -> str:
    match comparison:
        case "<":
            return f"before {place(where)}"
        case "<=":
            return f"up to and including {place(where)}"
        case ">":
            return f"after {place(where)}"
        case _:
            return f"from {place(where)} on"


def region(lower: Beside | None, upper: Beside | None) -> str:
    """The stretch between two places, with a blank before it; nothing for the whole word."""
    match lower, upper:
        case None, None:
            return ""
        case Beside(comparison, where), None:
            return f" {side(comparison, where)}"
        case None, Beside(comparison, where):
            return f" {side(comparison, where)}"
        case Beside(">", low), Beside("<", high):
            return f" after {place(low)} and before {place(high)}"
        case Beside(below, low), Beside(above, high):
            start = "after" if below == ">" else "from"
            return f" {start} {place(low)} {'up to and including' if above == '<=' else 'until before'} {place(high)}"
    raise AssertionError(lower, upper)


def stretch(members: Set) -> tuple[Occurrences | None, Beside | None, Beside | None] | None:
    """The occurrences of a string within a region, where a set is just that: `(string, lower, upper)`."""
    occurrences: Occurrences | None = None
    lower: Beside | None = None
    upper: Beside | None = None
    todo: list[Set] = [members]
    while todo:
        match todo.pop():
            case Intersection(left, right):
                todo += [left, right]
            case All():
                pass
            case Occurrences() as found if occurrences is None:
                occurrences = found
            case Beside(">" | ">=") as found if lower is None:
                lower = found
            case Beside("<" | "<=") as found if upper is None:
                upper = found
            case _:
                return None
    return occurrences, lower, upper


def things(members: Set, one: bool = False, none: bool = False) -> str:
    """What is counted: "a's before x"."""
    parts = stretch(members)
    if parts is None:
        return f"{'position' if one else 'positions'} in {positions(members)}"
    occurrences, lower, upper = parts
    if occurrences is None:
        noun = "letter" if lower is None and upper is None else "position"
        noun += "" if one else "s"
    elif _is_letter(occurrences.string) and quote(occurrences.string) != "' '":
        name = occurrences.string
        shown = name.name if isinstance(name, LetterVariable) else name
        noun = quote(name) if one else f"{shown}'s"
    else:
        overlapping = "" if none or not overlaps_itself(occurrences.string) else "possibly overlapping "
        noun = f"{overlapping}{'occurrence' if one else 'occurrences'} of {quote(occurrences.string)}"
        if lower or upper:
            noun += "" if _is_letter(occurrences.string) else " that starts" if one else " that start"
    return noun + region(lower, upper)


def overlaps_itself(string: Letters) -> bool:
    """Whether it ends as it begins, so that two occurrences can share letters."""
    return not isinstance(string, LetterVariable) and any(
        string.endswith(string[:end]) for end in range(1, len(string))
    )


def _is_letter(string: Letters) -> bool:
    return isinstance(string, LetterVariable) or len(string) == 1


def amount(count: Count) -> str:
    """The object of "there are" or "have"."""
    if count.comparison == "=" and count.number == 0:
        return f"no {things(count.positions, none=True)}"
    return f"{QUANTITIES[count.comparison]} {number(count.number)} {things(count.positions, count.number == 1)}"


def times(count: Count | CountModulo) -> str:
    """How often a letter occurs: "exactly two times"."""
    if isinstance(count, CountModulo):
        return f"an {_parity(count)} number of times"
    return f"{QUANTITIES[count.comparison]} {number(count.number)} {'time' if count.number == 1 else 'times'}"


def residue(count: CountModulo) -> str:
    """The object of "have", for a count modulo two."""
    return f"an {_parity(count)} number of {things(count.positions)}"


def is_parity(count: CountModulo) -> bool:
    return _parity(count) is not None


def residue_of(count: CountModulo, holds: bool) -> str:
    """The same as a sentence: "the number of b's after x is even"."""
    subject, negation = f"the number of {things(count.positions)}", "" if holds else "not "
    parity = _parity(count)
    if parity:
        return f"{subject} is {negation}{parity}"
    if _divisible(count):
        return f"{subject} is {negation}divisible by {number(count.modulus)}"
    return f"{subject} {'leaves' if holds else 'does not leave'} {_remainder(count)}"


def _parity(count: CountModulo) -> str | None:
    if count.comparison == "=" and count.modulus == 2 and count.number < 2:
        return "even" if count.number == 0 else "odd"
    return None


def _divisible(count: CountModulo) -> bool:
    return count.comparison == "=" and count.number == 0


def _remainder(count: CountModulo) -> str:
    size = f"remainder {number(count.number)}"
    if count.comparison != "=":
        size = f"a remainder of {QUANTITIES[count.comparison]} {number(count.number)}"
    return f"{size} when divided by {number(count.modulus)}"
