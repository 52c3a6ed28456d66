"""Start reading here: console specifications as frozen values, after Figure 1 of "Describing Console I/O Behavior".

`notations/` reads and prints them, `semantics.py` says which runs they allow; everything else is built from these
three. Beyond the paper's figure there are texts, truth values and decimals, outputs with free parts (ANY) or given by a
predicate, the input modes, a loop that counts its rounds, and functions of the teacher.

A sequence is kept flat and without Nop, so that the paper's equations (s1·s2)·s3 = s1·(s2·s3) and 0·s = s = s·0 are
equalities of values. Build sequences with `sequence`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from enum import StrEnum
from fractions import Fraction

from viva.core.records import dataclass
from viva.core.text.reading import Place

Value = int | str | bool | Fraction  # a decimal is kept exactly, as a Fraction
Values = tuple[Value, ...]
Result = Value | Values


class Type(StrEnum):
    """What a term can be. The words are for people."""

    NUMBER = "a number"
    DECIMAL = "a decimal number"
    TEXT = "a text"
    TRUTH = "a truth value"
    NUMBERS = "a list of numbers"
    DECIMALS = "a list of decimal numbers"
    TEXTS = "a list of texts"
    TRUTHS = "a list of truth values"
    CONDITION = "a condition"


# Terms (Figure 1, bottom).


@dataclass(frozen=True, slots=True)
class Current:
    """x_C: the value read last into x."""

    variable: str
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class All:
    """x_A: all values read into x so far, in order. `decimal` says that they are decimals, even when there are none."""

    variable: str
    decimal: bool = field(default=False, compare=False, repr=False)
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Merged:
    """All values read into any of the variables so far, in the order they were read."""

    variables: tuple[str, ...]
    decimal: bool = field(default=False, compare=False, repr=False)
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Integer:
    """A constant whole number."""

    value: int
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Text:
    """A constant text."""

    value: str
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Truth:
    """A constant truth value."""

    value: bool
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class DecimalNumber:
    """A constant decimal, kept exactly."""

    value: Fraction
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Listed:
    """A list of terms of one type, as in `in(x_C, [1, 2, 3])`."""

    items: tuple[Term, ...]
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A function of the paper's set Func, which is `terms.FUNCTIONS`."""

    function: str
    arguments: tuple[Term, ...]
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Foreign:
    """A Python function of the teacher; `module` is the whole text it stands in, and with the name its identity.

    `signature` has the types of the arguments, then that of the result.
    """

    name: str
    signature: tuple[Type, ...]
    module: str = field(repr=False)
    compute: Callable[..., Result] = field(compare=False, repr=False)
    largest: int | None = field(default=None, compare=False, repr=False)
    """The largest number that it is asked about; None where it answers at once whatever it is given."""


@dataclass(frozen=True, slots=True)
class Opaque:
    """A call of a function of which nothing is known but what it computes. Made from a Call by `foreign.bind`."""

    function: Foreign
    arguments: tuple[Term, ...]
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Operation:
    """`operator` is one of + - * / (numbers; + also of texts), = != < <= > >= (a condition), and or (of conditions)."""

    operator: str
    left: Term
    right: Term
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Not:
    """That a condition does not hold."""

    operand: Term
    place: Place | None = field(default=None, compare=False, repr=False)


Term = Current | All | Merged | Integer | Text | Truth | DecimalNumber | Listed | Call | Opaque | Operation | Not

ARITHMETIC = ("+", "-", "*", "/")
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
CONNECTIVES = ("and", "or")


# Specifications (Figure 1, top).


@dataclass(frozen=True, slots=True)
class Naturals:
    """0, 1, 2, …"""


@dataclass(frozen=True, slots=True)
class Integers:
    """All whole numbers."""


@dataclass(frozen=True, slots=True)
class Strings:
    """All texts of one line. `ends` says that the blanks at their ends count: otherwise a program may take them off."""

    ends: bool = False


@dataclass(frozen=True, slots=True)
class Booleans:
    """Read as the line True or False."""


@dataclass(frozen=True, slots=True)
class Decimals:
    """All decimal numbers."""


