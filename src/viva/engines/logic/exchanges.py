"""Formulas in which one part says something else of the same kind: a pattern in the place of a count, another thing
about a position that is asked about. What the new part is about is about as large as what the old one was about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from viva.engines.logic import formula as f
from viva.engines.logic.shapes import consecutive

_SMALL = 4  # a number above it has others near it by two
_LONGEST = 3  # letters of strings of which all are tried
_NEXT = (-1, 0, 1)


def exchange_one_part(formula: f.Formula, alphabet: Sequence[str]) -> Iterator[f.Formula]:
    """With one part exchanged, those of the outermost parts first."""
    if isinstance(formula, f.Quantified) and (string := consecutive(formula)) is not None:
        yield from _closed(formula, len(string), alphabet)
        return
    match formula:
        case f.Not(operand):
            yield from (f.Not(other) for other in exchange_one_part(operand, alphabet))
        case f.Binary(_, left, right):
            yield from (replace(formula, left=other) for other in exchange_one_part(left, alphabet))
            yield from (replace(formula, right=other) for other in exchange_one_part(right, alphabet))
        case f.Quantified(_, _, body):
            yield from (replace(formula, body=other) for other in exchange_one_part(body, alphabet))
        case f.Constant() | f.IsEmpty():
            return
        case _ if not (free := f.free_variables(formula)):
            yield from _closed(formula, _size(formula), alphabet)
        case _ if len(free) == 1 and (position := _position(formula, *free)) is not None:
            yield from (other for other in _of_a_position(position, alphabet) if other != formula)


def uses_similar_concepts(one: Counter[str], other: Counter[str]) -> bool:
    """Whether at most one is exchanged: what a quantifier and a letter say together counts as one."""
    return (one - other).total() <= 2 and (other - one).total() <= 2 and abs(one.total() - other.total()) <= 1


def _size(part: f.Formula) -> int:
    """What a part is about: the letters of its string, its number, how far from an end it looks."""
    match part:
        case f.Begins(str() as string) | f.Ends(str() as string):
            return len(string)
        case f.LetterAt(_, f.Shifted(_, offset)):
            return abs(offset) + 1
        case f.Count(f.Occurrences(str() as string), _, number):
            return max(len(string), number)
        case f.Count(_, _, number):
            return number
        case f.CountModulo(_, modulus):
            return modulus
        case _:
            return 1


def _closed(part: f.Formula, size: int, alphabet: Sequence[str]) -> Iterator[f.Formula]:
    reach = 1 if size <= _SMALL else 2
    counted: list[f.Set] = [*map(f.Occurrences, alphabet), f.All()]
    found: list[f.Formula] = []
    for number in sorted(range(max(1, size - reach), size + reach + 1), key=lambda one: (abs(one - size), one)):
        if 1 < number <= _LONGEST:
            for letters in product(alphabet, repeat=number):
                string = "".join(letters)
                found += [f.Begins(string), f.Ends(string)]
                found += [f.Count(f.Occurrences(string), ">=", 1), f.Count(f.Occurrences(string), "=", 0)]
        for members in counted:
            found += [f.Count(members, sign, number) for sign in (">=", "=", "<=")]
            found += [f.CountModulo(members, number, "=", rest) for rest in range(number) if number > 1]
        for letter in alphabet:
            found += [f.LetterAt(letter, _from_end(last, number - 1)) for last in (True, False)]
    yield from (other for other in dict.fromkeys(found) if other != part)


def _from_end(last: bool, offset: int) -> f.Spot:
    end: f.Spot = f.Last() if last else f.First()
    return f.Shifted(end, -offset if last else offset) if offset else end


def _position(part: f.Formula, variable: str) -> f.Position | None:
    """The variable, where it stands for a position: a part about a set or a letter is none of a position."""
    position = f.Position(variable)
    return position if any(node == position for node in f.nodes(part)) else None


def _of_a_position(position: f.Position, alphabet: Sequence[str]) -> Iterator[f.Formula]:
    for letter, offset in product(alphabet, _NEXT):
        yield f.LetterAt(letter, f.Shifted(position, offset) if offset else position)
    for modulus in (2, 3):
        for rest in range(modulus):
            yield from (f.CountModulo(f.Beside(side, position), modulus, "=", rest) for side in ("<", ">"))
    for offset in (0, 1, 2):
        for last in (False, True):
            yield from (f.Compare(position, sign, _from_end(last, offset)) for sign in ("=", ">", "<"))
