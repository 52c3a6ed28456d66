"""The notation of formulas, both ways: `parse(show(formula)) == formula`.

From loosest to tightest: `<->`, `->` (which associates to the right), `or`, `and`, `not` and quantifiers; the body of
a quantifier extends to the right as far as it can. In sets `inter` binds tighter than `union`.
"""

from __future__ import annotations

from collections.abc import Sequence

from viva.engines.logic.formula import (
    All,
    Begins,
    Beside,
    Binary,
    Compare,
    Comparison,
    Constant,
    Count,
    CountModulo,
    Ends,
    First,
    FirstOccurrence,
    Formula,
    Intersection,
    IsEmpty,
    Last,
    LastOccurrence,
    LetterAt,
    Letters,
    LetterThroughout,
    LetterVariable,
    Member,
    Not,
    Occurrences,
    Position,
    Positions,
    Quantified,
    Set,
    Shifted,
    Spot,
    Union,
)
from viva.engines.logic.reader import Reader, shallow

LEVELS = {"<->": 1, "->": 2, "or": 3, "and": 4}
_UNARY = 5
SIDES: dict[Comparison, str] = {"<": "psLt", "<=": "psLe", ">": "psGt", ">=": "psGe"}


def parse(text: str, alphabet: Sequence[str] | None = None) -> Formula:
    """Raises Misread with line, column, what was expected and what was found; where an alphabet is given, also for
    letters that are not in it."""
    reader = Reader(text, None if alphabet is None else tuple(alphabet))
    formula = reader.formula()
    reader.expect_end("'and', 'or', '->', '<->' or the end of the formula")
    return shallow(formula)


def show(formula: Formula, level: int = 0, last: bool = True) -> str:
    """In brackets where it stands in a place that binds tighter than `level`. A quantifier swallows what follows, so
    it needs brackets where it is not the `last` thing of what it stands in."""
    match formula:
        case Binary(connective, left, right):
            own = LEVELS[connective]
            bracket = own < level
            closing = last or bracket
            # `->` associates to the right, the others to the left
            left_level, right_level = (own + 1, own) if connective == "->" else (own, own + 1)
            shown = f"{show(left, left_level, False)} {connective} {show(right, right_level, closing)}"
            return f"({shown})" if bracket else shown
        case Not(operand):
            return f"not {show(operand, _UNARY, last)}"
        case Quantified(quantifier, variable, body):
            shown = f"{quantifier} {variable}. {show(body)}"
            return shown if last else f"({shown})"
        case Constant(value):
            return "true" if value else "false"
        case IsEmpty():
            return "isEmpty"
        case Begins(string):
            return f"begWt({_letters(string)})"
        case Ends(string):
            return f"endWt({_letters(string)})"
        case LetterAt(letter, place):
            return f"{_letters(letter)} @ {show_place(place)}"
        case LetterThroughout(letter, positions):
            return f"{_letters(letter)} @ {show_set(positions)}"
        case Compare(first, comparison, second):
            return f"{show_place(first)} {comparison} {show_place(second)}"
        case Member(place, positions):
            return f"{show_place(place)} in {show_set(positions)}"
        case Count(positions, comparison, number):
            return f"|{show_set(positions)}| {comparison} {number}"
        case CountModulo(positions, modulus, comparison, number):
            return f"|{show_set(positions)}| % {modulus} {comparison} {number}"


def show_place(place: Spot) -> str:
    match place:
        case First():
            return "first"
        case Last():
            return "last"
        case Position(name):
            return name
        case FirstOccurrence(string):
            return f"fstOcc({_letters(string)})"
        case LastOccurrence(string):
            return f"lastOcc({_letters(string)})"
        case Shifted(base, offset):
            return f"{show_place(base)}{offset:+d}"


def show_set(positions: Set, tight: bool = False) -> str:
    match positions:
        case All():
            return "all"
        case Positions(name):
            return name
        case Occurrences(string):
            return f"indOf({_letters(string)})"
        case Beside(comparison, place):
            return f"{SIDES[comparison]}({show_place(place)})"
        case Union(left, right):
            right_shown = f"({show_set(right)})" if isinstance(right, Union) else show_set(right)
            shown = f"{show_set(left)} union {right_shown}"
            return f"({shown})" if tight else shown
        case Intersection(left, right):
            right_shown = f"({show_set(right)})" if isinstance(right, Intersection) else show_set(right, True)
            return f"{show_set(left, True)} inter {right_shown}"


def _letters(letters: Letters) -> str:
    return letters.name if isinstance(letters, LetterVariable) else f"'{letters}'"
