"""Formulas near a formula: what one change, then two, then three make of it, small changes first.

A change fills one slot of the choice formula with something else (`choice.py`), or says a pattern in another way:
begins with, ends with, contains, does not contain, has a letter at a fixed place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random

from viva.engines.logic import formula as f
from viva.engines.logic.choice import Choice, Literals, abstract, concretise, keeps_different
from viva.engines.logic.concepts import is_about_a_letter
from viva.engines.logic.shapes import consecutive, contained_string

MOST_CHANGES = 4


def nearby_formulas(
    formula: f.Formula, alphabet: Sequence[str], literals: Literals, random: Random
) -> Iterator[tuple[int, f.Formula]]:
    """`(number of changes, formula)`, by growing number; formulas may come twice."""
    for changes in range(1, MOST_CHANGES + 1):
        yield from ((changes, each) for each in formulas_at_distance(formula, alphabet, literals, changes, random))


def formulas_at_distance(
    formula: f.Formula, alphabet: Sequence[str], literals: Literals, changes: int, random: Random
) -> Iterator[f.Formula]:
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


def _filled(choice: Choice, changes: int, keep_different: bool, random: Random) -> Iterator[f.Formula]:
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


def restated(formula: f.Formula, alphabet: Sequence[str], guessed: frozenset[str] = frozenset()) -> Iterator[f.Formula]:
    """Every formula in which one pattern is said in another way, letters are counted instead of one letter, or
    something else is asked of a guessed letter."""
    if is_about_a_letter(formula, guessed):
        letter = f.LetterVariable(next(iter(f.free_variables(formula))))
        yield from (other for other in _of_a_letter(letter) if other != formula)
        return
    match formula:
        case f.Not(operand):
            yield from (f.Not(other) for other in restated(operand, alphabet, guessed))
        case f.Binary(connective, left, right):
            yield from (f.Binary(connective, other, right) for other in restated(left, alphabet, guessed))
            yield from (f.Binary(connective, left, other) for other in restated(right, alphabet, guessed))
        case f.Quantified("ex1") if (string := consecutive(formula)) is not None:
            yield from _patterns(string)
        case f.Quantified(quantifier, variable, body):
            within = guessed | {variable} if quantifier[-1] == "0" else guessed
            yield from (f.Quantified(quantifier, variable, other) for other in restated(body, alphabet, within))
        case (
            f.Begins(string)
            | f.Ends(string)
            | f.LetterAt(string, f.First() | f.Last() | f.Shifted(f.First() | f.Last()))
        ):
            yield from (other for other in _patterns(string) if other != formula)
        case f.Count() if (found := contained_string(formula)) is not None:
            yield from (other for other in _patterns(found[0]) if other != formula)
        case f.Count(members, comparison, number):
            yield from (f.Count(other, comparison, number) for other in _counted(members, alphabet))
        case f.CountModulo(members, modulus, comparison, number):
            yield from (f.CountModulo(other, modulus, comparison, number) for other in _counted(members, alphabet))


def _of_a_letter(letter: f.LetterVariable) -> Iterator[f.Formula]:
    """What may be asked of a guessed letter."""
    yield from _patterns(letter)
    occurrences = f.Occurrences(letter)
    yield from (f.Count(occurrences, ">=", 2), f.Count(occurrences, "=", 1), f.Count(occurrences, "=", 2))
    yield from (f.CountModulo(occurrences, 2, "=", 0), f.CountModulo(occurrences, 2, "=", 1))
    for last in (True, False):
        body = f.end_letter_elsewhere(last, True).body
        if isinstance(body, f.Binary):
            elsewhere = f.rename_variable(body.right, "c", letter.name)
            yield from (elsewhere, f.Not(elsewhere))


def _patterns(string: f.Letters) -> Iterator[f.Formula]:
    yield from (f.Begins(string), f.Ends(string))
    yield from (f.Count(f.Occurrences(string), ">=", 1), f.Count(f.Occurrences(string), "=", 0))
    if isinstance(string, f.LetterVariable) or len(string) == 1:
        places: list[f.Spot] = [
            f.Shifted(f.First(), 1),
            f.Shifted(f.Last(), -1),
            f.Shifted(f.First(), 2),
            f.Shifted(f.Last(), -2),
        ]
        yield from (f.LetterAt(string, place) for place in places)


def _counted(members: f.Set, alphabet: Sequence[str]) -> Iterator[f.Set]:
    match members:
        case f.All():
            yield from (f.Occurrences(letter) for letter in alphabet)
        case f.Occurrences(string) if isinstance(string, f.LetterVariable) or len(string) == 1:
            yield f.All()
