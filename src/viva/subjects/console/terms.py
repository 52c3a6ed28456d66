"""What terms mean: the functions there are, the types, and evaluation in an environment (`eval` and `store`).

The paper leaves the set Func open, "as long as evaluation of terms is well-defined". Some functions here have no value
for some arguments (the maximum of nothing, a value from before the first); evaluation then raises Undefined.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from viva.subjects.console.model import (
    All,
    Call,
    Current,
    Integer,
    Integers,
    Naturals,
    Not,
    OneOf,
    Operation,
    Range,
    Read,
    Strings,
    Term,
    Text,
    Value,
    ValueSet,
)

Values = tuple[Value, ...]
Result = int | str | bool | Values


class Type(StrEnum):
    """The words are for people."""

    NUMBER = "a number"
    TEXT = "a text"
    NUMBERS = "a list of numbers"
    TEXTS = "a list of texts"
    CONDITION = "a condition"


class Undefined(Exception):
    """A term has no value; the text says which and why."""


class NotYetRead(Undefined):
    """x_C before anything was read into x."""

    def __init__(self, term: Current) -> None:
        super().__init__(f"{term.variable}_C before anything was read into {term.variable}")
        self.term = term


@dataclass(frozen=True, slots=True)
class Environment:
    """The paper's Δ: the history of each variable."""

    histories: Mapping[str, Values] = field(default_factory=dict)
    reads: int = 0

    def all(self, variable: str) -> Values:
        return self.histories.get(variable, ())

    def store(self, variable: str, value: Value) -> Environment:
        return Environment({**self.histories, variable: (*self.all(variable), value)}, self.reads + 1)


EMPTY = Environment()


@dataclass(frozen=True, slots=True)
class Function:
    """`signatures` lists the types it can be used at: those of its arguments, then that of its result."""

    signatures: tuple[tuple[Type, ...], ...]
    compute: Callable[..., Result]

    @property
    def arity(self) -> int:
        return len(self.signatures[0]) - 1


def _extreme(name: str, choose: Callable[[Values], Value]) -> Callable[[Values], Value]:
    def compute(values: Values) -> Value:
        if not values:
            raise Undefined(f"{name} of an empty list")
        return choose(values)

    return compute


def _back(values: Values, steps: int) -> Value:
    if not 0 <= steps < len(values):
        raise Undefined(f"back({steps}) in a list of {len(values)}")
    return values[len(values) - 1 - steps]


def _mod(left: int, right: int) -> int:
    if right == 0:
        raise Undefined("mod by 0")
    return left % right


_N, _T, _NS, _TS, _C = Type.NUMBER, Type.TEXT, Type.NUMBERS, Type.TEXTS, Type.CONDITION

FUNCTIONS: Mapping[str, Function] = MappingProxyType(
    {
        "len": Function(((_NS, _N), (_TS, _N), (_T, _N)), len),
        "sum": Function(((_NS, _N),), sum),
        "product": Function(((_NS, _N),), math.prod),
        "max": Function(((_NS, _N),), _extreme("max", max)),
        "min": Function(((_NS, _N),), _extreme("min", min)),
        "reverse": Function(((_NS, _NS), (_TS, _TS), (_T, _T)), lambda values: values[::-1]),
        "back": Function(((_NS, _N, _N), (_TS, _N, _T)), _back),
        "count_ge": Function(((_NS, _N, _N),), lambda values, bound: sum(value >= bound for value in values)),
        "count_gt": Function(((_NS, _N, _N),), lambda values, bound: sum(value > bound for value in values)),
        "mod": Function(((_N, _N, _N),), _mod),
        "in": Function(((_N, _NS, _C), (_T, _TS, _C)), lambda value, values: value in values),
    }
)

_LONGEST_NUMBER = 13_300  # bits: 4,003 digits

PARTIAL = frozenset({"max", "min", "back", "mod"})  # those that have no value for some arguments

OPERATORS: Mapping[str, Callable[..., Result]] = MappingProxyType(
    {
        "+": operator.add,
        "-": operator.sub,
        "*": operator.mul,
        "=": operator.eq,
        "!=": operator.ne,
        "<": operator.lt,
        "<=": operator.le,
        ">": operator.gt,
        ">=": operator.ge,
    }
)


def evaluate(term: Term, environment: Environment) -> Result:
    """`and` and `or` look at their right side only if they must, from left to right."""
    match term:
        case Current(variable):
            values = environment.all(variable)
            if not values:
                raise NotYetRead(term)
            return values[-1]
        case All(variable):
            return environment.all(variable)
        case Integer(value) | Text(value):
            return value
        case Call(function, arguments):
            return _printable(FUNCTIONS[function].compute(*(evaluate(argument, environment) for argument in arguments)))
        case Operation("and", left, right):
            return bool(evaluate(left, environment)) and bool(evaluate(right, environment))
        case Operation("or", left, right):
            return bool(evaluate(left, environment)) or bool(evaluate(right, environment))
        case Operation(name, left, right):
            return _printable(OPERATORS[name](evaluate(left, environment), evaluate(right, environment)))
        case Not(operand):
            return not evaluate(operand, environment)


def _printable(result: Result) -> Result:
    """Python refuses to print numbers much longer than this, so no program can be asked for them."""
    if isinstance(result, int) and result.bit_length() > _LONGEST_NUMBER:
        raise Undefined("a number of over 4,000 digits")
    return result


def holds(condition: Term, environment: Environment) -> bool:
    return bool(evaluate(condition, environment))


def element_type(values: ValueSet) -> Type:
    match values:
        case Strings():
            return Type.TEXT
        case OneOf(items):
            return Type.TEXT if isinstance(items[0], str) else Type.NUMBER
        case _:
            return Type.NUMBER


def belongs(value: Value, values: ValueSet) -> bool:
    match values:
        case Naturals():
            return isinstance(value, int) and value >= 0
        case Integers():
            return isinstance(value, int)
        case Strings():
            return isinstance(value, str)
        case Range(low, high):
            return isinstance(value, int) and low <= value <= high
        case OneOf(items):
            return value in items


def is_valid(value: Value, read: Read, environment: Environment) -> bool:
    """Whether the read takes this value here: it is in the set, and not excluded."""
    if not belongs(value, read.values):
        return False
    return read.excluded is None or value not in environment.all(read.excluded)
