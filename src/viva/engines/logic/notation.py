"""The notation of formulas, both ways: `parse(show(formula)) == formula`.

From loosest to tightest: `<->`, `->` (which associates to the right), `or`, `and`, `not` and quantifiers; the body of
a quantifier extends to the right as far as it can. In sets `inter` binds tighter than `union`.
"""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.text.reading import Binding
from viva.core.text.writing import Written, infix, prefix
from viva.engines.logic import formula as f
from viva.engines.logic.reader import BINDINGS, Reader, shallow

_UNARY = 5
_UNION, _INTERSECTION = Binding(1), Binding(2)
SIDES: dict[f.Comparison, str] = {"<": "psLt", "<=": "psLe", ">": "psGt", ">=": "psGe"}


def parse(text: str, alphabet: Sequence[str] | None = None) -> f.Formula:
    """Raises Misread with line, column, what was expected and what was found; where an alphabet is given, also for
    letters that are not in it."""
    reader = Reader(text, None if alphabet is None else tuple(alphabet))
    formula = reader.formula()
    reader.expect_end("'and', 'or', '->', '<->' or the end of the formula")
    return shallow(formula)


def show(formula: f.Formula) -> str:
    return _written(formula).text


def _written(formula: f.Formula) -> Written:
    match formula:
        case f.Binary(connective, left, right):
            return infix(_written(left), connective, _written(right), BINDINGS[connective])
        case f.Not(operand):
            return prefix("not ", _written(operand), _UNARY)
        case f.Quantified(quantifier, variable, body):
            shown = f"{quantifier} {variable}. {show(body)}"
            return Written(shown, followed=f"({shown})")
        case f.Constant(value):
            return Written("true" if value else "false")
        case f.IsEmpty():
            return Written("isEmpty")
        case f.Begins(string):
            return Written(f"begWt({_letters(string)})")
        case f.Ends(string):
            return Written(f"endWt({_letters(string)})")
        case f.LetterAt(letter, place):
            return Written(f"{_letters(letter)} @ {show_place(place)}")
        case f.LetterThroughout(letter, positions):
            return Written(f"{_letters(letter)} @ {show_set(positions)}")
        case f.Compare(first, comparison, second):
            return Written(f"{show_place(first)} {comparison} {show_place(second)}")
        case f.Member(place, positions):
            return Written(f"{show_place(place)} in {show_set(positions)}")
        case f.Count(positions, comparison, number):
            return Written(f"|{show_set(positions)}| {comparison} {number}")
        case f.CountModulo(positions, modulus, comparison, number):
            return Written(f"|{show_set(positions)}| % {modulus} {comparison} {number}")


def show_place(place: f.Spot) -> str:
    match place:
        case f.First():
            return "first"
        case f.Last():
            return "last"
        case f.Position(name):
            return name
        case f.FirstOccurrence(string):
            return f"fstOcc({_letters(string)})"
        case f.LastOccurrence(string):
            return f"lastOcc({_letters(string)})"
        case f.Shifted(base, offset):
            return f"{show_place(base)}{offset:+d}"


def show_set(positions: f.Set) -> str:
    return _written_set(positions).text


def _written_set(positions: f.Set) -> Written:
    match positions:
        case f.All():
            return Written("all")
        case f.Positions(name):
            return Written(name)
        case f.Occurrences(string):
            return Written(f"indOf({_letters(string)})")
        case f.Beside(comparison, place):
            return Written(f"{SIDES[comparison]}({show_place(place)})")
        case f.Union(left, right):
            return infix(_written_set(left), "union", _written_set(right), _UNION)
        case f.Intersection(left, right):
            return infix(_written_set(left), "inter", _written_set(right), _INTERSECTION)


def _letters(letters: f.Letters) -> str:
    return letters.name if isinstance(letters, f.LetterVariable) else f"'{letters}'"
