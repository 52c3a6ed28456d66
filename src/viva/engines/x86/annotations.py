"""The language of properties, as values: expressions over registers, flags and memory, and the lines that hold them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Literal

from viva.core.records import dataclass
from viva.core.text.reading import Binding
from viva.core.text.writing import Written, infix, prefix
from viva.engines.x86.machine import FLAGS, PARTS

TRUTHS = FLAGS[:1] + FLAGS[1:2] + FLAGS[3:6]
"""The flags that a property may name."""
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=", "<s", "<=s", ">s", ">=s")
CONNECTIVES = ("&&", "||", "=>", "<=>")
ARITHMETIC = ("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>")


@dataclass(frozen=True, slots=True)
class Number:
    value: int


@dataclass(frozen=True, slots=True)
class Name:
    """A register, a flag, a named constant or a variable of a quantifier."""

    name: str

    @property
    def is_flag(self) -> bool:
        return self.name in TRUTHS

    @property
    def is_register(self) -> bool:
        return self.name in PARTS


@dataclass(frozen=True, slots=True)
class Cell:
    """`b[e]`, the byte at an address, or `w[e]`, the word of four bytes there."""

    size: Literal[1, 4]
    address: Expression


@dataclass(frozen=True, slots=True)
class Old:
    """The value at the start."""

    inside: Expression


@dataclass(frozen=True, slots=True)
class Minus:
    """`-` for the negative, `~` for all bits turned over."""

    sign: Literal["-", "~"]
    inside: Expression


@dataclass(frozen=True, slots=True)
class Arithmetic:
    sign: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Comparison:
    sign: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Literally:
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True, slots=True)
class Not:
    inside: Expression


@dataclass(frozen=True, slots=True)
class Connective:
    sign: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Quantified:
    every: bool
    variable: str
    body: Expression


Expression = Number | Name | Cell | Old | Minus | Arithmetic | Comparison | Literally | Not | Connective | Quantified


def is_formula(expression: Expression) -> bool:
    """Whether it is true or false; a flag is both a formula and a number."""
    match expression:
        case Name() | Old(inside=Name()):
            name = expression.inside if isinstance(expression, Old) else expression
            return isinstance(name, Name) and name.is_flag
        case Old(inside=inside):
            return is_formula(inside)
        case Comparison() | Literally() | Not() | Connective() | Quantified():
            return True
        case _:
            return False


def parts(expression: Expression) -> tuple[Expression, ...]:
    match expression:
        case Cell(address=inside) | Old(inside=inside) | Minus(inside=inside) | Not(inside=inside):
            return (inside,)
        case Quantified(body=body):
            return (body,)
        case (
            Arithmetic(left=left, right=right) | Comparison(left=left, right=right) | Connective(left=left, right=right)
        ):
            return (left, right)
        case _:
            return ()


def walk(expression: Expression) -> Iterator[Expression]:
    yield expression
    for part in parts(expression):
        yield from walk(part)


Kind = Literal["requires", "ensures", "const", "assert", "invariant", "decreases"]


@dataclass(frozen=True, slots=True)
class Annotation:
    """One line: `label` is where it holds, None for the start or the exit; `text` is the line as it was written.

    `measure` are the expressions of `decreases`, of which the first that changes counts.
    """

    kind: Kind
    label: str | None
    expression: Expression
    line: int
    text: str
    measure: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Annotations:
    """The lines of a file, in their order."""

    lines: tuple[Annotation, ...] = ()
    constants: tuple[str, ...] = field(default=())

    def of(self, kind: Kind, label: str | None = None) -> tuple[Annotation, ...]:
        return tuple(line for line in self.lines if line.kind == kind and (label is None or line.label == label))


BINDINGS = {
    "<=>": Binding(1),
    "=>": Binding(2, to_the_right=True),
    "||": Binding(3),
    "&&": Binding(4),
    **{sign: Binding(5) for sign in COMPARISONS},
    "|": Binding(6),
    "^": Binding(7),
    "&": Binding(8),
    "<<": Binding(9),
    ">>": Binding(9),
    "+": Binding(10),
    "-": Binding(10),
    "*": Binding(11),
    "/": Binding(11),
    "%": Binding(11),
}
_UNARY = 12


def show(expression: Expression) -> str:
    """The expression in the notation that is read, with no more brackets than it needs."""
    return _written(expression).text


def _written(expression: Expression) -> Written:
    match expression:
        case Number(value=value):
            return Written(str(value) if value < 4096 else hex(value))
        case Name(name=name):
            return Written(name)
        case Cell(size=size, address=address):
            return Written(f"{'b' if size == 1 else 'w'}[{show(address)}]")
        case Old(inside=inside):
            return Written(f"old({show(inside)})")
        case Minus(sign=sign, inside=inside):
            return prefix(sign, _written(inside), _UNARY)
        case Literally(value=value):
            return Written("true" if value else "false")
        case Not(inside=inside):
            return prefix("!", _written(inside), _UNARY)
        case Quantified(every=every, variable=variable, body=body):
            return Written(f"{'forall' if every else 'exists'} {variable}. {show(body)}", 0)
        case Comparison(sign=sign, left=left, right=right):
            return infix(_written(left), sign, _written(right), BINDINGS[sign], chained=False)
        case Connective(sign=sign, left=left, right=right) | Arithmetic(sign=sign, left=left, right=right):
            return infix(_written(left), sign, _written(right), BINDINGS[sign])
