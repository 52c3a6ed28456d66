"""Files of annotations to values. Everything that is wrong is told with its line and column."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import ClassVar

from viva.core.table import nearest
from viva.core.text.reading import MARK, NAME, NUMBER, Cursor, Misread, Notation, Pattern, Token, in_quotes
from viva.engines.x86.annotations import (
    ARITHMETIC,
    BINDINGS,
    CONNECTIVES,
    TRUTHS,
    Annotation,
    Annotations,
    Arithmetic,
    Cell,
    Comparison,
    Connective,
    Expression,
    Kind,
    Literally,
    Minus,
    Name,
    Not,
    Number,
    Old,
    Quantified,
    is_formula,
)
from viva.engines.x86.bits import mask
from viva.engines.x86.machine import PARTS

LARGEST = 256 * 1024
MOST_LINES = 500
_KINDS: tuple[Kind, ...] = ("requires", "ensures", "const", "assert", "invariant", "decreases")
_WORDS = ("forall", "exists", "old", "true", "false", "b", "w")
_REGISTER = "|".join(sorted(PARTS, key=len, reverse=True))
_NOTATION = Notation(
    Pattern(NAME, rf"%(?:{_REGISTER})\b", lambda text: text[1:]),
    Pattern(NUMBER, r"0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+(?![0-9a-zA-Z_])"),
    Pattern(NAME, r"[A-Za-z_$][A-Za-z0-9_$]*"),
    Pattern(MARK, r"<=>|<=s\b|>=s\b|<s\b|>s\b|=>|==|!=|<<|>>|<=|>=|&&|\|\||[-+*/%&|^~!<>()\[\].,:=]"),
    remedy="an expression is made of registers, numbers, b[…], w[…], comparisons and && || ! => <=>",
)
_HEAD = re.compile(r"^(\s*)(?:([A-Za-z_.$][\w.$]*|[0-9]+)\s*:)?\s*([A-Za-z]+)\b")
_COMMENT = re.compile(r"(?:#|//|;).*$")


class _AnnotationReader(Cursor):
    deepest: ClassVar[int] = 60
    flatter = "write it as several lines"
    instead: ClassVar[dict[str, str]] = {"=": "write == to compare", ":": "a line has one label, in front"}

    def __init__(self, tokens: list[Token], names: Collection[str]) -> None:
        super().__init__(tokens)
        self._names = names
        self._bound: list[str] = []
        self._in_old = False

    def expression(self) -> Expression:
        return self.climb(self.operand, BINDINGS, self.joined)

    def formula(self) -> Expression:
        first = self.next
        found = self.expression()
        if self.at("="):
            raise self.expected("an operator or the end of the line")
        if not is_formula(found):
            raise self.wrong("this is a number, and a property is true or false", first, "compare it, as in eax == 0")
        return found

    def joined(self, sign: Token, left: Expression, right: Expression) -> Expression:
        text = sign.text
        if text in CONNECTIVES:
            for side in (left, right):
                if not is_formula(side):
                    raise self.wrong(f"on both sides of {text} stands something true or false", sign, "compare numbers")
            return Connective(text, left, right)
        if text in ARITHMETIC:
            self._numbers(sign, left, right)
            return Arithmetic(text, left, right)
        if text in ("==", "!=") and is_formula(left) and is_formula(right):
            same = Connective("<=>", left, right)
            return same if text == "==" else Not(same)
        if isinstance(left, Comparison) and not is_formula(right):
            # As in mathematics, 10 <= x < eax says two things.
            return Connective("&&", left, Comparison(text, left.right, right))
        if isinstance(left, Connective) and isinstance(left.right, Comparison) and not is_formula(right):
            return Connective("&&", left, Comparison(text, left.right.right, right))
        self._numbers(sign, left, right)
        return Comparison(text, left, right)

    def _numbers(self, sign: Token, left: Expression, right: Expression) -> None:
        for side in (left, right):
            if is_formula(side) and not _is_flag(side):
                remedy = "put brackets around what belongs together"
                raise self.wrong(f"on both sides of {sign.text} stands a number", sign, remedy)

    def operand(self) -> Expression:
        with self.deeper:
            if self.accept("!"):
                first = self.next
                inside = self.operand()
                if not is_formula(inside):
                    raise self.wrong("! stands before something true or false", first, "compare it, as in eax != 0")
                return Not(inside)
            if sign := self.accept("-", "~"):
                inside = self.operand()
                if is_formula(inside) and not _is_flag(inside):
                    raise self.wrong(f"{sign.text} stands before a number", sign)
                return Minus("-" if sign.text == "-" else "~", inside)
            if self.accept("("):
                inside = self.expression()
                self.expect(")")
                return inside
            return self._simple()

    def _simple(self) -> Expression:
        token = self.next
        if token.kind == NUMBER:
            self.take()
            return Number(self._number(token))
        if token.kind != NAME:
            raise self.expected("a register, a number, b[…], w[…] or a bracket")
        if self.at("forall", "exists", "Forall", "Exists"):
            return self._quantified(self.take().text.lower() == "forall")
        if self.at("b", "w") and self.following.text == "[":
            return self._cell(1 if self.take().text == "b" else 4)
        if self.at("old") and self.following.text == "(":
            return self._old()
        self.take()
        if token.text in ("true", "false"):
            return Literally(token.text == "true")
        return Name(self._known(token))

    def _number(self, token: Token) -> int:
        if len(token.text) > 40:
            raise self.wrong("this number has more than 32 bits", token)
        value = int(token.text, 0) if token.text[:2].lower() in ("0x", "0b") else int(token.text)
        if value > mask(32):
            raise self.wrong(f"{value} has more than 32 bits", token, "numbers go up to 0xffffffff")
        return value

    def _known(self, token: Token) -> str:
        name = token.text
        if name in self._bound or name in self._names or name in PARTS or name in TRUTHS:
            return name
        if name.lower() in PARTS:
            return name.lower()
        if name.upper() in TRUTHS:
            return name.upper()
        if name in ("AF", "DF"):
            raise self.wrong(f"the flag {name} cannot be named here", token, f"there are {' '.join(TRUTHS)}")
        known = [*self._bound, *self._names, *PARTS, *TRUTHS]
        raise self.wrong(
            f"{in_quotes(name)} is no register, no flag and no name that was said before",
            token,
            nearest(name, known) or "a quantifier names a variable, as in forall x. b[x] == 0",
        )

    def _quantified(self, every: bool) -> Expression:
        names: list[str] = []
        while True:
            token = self.take()
            if token.kind != NAME:
                raise self.wrong("after a quantifier stands the name of a variable", token, "as in forall x. b[x] == 0")
            if token.text in _WORDS or token.text.lower() in PARTS or token.text in TRUTHS:
                raise self.wrong(f"{token.text} has a meaning already", token, "give the variable another name")
            names.append(token.text)
            if self.accept("."):
                break
            self.accept(",")
            if self.next.kind != NAME or self.following.text == "[":
                raise self.expected("'.'", "as in forall x. b[x] == 0")
        self._bound += names
        first = self.next
        body = self.expression()
        if not is_formula(body):
            raise self.wrong("after the dot stands something true or false", first, "compare it, as in b[x] == 0")
        del self._bound[-len(names) :]
        for name in reversed(names):
            body = Quantified(every, name, body)
        return body

    def _cell(self, size: int) -> Expression:
        self.take()
        first = self.next
        address = self.expression()
        if is_formula(address) and not _is_flag(address):
            raise self.wrong("an address is a number", first)
        self.expect("]")
        return Cell(1 if size == 1 else 4, address)

    def _old(self) -> Expression:
        token = self.take()
        if self._in_old:
            raise self.wrong("old stands inside of old", token, "once is enough")
        self.expect("(")
        self._in_old = True
        inside = self.expression()
        self._in_old = False
        self.expect(")")
        return Old(inside)


def _is_flag(expression: Expression) -> bool:
    inside = expression.inside if isinstance(expression, Old) else expression
    return isinstance(inside, Name) and inside.is_flag


def read(text: str, names: Collection[str] = ()) -> Annotations:
    """The annotations of a file; `names` are constants and labels that it may mention. Raises Misread."""
    if len(text) > LARGEST:
        raise Misread("this file is too long", reason="too_large")
    lines = text.splitlines()
    found: list[Annotation] = []
    named = list(names)
    own: list[str] = []
    for number, line in enumerate(lines, 1):
        written = _COMMENT.sub("", line)
        if not written.strip():
            continue
        if len(found) >= MOST_LINES:
            raise Misread(f"there are more than {MOST_LINES} lines", number, reason="too_large")
        try:
            made = _line(written, number, line.strip(), named)
        except Misread as problem:
            raise Misread(problem.problem, number, problem.column, problem.remedy, problem.reason) from None
        if isinstance(made, str):
            named.append(made)
            own.append(made)
        else:
            found.append(made)
    return Annotations(tuple(found), tuple(own))


def _line(written: str, number: int, shown: str, constants: Collection[str]) -> Annotation | str:
    head = _HEAD.match(written)
    if head is None:
        column = len(written) - len(written.lstrip()) + 1
        raise Misread("a line begins with a label and a word", number, column, "as in loop: invariant eax == 0")
    label, word = head[2], head[3]
    kind = next((each for each in _KINDS if each == word), None)
    if kind is None:
        remedy = f"there is {', '.join(_KINDS)}"
        raise Misread(f"{word!r} is no kind of annotation", number, head.start(3) + 1, remedy)
    # Blanks in place of the head keep the columns.
    rest = " " * head.end() + written[head.end() :]
    if kind in ("assert", "invariant") and label is None:
        raise Misread(f"{kind} needs a label in front", number, head.start(3) + 1, f"as in loop: {kind} eax == 0")
    reader = _AnnotationReader(_NOTATION.tokens(rest), constants)
    if kind == "const":
        return _constant(reader, constants)
    measure: tuple[Expression, ...] = ()
    if kind == "decreases":
        measure = tuple(_measures(reader))
        expression = measure[0]
    else:
        expression = reader.formula()
    reader.expect_end("an operator or the end of the line")
    return Annotation(kind, label, expression, number, shown, measure)


def _measures(reader: _AnnotationReader) -> list[Expression]:
    found = []
    while True:
        first = reader.next
        expression = reader.expression()
        if is_formula(expression) and not _is_flag(expression):
            raise reader.wrong("what decreases is a number", first)
        found.append(expression)
        if not reader.accept(","):
            return found


def _constant(reader: _AnnotationReader, constants: Collection[str]) -> str:
    token = reader.take()
    if token.kind != NAME:
        raise reader.wrong("after const stands a name", token, "as in const n")
    name = token.text
    if name in constants:
        raise reader.wrong(f"{name} is named twice", token)
    if name in _WORDS or name.lower() in PARTS or name.upper() in TRUTHS:
        raise reader.wrong(f"{name} has a meaning already", token, "give the constant another name")
    reader.expect_end("the end of the line")
    return name
