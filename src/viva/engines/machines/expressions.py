"""Guards and values of actions: a small language over signals and variables, read, shown, typed and evaluated.

`x` alone asks whether a pure signal is present, and whether a boolean one is present and true. A comparison in which an
absent signal takes part is false.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from viva.core.records import dataclass
from viva.core.text.reading import (
    MARK,
    NAME,
    NUMBER,
    TEXT,
    Binding,
    Cursor,
    Misread,
    Notation,
    Pattern,
    Token,
    did_you_mean,
    in_quotes,
)
from viva.core.text.writing import Written, infix, prefix
from viva.core.texts import Sentence
from viva.engines.machines.sentences import sentence

if TYPE_CHECKING:
    from viva.engines.machines.model import Environment, Type, Value


@dataclass(frozen=True, slots=True)
class Constant:
    value: bool | int


@dataclass(frozen=True, slots=True)
class Name:
    """A signal or a variable, or beside an enumeration one of its names."""

    name: str


@dataclass(frozen=True, slots=True)
class Present:
    name: str


@dataclass(frozen=True, slots=True)
class Not:
    inner: Expression


@dataclass(frozen=True, slots=True)
class And:
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Or:
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Compare:
    sign: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Arithmetic:
    sign: str
    left: Expression
    right: Expression


Expression = Constant | Name | Present | Not | And | Or | Compare | Arithmetic

TRUE, FALSE = Constant(True), Constant(False)
PRESENT = "present"
COMPARISONS: dict[str, Callable[..., bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
_SPELLINGS = {
    "&&": "&",
    "∧": "&",
    "||": "|",
    "∨": "|",
    "¬": "!",
    "~": "!",
    "=": "==",
    "≠": "!=",
    "≤": "<=",
    "≥": ">=",
    "→": "->",
}
_WORDS = {"and": "&", "or": "|", "not": "!"}
_LONGEST_NUMBER = 12
_OR, _AND, _COMPARE, _PLUS, _TIMES = map(Binding, range(5))
_UNARY = 5
IDENTIFIER = r"[^\W\d]\w*"

PATTERNS = (
    Pattern(NAME, IDENTIFIER),
    Pattern(NUMBER, r"[0-9]+"),
    Pattern(TEXT, r'"[^"\n]*"', lambda piece: piece[1:-1]),
    Pattern(
        MARK, r"<->|->|→|:=|&&|\|\||==|!=|<=|>=|\.\.|[-&|!()<>=.,;/:+*∧∨¬~≠≤≥{}\[\]]", lambda p: _SPELLINGS.get(p, p)
    ),
)
_NOTATION = Notation(*PATTERNS, remedy=sentence("guards_are_made_of"))


class ExpressionReader(Cursor):
    """The rules of the grammar; other notations that hold guards go on from here."""

    longest = 80
    flatter = sentence("split_guard")
    instead = {":=": sentence("write_to_compare")}  # noqa: RUF012 a constant of the class

    def expression(self) -> Expression:
        with self.deeper:
            found = self._conjunction()
            for _ in self._joined("|"):
                found = Or(found, self._conjunction())
            return found

    def _conjunction(self) -> Expression:
        found = self._comparison()
        for _ in self._joined("&"):
            found = And(found, self._comparison())
        return found

    def _joined(self, sign: str) -> Iterator[None]:
        links = 0
        while self._operator() == sign:
            self.take()
            yield
            links += 1
            self.chained(links)

    def _operator(self) -> str:
        token = self.next
        return _WORDS.get(token.text, token.text) if token.kind in (NAME, MARK) else ""

    def _comparison(self) -> Expression:
        left = self._sum()
        if sign := self.accept(*COMPARISONS):
            return Compare(sign.text, left, self._sum())
        return left

    def _sum(self) -> Expression:
        found = self._product()
        for sign in self.chain("+", "-"):
            found = Arithmetic(sign.text, found, self._product())
        return found

    def _product(self) -> Expression:
        found = self._unary()
        for _ in self.chain("*"):
            found = Arithmetic("*", found, self._unary())
        return found

    def _unary(self) -> Expression:
        with self.deeper:
            if self._operator() == "!":
                self.take()
                return Not(self._unary())
            if self.accept("-"):
                if self.next.kind == NUMBER:
                    return Constant(-self._number())
                return Arithmetic("-", Constant(0), self._unary())
            return self._atom()

    def _atom(self) -> Expression:
        token = self.next
        if token.kind == NUMBER:
            return Constant(self._number())
        if token.kind == TEXT:
            return Name(self.take().text)
        if self.accept("("):
            inside = self.expression()
            self.expect(")")
            return inside
        if token.kind != NAME or token.text in _WORDS:
            raise self.expected(sentence("a_signal_true_false_a_number"))
        self.take()
        if token.text in ("true", "false"):
            return TRUE if token.text == "true" else FALSE
        if self.accept("."):
            self.expect(PRESENT, expected=sentence("present_after_the_dot"))
            return Present(token.text)
        return Name(token.text)

    def _number(self) -> int:
        token = self.take()
        if len(token.text) > _LONGEST_NUMBER:
            raise self.wrong(sentence("the_number_is_too_long", text=in_quotes(token.text)), token)
        return int(token.text)


def is_identifier(name: str) -> bool:
    return re.fullmatch(IDENTIFIER, name) is not None and name not in (*_WORDS, "true", "false")


def tokens(text: str) -> list[Token]:
    return _NOTATION.tokens(text)


def parse(text: str) -> Expression:
    """The expression that a text is; an empty one is true. Raises Misread with the column."""
    if not text.strip():
        return TRUE
    reader = ExpressionReader(tokens(text))
    found = reader.expression()
    reader.expect_end(sentence("operator_or_end"))
    return found


def show(given: Expression) -> str:
    """The text of an expression; `parse` makes the same expression of it."""
    return _written(given).text


def _written(given: Expression) -> Written:
    match given:
        case Constant(value=bool() as truth):
            return Written("true" if truth else "false")
        case Constant(value=number):
            return Written(str(number))
        case Name(name=name):
            return Written(name if is_identifier(name) else f'"{name}"')
        case Present(name=name):
            return Written(f"{name}.{PRESENT}")
        case Not(inner=inner):
            return prefix("!", _written(inner), _UNARY)
        case And(left=left, right=right):
            return infix(_written(left), "&", _written(right), _AND)
        case Or(left=left, right=right):
            return infix(_written(left), "|", _written(right), _OR)
        case Compare(sign=sign, left=left, right=right):
            return infix(_written(left), sign, _written(right), _COMPARE, chained=False)
        case Arithmetic(sign=sign, left=left, right=right):
            return infix(_written(left), sign, _written(right), _TIMES if sign == "*" else _PLUS)


def names_in(given: Expression) -> Iterator[str]:
    """Every name that is read, also those that turn out to be names of an enumeration."""
    match given:
        case Name(name=name) | Present(name=name):
            yield name
        case Not(inner=inner):
            yield from names_in(inner)
        case And(left=left, right=right) | Or(left=left, right=right):
            yield from names_in(left)
            yield from names_in(right)
        case Compare(left=left, right=right) | Arithmetic(left=left, right=right):
            yield from names_in(left)
            yield from names_in(right)
        case Constant():
            return


BOOLEAN, INTEGER = "true or false", "a number"


def check(given: Expression, types: Mapping[str, Type], expected: str | Type = BOOLEAN) -> None:
    """Raises Misread where a name is not declared or something has the wrong type. `expected` is a kind of value, or
    the type of what the value is given to."""
    if isinstance(expected, str):
        found = kind_of(given, types)
        if found != expected:
            raise Misread(
                sentence("is_and_is_needed", given=in_quotes(show(given)), found=_said(found), expected=str(expected)),
                reason="type_error",
            )
        return
    if expected.kind == "enum":
        if isinstance(given, Name) and given.name not in types:
            if given.name in expected.names:
                return
            remedy = did_you_mean(given.name, expected.names) or sentence(
                "one_of", names=", ".join(expected.names[:10])
            )
            raise Misread(sentence("is_no_value_here", name=in_quotes(given.name)), remedy=remedy, reason="type_error")
        if kind_of(given, types) != expected.names:
            raise Misread(
                sentence("is_no_value_of", given=in_quotes(show(given)), expected=str(expected)), reason="type_error"
            )
        return
    check(given, types, INTEGER if expected.kind == "int" else BOOLEAN)


def kind_of(given: Expression, types: Mapping[str, Type]) -> str | tuple[str, ...]:
    """`BOOLEAN`, `INTEGER`, or the names of an enumeration."""
    match given:
        case Constant(value=value):
            return BOOLEAN if isinstance(value, bool) else INTEGER
        case Name(name=name):
            of = _declared(name, types)
            return of.names if of.kind == "enum" else INTEGER if of.kind == "int" else BOOLEAN
        case Present(name=name):
            _declared(name, types)
            return BOOLEAN
        case Not(inner=inner):
            check(inner, types)
            return BOOLEAN
        case And(left=left, right=right) | Or(left=left, right=right):
            check(left, types)
            check(right, types)
            return BOOLEAN
        case Arithmetic(left=left, right=right):
            check(left, types, INTEGER)
            check(right, types, INTEGER)
            return INTEGER
        case Compare(sign=sign, left=left, right=right):
            _check_comparison(sign, left, right, types)
            return BOOLEAN


def _check_comparison(sign: str, left: Expression, right: Expression, types: Mapping[str, Type]) -> None:
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Name) and one.name not in types and isinstance(other, Name) and other.name in types:
            of = types[other.name]
            if of.kind == "enum":
                check(one, types, of)
                if sign not in ("==", "!="):
                    raise Misread(sentence("names_of_an_enumeration_have_no", sign=repr(sign)), reason="type_error")
                return
    kinds = kind_of(left, types), kind_of(right, types)
    if kinds[0] != kinds[1]:
        written = in_quotes(show(left)), in_quotes(show(right))
        problem = sentence(
            "not_comparable", left=written[0], kind=_said(kinds[0]), right=written[1], other=_said(kinds[1])
        )
        raise Misread(problem, reason="type_error")
    if sign not in ("==", "!=") and kinds[0] != INTEGER:
        raise Misread(
            sentence("compares_numbers_and_is_none", sign=repr(sign), left=in_quotes(show(left))), reason="type_error"
        )


def _said(kind: str | tuple[str, ...]) -> Sentence:
    if isinstance(kind, str):
        return sentence("kind_boolean" if kind == BOOLEAN else "kind_number")
    return sentence("kind_names", names=", ".join(kind[:5]))


def _declared(name: str, types: Mapping[str, Type]) -> Type:
    if name in types:
        return types[name]
    known = ", ".join(list(types)[:10]) or sentence("none")
    remedy = did_you_mean(name, tuple(types)) or sentence("there_are", names=known)
    raise Misread(
        sentence("no_signal_or_variable_is_called", name=in_quotes(name)), remedy=remedy, reason="unknown_signal"
    )


def truth(given: Expression, types: Mapping[str, Type]) -> Callable[[Environment], bool]:
    """The expression as a function that says whether it holds."""
    match given:
        case Constant(value=value):
            holds = bool(value)
            return lambda _: holds
        case Name(name=name):
            return lambda environment: environment.get(name) is True
        case Present(name=name):
            return lambda environment: name in environment
        case Not(inner=inner):
            negated = truth(inner, types)
            return lambda environment: not negated(environment)
        case And(left=left, right=right):
            one, other = truth(left, types), truth(right, types)
            return lambda environment: one(environment) and other(environment)
        case Or(left=left, right=right):
            one, other = truth(left, types), truth(right, types)
            return lambda environment: one(environment) or other(environment)
        case Compare():
            return value_of(given, types)  # type: ignore[return-value]  # never None
        case _:
            found = value_of(given, types)
            return lambda environment: found(environment) is True


def value_of(given: Expression, types: Mapping[str, Type]) -> Callable[[Environment], Value | None]:
    """The expression as a function to its value; None where an absent signal takes part."""
    match given:
        case Constant(value=constant):
            return lambda _: constant
        case Name(name=name):
            if name not in types:
                return lambda _: name
            return lambda environment: environment.get(name)
        case Compare(sign=sign, left=Name(name=name), right=Constant(value=constant)) if name in types:
            return _compared_with(COMPARISONS[sign], name, constant)
        case Compare(sign=sign, left=left, right=right):
            return _compared(COMPARISONS[sign], value_of(left, types), value_of(right, types))
        case Arithmetic(sign=sign, left=left, right=right):
            return _calculated(_ARITHMETIC[sign], value_of(left, types), value_of(right, types))
        case _:
            return truth(given, types)


def _compared_with(
    compare: Callable[..., bool], name: str, constant: bool | int
) -> Callable[[Environment], Value | None]:
    """The same as `_compared`, for what most guards are."""

    def compared(environment: Environment) -> bool:
        value = environment.get(name)
        return value is not None and compare(value, constant)

    return compared


def _compared(
    compare: Callable[..., bool],
    left: Callable[[Environment], Value | None],
    right: Callable[[Environment], Value | None],
) -> Callable[[Environment], Value | None]:
    def compared(environment: Environment) -> bool:
        one, other = left(environment), right(environment)
        return one is not None and other is not None and compare(one, other)

    return compared


def _calculated(
    calculate: Callable[[int, int], int],
    left: Callable[[Environment], Value | None],
    right: Callable[[Environment], Value | None],
) -> Callable[[Environment], Value | None]:
    def calculated(environment: Environment) -> int | None:
        one, other = left(environment), right(environment)
        return calculate(one, other) if isinstance(one, int) and isinstance(other, int) else None

    return calculated
