"""Specifications built in Python, both ways: `parse(show(spec)) == spec`.

    n, x = variables("n", "x")
    spec = steps(
        read(n, NAT),
        loop_while(fn.len(x.all) < n, read(x, INT)),
        write(line("Sum: ", fn.sum(x.all))),
    )

`n` is the current value, `x.all` all values, `x.back(1)` the one before the last; conditions are joined by `&`, `|` and
`~`; `fn` has the functions, those of the teacher too. A file `spec.py` is the teacher's own and is run.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from fractions import Fraction

from viva.core.fault import Fault
from viva.core.text.reading import Misread, expected_found
from viva.engines.dialogues.model import (
    ANY,
    All,
    Alternative,
    AnyText,
    Booleans,
    Branch,
    Call,
    Current,
    DecimalNumber,
    DecimalRange,
    Decimals,
    Exit,
    Integer,
    Integers,
    Item,
    Listed,
    Loop,
    Merged,
    Mode,
    Naturals,
    Nop,
    Not,
    OneOf,
    Operation,
    Range,
    Read,
    Repeat,
    Some,
    Spec,
    Strings,
    Term,
    Text,
    Truth,
    ValueSet,
    Within,
    Write,
    sequence,
)
from viva.engines.dialogues.variants.negation import negate
from viva.engines.dialogues.variants.rewriting import with_decimals_marked

__all__ = [
    "ABORT",
    "ANY",
    "BOOL",
    "DECIMAL",
    "INT",
    "LINE",
    "NAT",
    "TEXT",
    "UNTIL",
    "between",
    "branch",
    "fn",
    "leave",
    "line",
    "literal",
    "loop",
    "loop_while",
    "merge",
    "nothing",
    "one_of",
    "read",
    "repeat",
    "some",
    "steps",
    "variables",
    "within",
    "write",
]

NAT, INT, BOOL, DECIMAL = Naturals(), Integers(), Booleans(), Decimals()
TEXT, LINE = Strings(), Strings(ends=True)
UNTIL, ABORT = Mode.UNTIL, Mode.ABORT
leave, nothing = Exit(), Nop()

_FILE = "spec.py"


class Expression:
    """A term that answers to Python's operators with a term."""

    __slots__ = ("term",)
    __hash__ = None  # type: ignore[assignment]  # == makes a condition

    def __init__(self, term: Term) -> None:
        self.term = term

    def _with(self, operator: str, other: object) -> Expression:
        return Expression(Operation(operator, self.term, term(other)))

    def _after(self, operator: str, other: object) -> Expression:
        return Expression(Operation(operator, term(other), self.term))

    def __bool__(self) -> bool:
        raise Fault("a condition has no value yet", remedy="join conditions with & and |, and turn them round with ~")

    def __add__(self, other: object) -> Expression:
        return self._with("+", other)

    def __radd__(self, other: object) -> Expression:
        return self._after("+", other)

    def __sub__(self, other: object) -> Expression:
        return self._with("-", other)

    def __rsub__(self, other: object) -> Expression:
        return self._after("-", other)

    def __mul__(self, other: object) -> Expression:
        return self._with("*", other)

    def __rmul__(self, other: object) -> Expression:
        return self._after("*", other)

    def __truediv__(self, other: object) -> Expression:
        return self._with("/", other)

    def __rtruediv__(self, other: object) -> Expression:
        return self._after("/", other)

    def __mod__(self, other: object) -> Expression:
        return Expression(Call("mod", (self.term, term(other))))

    def __floordiv__(self, other: object) -> Expression:
        return Expression(Call("div", (self.term, term(other))))

    def __neg__(self) -> Expression:
        return Expression(Operation("-", Integer(0), self.term))

    def __eq__(self, other: object) -> Expression:  # type: ignore[override]
        return self._with("=", other)

    def __ne__(self, other: object) -> Expression:  # type: ignore[override]
        return self._with("!=", other)

    def __lt__(self, other: object) -> Expression:
        return self._with("<", other)

    def __le__(self, other: object) -> Expression:
        return self._with("<=", other)

    def __gt__(self, other: object) -> Expression:
        return self._with(">", other)

    def __ge__(self, other: object) -> Expression:
        return self._with(">=", other)

    def __and__(self, other: object) -> Expression:
        return self._with("and", other)

    def __or__(self, other: object) -> Expression:
        return self._with("or", other)

    def __invert__(self) -> Expression:
        return Expression(Not(self.term))

    # A variable is no class of its own: Python would then ask it first when it stands on the right of an operator.

    @property
    def name(self) -> str:
        """Of a variable."""
        if not isinstance(self.term, Current):
            raise Fault(expected_found("a variable", "a term"))
        return self.term.variable

    @property
    def all(self) -> Expression:
        """All values of a variable."""
        return Expression(All(self.name))

    def __getitem__(self, part: object) -> Expression:
        """A part of a list or a text, such as `x.all[:-1]`."""
        match part:
            case slice(start=None, stop=end, step=None) if end is not None:
                return Expression(Call("start", (self.term, term(end))))
            case slice(start=begin, stop=None, step=None) if begin is not None:
                return Expression(Call("rest", (self.term, term(begin))))
        raise Fault("this is a part that terms have no word for", remedy="parts are x.all[1:] and x.all[:-1]")

    def back(self, number: object) -> Expression:
        """The value of a variable or list so many before the last."""
        values = All(self.term.variable) if isinstance(self.term, Current) else self.term
        return Expression(Call("back", (values, term(number))))


