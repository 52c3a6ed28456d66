"""CHOICE-MOSEL (figures 1 and 2 of "Problem Generation for DFA Construction"): a formula in which some things are open.

`abstract` makes the choice formula of a formula: its places where something else of the same kind could stand, each a
slot with its alternatives. `concretise` fills the slots. Both follow `_rebuilt`, the one walk over a formula that asks
for everything that can be chosen; the names of the kinds are those of figure 1. Where the paper knows only P+1 and P-1,
offsets are a choice of the sign and of a number here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, floor
from typing import Literal, Protocol, TypeVar

from viva.engines.logic.formula import (
    COMPARISONS,
    Begins,
    Beside,
    Binary,
    Compare,
    Constant,
    Count,
    CountModulo,
    Ends,
    First,
    FirstOccurrence,
    Formula,
    Intersection,
    Last,
    LastOccurrence,
    LetterAt,
    Letters,
    LetterThroughout,
    LetterVariable,
    Member,
    Not,
    Occurrences,
    Quantified,
    Set,
    Shifted,
    Spot,
    Union,
)

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
    "posComp": COMPARISONS,
    "setCard": COMPARISONS,
    "setCardMod": COMPARISONS,
    "startEnd": (Begins, Ends),
    "endPos": (First(), Last()),
    "incDec": (1, -1),
    "occ": (FirstOccurrence, LastOccurrence),
    "setOp": (Union, Intersection),
    "side": ("<", "<=", ">", ">="),
}


@dataclass(frozen=True, slots=True)
class Literals:
    """What may stand for numbers and strings: the options of section 3.2. Strings keep their length. Numbers change by
    at most the part `spread` of themselves; where that is less than `reach`, by that."""

    keep_equal: bool = True
    keep_different: bool = True
    spread: Fraction = Fraction(1, 2)
    reach: int = 0


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

    formula: Formula
    slots: tuple[Slot, ...]
    uses: tuple[int, ...]

    @property
    def original(self) -> tuple[object, ...]:
        return tuple(slot.original for slot in self.slots)


class Choose(Protocol):
    def __call__(self, kind: SlotKind, current: T, /, at_least: int = 0) -> T: ...


def abstract(formula: Formula, alphabet: Sequence[str], literals: Literals = Literals()) -> Choice:  # noqa: B008
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


def concretise(choice: Choice, values: Sequence[object]) -> Formula:
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
            # strings of equal length, those that differ in few letters first
            strings = ["".join(letters) for letters in product(alphabet, repeat=len(current))]
            strings.sort(key=lambda string: sum(a != b for a, b in zip(string, current, strict=True)))
            options = iter(strings)
        case _:
            options = iter(_OPTIONS[kind])
    return (current, *(option for option in options if option != current))


def integers(number: int, spread: Fraction, reach: int = 0, at_least: int = 0) -> list[int]:
    """All in [max(0, ⌊n(1-p)⌋), ⌈n(1+p)⌉], nearest first (section 3.2.1, where the interval reads m for n)."""
    low = max(at_least, min(floor(number * (1 - spread)), number - reach))
    high = max(ceil(number * (1 + spread)), number + reach)
    return sorted(range(low, high + 1), key=lambda value: (abs(value - number), value))


def _rebuilt(formula: Formula, choose: Choose) -> Formula:
    """The formula with whatever `choose` answers, asked in a fixed order."""

    def text(letters: Letters) -> Letters:
        # a letter variable is no literal: its quantifier chooses the letter
        return letters if isinstance(letters, LetterVariable) or not letters else choose("CStr", letters)

    def place(where: Spot) -> Spot:
        match where:
            case First() | Last():
                return choose("endPos", where)
            case FirstOccurrence(string) | LastOccurrence(string):
                return choose("occ", type(where))(text(string))
            case Shifted(base, offset):
                sign = choose("incDec", 1 if offset >= 0 else -1)
                return Shifted(place(base), sign * choose("CInt", abs(offset)))
            case _:
                return where

    def positions(members: Set) -> Set:
        match members:
            case Occurrences(string):
                return Occurrences(text(string))
            case Beside(comparison, where):
                return Beside(choose("side", comparison), place(where))
            case Union(left, right) | Intersection(left, right):
                return choose("setOp", type(members))(positions(left), positions(right))
            case _:
                return members

    def rebuilt(part: Formula) -> Formula:
        match part:
            case Not(operand):
                return Not(rebuilt(operand))
            case Binary(connective, left, right):
                kind: SlotKind = "simBoolOp" if connective in ("and", "or") else "comBoolOp"
                return Binary(choose(kind, connective), rebuilt(left), rebuilt(right))
            case Quantified(quantifier, variable, body):
                kinds: dict[str, SlotKind] = {"0": "letterQuant", "1": "FOQuant", "2": "SOQuant"}
                return Quantified(choose(kinds[quantifier[-1]], quantifier), variable, rebuilt(body))
            case Constant(value):
                return Constant(choose("boolConst", value))
            case Begins(string) | Ends(string):
                return choose("startEnd", type(part))(text(string))
            case LetterAt(letter, where):
                return LetterAt(text(letter), place(where))
            case LetterThroughout(letter, members):
                return LetterThroughout(text(letter), positions(members))
            case Compare(left, comparison, right):
                return Compare(place(left), choose("posComp", comparison), place(right))
            case Member(where, members):
                return Member(place(where), positions(members))
            case Count(members, comparison, number):
                return Count(positions(members), choose("setCard", comparison), choose("CInt", number))
            case CountModulo(members, modulus, comparison, number):
                return CountModulo(
                    positions(members),
                    choose("CInt", modulus, at_least=1),
                    choose("setCardMod", comparison),
                    choose("CInt", number),
                )
            case _:
                return part

    return rebuilt(formula)
