"""Formulas near a formula: what one change, then two, then three make of it, small changes first.

A change fills one slot of the choice formula with something else (`choice.py`), or says a pattern in another way:
begins with, ends with, contains, does not contain, has a letter at a fixed place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random

from viva.engines.logic.choice import Choice, Literals, abstract, concretise, keeps_different
from viva.engines.logic.concepts import is_about_a_letter
from viva.engines.logic.formula import (
    All,
    Begins,
    Binary,
    Count,
    CountModulo,
    Ends,
    First,
    Formula,
    Last,
    LetterAt,
    Letters,
    LetterVariable,
    Not,
    Occurrences,
    Quantified,
    Set,
    Shifted,
    Spot,
    end_letter_elsewhere,
    free_variables,
    rename_variable,
)
from viva.engines.logic.shapes import consecutive, contained_string

MOST_CHANGES = 4


def nearby_formulas(
    formula: Formula, alphabet: Sequence[str], literals: Literals, random: Random
) -> Iterator[tuple[int, Formula]]:
    """`(number of changes, formula)`, by growing number; formulas may come twice."""
    for changes in range(1, MOST_CHANGES + 1):
        yield from ((changes, each) for each in formulas_at_distance(formula, alphabet, literals, changes, random))


def formulas_at_distance(
    formula: Formula, alphabet: Sequence[str], literals: Literals, changes: int, random: Random
) -> Iterator[Formula]:
    """With exactly that many changes, at most two of them a pattern said in another way."""
    yield from _filled(abstract(formula, alphabet, literals), changes, literals.keep_different, random)
    said_otherwise = list(restated(formula, alphabet))
    random.shuffle(said_otherwise)
    if changes == 2:
        twice = list(dict.fromkeys(twice for once in said_otherwise for twice in restated(once, alphabet)))
        random.shuffle(twice)
        yield from twice
    for other in said_otherwise:
        yield from _filled(abstract(other, alphabet, literals), changes - 1, literals.keep_different, random)


def _filled(choice: Choice, changes: int, keep_different: bool, random: Random) -> Iterator[Formula]:
    """With exactly that many slots changed. Up to two, the nearest alternatives come first; where they are equally
    near, and for more, chance decides."""
    open_slots = [index for index, slot in enumerate(choice.slots) if len(slot.options) > 1]
    chosen = list(combinations(open_slots, changes))
    random.shuffle(chosen)
    ranked = (
        tuple(zip(slots, ranks, strict=True))
        for slots in chosen
        for ranks in product(*(range(1, len(choice.slots[slot].options)) for slot in slots))
    )
    ordered = sorted(ranked, key=lambda pairs: sum(rank for _, rank in pairs)) if changes <= 2 else ranked
    for pairs in ordered:
        values = list(choice.original)
        for slot, rank in pairs:
            values[slot] = choice.slots[slot].options[rank]
        if not keep_different or keeps_different(choice, values):
            yield concretise(choice, values)


def restated(formula: Formula, alphabet: Sequence[str], guessed: frozenset[str] = frozenset()) -> Iterator[Formula]:
    """Every formula in which one pattern is said in another way, letters are counted instead of one letter, or
    something else is asked of a guessed letter."""
    if is_about_a_letter(formula, guessed):
        letter = LetterVariable(next(iter(free_variables(formula))))
        yield from (other for other in _of_a_letter(letter) if other != formula)
        return
    match formula:
        case Not(operand):
            yield from (Not(other) for other in restated(operand, alphabet, guessed))
        case Binary(connective, left, right):
            yield from (Binary(connective, other, right) for other in restated(left, alphabet, guessed))
            yield from (Binary(connective, left, other) for other in restated(right, alphabet, guessed))
        case Quantified("ex1") if (string := consecutive(formula)) is not None:
            yield from _patterns(string)
        case Quantified(quantifier, variable, body):
            within = guessed | {variable} if quantifier[-1] == "0" else guessed
            yield from (Quantified(quantifier, variable, other) for other in restated(body, alphabet, within))
        case Begins(string) | Ends(string) | LetterAt(string, First() | Last() | Shifted(First() | Last())):
            yield from (other for other in _patterns(string) if other != formula)
        case Count() if (found := contained_string(formula)) is not None:
            yield from (other for other in _patterns(found[0]) if other != formula)
        case Count(members, comparison, number):
            yield from (Count(other, comparison, number) for other in _counted(members, alphabet))
        case CountModulo(members, modulus, comparison, number):
            yield from (CountModulo(other, modulus, comparison, number) for other in _counted(members, alphabet))


def _of_a_letter(letter: LetterVariable) -> Iterator[Formula]:
    """What may be asked of a guessed letter."""
    yield from _patterns(letter)
    occurrences = Occurrences(letter)
    yield from (Count(occurrences, ">=", 2), Count(occurrences, "=", 1), Count(occurrences, "=", 2))
    yield from (CountModulo(occurrences, 2, "=", 0), CountModulo(occurrences, 2, "=", 1))
    for last in (True, False):
        body = end_letter_elsewhere(last, True).body
        if isinstance(body, Binary):
            elsewhere = rename_variable(body.right, "c", letter.name)
            yield from (elsewhere, Not(elsewhere))


def _patterns(string: Letters) -> Iterator[Formula]:
    yield from (Begins(string), Ends(string))
    yield from (Count(Occurrences(string), ">=", 1), Count(Occurrences(string), "=", 0))
    if isinstance(string, LetterVariable) or len(string) == 1:
        places: list[Spot] = [Shifted(First(), 1), Shifted(Last(), -1), Shifted(First(), 2), Shifted(Last(), -2)]
        yield from (LetterAt(string, place) for place in places)


def _counted(members: Set, alphabet: Sequence[str]) -> Iterator[Set]:
    match members:
        case All():
            yield from (Occurrences(letter) for letter in alphabet)
        case Occurrences(string) if isinstance(string, LetterVariable) or len(string) == 1:
            yield All()
