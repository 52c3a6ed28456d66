"""Wishes: that a condition is so, for values that a search is to find (`search.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from viva.core.records import dataclass
from viva.engines.dialogues.model import All, Current, Merged, Not, Operation, Term, Value, subterms
from viva.engines.dialogues.suites.searching.distances import distance
from viva.engines.dialogues.suites.ways.formulas import interpret
from viva.engines.dialogues.suites.ways.paths import Reads, environment
from viva.engines.smt.arithmetic import Symbol


@dataclass(frozen=True, slots=True)
class Wish:
    """That a condition has this truth value, for the reads that it looks at."""

    condition: Term
    reads: Reads
    truth: bool = True

    def numbers(self) -> set[int]:
        """Which reads it depends on."""
        found: set[int] = set()
        for part in subterms(self.condition):
            match part:
                case Current(variable):
                    found.update(self.reads.get(variable, ())[-1:])
                case All(variable):
                    found.update(self.reads.get(variable, ()))
                case Merged(variables):
                    found.update(number for name in variables for number in self.reads.get(name, ()))
        return found

    def distance(self, values: Sequence[Value]) -> float:
        return distance(self.condition, environment(self.reads, values), self.truth)

    def met(self, given: Sequence[Symbol]) -> Symbol:
        """Whether it is so for these values, or the formula for that. Only of what is wished to be true."""
        return interpret(self.condition, environment(self.reads, given))


def all_so(parts: Sequence[Term], truths: Sequence[bool]) -> Term:
    """That each part has its truth value."""
    rows = (part if truth else Not(part) for part, truth in zip(parts, truths, strict=True))
    return reduce(lambda left, right: Operation("and", left, right), rows)


def either_alone(left: Term, right: Term) -> Term:
    """That one of two conditions holds and the other does not."""
    return Operation("or", Operation("and", left, Not(right)), Operation("and", Not(left), right))
