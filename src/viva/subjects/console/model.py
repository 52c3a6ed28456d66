"""Start reading here: console specifications as frozen values, after Figure 1 of "Describing Console I/O Behavior".

`notation.py` reads and prints them, `semantics.py` says which runs they allow; everything else is built from these
three. Beyond the paper's figure there are texts, outputs with free parts (ANY) and the input modes.

A sequence is kept flat and without Nop, so that the paper's equations (s1·s2)·s3 = s1·(s2·s3) and 0·s = s = s·0 are
equalities of values. Build sequences with `sequence`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

Value = int | str


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the notation something stood; lines and columns count from 1."""

    line: int
    column: int


# Terms (Figure 1, bottom).


@dataclass(frozen=True, slots=True)
class Current:
    """x_C: the value read last into x."""

    variable: str
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class All:
    """x_A: all values read into x so far, in order."""

    variable: str
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Integer:
    value: int
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Text:
    value: str
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A function of the paper's set Func, which is `terms.FUNCTIONS`."""

    function: str
    arguments: tuple[Term, ...]
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Operation:
    """`operator` is one of + - * (numbers), = != < <= > >= (a condition), and or (of conditions)."""

    operator: str
    left: Term
    right: Term
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Not:
    operand: Term
    place: Place | None = field(default=None, compare=False, repr=False)


Term = Current | All | Integer | Text | Call | Operation | Not

ARITHMETIC = ("+", "-", "*")
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
CONNECTIVES = ("and", "or")


# Specifications (Figure 1, top).


@dataclass(frozen=True, slots=True)
class Naturals:
    pass


@dataclass(frozen=True, slots=True)
class Integers:
    pass


@dataclass(frozen=True, slots=True)
class Strings:
    pass


@dataclass(frozen=True, slots=True)
class Range:
    """Both ends included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class OneOf:
    values: tuple[Value, ...]


ValueSet = Naturals | Integers | Strings | Range | OneOf


class Mode(StrEnum):
    """What happens to a value outside of the set. The words are those of the notation."""

    ASSUME = ""  # it is never given
    UNTIL = "@until"  # it is asked for again
    ABORT = "@abort"  # it ends the program


@dataclass(frozen=True, slots=True)
class Read:
    """(Read): a value of `values` that is not among those read into `excluded` so far."""

    variable: str
    values: ValueSet
    excluded: str | None = None
    mode: Mode = Mode.ASSUME
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class AnyText:
    """Any text on the line, also none."""


ANY = AnyText()
Item = Term | AnyText
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


Spec = Read | Write | Branch | Loop | Exit | Nop | Seq


@dataclass(frozen=True, slots=True)
class Task:
    """What an exercise of this subject asks for, and the file that says so."""

    spec: Spec
    file: str


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
            case Loop(body):
                pending.append(body)


def terms(spec: Spec) -> Iterator[Term]:
    """Every condition and every term that is written, from left to right."""
    for part in parts(spec):
        match part:
            case Branch(condition=condition):
                yield condition
            case Write(alternatives):
                yield from (
                    item for alternative in alternatives for item in alternative if not isinstance(item, AnyText)
                )


def subterms(term: Term) -> Iterator[Term]:
    """The term and everything inside it, from left to right."""
    pending = [term]
    while pending:
        part = pending.pop()
        yield part
        match part:
            case Call(arguments=arguments):
                pending.extend(reversed(arguments))
            case Operation(left=left, right=right):
                pending.extend((right, left))
            case Not(operand):
                pending.append(operand)


def difficulty(spec: Spec) -> int:
    """How much there is to do and to compute: steps, branches, loops, and the operations and functions in terms."""
    doing = sum(not isinstance(part, Seq | Nop | Exit) for part in parts(spec))
    computing = sum(isinstance(part, Operation | Call | Not) for term in terms(spec) for part in subterms(term))
    return doing + computing
