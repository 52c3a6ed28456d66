"""What terms mean: the functions there are, the types, and evaluation in an environment (`eval` and `store`).

The paper leaves the set Func open, "as long as evaluation of terms is well-defined". Some functions here have no value
for some arguments (the maximum of nothing, a value from before the first); evaluation then raises Undefined.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import field
from decimal import Decimal, localcontext
from fractions import Fraction
from types import MappingProxyType

from viva.core.records import dataclass
from viva.engines.dialogues import model as m
from viva.engines.dialogues.machine_numbers import adds_up_beyond, bits_of, is_beyond


class Undefined(Exception):
    """A term has no value; the text says which and why."""


class NotYetRead(Undefined):
    """x_C before anything was read into x."""

    def __init__(self, term: m.Current) -> None:
        super().__init__(f"{term.variable}_C before anything was read into {term.variable}")
        self.term = term


@dataclass(frozen=True, slots=True)
class Environment:
    """The paper's Δ: the history of each variable, and the order in which variables were read. With `bits`, a term
    whose value does not fit into a word of so many has none."""

    histories: Mapping[str, m.Values] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    bits: int | None = None

    @property
    def reads(self) -> int:
        return len(self.order)

    def all(self, variable: str) -> m.Values:
        return self.histories.get(variable, ())

    def merged(self, variables: tuple[str, ...]) -> m.Values:
        """All values of these variables, in the order they were read."""
        left = {variable: iter(self.all(variable)) for variable in variables}
        return tuple(next(left[variable]) for variable in self.order if variable in left)

    def store(self, variable: str, value: m.Value) -> Environment:
        return Environment(
            {**self.histories, variable: (*self.all(variable), value)},
            (*self.order, variable),
            self.bits,
        )


EMPTY = Environment()


@dataclass(frozen=True, slots=True)
class Function:
    """`signatures` lists the types it can be used at: those of its arguments, then that of its result."""

    signatures: tuple[tuple[m.Type, ...], ...]
    compute: Callable[..., m.Result]


def _extreme(name: str, choose: Callable[[m.Values], m.Value]) -> Callable[[m.Values], m.Value]:
    def compute(values: m.Values) -> m.Value:
        if not values:
            raise Undefined(f"{name} of an empty list")
        return choose(values)

    return compute


def _back(values: m.Values, steps: int) -> m.Value:
    if not 0 <= steps < len(values):
        raise Undefined(f"back({steps}) in a list of {len(values)}")
    return values[len(values) - 1 - steps]


def _dividing(name: str, compute: Callable[[int, int], m.Value]) -> Callable[[int, int], m.Value]:
    def checked(left: int, right: int) -> m.Value:
        if right == 0:
            raise Undefined(f"{name} by 0")
        return compute(left, right)

    return checked


_N, _D, _T, _B, _C = m.Type.NUMBER, m.Type.DECIMAL, m.Type.TEXT, m.Type.TRUTH, m.Type.CONDITION
LISTS: Mapping[m.Type, m.Type] = MappingProxyType(
    {_N: m.Type.NUMBERS, _D: m.Type.DECIMALS, _T: m.Type.TEXTS, _B: m.Type.TRUTHS},
)
_NS, _DS, _TS, _BS = LISTS.values()
_PARTED = ((_NS, _N, _NS), (_DS, _N, _DS), (_TS, _N, _TS), (_BS, _N, _BS), (_T, _N, _T))  # as slices in Python

FUNCTIONS: Mapping[str, Function] = MappingProxyType(
    {
        "len": Function(((_NS, _N), (_DS, _N), (_TS, _N), (_BS, _N), (_T, _N)), len),
        "sum": Function(((_NS, _N), (_DS, _D)), sum),
        "product": Function(((_NS, _N), (_DS, _D)), math.prod),
        "max": Function(((_NS, _N), (_DS, _D)), _extreme("max", max)),
        "min": Function(((_NS, _N), (_DS, _D)), _extreme("min", min)),
        "reverse": Function(
            ((_NS, _NS), (_DS, _DS), (_TS, _TS), (_BS, _BS), (_T, _T)),
            lambda values: values[::-1],
        ),
        "start": Function(_PARTED, lambda values, end: values[:end]),
        "rest": Function(_PARTED, lambda values, begin: values[begin:]),
        "sort": Function(((_NS, _NS), (_DS, _DS), (_TS, _TS)), lambda values: tuple(sorted(values))),
        "back": Function(((_NS, _N, _N), (_DS, _N, _D), (_TS, _N, _T), (_BS, _N, _B)), _back),
        "count": Function(
            ((_NS, _N, _N), (_DS, _D, _N), (_TS, _T, _N), (_BS, _B, _N)),
            lambda values, value: values.count(value),
        ),
        "count_ge": Function(
            ((_NS, _N, _N), (_DS, _D, _N)),
            lambda values, bound: sum(value >= bound for value in values),
        ),
        "count_gt": Function(
            ((_NS, _N, _N), (_DS, _D, _N)),
            lambda values, bound: sum(value > bound for value in values),
        ),
        "abs": Function(((_N, _N), (_D, _D)), abs),
        "mod": Function(((_N, _N, _N),), _dividing("mod", operator.mod)),
        "div": Function(((_N, _N, _N),), _dividing("div", operator.floordiv)),
        "upper": Function(((_T, _T),), str.upper),
        "lower": Function(((_T, _T),), str.lower),
        "in": Function(
            ((_N, _NS, _C), (_D, _DS, _C), (_T, _TS, _C), (_B, _BS, _C), (_T, _T, _C)),
            lambda value, values: value in values,
        ),
    }
)

_LONGEST_NUMBER = 13_300  # bits: 4,003 digits
_LONGEST_TEXT = 100_000
_FLOATS_APART = 10**9
_SHORT, _LARGEST_SHORT = 2**10, 2**20

PARTIAL = frozenset({"max", "min", "back", "mod", "div"})  # those that have no value for some arguments

OPERATORS: Mapping[str, Callable[..., m.Result]] = MappingProxyType(
    {
        "+": operator.add,
        "-": operator.sub,
        "*": operator.mul,
        "/": _dividing("division", Fraction),
        "=": operator.eq,
        "!=": operator.ne,
        "<": operator.lt,
        "<=": operator.le,
        ">": operator.gt,
        ">=": operator.ge,
    }
)


def evaluate(term: m.Term, environment: Environment) -> m.Result:
    """`and` and `or` look at their right side only if they must, from left to right."""
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
            return tuple(_single(evaluate(item, environment)) for item in items)
        case m.Call(function, arguments):
            given = [evaluate(argument, environment) for argument in arguments]
            if function in ("sum", "product") and isinstance(given[0], tuple):
                _held(adds_up_beyond(function, given[0], environment.bits))
            result = FUNCTIONS[function].compute(*given)
            # The sum of no decimals is a decimal, which is written in other ways than the number 0.
            if function in ("sum", "product") and isinstance(result, int) and holds_decimals(arguments[0]):
                result = Fraction(result)
            return _printable(result, environment.bits)
        case m.Opaque(foreign, arguments):
            return _printable(foreign.compute(*(evaluate(argument, environment) for argument in arguments)))
        case m.Operation("and", left, right):
            return bool(evaluate(left, environment)) and bool(evaluate(right, environment))
        case m.Operation("or", left, right):
            return bool(evaluate(left, environment)) or bool(evaluate(right, environment))
        case m.Operation(name, left, right):
            sides = evaluate(left, environment), evaluate(right, environment)
            if name in m.COMPARISONS and any(isinstance(side, Fraction) for side in sides):
                _tell_apart(term, sides, environment)
            return _printable(OPERATORS[name](*sides), environment.bits)
        case m.Not(operand):
            return not evaluate(operand, environment)


def _tell_apart(comparison: m.Operation, sides: tuple[m.Result, m.Result], environment: Environment) -> None:
    """Programs compute decimals as floats. Where two computed sides are so near to each other that rounding decides, a
    right program may go either way, so the condition has no value there."""
    left, right = (Fraction(side) for side in sides if isinstance(side, int | Fraction))
    near = abs(left - right) * _FLOATS_APART <= abs(left) + abs(right)
    if near and not all(_exact_in_floats(term, environment) for term in (comparison.left, comparison.right)):
        raise Undefined("two decimals too near to each other to be told apart")


def _exact_in_floats(term: m.Term, environment: Environment) -> bool:
    """What was read or written down, as it stands; sums and products of short binary fractions, and these divided by a
    power of two."""
    if isinstance(term, m.Current | m.DecimalNumber | m.Integer):
        return True
    return all(_is_short(part, environment) for part in m.subterms(term))


def _is_short(term: m.Term, environment: Environment) -> bool:
    match term:
        case m.Opaque():
            return False
        case m.Operation("/", right=divisor):
            # By a power of two every way to divide is exact, in whatever order it is done.
            value = evaluate(divisor, environment)
            return isinstance(value, int | Fraction) and _is_power_of_two(Fraction(value))
        case m.Current() | m.DecimalNumber() | m.Integer() | m.All() | m.Merged() | m.Listed():
            value = evaluate(term, environment)
            numbers = value if isinstance(value, tuple) else (value,)
            return all(
                isinstance(number, int | Fraction)
                and _SHORT % number.denominator == 0
                and abs(number.numerator) < _LARGEST_SHORT
                for number in numbers
            )
        case _:
            return True


def _is_power_of_two(value: Fraction) -> bool:
    return all(0 < part <= _SHORT and part & (part - 1) == 0 for part in (abs(value.numerator), value.denominator))


def _single(result: m.Result) -> m.Value:
    if isinstance(result, tuple):
        raise Undefined("a list in a list")
    return result


def holds_decimals(term: m.Term) -> bool:
    """Whether a list is one of decimals, also when it is empty."""
    match term:
        case m.All(decimal=decimal) | m.Merged(decimal=decimal):
            return decimal
        case m.Call(arguments=(inner, *_)):
            return holds_decimals(inner)
        case _:
            return False


def _held(beyond: bool) -> None:
    if beyond:
        raise Undefined("a number that does not fit into a word of the machine")


def _printable(result: m.Result, bits: int | None = None) -> m.Result:
    """Python refuses to print numbers much longer than this, so no program can be asked for them."""
    if isinstance(result, int):
        _held(is_beyond(result, bits))
    match result:
        case int() if result.bit_length() > _LONGEST_NUMBER:
            raise Undefined("a number of over 4,000 digits")
        case Fraction() if max(result.numerator.bit_length(), result.denominator.bit_length()) > _LONGEST_NUMBER:
            raise Undefined("a number of over 4,000 digits")
        case str() if len(result) > _LONGEST_TEXT:
            raise Undefined("a text of over 100,000 characters")
    return result


def holds(condition: m.Term, environment: Environment) -> bool:
    return bool(evaluate(condition, environment))


def element_type(values: m.ValueSet) -> m.Type:
    match values:
        case m.Strings():
            return m.Type.TEXT
        case m.Booleans():
            return m.Type.TRUTH
        case m.Decimals() | m.DecimalRange():
            return m.Type.DECIMAL
        case m.OneOf(items):
            return m.Type.TEXT if isinstance(items[0], str) else m.Type.NUMBER
        case _:
            return m.Type.NUMBER


def keeps_blanks(values: m.ValueSet) -> bool:
    """Whether a program must not take the blanks off the ends of what it reads here."""
    return isinstance(values, m.Strings) and values.ends


def is_of_kind(value: m.Value, read: m.Read) -> bool:
    """Whether the value, in the set or not, is one of the kind that the set has: a number for a range of numbers."""
    match element_type(read.values):
        case m.Type.TEXT:
            return isinstance(value, str)
        case m.Type.TRUTH:
            return isinstance(value, bool)
        case m.Type.DECIMAL:
            return isinstance(value, Fraction)
        case _:
            whole = isinstance(value, int) and not isinstance(value, bool)
            return whole and (belongs(value, read.values) or not is_beyond(value, bits_of(read)))


def belongs(value: m.Value, values: m.ValueSet) -> bool:
    """True is no number here, although Python counts with it, and a whole number is no decimal."""
    match values:
        case m.Booleans():
            return isinstance(value, bool)
        case _ if isinstance(value, bool):
            return False
        case m.Naturals():
            return isinstance(value, int) and value >= 0
        case m.Integers():
            return isinstance(value, int)
        case m.Strings():
            return isinstance(value, str)
        case m.Decimals():
            return isinstance(value, Fraction)
        case m.Range(low, high):
            return isinstance(value, int) and low <= value <= high
        case m.DecimalRange(smallest, largest):
            return isinstance(value, Fraction) and smallest <= value <= largest
        case m.OneOf(items):
            return not isinstance(value, Fraction) and value in items


def is_valid(value: m.Value, read: m.Read, environment: Environment) -> bool:
    """Whether the read takes this value here: it is in the set, and not excluded."""
    if not belongs(value, read.values):
        return False
    return all(value not in environment.all(variable) for variable in read.excluded)


# Values as lines of input, both ways.

_DIGITS_SHOWN = 6
_NUMBER = re.compile(r"\s*[-+]?[0-9]+\s*", re.ASCII)
_DECIMAL = re.compile(r"\s*[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*", re.ASCII)
_LONGEST_LINE = 4000


def as_line(value: m.Value) -> str:
    """The line that is given for a value."""
    return show_decimal(value) if isinstance(value, Fraction) else str(value)


def as_value(line: str, values: m.ValueSet) -> m.Value:
    """The value that a line is for a read of this set; the text itself where it is no value of that kind."""
    match element_type(values):
        case m.Type.NUMBER if _NUMBER.fullmatch(line) and len(line) <= _LONGEST_LINE:
            return int(line)
        case m.Type.DECIMAL if _DECIMAL.fullmatch(line) and len(line) <= _LONGEST_LINE:
            return Fraction(line.strip())
        case m.Type.TRUTH if line.strip() in ("True", "False"):
            return line.strip() == "True"
        case _:
            return line


def show_decimal(value: Fraction) -> str:
    """With all its digits if it has finitely many, else ≈ and the first ones."""
    rest = value.denominator
    for factor in (2, 5):
        while rest % factor == 0:
            rest //= factor
    rounded = value if rest == 1 else round(value, _DIGITS_SHOWN)
    with localcontext() as context:
        context.prec = _LONGEST_NUMBER  # more than any number here has: the division is exact
        shown = f"{Decimal(rounded.numerator) / Decimal(rounded.denominator):f}"
    if "." in shown:
        shown = shown.rstrip("0").rstrip(".")
    if rest != 1:
        return f"≈{shown}"
    return shown if "." in shown else f"{shown}.0"
