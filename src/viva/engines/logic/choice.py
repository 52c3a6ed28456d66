"""CHOICE-MOSEL (figures 1 and 2 of "Problem Generation for DFA Construction"): a formula in which some things are open.

`abstract` makes the choice formula of a formula: its places where something else of the same kind could stand, each a
slot with its alternatives. `concretise` fills the slots. Both follow `_rebuilt`, the one walk over a formula that asks
for everything that can be chosen; the names of the kinds are those of figure 1. Where the paper knows only P+1 and P-1,
offsets are a choice of the sign and of a number here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import ceil, floor
from typing import Literal, Protocol, TypeVar

from viva.core.records import dataclass
from viva.engines.logic import formula as f

SlotKind = Literal[
    "simBoolOp", "comBoolOp", "letterQuant", "FOQuant", "SOQuant", "boolConst", "posComp", "setCard", "setCardMod",
    "startEnd", "endPos", "incDec", "occ", "setOp", "side", "CInt", "CStr",
]  # fmt: skip
T = TypeVar("T", bound=object)
_OPTIONS: dict[SlotKind, tuple[object, ...]] = {
    "simBoolOp": ("and", "or"),
    "comBoolOp": ("->", "<->"),
    "letterQuant": ("ex0", "all0"),
    "FOQuant": ("ex1", "all1"),
    "SOQuant": ("ex2", "all2"),
    "boolConst": (True, False),
    "posComp": f.COMPARISONS,
    "setCard": f.COMPARISONS,
    "setCardMod": f.COMPARISONS,
    "startEnd": (f.Begins, f.Ends),
    "endPos": (f.First(), f.Last()),
    "incDec": (1, -1),
    "occ": (f.FirstOccurrence, f.LastOccurrence),
    "setOp": (f.Union, f.Intersection),
    "side": ("<", "<=", ">", ">="),
}


@dataclass(frozen=True, slots=True)
class Literals:
    """What may stand for numbers and strings: the options of section 3.2. Strings get longer or shorter by at most
    `lengths` letters; in the paper they keep their length. Numbers change by at most the part `spread` of themselves;
    where that is less than `reach`, by that."""

    keep_equal: bool = True
    keep_different: bool = True
    spread: Fraction = Fraction(1, 2)
    reach: int = 0
    lengths: int = 0


@dataclass(frozen=True, slots=True)
class Slot:
    """One choice: its alternatives, the original first."""

    kind: SlotKind
    options: tuple[object, ...]

    @property
    def original(self) -> object:
        return self.options[0]


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice formula. `uses[i]` is the slot that the i-th question of the walk is answered from: equal literals that
    have to stay equal share one."""

    formula: f.Formula
    slots: tuple[Slot, ...]
    uses: tuple[int, ...]

    @property
    def original(self) -> tuple[object, ...]:
        return tuple(slot.original for slot in self.slots)


class Choose(Protocol):
    def __call__(self, kind: SlotKind, current: T, /, at_least: int = 0) -> T: ...


def abstract(formula: f.Formula, alphabet: Sequence[str], literals: Literals = Literals()) -> Choice:  # noqa: B008
    """The choice formula (figure 2); it can be concretised to the formula itself."""
    slots: list[Slot] = []
    uses: list[int] = []
    shared: dict[tuple[SlotKind, object], int] = {}

    def choose(kind: SlotKind, current: T, /, at_least: int = 0) -> T:
        key = (kind, current)
        literal = kind in ("CInt", "CStr")
        index = shared.get(key) if literal and literals.keep_equal else None
        if index is None:
            index = len(slots)
            slots.append(Slot(kind, _options(kind, current, alphabet, literals, at_least)))
            if literal:
                shared[key] = index
        elif at_least:
            slot = slots[index]
            slots[index] = Slot(kind, tuple(option for option in slot.options if option != 0))
        uses.append(index)
        return current

    _rebuilt(formula, choose)
    return Choice(formula, tuple(slots), tuple(uses))


def concretise(choice: Choice, values: Sequence[object]) -> f.Formula:
    """The formula with a value for each slot."""
    answers = iter(choice.uses)

    def choose(_kind: SlotKind, _current: T, /, at_least: int = 0) -> T:  # noqa: ARG001
        return values[next(answers)]  # type: ignore[return-value]

    return _rebuilt(choice.formula, choose)


def keeps_different(choice: Choice, values: Sequence[object]) -> bool:
    """Whether literals that differ in the original differ with these values too."""
    seen: dict[tuple[SlotKind, object], object] = {}
    for slot, value in zip(choice.slots, values, strict=True):
        if slot.kind in ("CInt", "CStr") and seen.setdefault((slot.kind, value), slot.original) != slot.original:
            return False
    return True


