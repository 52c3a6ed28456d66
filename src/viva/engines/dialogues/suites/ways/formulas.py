"""Terms over values that may not be known yet: plain values stay plain, and what is unknown becomes a formula of z3.

`interpret` is `terms.evaluate` carried over to unknown values. Along a way through a specification the lengths of all
histories are known, so a list is a tuple of values, and `len`, `reverse`, indices and folds are worked out here; only
arithmetic, comparisons and their connectives reach the solver. Texts are unknown numbers that stand for texts
(`Coded`), so that the solver sees which of them are equal and nothing else. What it cannot take raises
Untranslatable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

from viva.core.records import dataclass
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import FUNCTIONS, OPERATORS, Environment, NotYetRead, Undefined
from viva.engines.smt.arithmetic import Symbol, absolute, choose, exact, extreme, floor_division, modulo, real

Position = tuple[int, ...]


class Untranslatable(Exception):
    """The solver does not know this term."""


@dataclass(frozen=True, slots=True)
class Coded:
    """An unknown text: a formula for its number, and the numbers of the texts that are known."""

    number: Symbol
    codes: Mapping[str, int]

    def equals(self, other: Symbol) -> Symbol:
        if isinstance(other, Coded):
            return self.number == other.number
        if other not in self.codes:
            raise Untranslatable(f"the text {other!r} has no number")
        return self.number == self.codes[other]


@dataclass(frozen=True, slots=True)
class Alteration:
    """A part of a term, by its position, and what is done to its value: the way a program may compute it wrongly."""

    position: Position
    name: str
    change: Callable[[Symbol], Symbol]


def is_plain(value: Symbol) -> bool:
    if isinstance(value, tuple):
        return all(is_plain(item) for item in value)
    return isinstance(value, int | str | Fraction)


def interpret(term: m.Term, environment: Environment, altered: Alteration | None = None, at: Position = ()) -> Symbol:
    """The value of the term, or a formula for it. Raises Undefined and Untranslatable."""
    value = _interpret(term, environment, altered, at)
    if altered is not None and altered.position == at:
        return altered.change(value)
    return value


def _interpret(term: m.Term, environment: Environment, altered: Alteration | None, at: Position) -> Symbol:
    match term:
        case m.Current(variable):
            values = environment.all(variable)
            if not values:
                raise NotYetRead(term)
            return values[-1]
        case m.All(variable):
            return environment.all(variable)
        case m.Merged(variables):
            return environment.merged(variables)
        case m.Integer(value) | m.Text(value) | m.Truth(value) | m.DecimalNumber(value):
            return value
        case m.Listed(items):
            return tuple(interpret(item, environment, altered, (*at, n)) for n, item in enumerate(items))
        case m.Operation(("and" | "or") as word, left, right):
            first = interpret(left, environment, altered, (*at, 0))
            if isinstance(first, bool) and first == (word == "or"):
                return first
            second = interpret(right, environment, altered, (*at, 1))
            return both(first, second) if word == "and" else either(first, second)
        case m.Operation(operator, left, right):
            sides = (interpret(part, environment, altered, (*at, n)) for n, part in enumerate((left, right)))
            return _operation(operator, *sides)
        case m.Not(operand):
            return negation(interpret(operand, environment, altered, (*at, 0)))
        case m.Call(function, arguments):
            values = tuple(interpret(part, environment, altered, (*at, n)) for n, part in enumerate(arguments))
            return _call(function, values)
        case m.Opaque(function, arguments):
            values = tuple(interpret(part, environment, altered, (*at, n)) for n, part in enumerate(arguments))
            if not all(map(is_plain, values)):
                raise Untranslatable(function.name)
            return function.compute(*values)
    raise Untranslatable(type(term).__name__)


def _operation(operator: str, left: Symbol, right: Symbol) -> Symbol:
    if is_plain(left) and is_plain(right):
        return OPERATORS[operator](left, right)
    if operator in ("=", "!="):
        same = equal(left, right)
        return same if operator == "=" else negation(same)
    if isinstance(left, Coded | str | tuple) or isinstance(right, Coded | str | tuple):
        raise Untranslatable(f"{operator} of texts or lists")
    context = _context(left, right)
    left, right = exact(left, context), exact(right, context)
    if operator == "/":
        return real(left, context) / real(right, context)
    return OPERATORS[operator](left, right)


def _call(function: str, arguments: Sequence[Symbol]) -> Symbol:
    if all(map(is_plain, arguments)):
        return FUNCTIONS[function].compute(*arguments)
    if function not in _FUNCTIONS or any(isinstance(argument, Coded | str) for argument in arguments[-1:]):
        raise Untranslatable(function)
    context = _context(*arguments)
    return _FUNCTIONS[function](
        *(
            tuple(exact(item, context) for item in part) if isinstance(part, tuple) else exact(part, context)
            for part in arguments
        )
    )


def _context(*values: Symbol) -> Any:
    """The context of the first formula among these: those that meet in a formula are all of one."""
    for value in values:
        match value:
            case tuple():
                if (found := _context(*value)) is not None:
                    return found
            case Coded(number):
                return number.ctx
            case _ if not is_plain(value):
                return value.ctx
    return None


def equal(left: Symbol, right: Symbol) -> Symbol:
    if isinstance(left, tuple) and isinstance(right, tuple):
        if len(left) != len(right):
            return False
        return reduce(both, (equal(*pair) for pair in zip(left, right, strict=True)), True)
    if isinstance(left, Coded):
        return left.equals(right)
    if isinstance(right, Coded):
        return right.equals(left)
    if is_plain(left) and is_plain(right):
        return left == right
    context = _context(left, right)
    return exact(left, context) == exact(right, context)


def both(left: Symbol, right: Symbol) -> Symbol:
    if isinstance(left, bool) or isinstance(right, bool):
        known, other = (left, right) if isinstance(left, bool) else (right, left)
        return other if known else False
    import z3  # noqa: PLC0415 only where there is something to solve

    return z3.And(left, right)


def either(left: Symbol, right: Symbol) -> Symbol:
    return negation(both(negation(left), negation(right)))


def negation(value: Symbol) -> Symbol:
    if isinstance(value, bool):
        return not value
    import z3  # noqa: PLC0415

    return z3.Not(value)


def _back(values: Sequence[Symbol], steps: Symbol) -> Symbol:
    last = len(values) - 1
    if isinstance(steps, int):
        if not 0 <= steps <= last:
            raise Undefined(f"back({steps}) in a list of {len(values)}")
        return values[last - steps]
    if not values or any(isinstance(value, Coded) for value in values):
        raise Untranslatable("back")
    return reduce(lambda found, k: choose(steps == k, values[last - k], found), range(last), values[0])


def _part(values: Symbol, place: Symbol, part: slice) -> Symbol:
    if not isinstance(values, tuple) or not isinstance(place, int):
        raise Untranslatable("a part whose end depends on what is read")
    return values[part]


def _sort(values: Sequence[Symbol]) -> Symbol:
    if len(values) > _MOST_SORTED or any(isinstance(value, Coded) for value in values):
        raise Untranslatable("sort")
    row = list(values)
    for end in range(len(row) - 1, 0, -1):
        for n in range(end):
            swap = row[n] > row[n + 1]
            row[n], row[n + 1] = choose(swap, row[n + 1], row[n]), choose(swap, row[n], row[n + 1])
    return tuple(row)


def _product(values: Sequence[Symbol]) -> Symbol:
    return reduce(lambda left, right: left * right, values, 1)


def _count(fits: Callable[[Symbol, Symbol], Symbol]) -> Callable[[Sequence[Symbol], Symbol], Symbol]:
    return lambda values, bound: sum((choose(fits(value, bound), 1, 0) for value in values), 0)


_MOST_SORTED = 5
_FUNCTIONS: Mapping[str, Callable[..., Symbol]] = {
    "len": len,
    "sum": lambda values: reduce(lambda left, right: left + right, values, 0),
    "product": _product,
    "max": lambda values: extreme("max", values),
    "min": lambda values: extreme("min", values),
    "reverse": lambda values: values[::-1],
    "start": lambda values, end: _part(values, end, slice(None, end)),
    "rest": lambda values, begin: _part(values, begin, slice(begin, None)),
    "back": _back,
    "count_ge": _count(lambda value, bound: value >= bound),
    "count_gt": _count(lambda value, bound: value > bound),
    "count": _count(equal),
    "abs": absolute,
    "sort": _sort,
    "div": floor_division,
    "mod": modulo,
    "in": lambda value, values: reduce(either, (equal(value, item) for item in values), False),
}
