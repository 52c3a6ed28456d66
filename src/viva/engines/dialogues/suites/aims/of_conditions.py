"""Aims for a condition: comparisons at their boundaries, combinations of its parts, lists that differ in one place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product

from viva.engines.dialogues.model import COMPARISONS, All, Call, Integer, Not, Operation, Term, subterms
from viva.engines.dialogues.suites.aims.goals import Aim, Goal, Met
from viva.engines.dialogues.suites.aims.mistakes import kind_of
from viva.engines.dialogues.suites.searching.wishes import Wish, all_so
from viva.engines.dialogues.suites.ways.formulas import Position, both, equal, interpret, is_plain, negation
from viva.engines.dialogues.suites.ways.paths import Reads, environment
from viva.engines.smt.arithmetic import Symbol

_MOST_PARTS = 3
_MANY_PARTS = 12
_LONGEST_PAIRS = 7
_NEAR = (3, 60)
_LITTLE = 20


def condition_aims(place: Goal, condition: Term, reads: Reads, later: int) -> Iterator[Aim]:
    found = list(atoms(condition))
    for position, atom in found:
        yield from boundary_aims((place, later), position, atom, reads)
    if _MOST_PARTS < len(found) <= _MANY_PARTS:
        for truths in _one_apart(len(found)):
            parts = tuple(atom for _, atom in found)
            yield Aim((place[:2], "parts", truths), parts_are(parts, truths, reads), late=True)  # type: ignore[index]
    if 1 < len(found) <= _MOST_PARTS:
        parts = tuple(atom for _, atom in found)
        for truths in product((False, True), repeat=len(found)):
            if _so(condition, iter(truths)) != place[2]:  # type: ignore[index]
                continue
            wish = Wish(all_so(parts, truths), reads)
            yield Aim((place, "parts", truths), parts_are(parts, truths, reads), wish=wish)
            for number, part in enumerate(parts):
                if isinstance(part, Operation) and part.operator in COMPARISONS:
                    for gap in _NEAR:
                        yield Aim((place, "near", truths, number, gap), _near(parts, truths, reads, (part, gap)))


def _so(condition: Term, truths: Iterator[bool]) -> bool:
    """Whether the condition holds when its atoms, from left to right, have these truth values."""
    match condition:
        case Operation(("and" | "or") as word, left, right):
            both_sides = _so(left, truths), _so(right, truths)
            return all(both_sides) if word == "and" else any(both_sides)
        case Not(operand):
            return not _so(operand, truths)
        case _:
            return next(truths)


def _one_apart(count: int) -> Iterator[tuple[bool, ...]]:
    """All parts alike, and all alike but one: enough to see that each of many parts is looked at."""
    for truth in (True, False):
        yield (truth,) * count
        yield from (tuple(truth != (number == odd) for number in range(count)) for odd in range(count))


def atoms(condition: Term, at: Position = ()) -> Iterator[tuple[Position, Term]]:
    match condition:
        case Operation(("and" | "or"), left, right):
            yield from atoms(left, (*at, 0))
            yield from atoms(right, (*at, 1))
        case Not(operand):
            yield from atoms(operand, (*at, 0))
        case _:
            yield at, condition


def _near(parts: Sequence[Term], truths: Sequence[bool], reads: Reads, close: tuple[Operation, int]) -> Met:
    """The parts are so, and the sides of one of them are close to each other."""
    held, (part, gap) = parts_are(parts, truths, reads), close

    def met(given: Sequence[Symbol]) -> Symbol:
        here = environment(reads, given)
        left, right = interpret(part.left, here), interpret(part.right, here)
        if isinstance(left, tuple) or kind_of(left) != "number":
            return False
        return both(held(given), both(left - right <= gap, right - left <= gap))

    return met


def parts_are(parts: Sequence[Term], truths: Sequence[bool], reads: Reads) -> Met:
    def met(given: Sequence[Symbol]) -> Symbol:
        here = environment(reads, given)
        held = (interpret(part, here) for part in parts)
        return reduce(both, (one if truth else negation(one) for one, truth in zip(held, truths, strict=True)))

    return met


def boundary_aims(place: Goal, position: Position, atom: Term, reads: Reads) -> Iterator[Aim]:
    if not isinstance(atom, Operation) or atom.operator not in COMPARISONS:
        return
    for change in (0, 1, -1):
        right = Operation("+", atom.right, Integer(change)) if change else atom.right
        wish = Wish(Operation("=", atom.left, right), reads)
        yield Aim((place, position, change), _differs_by(atom, change, reads), wish=wish)
    for above in (True, False):
        yield Aim((place, position, "just", above), _just_beside(atom, above, reads))
    if atom.operator in ("=", "!="):
        yield Aim((place, position, "opposite"), _opposite(atom, reads))
    yield from _pair_aims((place, position), atom, reads)


def _differs_by(atom: Operation, change: int, reads: Reads) -> Met:
    def met(given: Sequence[Symbol]) -> Symbol:
        here = environment(reads, given)
        left, right = interpret(atom.left, here), interpret(atom.right, here)
        if isinstance(left, tuple) or kind_of(left) != "number":
            return equal(left, right) if change == 0 else False
        return left - right == change

    return met


def _just_beside(atom: Operation, above: bool, reads: Reads) -> Met:
    """Decimals that differ by very little."""

    def met(given: Sequence[Symbol]) -> Symbol:
        here = environment(reads, given)
        left, right = interpret(atom.left, here), interpret(atom.right, here)
        if not (_is_decimal(left) or _is_decimal(right)):
            return False
        gap = left - right if above else right - left
        return both(gap > 0, gap * _LITTLE <= 1)

    return met


def _is_decimal(value: Symbol) -> bool:
    if isinstance(value, tuple) or is_plain(value) or kind_of(value) != "number":
        return isinstance(value, Fraction)
    return bool(value.is_real())


def _opposite(atom: Operation, reads: Reads) -> Met:
    """Equal but for the sign."""

    def met(given: Sequence[Symbol]) -> Symbol:
        here = environment(reads, given)
        left, right = interpret(atom.left, here), interpret(atom.right, here)
        if isinstance(left, tuple) or kind_of(left) != "number":
            return False
        return both(left + right == 0, negation(equal(left, 0)))

    return met


def _pair_aims(place: Goal, atom: Operation, reads: Reads) -> Iterator[Aim]:
    """Two lists that agree but for one place, and the place that mirrors it."""

    def met(length: int, odd: int, opposite: bool) -> Met:
        def differs(given: Sequence[Symbol]) -> Symbol:
            here = environment(reads, given)
            left, right = interpret(atom.left, here), interpret(atom.right, here)
            if not isinstance(left, tuple) or len(left) != length or len(right) != length:
                return False
            same = [equal(*pair) for pair in zip(left, right, strict=True)]
            agreed = (same[n] for n in range(length) if n not in (odd, length - 1 - odd))
            apart = negation(same[odd])
            if opposite:
                if kind_of(left[odd]) != "number":
                    return False
                apart = both(apart, left[odd] + right[odd] == 0)
            return reduce(both, agreed, apart)

        return differs

    if any(
        isinstance(part, All) or (isinstance(part, Call) and part.function == "reverse")
        for part in (atom.left, atom.right)
    ):
        lengths = {len(reads.get(variable, ())) for variable in _variables(atom)}
        for length in sorted(lengths):
            if length <= _LONGEST_PAIRS:
                for odd in range(length):
                    yield Aim((place, "pair", length, odd), met(length, odd, opposite=False))
                    yield Aim((place, "pair", length, odd, "opposite"), met(length, odd, opposite=True))


def _variables(term: Term) -> set[str]:
    return {part.variable for part in subterms(term) if isinstance(part, All)}