@dataclass(frozen=True, slots=True)
class Range:
    """Whole numbers; both ends included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class DecimalRange:
    """Decimals; both ends included."""

    low: Fraction
    high: Fraction


@dataclass(frozen=True, slots=True)
class OneOf:
    """An enumeration: whole numbers or texts."""

    values: tuple[int | str, ...]


ValueSet = Naturals | Integers | Strings | Booleans | Decimals | Range | DecimalRange | OneOf


class Mode(StrEnum):
    """What happens to a value outside of the set. The words are those of the notation."""

    ASSUME = ""  # it is never given
    UNTIL = "@until"  # it is asked for again
    ABORT = "@abort"  # it ends the program


@dataclass(frozen=True, slots=True)
class Read:
    """(Read): a value of `values` that is not among those read into any of `excluded` so far. Whole numbers are of so
    many `bits`, also those that are not among the values and are refused."""

    variable: str
    values: ValueSet
    excluded: tuple[str, ...] = ()
    mode: Mode = Mode.ASSUME
    place: Place | None = field(default=None, compare=False, repr=False)
    bits: int | None = None


@dataclass(frozen=True, slots=True)
class AnyText:
    """Any text on the line, also none."""


ANY = AnyText()


@dataclass(frozen=True, slots=True)
class Within:
    """A decimal no further from the term than the tolerance."""

    term: Term
    tolerance: Fraction
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Some:
    """Any value of the set for which the condition holds; in the condition it is the current value of `variable`."""

    variable: str
    condition: Term
    values: ValueSet = Integers()
    place: Place | None = field(default=None, compare=False, repr=False)


Item = Term | AnyText | Within | Some
Alternative = tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Write:
    """(Write): one of the alternatives; `optional` is the paper's ε in the set."""

    alternatives: tuple[Alternative, ...]
    optional: bool = False
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Branch:
    """(Branch): `right` if the condition holds, else `left`."""

    left: Spec
    condition: Term
    right: Spec
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Loop:
    """(Till-E): the body again and again until an Exit of its own is met."""

    body: Spec
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Repeat:
    """The body so many times as `count` says before the first round, or until an Exit of its own is met.

    The paper can only count by what was read. Here the count is known even where the body reads a variable that was
    read before, or reads it twice.
    """

    count: Term
    body: Spec
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Exit:
    """(LoopExit)"""

    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Nop:
    """(Nop), the paper's 0"""


@dataclass(frozen=True, slots=True)
class Seq:
    """(Seq), flat: at least two steps, none of them a Seq or Nop. Made by `sequence`."""

    steps: tuple[Spec, ...]


Spec = Read | Write | Branch | Loop | Repeat | Exit | Nop | Seq


def sequence(*specs: Spec) -> Spec:
    steps = tuple(step for spec in specs for step in steps_of(spec))
    if not steps:
        return Nop()
    return steps[0] if len(steps) == 1 else Seq(steps)


def steps_of(spec: Spec) -> tuple[Spec, ...]:
    match spec:
        case Seq(steps):
            return steps
        case Nop():
            return ()
        case _:
            return (spec,)


def parts(spec: Spec) -> Iterator[Spec]:
    """The specification and everything inside it, from left to right."""
    pending = [spec]
    while pending:
        part = pending.pop()
        yield part
        match part:
            case Seq(steps):
                pending.extend(reversed(steps))
            case Branch(left, _, right):
                pending.extend((right, left))
            case Loop(body) | Repeat(body=body):
                pending.append(body)


def terms(spec: Spec) -> Iterator[Term]:
    """Every condition, every count and every term that is written, from left to right."""
    for part in parts(spec):
        match part:
            case Branch(condition=condition):
                yield condition
            case Repeat(count):
                yield count
            case Write(alternatives):
                yield from (term for alternative in alternatives for term in item_terms(alternative))


def item_terms(alternative: Alternative) -> Iterator[Term]:
    """The terms of what is written, those inside of a predicate too."""
    for item in alternative:
        match item:
            case AnyText():
                continue
            case Within(term):
                yield term
            case Some(condition=condition):
                yield condition
            case _:
                yield item


def subterms(term: Term) -> Iterator[Term]:
    """The term and everything inside it, from left to right."""
    pending = [term]
    while pending:
        part = pending.pop()
        yield part
        match part:
            case Call(arguments=inner) | Opaque(arguments=inner) | Listed(inner):
                pending.extend(reversed(inner))
            case Operation(left=left, right=right):
                pending.extend((right, left))
            case Not(operand):
                pending.append(operand)
