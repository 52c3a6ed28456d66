"""Start reading here: formulas of MOSEL, the logic of words, as values.

A formula says something about a word, whose positions are 0..n-1. `FORMATS` fixes the grammar and what happens with
positions that do not exist; `notation.py` reads and writes it, `compiler.py` makes the minimal automaton of it. The
names follow the figures of "Problem Generation for DFA Construction". One thing is added for descriptions that choose
a letter (begins and ends with the same letter): the quantifiers `ex0` and `all0` over letters, whose variables stand
where a letter or a string of one letter may stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Literal, TypeVar

from viva.core.records import dataclass

Comparison = Literal["=", "<", "<=", ">", ">="]
COMPARISONS: tuple[Comparison, ...] = ("=", "<", "<=", ">", ">=")
Connective = Literal["and", "or", "->", "<->"]
Quantifier = Literal["ex1", "all1", "ex2", "all2", "ex0", "all0"]
QUANTIFIERS: tuple[Quantifier, ...] = ("ex1", "all1", "ex2", "all2", "ex0", "all0")


@dataclass(frozen=True, slots=True)
class LetterVariable:
    """A letter chosen by `ex0` or `all0`."""

    name: str


Letters = str | LetterVariable


@dataclass(frozen=True, slots=True)
class First:
    """The position 0; there is none in the empty word."""


@dataclass(frozen=True, slots=True)
class Last:
    """The position n-1; there is none in the empty word."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position variable."""

    name: str


@dataclass(frozen=True, slots=True)
class FirstOccurrence:
    string: Letters


@dataclass(frozen=True, slots=True)
class LastOccurrence:
    string: Letters


@dataclass(frozen=True, slots=True)
class Shifted:
    """`base+offset`, or `base-n` where the offset is negative; undefined where base is or where it leaves the word."""

    base: Spot
    offset: int


Spot = First | Last | Position | FirstOccurrence | LastOccurrence | Shifted


@dataclass(frozen=True, slots=True)
class All:
    """All positions of the word."""


@dataclass(frozen=True, slots=True)
class Positions:
    """A set variable."""

    name: str


@dataclass(frozen=True, slots=True)
class Occurrences:
    """`indOf`: where the string starts, overlaps included."""

    string: Letters


@dataclass(frozen=True, slots=True)
class Beside:
    """`psLt psLe psGt psGe`: the positions that compare so with a position; none if that is undefined."""

    comparison: Comparison
    place: Spot


@dataclass(frozen=True, slots=True)
class Union:
    left: Set
    right: Set


@dataclass(frozen=True, slots=True)
class Intersection:
    left: Set
    right: Set


Set = All | Positions | Occurrences | Beside | Union | Intersection


@dataclass(frozen=True, slots=True)
class Constant:
    value: bool


@dataclass(frozen=True, slots=True)
class IsEmpty:
    """The word is the empty one."""


@dataclass(frozen=True, slots=True)
class Begins:
    string: Letters


@dataclass(frozen=True, slots=True)
class Ends:
    string: Letters


@dataclass(frozen=True, slots=True)
class LetterAt:
    letter: Letters
    place: Spot


@dataclass(frozen=True, slots=True)
class LetterThroughout:
    """The letter is at every position of the set; holds for the empty set."""

    letter: Letters
    positions: Set


@dataclass(frozen=True, slots=True)
class Compare:
    left: Spot
    comparison: Comparison
    right: Spot


@dataclass(frozen=True, slots=True)
class Member:
    place: Spot
    positions: Set


@dataclass(frozen=True, slots=True)
class Count:
    positions: Set
    comparison: Comparison
    number: int


@dataclass(frozen=True, slots=True)
class CountModulo:
    positions: Set
    modulus: int
    comparison: Comparison
    number: int


@dataclass(frozen=True, slots=True)
class Not:
    operand: Formula


@dataclass(frozen=True, slots=True)
class Binary:
    connective: Connective
    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Quantified:
    quantifier: Quantifier
    variable: str
    body: Formula


Atom = Constant | IsEmpty | Begins | Ends | LetterAt | LetterThroughout | Compare | Member | Count | CountModulo
Formula = Atom | Not | Binary | Quantified
Node = Formula | Spot | Set
_PLACES = (First, Last, Position, FirstOccurrence, LastOccurrence, Shifted)
_SETS = (All, Positions, Occurrences, Beside, Union, Intersection)
_ATOMS = (Constant, IsEmpty, Begins, Ends, LetterAt, LetterThroughout, Compare, Member, Count, CountModulo)
_NODES = frozenset((*_PLACES, *_SETS, *_ATOMS, Not, Binary, Quantified))
N = TypeVar("N", bound=Node)