class Functions:
    """`fn.sum(x.all)`; the membership test is `fn.isin(value, values)`."""

    def __getattr__(self, name: str) -> Callable[..., Expression]:
        function = "in" if name == "isin" else name
        return lambda *arguments: Expression(Call(function, tuple(map(term, arguments))))


fn = Functions()


def variables(*names: str) -> tuple[Expression, ...]:
    return tuple(Expression(Current(name)) for name in names)


def term(value: object) -> Term:
    match value:
        case Expression():
            return value.term
        case bool():
            return Truth(value)
        case int():
            return Integer(value)
        case str():
            return Text(value)
        case float():
            return DecimalNumber(Fraction(str(value)))
        case Fraction():
            return DecimalNumber(value)
        case list() | tuple():
            return Listed(tuple(map(term, value)))
    remedy = "a term is a variable, a number, a text or made of these"
    raise Fault(expected_found("a term", repr(value)), remedy=remedy)


def literal(value: object) -> Expression:
    """A constant that Python should not compute with by itself, as in literal(1) + 2."""
    return Expression(term(value))


def merge(*several: Expression) -> Expression:
    return Expression(Merged(tuple(variable.name for variable in several)))


def steps(*specs: Spec) -> Spec:
    return sequence(*specs)


def read(
    variable: Expression,
    values: ValueSet,
    mode: Mode = Mode.ASSUME,
    excluded: Expression | Sequence[Expression] = (),
) -> Spec:
    """`excluded` is a variable, or several, whose values so far are not taken."""
    several = (excluded,) if isinstance(excluded, Expression) else excluded
    return Read(variable.name, values, tuple(one.name for one in several), mode)


def line(*items: object) -> Alternative:
    return tuple(map(_item, items))


def _item(value: object) -> Item:
    return value if isinstance(value, AnyText | Within | Some) else term(value)


def write(*alternatives: object, optional: bool = False) -> Spec:
    """One of the alternatives: a `line`, or the only item of one."""
    made = [alternative if isinstance(alternative, tuple) else (_item(alternative),) for alternative in alternatives]
    if not made:
        raise Fault("this write has no output to write", remedy="name at least one output")
    return Write(tuple(dict.fromkeys(made)), optional)


def within(value: object, tolerance: float | Fraction) -> Within:
    exact = tolerance if isinstance(tolerance, Fraction) else Fraction(str(tolerance))
    return Within(term(value), exact)


def some(variable: Expression, condition: Expression, values: ValueSet = INT) -> Some:
    return Some(variable.name, condition.term, values)


def branch(condition: Expression, then: Spec, otherwise: Spec = nothing) -> Spec:
    return Branch(otherwise, condition.term, then)


def loop(*body: Spec) -> Spec:
    return Loop(sequence(*body))


def loop_while(condition: Expression, *body: Spec) -> Spec:
    return Loop(Branch(sequence(*body), negate(condition.term), Exit()))


def repeat(count: object, *body: Spec) -> Spec:
    return Repeat(term(count), sequence(*body))


def between(low: float | Fraction, high: float | Fraction) -> ValueSet:
    """Both ends included."""
    if high < low:
        raise Fault("this set of values is empty, so nothing can be read")
    if isinstance(low, int) and isinstance(high, int):
        return Range(low, high)
    return DecimalRange(Fraction(str(low)), Fraction(str(high)))


def one_of(*values: int | str) -> ValueSet:
    if not values:
        raise Fault("this set of values is empty, so nothing can be read")
    return OneOf(tuple(dict.fromkeys(values)))


def parse(text: str) -> Spec:
    """Runs the text, which is the teacher's own, and takes what it calls `spec`."""
    names: dict[str, object] = {"__name__": "spec"}
    try:
        exec(compile(text, _FILE, "exec"), names)
    except SyntaxError as problem:
        raise Misread(f"this is not Python: {problem.msg}", problem.lineno, problem.offset) from None
    except Exception as problem:  # noqa: BLE001 (whatever the teacher's file raises is told to the teacher)
        frames = traceback.extract_tb(problem.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == _FILE]
        told = problem.problem if isinstance(problem, Fault) else f"{type(problem).__name__}: {problem}"
        remedy = problem.remedy if isinstance(problem, Fault) else None
        raise Misread(told, lines[-1] if lines else None, remedy=remedy) from None
    spec = names.get("spec")
    if not isinstance(spec, Spec):
        raise Misread("this file makes no specification", remedy="it ends with spec = steps(…)")
    return with_decimals_marked(spec)
