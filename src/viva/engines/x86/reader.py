"""Files of annotations to values. Everything that is wrong is told with its line and column."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import ClassVar

from viva.core.text.reading import (
    MARK,
    NAME,
    NUMBER,
    Cursor,
    Misread,
    Notation,
    Pattern,
    Token,
    did_you_mean,
    in_quotes,
)
from viva.core.texts import Sentence
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
from viva.engines.x86.sentences import sentence

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
    remedy=sentence("expression_is_made_of"),
)
_HEAD = re.compile(r"^(\s*)(?:([A-Za-z_.$][\w.$]*|[0-9]+)\s*:)?\s*([A-Za-z]+)\b")
_COMMENT = re.compile(r"(?:#|//|;).*$")


class _AnnotationReader(Cursor):
    deepest: ClassVar[int] = 60
    flatter = sentence("several_lines")
    instead: ClassVar[dict[str, str | Sentence]] = {
        "=": sentence("write_to_compare"),
        ":": sentence("one_label"),
        "*": sentence("write_for_memory"),  # as SILVA's paper and C write what stands at an address
    }

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
            raise self.expected(sentence("an_operator_or_the_end_of"))
        if not is_formula(found):
            raise self.wrong(sentence("this_is_a_number_and_a"), first, sentence("compare_it_as_in_eax_0"))
        return found

    def joined(self, sign: Token, left: Expression, right: Expression) -> Expression:
        text = sign.text
        if text in CONNECTIVES:
            for side in (left, right):
                if not is_formula(side):
                    raise self.wrong(
                        sentence("on_both_sides_of_stands_something", text=str(text)), sign, sentence("compare_numbers")
                    )
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
                remedy = sentence("put_brackets_around_what_belongs_together")
                raise self.wrong(sentence("on_both_sides_of_stands_a", text=str(sign.text)), sign, remedy)

    def operand(self) -> Expression:
        with self.deeper:
            if self.accept("!"):
                first = self.next
                inside = self.operand()
                if not is_formula(inside):
                    raise self.wrong(
                        sentence("stands_before_something_true_or_false"), first, sentence("compare_it_as_in_eax_0_2")
                    )
                return Not(inside)
            if sign := self.accept("-", "~"):
                inside = self.operand()
                if is_formula(inside) and not _is_flag(inside):
                    raise self.wrong(sentence("stands_before_a_number", text=str(sign.text)), sign)
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
            raise self.expected(sentence("a_register_a_number_b_w"))
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
            raise self.wrong(sentence("this_number_has_more_than_32"), token)
        value = int(token.text, 0) if token.text[:2].lower() in ("0x", "0b") else int(token.text)
        if value > mask(32):
            raise self.wrong(
                sentence("has_more_than_32_bits", value=str(value)), token, sentence("numbers_go_up_to_0xffffffff")
            )
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
            raise self.wrong(
                sentence("the_flag_cannot_be_named_here", name=name),
                token,
                sentence("there_are", truths=str(" ".join(TRUTHS))),
            )
        known = [*self._bound, *self._names, *PARTS, *TRUTHS]
        raise self.wrong(
            sentence("is_no_register_no_flag_and", name=in_quotes(name)),
            token,
            did_you_mean(name, known) or sentence("quantifier_names"),
        )

    def _quantified(self, every: bool) -> Expression:
        names: list[str] = []
        while True:
            token = self.take()
            if token.kind != NAME:
                raise self.wrong(sentence("after_a_quantifier_stands_the_name"), token, sentence("as_in_forall_b_0"))
            if token.text in _WORDS or token.text.lower() in PARTS or token.text in TRUTHS:
                raise self.wrong(
                    sentence("has_a_meaning_already_2", text=str(token.text)),
                    token,
                    sentence("give_the_variable_another_name"),
                )
            names.append(token.text)
            if self.accept("."):
                break
            self.accept(",")
            if self.next.kind != NAME or self.following.text == "[":
                raise self.expected("'.'", sentence("as_in_forall_b_0"))
        self._bound += names
        first = self.next
        body = self.expression()
        if not is_formula(body):
            raise self.wrong(sentence("after_the_dot_stands_something_true"), first, sentence("compare_it_as_in_b_0"))
        del self._bound[-len(names) :]
        for name in reversed(names):
            body = Quantified(every, name, body)
        return body

    def _cell(self, size: int) -> Expression:
        self.take()
        first = self.next
        address = self.expression()
        if is_formula(address) and not _is_flag(address):
            raise self.wrong(sentence("an_address_is_a_number"), first)
        self.expect("]")
        return Cell(1 if size == 1 else 4, address)

    def _old(self) -> Expression:
        token = self.take()
        if self._in_old:
            raise self.wrong(sentence("old_stands_inside_of_old"), token, sentence("once_is_enough"))
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
        raise Misread(sentence("this_file_is_too_long"), reason="too_large")
    lines = text.splitlines()
    found: list[Annotation] = []
    named = list(names)
    own: list[str] = []
    for number, line in enumerate(lines, 1):
        written = _COMMENT.sub("", line)
        if not written.strip():
            continue
        if len(found) >= MOST_LINES:
            raise Misread(sentence("there_are_more_than_lines", most_lines=MOST_LINES), number, reason="too_large")
        try:
            made = _line(written, number, line.strip(), named)
        except Misread as problem:
            raise Misread(problem.said, number, problem.column, problem.what_to_do, problem.reason) from None
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
        raise Misread(sentence("a_line_begins_with_a_label"), number, column, sentence("as_in_loop_invariant_eax_0"))
    label, word = head[2], head[3]
    kind = next((each for each in _KINDS if each == word), None)
    if kind is None:
        remedy = sentence("there_is", kinds=str(", ".join(_KINDS)))
        raise Misread(sentence("is_no_kind_of_annotation", word=repr(word)), number, head.start(3) + 1, remedy)
    # Blanks in place of the head keep the columns.
    rest = " " * head.end() + written[head.end() :]
    if kind in ("assert", "invariant") and label is None:
        raise Misread(
            sentence("needs_a_label_in_front", kind=kind),
            number,
            head.start(3) + 1,
            sentence("as_in_loop_eax_0", kind=kind),
        )
    reader = _AnnotationReader(_NOTATION.tokens(rest), constants)
    if kind == "const":
        return _constant(reader, constants)
    measure: tuple[Expression, ...] = ()
    if kind == "decreases":
        measure = tuple(_measures(reader))
        expression = measure[0]
    else:
        expression = reader.formula()
    reader.expect_end(sentence("an_operator_or_the_end_of"))
    return Annotation(kind, label, expression, number, shown, measure)


def _measures(reader: _AnnotationReader) -> list[Expression]:
    found = []
    while True:
        first = reader.next
        expression = reader.expression()
        if is_formula(expression) and not _is_flag(expression):
            raise reader.wrong(sentence("what_decreases_is_a_number"), first)
        found.append(expression)
        if not reader.accept(","):
            return found


def _constant(reader: _AnnotationReader, constants: Collection[str]) -> str:
    token = reader.take()
    if token.kind != NAME:
        raise reader.wrong(sentence("after_const_stands_a_name"), token, sentence("as_in_const_n"))
    name = token.text
    if name in constants:
        raise reader.wrong(sentence("is_named_twice", name=name), token)
    if name in _WORDS or name.lower() in PARTS or name.upper() in TRUTHS:
        raise reader.wrong(
            sentence("has_a_meaning_already", name=name), token, sentence("give_the_constant_another_name")
        )
    reader.expect_end(sentence("end_of_line"))
    return name
