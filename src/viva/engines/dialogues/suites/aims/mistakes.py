"""Usual mistakes in a term, as changes to the value of one of its parts: a sign lost, an element left out, a number cut
to 32 bits. A test on which the changed term has another value meets the mistake (`of_terms.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from viva.engines.dialogues import model as m
from viva.engines.dialogues.suites.ways.formulas import Alteration, Coded, Position, Untranslatable, is_plain
from viva.engines.smt.arithmetic import Symbol, choose


def kind_of(value: Symbol) -> str:
    """Numbers and decimals are of one kind, and z3 calls its truth values Bool."""
    if isinstance(value, str | Coded):
        return "text"
    return "truth" if isinstance(value, bool) or type(value).__name__ == "BoolRef" else "number"


def mistakes(term: m.Term) -> Iterator[Alteration]:
    for position, part in places(term):
        for name, change in MISTAKES.items():
            if _fits(part, name):
                yield Alteration(position, name, change)


def places(term: m.Term, at: Position = ()) -> Iterator[tuple[Position, m.Term]]:
    yield at, term
    match term:
        case m.Call(arguments=arguments) | m.Opaque(arguments=arguments) | m.Listed(arguments):
            inner: tuple[m.Term, ...] = arguments
        case m.Operation(left=left, right=right):
            inner = (left, right)
        case m.Not(operand):
            inner = (operand,)
        case _:
            inner = ()
    for number, part in enumerate(inner):
        yield from places(part, (*at, number))


def _fits(part: m.Term, name: str) -> bool:
    match part:
        case m.All() | m.Merged():
            return name in _OF_LISTS
        case m.Integer() | m.DecimalNumber():
            return name in ("one more", "one less")
        case m.Operation(operator) if operator in (*m.COMPARISONS, "and", "or"):
            return name in ("always", "never")
        case m.Not():
            return False
        case m.Text():
            return False
        case m.Call("reverse" | "start" | "rest" | "in" | "back"):
            return False
        case m.Call() | m.Opaque() | m.Current() | m.Operation():
            return name in _OF_NUMBERS
    return False


def _listed(change: Callable[[tuple[Symbol, ...]], Symbol]) -> Callable[[Symbol], Symbol]:
    def changed(values: Symbol) -> Symbol:
        if not isinstance(values, tuple):
            raise Untranslatable("no list")
        if not is_plain(values):
            raise Untranslatable("which values are left depends on them")
        return change(values)

    return changed


def _number(change: Callable[[Symbol], Symbol]) -> Callable[[Symbol], Symbol]:
    def changed(value: Symbol) -> Symbol:
        if isinstance(value, tuple) or kind_of(value) != "number":
            raise Untranslatable("no number")
        return change(value)

    return changed


def _wrapped(bits: int) -> Callable[[Symbol], Symbol]:
    """As a number of so many bits would hold it; told by where it leaves them, which is easier to solve."""
    half = 2 ** (bits - 1)

    def wrapped(value: Symbol) -> Symbol:
        if isinstance(value, Fraction):
            raise Untranslatable("a decimal")
        if is_plain(value):
            return (value + half) % (2 * half) - half
        return choose(value >= half, value - 2 * half, choose(value < -half, value + 2 * half, value))

    return wrapped


def _rounded(value: Symbol) -> Symbol:
    if not isinstance(value, int):
        raise Untranslatable("a float")
    try:
        return int(float(value))
    except OverflowError:
        return 0


def _sliced(part: slice) -> Callable[[Symbol], Symbol]:
    def changed(values: Symbol) -> Symbol:
        if not isinstance(values, tuple):
            raise Untranslatable("no list")
        return values[part]

    return changed


def _beginning(number: int) -> Callable[[Symbol], Symbol]:
    """Where a program starts with a number that it takes for small or large enough."""

    def changed(values: Symbol) -> Symbol:
        if not isinstance(values, tuple) or not values or kind_of(values[0]) != "number":
            raise Untranslatable("no numbers")
        return (number, *values)

    return changed


_OF_LISTS: dict[str, Callable[[Symbol], Symbol]] = {
    "without the first": _sliced(slice(1, None)),
    "without the last": _sliced(slice(None, -1)),
    "the last only": _sliced(slice(-1, None)),
    "the first only": _sliced(slice(None, 1)),
    "without repetitions": _listed(lambda values: tuple(dict.fromkeys(values))),
    "without zeros": _listed(lambda values: tuple(value for value in values if value)),
    "without negative ones": _listed(lambda values: tuple(v for v in values if isinstance(v, str) or v >= 0)),
    "without positive ones": _listed(lambda values: tuple(v for v in values if isinstance(v, str) or v <= 0)),
    "in order": _listed(lambda values: tuple(sorted(values))),
    **{f"beginning with {number}": _beginning(number) for number in (0, -1000, 1000, -(10**9), 10**9)},
}
_OF_NUMBERS: dict[str, Callable[[Symbol], Symbol]] = {
    "without its sign": _number(lambda value: choose(value < 0, -value, value)),
    "at least zero": _number(lambda value: choose(value < 0, 0, value)),
    "in 16 bits": _number(_wrapped(16)),
    "in 32 bits": _number(_wrapped(32)),
    "in 64 bits": _number(_wrapped(64)),
    "as a float": _number(_rounded),
}
MISTAKES: dict[str, Callable[[Symbol], Symbol]] = {
    **_OF_LISTS,
    **_OF_NUMBERS,
    "one more": _number(lambda value: value + 1),
    "one less": _number(lambda value: value - 1),
    "always": lambda _: True,
    "never": lambda _: False,
}
