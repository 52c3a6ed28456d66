"""The rounds of a loop, made ready to be gone through: what `evaluate` does for the steps of a fold, with their terms
looked at once and not in every round.

Each part of the steps becomes a function that gives its value, and keeps it in the row of the round, where every part
has a place of its own. Parts are asked in the same order as there, each at most once, and each counts one step.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from viva.engines.proofs.terms.term import Sort, Term, default

if TYPE_CHECKING:
    from viva.engines.proofs.terms.evaluate import Evaluator, Values

Row = list[Any]
"""The values of the parts of the steps in one round; None for those that were not asked for."""
Part = Callable[["Evaluator", "Values", Row], Any]
Placed = tuple[int, Part]


class Steps:
    """The steps of a loop. `after` gives the values of its variables after a round, for those of all names before;
    `counts` says whether rounds ask for their number."""

    def __init__(self, steps: tuple[Term, ...]) -> None:
        self._places: dict[Term, Placed] = {}
        self.names = tuple(f"s{number}" for number in range(len(steps)))
        self.counts = any("k" in step.free for step in steps)
        self._steps = [self._placed(step) for step in steps]
        self._empty: Row = [None] * len(self._places)

    def after(self, evaluator: Evaluator, values: Values) -> list[Any]:
        row = self._empty.copy()
        found = []
        for place, part in self._steps:
            value = row[place]
            found.append(part(evaluator, values, row) if value is None else value)
        return found

    def _placed(self, term: Term) -> Placed:
        if term not in self._places:
            asked = sorted(term.args, key=lambda arg: arg.calls) if term.op in ("and", "or") else term.args
            args = [self._placed(arg) for arg in asked]
            place = len(self._places)
            self._places[term] = place, _part(term, place, args)
        return self._places[term]


@lru_cache(maxsize=512)
def steps_of(steps: tuple[Term, ...]) -> Steps:
    return Steps(steps)


def _part(term: Term, place: int, args: list[Placed]) -> Part:
    match term.op:
        case "num":
            return _constant(term.data, place)
        case "bool":
            return _constant(bool(term.data), place)
        case "var":
            return _variable(term.data, term.sort, place)
        case "ite":
            return _choice(place, *args)
        case "and" | "or":
            return _junction(place, args, stops=term.op == "or")
        case "<=" | "=":
            return _comparison(place, *args, same=term.op == "=")
        case "+":
            return _sum(place, args)
    return _operation(term, place, args)


def _constant(data: Any, place: int) -> Part:
    def constant(evaluator: Evaluator, _values: Values, row: Row) -> Any:
        evaluator.left -= 1
        if evaluator.left < 0:
            evaluator.stop()
        row[place] = data
        return data

    return constant


def _variable(name: str, sort: Sort, place: int) -> Part:
    def variable(evaluator: Evaluator, values: Values, row: Row) -> Any:
        evaluator.left -= 1
        if evaluator.left < 0:
            evaluator.stop()
        found = row[place] = values[name] if name in values else evaluator.value(default(sort), {})
        return found

    return variable


def _choice(place: int, condition: Placed, yes: Placed, no: Placed) -> Part:
    asked, ask = condition

    def choice(evaluator: Evaluator, values: Values, row: Row) -> Any:
        evaluator.left -= 1
        if evaluator.left < 0:
            evaluator.stop()
        known = row[asked]
        at, part = yes if (ask(evaluator, values, row) if known is None else known) else no
        found = row[at]
        if found is None:
            found = part(evaluator, values, row)
        row[place] = found
        return found

    return choice


def _junction(place: int, args: list[Placed], *, stops: bool) -> Part:
    def junction(evaluator: Evaluator, values: Values, row: Row) -> Any:
        evaluator.left -= 1
        if evaluator.left < 0:
            evaluator.stop()
        for at, part in args:
            value = row[at]
            if bool(part(evaluator, values, row) if value is None else value) is stops:
                row[place] = stops
                return stops
        row[place] = not stops
        return not stops

    return junction


def _comparison(place: int, one: Placed, two: Placed, *, same: bool) -> Part:
    (first, left), (second, right) = one, two

    def comparison(evaluator: Evaluator, values: Values, row: Row) -> Any:
        evaluator.left -= 1
        if evaluator.left < 0:
            evaluator.stop()
        a = row[first]
        if a is None:
            a = left(evaluator, values, row)
        b = row[second]
        if b is None:
            b = right(evaluator, values, row)
        found = row[place] = a == b if same else a <= b
        return found

    return comparison


def _sum(place: int, args: list[Placed]) -> Part:
    def total(evaluator: Evaluator, values: Values, row: Row) -> Any:
        evaluator.left -= 1
        if evaluator.left < 0:
            evaluator.stop()
        found = 0
        for at, part in args:
            value = row[at]
            found += part(evaluator, values, row) if value is None else value
        row[place] = found = evaluator.small(found)
        return found

    return total


def _operation(term: Term, place: int, args: list[Placed]) -> Part:
    def operation(evaluator: Evaluator, values: Values, row: Row) -> Any:
        evaluator.left -= 1
        if evaluator.left < 0:
            evaluator.stop()
        given = []
        for at, part in args:
            value = row[at]
            given.append(part(evaluator, values, row) if value is None else value)
        found = row[place] = evaluator.applied(term, given)
        return found

    return operation
