"""How places, sets and counts are said in English. `english.py` makes sentences of them.

An occurrence of a string of several letters is a stretch, but a formula speaks of its first position only. "After the
first 'ab'" would leave out its b, so wherever a place is meant, it is "the start of the first 'ab'"; and what "starts
before" a place need not end before it. Nothing is "between" two places, because one cannot know which comes first.
"""

from __future__ import annotations

import re

from viva.engines.logic import formula as f

# Variables whose name does not read as a word.
SHORT_NAME = re.compile(r"[b-zB-Z][0-9]*")
NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
ORDINALS = [
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
]
QUANTITIES: dict[f.Comparison, str] = {
    "=": "exactly",
    "<": "fewer than",
    "<=": "at most",
    ">": "more than",
    ">=": "at least",
}
ORDERS: dict[f.Comparison, str] = {
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


def quote(letters: f.Letters) -> str:
    return letters.name if isinstance(letters, f.LetterVariable) else f"'{letters}'"


def place(where: f.Spot) -> str:
    match where:
        case f.First():
            return "the first position"
        case f.Last():
            return "the last position"
        case f.Position(name):
            return name
        case f.FirstOccurrence(string):
            return f"{_start_of(string)}the first {quote(string)}"
        case f.LastOccurrence(string):
            return f"{_start_of(string)}the last {quote(string)}"
        case f.Shifted(f.First(), offset) if offset > 0:
            return f"the {ordinal(offset + 1)} position"
        case f.Shifted(f.Last(), offset) if offset < 0:
            return f"the {ordinal(1 - offset)} position from the end"
        case f.Shifted(base, offset):
            shown = place(base)
            if _is_variable(base):
                return f"{shown}{offset:+d}"
            if offset == 0:
                return shown
            side = "after" if offset > 0 else "before"
            if abs(offset) == 1:
                return f"the position directly {side} {shown}"
            return f"the {ordinal(abs(offset))} position {side} {shown}"


def _start_of(string: f.Letters) -> str:
    return "" if _is_letter(string) else "the start of "


def _is_variable(where: f.Spot) -> bool:
    return isinstance(where, f.Position) or (isinstance(where, f.Shifted) and _is_variable(where.base))


def positions(members: f.Set) -> str:
    match members:
        case f.All():
            return "all positions"
        case f.Positions(name):
            return name
        case f.Occurrences(string):
            return f"the {'positions' if _is_letter(string) else 'starts'} of {quote(string)}"
        case f.Beside(comparison, where):
            return f"the positions {side(comparison, where)}"
        case f.Union(left, right):
            return f"either {positions(left)} or {positions(right)}"
        case f.Intersection(left, right):
            return f"both {positions(left)} and {positions(right)}"


def side(comparison: f.Comparison, where: f.Spot) -> str:
    match comparison:
        case "<":
            return f"before {place(where)}"
        case "<=":
            return f"up to and including {place(where)}"
        case ">":
            return f"after {place(where)}"
        case _:
            return f"from {place(where)} on"


def region(lower: f.Beside | None, upper: f.Beside | None) -> str:
    """The stretch between two places, with a blank before it; nothing for the whole word."""
    match lower, upper:
        case None, None:
            return ""
        case f.Beside(comparison, where), None:
            return f" {side(comparison, where)}"
        case None, f.Beside(comparison, where):
            return f" {side(comparison, where)}"
        case f.Beside(">", low), f.Beside("<", high):
            return f" after {place(low)} and before {place(high)}"
        case f.Beside(below, low), f.Beside(above, high):
            start = "after" if below == ">" else "from"
            return f" {start} {place(low)} {'up to and including' if above == '<=' else 'until before'} {place(high)}"
    raise AssertionError(lower, upper)


def stretch(members: f.Set) -> tuple[f.Occurrences | None, f.Beside | None, f.Beside | None] | None:
    """The occurrences of a string within a region, where a set is just that: `(string, lower, upper)`."""
    occurrences: f.Occurrences | None = None
    lower: f.Beside | None = None
    upper: f.Beside | None = None
    todo: list[f.Set] = [members]
    while todo:
        match todo.pop():
            case f.Intersection(left, right):
                todo += [left, right]
            case f.All():
                pass
            case f.Occurrences() as found if occurrences is None:
                occurrences = found
            case f.Beside(">" | ">=") as found if lower is None:
                lower = found
            case f.Beside("<" | "<=") as found if upper is None:
                upper = found
            case _:
                return None
    return occurrences, lower, upper


def things(members: f.Set, one: bool = False, none: bool = False) -> str:
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
        shown = name.name if isinstance(name, f.LetterVariable) else name
        noun = quote(name) if one else f"{shown}'s"
    else:
        overlapping = "" if none or not overlaps_itself(occurrences.string) else "possibly overlapping "
        noun = f"{overlapping}{'occurrence' if one else 'occurrences'} of {quote(occurrences.string)}"
        if lower or upper:
            noun += "" if _is_letter(occurrences.string) else " that starts" if one else " that start"
    return noun + region(lower, upper)


def overlaps_itself(string: f.Letters) -> bool:
    """Whether it ends as it begins, so that two occurrences can share letters."""
    return not isinstance(string, f.LetterVariable) and any(
        string.endswith(string[:end]) for end in range(1, len(string))
    )


def _is_letter(string: f.Letters) -> bool:
    return isinstance(string, f.LetterVariable) or len(string) == 1


def amount(count: f.Count) -> str:
    """The object of "there are" or "have"."""
    if count.comparison == "=" and count.number == 0:
        return f"no {things(count.positions, none=True)}"
    return f"{QUANTITIES[count.comparison]} {number(count.number)} {things(count.positions, count.number == 1)}"


def times(count: f.Count | f.CountModulo) -> str:
    """How often a letter occurs: "exactly two times"."""
    if isinstance(count, f.CountModulo):
        return f"an {_parity(count)} number of times"
    return f"{QUANTITIES[count.comparison]} {number(count.number)} {'time' if count.number == 1 else 'times'}"


def residue(count: f.CountModulo) -> str:
    """The object of "have", for a count modulo two."""
    return f"an {_parity(count)} number of {things(count.positions)}"


def is_parity(count: f.CountModulo) -> bool:
    return _parity(count) is not None


def residue_of(count: f.CountModulo, holds: bool) -> str:
    """The same as a sentence: "the number of b's after x is even"."""
    subject, negation = f"the number of {things(count.positions)}", "" if holds else "not "
    parity = _parity(count)
    if parity:
        return f"{subject} is {negation}{parity}"
    if _divisible(count):
        return f"{subject} is {negation}divisible by {number(count.modulus)}"
    return f"{subject} {'leaves' if holds else 'does not leave'} {_remainder(count)}"


def _parity(count: f.CountModulo) -> str | None:
    if count.comparison == "=" and count.modulus == 2 and count.number < 2:
        return "even" if count.number == 0 else "odd"
    return None


def _divisible(count: f.CountModulo) -> bool:
    return count.comparison == "=" and count.number == 0


def _remainder(count: f.CountModulo) -> str:
    size = f"remainder {number(count.number)}"
    if count.comparison != "=":
        size = f"a remainder of {QUANTITIES[count.comparison]} {number(count.number)}"
    return f"{size} when divided by {number(count.modulus)}"
