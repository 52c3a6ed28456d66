"""Strings that carry a term for each character, and for their length while nothing depends on it.

A string of the input begins with an open length: `len` gives its term, a comparison with a text asks for the length
and the characters at once. Whatever needs the characters one by one pins the length first. Letters, digits and spaces
are those of ASCII; a string with others gives up its terms where that would matter.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .numbers import SymbolicInt, pin, plain, symbolic
from .path import Path

SPACES = " \t\n\r\x0b\x0c"
MOST_DIGITS = 12


class SymbolicText(str):
    path: Path
    codes: tuple[int, ...]
    open: str | None
    """The name of the variable, as long as its length is open."""

    def __hash__(self) -> int:
        return str.__hash__(self)

    def __len__(self) -> int:
        return len(settled(self).codes)

    def __bool__(self) -> bool:
        path, truth = self.path, str.__len__(self) > 0
        return truth if self.open is None else path.branch(path.node(">", length_term(self), path.constant(0)), truth)

    def __iter__(self) -> Iterator[Any]:
        settled(self)
        return (self[index] for index in range(len(self.codes)))

    def __getitem__(self, index: Any) -> Any:
        settled(self)
        if isinstance(index, slice):
            index = slice(pin(index.start), pin(index.stop), pin(index.step))
            return text(self.path, str.__getitem__(self, index), self.codes[index])
        position = pin_position(index, len(self.codes))
        character = str.__getitem__(self, position)
        return text(self.path, character, (self.codes[position],))

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, str):
            return NotImplemented
        return self.path.branch(equality(self.path, self, other), str.__eq__(self, other))

    def __ne__(self, other: object) -> Any:
        return NotImplemented if not isinstance(other, str) else not self == other

    def __contains__(self, part: object) -> bool:
        if not isinstance(part, str):
            return str.__contains__(self, part)  # type: ignore[operator]  # raises what Python raises
        path = self.path
        return path.branch(path.any_of(match for _, match in matches(self, part)), plain_text(part) in plain_text(self))

    def __add__(self, other: Any) -> Any:
        return joined(self.path, [self, other]) if isinstance(other, str) else NotImplemented

    def __radd__(self, other: Any) -> Any:
        return joined(self.path, [other, self]) if isinstance(other, str) else NotImplemented

    def __mul__(self, times: Any) -> Any:
        return joined(self.path, [self] * pin(times)) if isinstance(times, int) else NotImplemented

    __rmul__ = __mul__

    def __str__(self) -> str:
        return self

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, _memory: object) -> Any:
        return self


def text(path: Path, value: str, codes: Sequence[int]) -> Any:
    """The string with its terms; one without any needs none."""
    if all(map(path.is_constant, codes)):
        return plain_text(value)
    made = SymbolicText(value)
    made.path, made.codes, made.open = path, tuple(codes), None
    return made


def open_text(path: Path, value: str, name: str) -> SymbolicText:
    made = SymbolicText(value)
    made.path, made.open = path, name
    made.codes = tuple(path.variable(f"{name}.{index}") for index in range(len(value)))
    return made


def plain_text(value: str) -> str:
    return value if type(value) is str else "".join(str.__iter__(value))


def length_term(value: SymbolicText) -> int:
    return value.path.variable(f"{value.open}#")


def settled(value: SymbolicText) -> SymbolicText:
    """Pins the length."""
    if value.open is not None:
        value.path.pin(length_term(value), len(value.codes))
        value.open = None
    return value


def length(value: SymbolicText) -> Any:
    if value.open is None:
        return len(value.codes)
    return symbolic(value.path, len(value.codes), length_term(value))


def codes_of(path: Path, value: str) -> tuple[int, ...]:
    if isinstance(value, SymbolicText) and value.path is path:
        return settled(value).codes
    return tuple(path.constant(ord(character)) for character in plain_text(value))


def joined(path: Path, parts: Sequence[str]) -> Any:
    codes = [code for part in parts for code in codes_of(path, part)]
    return text(path, "".join(map(plain_text, parts)), codes)


def equality(path: Path, left: str, right: str) -> int | bool:
    """That two strings are equal, as a term; an open length is asked for together with the characters."""
    left, right = (
        plain_text(text) if isinstance(text, SymbolicText) and text.path is not path else text for text in (left, right)
    )
    if isinstance(right, SymbolicText) and right.open is not None and not isinstance(left, SymbolicText):
        left, right = right, left
    if (
        isinstance(left, SymbolicText)
        and left.open is not None
        and not (isinstance(right, SymbolicText) and right.open)
    ):
        wanted = codes_of(path, right)
        characters = [path.variable(f"{left.open}.{index}") for index in range(len(wanted))]
        return path.all_of(
            [
                path.node("==", length_term(left), path.constant(len(wanted))),
                *(path.compare("==", code, other) for code, other in zip(characters, wanted, strict=True)),
            ]
        )
    if isinstance(left, SymbolicText) and isinstance(right, SymbolicText) and left.open and left.open == right.open:
        return True
    a, b = codes_of(path, left), codes_of(path, right)
    return len(a) == len(b) and path.all_of(path.compare("==", x, y) for x, y in zip(a, b, strict=True))


def matches(value: SymbolicText, part: str) -> Iterator[tuple[int, int | bool]]:
    """For each position, the term that says whether the part stands there."""
    path, codes, wanted = value.path, settled(value).codes, codes_of(value.path, part)
    for start in range(len(codes) - len(wanted) + 1):
        window = codes[start : start + len(wanted)]
        yield start, path.all_of(path.compare("==", x, y) for x, y in zip(window, wanted, strict=True))


def pin_position(index: Any, size: int) -> int:
    """An index that is symbolic is one of several cases: outside, or this one."""
    if isinstance(index, SymbolicInt):
        path, value = index.path, plain(index)
        inside = path.all_of(
            [
                path.compare("<", index.term, path.constant(size)),
                path.compare(">=", index.term, path.constant(-size)),
            ]
        )
        if path.branch(inside, -size <= value < size):
            path.pin(index.term, value)
        return int(value)
    return int(index.__index__())


def _order(symbol: str) -> Callable[..., Any]:
    """Lexicographic: the first characters that differ decide, and each equality on the way is a branch."""
    concrete: Callable[[str, str], bool] = getattr(
        str, {"<": "__lt__", "<=": "__le__", ">": "__gt__", ">=": "__ge__"}[symbol]
    )

    def method(self: SymbolicText, other: Any) -> Any:
        if not isinstance(other, str):
            return NotImplemented
        path, a, b = self.path, codes_of(self.path, self), codes_of(self.path, other)
        left, right = plain_text(self), plain_text(other)
        if len(a) == len(b) == 1:
            return path.branch(path.compare(symbol, a[0], b[0]), concrete(left, right))
        for x, y, one, two in zip(a, b, left, right, strict=False):
            if not path.branch(path.compare("==", x, y), one == two):
                return path.branch(path.compare(symbol[0], x, y), concrete(left, right))
        return concrete(left, right)

    return method


for _symbol, _name in (("<", "__lt__"), ("<=", "__le__"), (">", "__gt__"), (">=", "__ge__")):
    setattr(SymbolicText, _name, _order(_symbol))


def digits(number: SymbolicInt) -> Any:
    """`str` of a number: the number of digits is a branch, each digit a term."""
    path, value = number.path, plain(number)
    shown = str(value)
    zero = path.constant(0)
    negative = path.branch(path.compare("<", number.term, zero), value < 0)
    size = len(shown) - negative
    if size > MOST_DIGITS:
        pin(number)
        return shown
    magnitude = path.node("-", zero, number.term) if negative else number.term
    path.branch(path.compare("<", magnitude, path.constant(10**size)), True)
    if size > 1:
        path.branch(path.compare(">=", magnitude, path.constant(10 ** (size - 1))), True)
    ten, base = path.constant(10), path.constant(48)
    codes = [path.constant(45)] if negative else []
    for power in reversed(range(size)):
        digit = (
            path.node("%", path.node("//", magnitude, path.constant(10**power)), ten)
            if power
            else path.node("%", magnitude, ten)
        )
        codes.append(path.node("+", digit, base))
    return text(path, shown, codes)
