"""The notation of formulas, both ways: `parse(show(formula)) == formula`.

From loosest to tightest: `<->`, `->` (which associates to the right), `or`, `and`, `not` and quantifiers; the body of
a quantifier extends to the right as far as it can. In sets `inter` binds tighter than `union`.
"""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.text.reading import Binding
from viva.core.text.writing import Written, infix, prefix
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
from viva.engines.logic.reader import BINDINGS, Reader, shallow

_UNARY = 5
_UNION, _INTERSECTION = Binding(1), Binding(2)
SIDES: dict[Comparison, str] = {"<": "psLt", "<=": "psLe", ">": "psGt", ">=": "psGe"}


def parse(text: str, alphabet: Sequence[str] | None = None) -> Formula:
    """Raises Misread with line, column, what was expected and what was found; where an alphabet is given, also for
    letters that are not in it."""
    reader = Reader(text, None if alphabet is None else tuple(alphabet))
    formula = reader.formula()
    reader.expect_end("'and', 'or', '->', '<->' or the end of the formula")
    return shallow(formula)


def show(formula: Formula) -> str:
    return _written(formula).text


def _written(formula: Formula) -> Written:
    match formula:
        case Binary(connective, left, right):
            return infix(_written(left), connective, _written(right), BINDINGS[connective])
        case Not(operand):
            return prefix("not ", _written(operand), _UNARY)
        case Quantified(quantifier, variable, body):
            shown = f"{quantifier} {variable}. {show(body)}"
            return Written(shown, followed=f"({shown})")
        case Constant(value):
            return Written("true" if value else "false")
        case IsEmpty():
            return Written("isEmpty")
        case Begins(string):
            return Written(f"begWt({_letters(string)})")
        case Ends(string):
            return Written(f"endWt({_letters(string)})")
        case LetterAt(letter, place):
            return Written(f"{_letters(letter)} @ {show_place(place)}")
        case LetterThroughout(letter, positions):
            return Written(f"{_letters(letter)} @ {show_set(positions)}")
        case Compare(first, comparison, second):
            return Written(f"{show_place(first)} {comparison} {show_place(second)}")
        case Member(place, positions):
            return Written(f"{show_place(place)} in {show_set(positions)}")
        case Count(positions, comparison, number):
            return Written(f"|{show_set(positions)}| {comparison} {number}")
        case CountModulo(positions, modulus, comparison, number):
            return Written(f"|{show_set(positions)}| % {modulus} {comparison} {number}")


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


def show_set(positions: Set) -> str:
    return _written_set(positions).text


def _written_set(positions: Set) -> Written:
    match positions:
        case All():
            return Written("all")
        case Positions(name):
            return Written(name)
        case Occurrences(string):
            return Written(f"indOf({_letters(string)})")
        case Beside(comparison, place):
            return Written(f"{SIDES[comparison]}({show_place(place)})")
        case Union(left, right):
            return infix(_written_set(left), "union", _written_set(right), _UNION)
        case Intersection(left, right):
            return infix(_written_set(left), "inter", _written_set(right), _INTERSECTION)


def _letters(letters: Letters) -> str:
    return letters.name if isinstance(letters, LetterVariable) else f"'{letters}'"