def _options(
    kind: SlotKind, current: object, alphabet: Sequence[str], literals: Literals, at_least: int
) -> tuple[object, ...]:
    options: Iterator[object]
    match current:
        case int() if kind == "CInt":
            options = iter(integers(current, literals.spread, literals.reach, at_least))
        case str() if kind == "CStr":
            options = iter(strings_near(current, alphabet, literals.lengths))
        case _:
            options = iter(_OPTIONS[kind])
    return (current, *(option for option in options if option != current))


def strings_near(string: str, alphabet: Sequence[str], lengths: int = 0) -> list[str]:
    """Strings of about that length, none empty: those of equal length first, and of these the ones that differ in few
    letters. A single letter is a letter, not a string, and stays one."""
    if len(string) < 2:
        lengths = 0
    near = range(max(1, len(string) - lengths), len(string) + lengths + 1)
    found = ["".join(letters) for length in near for letters in product(alphabet, repeat=length)]
    return sorted(found, key=lambda one: (abs(len(one) - len(string)), _differences(one, string)))


def _differences(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one, other, strict=False))


def integers(number: int, spread: Fraction, reach: int = 0, at_least: int = 0) -> list[int]:
    """All in [max(0, ⌊n(1-p)⌋), ⌈n(1+p)⌉], nearest first (section 3.2.1, where the interval reads m for n)."""
    low = max(at_least, min(floor(number * (1 - spread)), number - reach))
    high = max(ceil(number * (1 + spread)), number + reach)
    return sorted(range(low, high + 1), key=lambda value: (abs(value - number), value))


def _rebuilt(formula: f.Formula, choose: Choose) -> f.Formula:
    """The formula with whatever `choose` answers, asked in a fixed order."""

    def text(letters: f.Letters) -> f.Letters:
        # a letter variable is no literal: its quantifier chooses the letter
        return letters if isinstance(letters, f.LetterVariable) or not letters else choose("CStr", letters)

    def place(where: f.Spot) -> f.Spot:
        match where:
            case f.First() | f.Last():
                return choose("endPos", where)
            case f.FirstOccurrence(string) | f.LastOccurrence(string):
                return choose("occ", type(where))(text(string))
            case f.Shifted(base, offset):
                sign = choose("incDec", 1 if offset >= 0 else -1)
                return f.Shifted(place(base), sign * choose("CInt", abs(offset)))
            case _:
                return where

    def positions(members: f.Set) -> f.Set:
        match members:
            case f.Occurrences(string):
                return f.Occurrences(text(string))
            case f.Beside(comparison, where):
                return f.Beside(choose("side", comparison), place(where))
            case f.Union(left, right) | f.Intersection(left, right):
                return choose("setOp", type(members))(positions(left), positions(right))
            case _:
                return members

    def rebuilt(part: f.Formula) -> f.Formula:
        match part:
            case f.Not(operand):
                return f.Not(rebuilt(operand))
            case f.Binary(connective, left, right):
                kind: SlotKind = "simBoolOp" if connective in ("and", "or") else "comBoolOp"
                return f.Binary(choose(kind, connective), rebuilt(left), rebuilt(right))
            case f.Quantified(quantifier, variable, body):
                kinds: dict[str, SlotKind] = {"0": "letterQuant", "1": "FOQuant", "2": "SOQuant"}
                return f.Quantified(choose(kinds[quantifier[-1]], quantifier), variable, rebuilt(body))
            case f.Constant(value):
                return f.Constant(choose("boolConst", value))
            case f.Begins(string) | f.Ends(string):
                return choose("startEnd", type(part))(text(string))
            case f.LetterAt(letter, where):
                return f.LetterAt(text(letter), place(where))
            case f.LetterThroughout(letter, members):
                return f.LetterThroughout(text(letter), positions(members))
            case f.Compare(left, comparison, right):
                return f.Compare(place(left), choose("posComp", comparison), place(right))
            case f.Member(where, members):
                return f.Member(place(where), positions(members))
            case f.Count(members, comparison, number):
                return f.Count(positions(members), choose("setCard", comparison), choose("CInt", number))
            case f.CountModulo(members, modulus, comparison, number):
                return f.CountModulo(
                    positions(members),
                    choose("CInt", modulus, at_least=1),
                    choose("setCardMod", comparison),
                    choose("CInt", number),
                )
            case _:
                return part

    return rebuilt(formula)