def parts(node: Node) -> tuple[Node, ...]:
    """The nodes directly below, from left to right."""
    values = [getattr(node, name) for name in node.__match_args__]
    return tuple([value for value in values if type(value) in _NODES])


def nodes(node: Node) -> Iterator[Node]:
    """The node and all below it, a node before its parts."""
    yield node
    for part in parts(node):
        yield from nodes(part)


def size(node: Node) -> int:
    """The number of nodes. Literals (letters, strings, numbers, comparisons) are part of theirs."""
    return 1 + sum(size(part) for part in parts(node))


def transform(node: N, change: Callable[[Node], Node]) -> N:
    """The tree with every node changed, parts before the whole. A change must keep what kind of thing a node is."""
    changes: dict[str, Node] = {}
    for name in node.__match_args__:
        value = getattr(node, name)
        if type(value) in _NODES:
            new = transform(value, change)
            if new is not value:
                changes[name] = new
    return change(replace(node, **changes) if changes else node)  # type: ignore[arg-type, return-value]


def letters_of(node: Node) -> frozenset[str]:
    """The letters that a formula speaks of."""
    found: set[str] = set()
    for each in nodes(node):
        match each:
            case (
                Begins(str() as text)
                | Ends(str() as text)
                | LetterAt(str() as text)
                | LetterThroughout(str() as text)
                | FirstOccurrence(str() as text)
                | LastOccurrence(str() as text)
                | Occurrences(str() as text)
            ):
                found.update(text)
    return frozenset(found)


@lru_cache(maxsize=10_000)
def free_variables(node: Node) -> frozenset[str]:
    """The names of the variables of all kinds that no quantifier binds."""
    match node:
        case Position(name) | Positions(name):
            return frozenset((name,))
        case Quantified(_, variable, body):
            return free_variables(body) - {variable}
        case (
            Begins(LetterVariable(name))
            | Ends(LetterVariable(name))
            | FirstOccurrence(LetterVariable(name))
            | LastOccurrence(LetterVariable(name))
            | Occurrences(LetterVariable(name))
        ):
            return frozenset((name,))
        case LetterAt(LetterVariable(name), below) | LetterThroughout(LetterVariable(name), below):
            return free_variables(below) | {name}
    return frozenset().union(*(free_variables(part) for part in parts(node)))


def with_letter(node: N, variable: str, letter: str) -> N:
    """The formula with a letter in place of a letter variable."""
    return _substituted(node, variable, {LetterVariable(variable): letter})


def rename_variable(node: N, variable: str, name: str) -> N:
    """The formula with another name for a free variable; no quantifier within may bind that name."""
    new: dict[object, object] = {
        LetterVariable(variable): LetterVariable(name),
        Position(variable): Position(name),
        Positions(variable): Positions(name),
    }
    return _substituted(node, variable, new)


def _substituted(node: N, variable: str, new: Mapping[object, object]) -> N:
    if node in new:
        return new[node]  # type: ignore[return-value]
    if isinstance(node, Quantified) and node.variable == variable:
        return node
    changes: dict[str, object] = {}
    for name in node.__match_args__:
        value = getattr(node, name)
        if type(value) in _NODES:
            changes[name] = _substituted(value, variable, new)
        elif isinstance(value, LetterVariable):
            changes[name] = new.get(value, value)
    return replace(node, **changes) if changes else node  # type: ignore[arg-type]


def conjuncts(formula: Formula, connective: Connective = "and") -> Iterator[Formula]:
    """The parts of a chain of `and` (or of another associative connective), from left to right."""
    match formula:
        case Binary(own, left, right) if own == connective:
            yield from conjuncts(left, connective)
            yield from conjuncts(right, connective)
        case _:
            yield formula


def conjunction(formulas: list[Formula], connective: Connective = "and") -> Formula:
    """The chain of them, from the left; at least one is needed."""
    whole = formulas[0]
    for formula in formulas[1:]:
        whole = Binary(connective, whole, formula)
    return whole


def end_letter_elsewhere(last: bool, elsewhere: bool) -> Quantified:
    """The last (or first) letter occurs elsewhere too, or nowhere else: the letter is guessed."""
    letter, place = LetterVariable("c"), Position("x")
    end: Spot = Last() if last else First()
    other = Compare(place, "<" if last else ">", end)
    found: Formula = Quantified("ex1", "x", Binary("and", other, LetterAt(letter, place)))
    return Quantified("ex0", "c", Binary("and", LetterAt(letter, end), found if elsewhere else Not(found)))
