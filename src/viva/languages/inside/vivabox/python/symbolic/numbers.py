"""Numbers that carry a term.

They are ints and floats, so C code takes them as they are; operators give numbers with terms again, and comparisons
give plain bools and note the branch at once. So there is no symbolic bool, which Python would not let us make.
"""

import math
import operator
from collections.abc import Callable
from typing import Any

from .path import COMPARISONS, INTEGER, Path

SMALL_POWER = 8
LONGEST_SHIFT = 64


class SymbolicInt(int):
    path: Path
    term: int

    def __hash__(self) -> int:
        return int.__hash__(self)


class SymbolicFloat(float):
    path: Path
    term: int

    def __hash__(self) -> int:
        return float.__hash__(self)


Number = SymbolicInt | SymbolicFloat


def symbolic(path: Path, value: float, term: int) -> Any:
    """The value with its term; a constant term needs no value of its own."""
    if path.is_constant(term):
        return value
    made: Number = SymbolicInt(value) if isinstance(value, int) else SymbolicFloat(value)
    made.path, made.term = path, term
    return made


def literal(path: Path, value: float) -> Any:
    """A float of the source, as one whose operators know us: `0.5 * n` asks the float first."""
    made = SymbolicFloat(value)
    made.path, made.term = path, path.constant(value)
    return made


def plain(value: Any) -> Any:
    if isinstance(value, SymbolicInt):
        return int.__int__(value)
    return float.__float__(value) if isinstance(value, SymbolicFloat) else value


def term_of(path: Path, value: object) -> int | None:
    """The term of a number; None for what has none, infinities included.

    A value that a program kept from an earlier run is as good as plain: its terms are those of another path.
    """
    if isinstance(value, SymbolicInt | SymbolicFloat):
        if value.path is path:
            return value.term
        value = plain(value)
    if isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        return path.constant(value)
    return None


def pin(value: Any) -> Any:
    """The plain value. The path keeps that it was this one."""
    if isinstance(value, SymbolicInt):
        value.path.pin(value.term, plain(value))
    elif isinstance(value, SymbolicFloat) and not value.path.is_constant(value.term):
        value.path.lose()
    return plain(value)


def _combined(path: Path, symbol: str, left: Any, right: Any) -> Any:
    a, b = term_of(path, left), term_of(path, right)
    x, y = plain(left), plain(right)
    function = _ARITHMETIC[symbol]
    if a is None or b is None:
        path.lose()
        return function(x, y)
    if symbol in ("/", "//", "%"):
        path.branch(path.compare("==", b, path.constant(0)), y == 0)
    value = function(x, y)
    if isinstance(value, complex) or (isinstance(value, float) and not math.isfinite(value)):
        path.lose()
        return value
    if path.is_constant(a) and path.is_constant(b):
        return literal(path, value) if isinstance(value, float) else value
    term = _term(path, symbol, a, b, y)
    if term is None:
        path.lose()
        pin(left), pin(right)
        return value
    return symbolic(path, value, term)


def _term(path: Path, symbol: str, a: int, b: int, y: Any) -> int | None:
    integers = path.sorts[a] == INTEGER and path.sorts[b] == INTEGER
    match symbol:
        case "+" | "-" | "*":
            return path.node(symbol, a, b)
        case "/":
            return path.node("/", a, b)
        case "//" | "%" if integers:
            return path.node(symbol, a, b)
        case "//" | "%":
            quotient = path.node("floor", path.node("/", a, b))
            return quotient if symbol == "//" else path.node("-", a, path.node("*", quotient, b))
        case "**":
            return _power(path, a, b, y)
        case "&" if path.is_constant(b) and y & (y + 1) == 0 and y >= 0:
            return path.node("%", a, path.constant(y + 1))
        case ">>" if path.is_constant(b) and 0 <= y < LONGEST_SHIFT:
            return path.node("//", a, path.constant(2**y))
        case "<<" if path.is_constant(b) and 0 <= y < LONGEST_SHIFT:
            return path.node("*", a, path.constant(2**y))
    return None


def _power(path: Path, a: int, b: int, exponent: Any) -> int | None:
    if not path.is_constant(b):
        return None
    if exponent == 0.5:
        return path.node("sqrt", a)
    if not isinstance(exponent, int) or not 1 <= exponent <= SMALL_POWER:
        return None
    product = a
    for _ in range(exponent - 1):
        product = path.node("*", product, a)
    return product


def _arithmetic(symbol: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    def method(self: Number, other: Any) -> Any:
        if isinstance(other, int | float):
            return _combined(self.path, symbol, self, other)
        if symbol == "*" and isinstance(other, str | list | tuple):
            return other * pin(self)
        return NotImplemented

    def reflected(self: Number, other: Any) -> Any:
        if isinstance(other, int | float):
            return _combined(self.path, symbol, other, self)
        if symbol == "*" and isinstance(other, str | list | tuple):
            return other * pin(self)
        return NotImplemented

    return method, reflected


def _comparison(symbol: str) -> Callable[..., Any]:
    function = COMPARISONS[symbol]

    def method(self: Number, other: Any) -> Any:
        if not isinstance(other, int | float):
            return NotImplemented
        truth = function(plain(self), plain(other))
        term = term_of(self.path, other)
        if term is not None:
            self.path.branch(self.path.compare(symbol, self.term, term), truth)
        return truth

    return method


_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
}
_NAMES = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "&": "and",
    "|": "or", "^": "xor", "<<": "lshift", ">>": "rshift",
}  # fmt: skip
_COMPARISON_NAMES = {"<": "lt", "<=": "le", "==": "eq", "!=": "ne", ">": "gt", ">=": "ge"}


