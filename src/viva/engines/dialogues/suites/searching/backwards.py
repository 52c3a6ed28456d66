"""What reads would have to be for a term to have a given value: terms taken back, as far as that is simple."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from viva.engines.dialogues.evaluation import Environment, Undefined, evaluate
from viva.engines.dialogues.model import Call, Current, Integer, Listed, Not, Operation, Result, Term, Text, Value
from viva.engines.dialogues.suites.ways.paths import Reads

Given = Mapping[int, Value]  # values for some of the reads
_MOST_CUTS = 40


def equalities(condition: Term, truth: bool) -> Iterator[tuple[Term, Term]]:
    """Pairs of terms that are to be equal, or one of which is to be one of the other's items."""
    match condition:
        case Not(operand):
            yield from equalities(operand, not truth)
        case Operation(("and" | "or"), left, right):
            yield from equalities(left, truth)
            yield from equalities(right, truth)
        case Operation(operator, left, right) if operator == ("=" if truth else "!="):
            yield left, right
            yield right, left
        case Call("in", (left, Listed(items))) if truth:
            yield from ((left, item) for item in items)


def given_for(term: Term, value: Result, reads: Reads, here: Environment) -> Iterator[Given]:
    """Values for reads under which the term has this value; each read that they name is changed, the others stay."""
    match term:
        case Current(variable) if variable in reads and not isinstance(value, tuple):
            yield {reads[variable][-1]: value}
        case Text(constant) | Integer(constant):
            if constant == value:
                yield {}
        case Call("reverse", (inner,)) if isinstance(value, str):
            yield from given_for(inner, value[::-1], reads, here)
        case Call(("upper" | "lower") as case, (inner,)) if isinstance(value, str):
            if value == (value.upper() if case == "upper" else value.lower()):
                for letters in dict.fromkeys((value, value.swapcase(), value.capitalize())):
                    yield from given_for(inner, letters, reads, here)
        case Operation("+", left, right) if isinstance(value, str):
            for cut in range(min(len(value), _MOST_CUTS) + 1):
                for first in given_for(left, value[:cut], reads, here):
                    for second in given_for(right, value[cut:], reads, here):
                        if all(second.get(number, text) == text for number, text in first.items()):
                            yield {**first, **second}
        case Operation("+" | "-" | "*") if isinstance(value, int):
            yield from _of_numbers(term, value, reads, here)


def _of_numbers(term: Operation, value: int, reads: Reads, here: Environment) -> Iterator[Given]:
    """One side changes, the other is as it is."""
    for side, other in ((term.left, term.right), (term.right, term.left)):
        try:
            known = evaluate(other, here)
        except Undefined:
            continue
        if not isinstance(known, int):
            continue
        if term.operator == "+":
            yield from given_for(side, value - known, reads, here)
        elif term.operator == "-":
            yield from given_for(side, value + known if side is term.left else known - value, reads, here)
        elif known and value % known == 0:
            yield from given_for(side, value // known, reads, here)