def _truth(self: Number) -> bool:
    return self.path.branch(self.path.compare("!=", self.term, self.path.constant(0)), plain(self) != 0)


def _negative(self: Number) -> Any:
    return symbolic(self.path, -plain(self), self.path.node("-", self.path.constant(0), self.term))


def _absolute(self: Number) -> Any:
    path, zero = self.path, self.path.constant(0)
    negative = path.node("-", zero, self.term)
    return symbolic(path, abs(plain(self)), path.node("ite", path.node(">=", self.term, zero), self.term, negative))


def floor(self: Number) -> Any:
    return symbolic(self.path, math.floor(plain(self)), floored(self.path, self.term))


def floored(path: Path, term: int) -> int:
    return term if path.sorts[term] == INTEGER else path.node("floor", term)


def ceiling(self: Number) -> Any:
    return -math.floor(-self)


def truncated(self: Number) -> Any:
    path, zero = self.path, self.path.constant(0)
    if path.sorts[self.term] == INTEGER:
        return self
    below = path.node("-", zero, path.node("floor", path.node("-", zero, self.term)))
    term = path.node("ite", path.node(">=", self.term, zero), path.node("floor", self.term), below)
    return symbolic(path, math.trunc(plain(self)), term)


def rounded(self: Number, digits: Any = None) -> Any:
    """With digits, halves go up in the term and somewhere near in the value: enough to propose inputs."""
    path, value = self.path, round(plain(self)) if digits is None else round(plain(self), pin(digits))
    if path.sorts[self.term] == INTEGER and (digits is None or digits >= 0):
        return symbolic(path, value, self.term)
    half = path.node("q", 1, 2)
    if digits is None:
        above = path.node("+", self.term, half)
        up = path.node("floor", above)
        odd = path.node("==", path.node("%", up, path.constant(2)), path.constant(1))
        to_even = path.node("and", path.node("==", up, above), odd)
        return symbolic(path, value, path.node("ite", to_even, path.node("-", up, path.constant(1)), up))
    if not isinstance(value, float) or not 0 <= digits < 10:
        return pin(self) and value
    scale = path.constant(10 ** plain(digits))
    whole = path.node("floor", path.node("+", path.node("*", self.term, scale), half))
    return symbolic(path, value, path.node("/", whole, scale))


def _divmod(self: Number, other: Any) -> Any:
    return (self // other, self % other) if isinstance(other, int | float) else NotImplemented


def _reflected_divmod(self: Number, other: Any) -> Any:
    return (other // self, other % self) if isinstance(other, int | float) else NotImplemented


def _is_integer(self: SymbolicFloat) -> bool:
    path = self.path
    return path.branch(path.compare("==", self.term, path.node("floor", self.term)), plain(self).is_integer())


def as_float(self: Number) -> Any:
    path = self.path
    one = path.node("q", 1, 1)
    return symbolic(path, float(plain(self)), path.node("/", self.term, one))


def square_root(self: Number) -> Any:
    self.path.branch(self.path.compare("<", self.term, self.path.constant(0)), plain(self) < 0)
    return symbolic(self.path, math.sqrt(plain(self)), self.path.node("sqrt", self.term))


def _same(self: Number, *_: object) -> Number:
    return self


def _install() -> None:
    for cls in (SymbolicInt, SymbolicFloat):
        for symbol, name in _NAMES.items():
            if cls is SymbolicInt or symbol in "+-*//**%":
                method, reflected = _arithmetic(symbol)
                setattr(cls, f"__{name}__", method)
                setattr(cls, f"__r{name}__", reflected)
        for symbol, name in _COMPARISON_NAMES.items():
            setattr(cls, f"__{name}__", _comparison(symbol))
        for name, function in {
            "bool": _truth, "neg": _negative, "pos": _same, "abs": _absolute, "floor": floor, "ceil": ceiling,
            "trunc": truncated, "round": rounded, "divmod": _divmod, "rdivmod": _reflected_divmod,
            "copy": _same, "deepcopy": _same, "float": lambda self: float(pin(self)),
            "str": lambda self: str(pin(self)), "repr": lambda self: repr(pin(self)),
            "format": lambda self, text: format(pin(self), text),
        }.items():  # fmt: skip
            setattr(cls, f"__{name}__", function)
    setattr(SymbolicInt, "__invert__", lambda self: -self - 1)  # noqa: B010 as the others
    setattr(SymbolicFloat, "is_integer", _is_integer)  # noqa: B010


_install()
