"""Reads the symbol notation: a recursive descent over its tokens."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from viva.core.text.reading import END, MARK, NAME, NUMBER, TEXT, Cursor, Misread, Place, Token
from viva.engines.dialogues import model as m
from viva.engines.dialogues.notations.tokens import ANGLE, CORNER, LONGEST, NOTATION, TRIANGLE

Result = TypeVar("Result")

_DEEPEST = 100
_ARROWS = (">", TRIANGLE)
SETS: dict[str, m.ValueSet] = {
    "N": m.Naturals(),
    "Z": m.Integers(),
    "S": m.Strings(),
    "L": m.Strings(ends=True),
    "B": m.Booleans(),
    "D": m.Decimals(),
}
TRUTHS = {"true": True, "false": False}
_WORDS = (TEXT, NAME)


class Reader(Cursor):
    """The method names are those of the grammar."""

    deepest = _DEEPEST
    longest = LONGEST

    def __init__(self, text: str) -> None:
        super().__init__(NOTATION.tokens(text))

    def nested(self, rule: Callable[[], Result]) -> Result:
        """Everything that can hold itself goes through here, so that no file exhausts the stack."""
        with self.deeper:
            return rule()

    # Specifications.

    def spec(self) -> m.Spec:
        left = self.steps()
        if not self.at("<", ANGLE):
            return left
        opening = self.take()
        condition = self.term()
        if opening.text == ANGLE:
            self.expect(CORNER, TRIANGLE, expected=f"'{CORNER}' after the condition")
        else:
            self.expect(">", expected="'>' after the condition")
        branch = m.Branch(left, condition, self.steps(), opening.place)
        if self.at("<", ANGLE):
            raise self.expected("')' or the end of the specification", "put brackets around one of the two branches")
        return branch

    def steps(self) -> m.Spec:
        steps = [self.repeated()]
        while self.accept("·") or self.at("[", "(") or self.at("E") or self.next.kind == NUMBER:
            steps.append(self.repeated())
        return m.sequence(*steps)

    def repeated(self) -> m.Spec:
        spec = self.atom()
        for sign in self.chain("->", "^"):
            if sign.text == "^":
                braced = self.accept("{")
                self.expect("->", expected="'->E'")
                self._exit_mark()
                if braced:
                    self.expect("}")
            elif self.accept("("):
                count = self.nested(self.sum)
                self.expect(")", expected="')' after the number of rounds")
                spec = m.Repeat(count, spec, sign.place)
                continue
            else:
                self._exit_mark()
            spec = m.Loop(spec, sign.place)
        return spec

    def _exit_mark(self) -> None:
        self.accept("^")
        if not self.at("E"):
            raise self.expected("E", "a loop is written ( ... )->E, a loop of n rounds ( ... )->(n_C)")
        self.take()

    def atom(self) -> m.Spec:
        token = self.next
        if self.accept("("):
            spec = self.nested(self.spec)
            self.expect(")")
            return spec
        if self.at("["):
            return self.action()
        if self.at("E"):
            self.take()
            return m.Exit(token.place)
        if token.kind == NUMBER and token.text == "0":
            self.take()
            return m.Nop()
        remedy = "nothing is written 0" if self.at(")", "<", ANGLE) or token.kind == END else None
        raise self.expected("'[>', '[{', '(', E or 0", remedy)

    def action(self) -> m.Spec:
        place = self.take().place
        if self.accept(*_ARROWS):
            return self.read(place)
        if not self.accept("{"):
            raise self.expected("'>' of a read or '{' of a write", "a read is [>x]^Z, a write is [{...} >]")
        optional = False
        alternatives: list[m.Alternative] = []
        while not self.at("}"):
            if self.at("eps"):
                self.take()
                optional = True
            else:
                alternatives.append(self.alternative())
            if not self.at("}"):
                self.expect(",", expected="',', '++' or '}'")
        self.take()
        if not alternatives:
            problem = "this write has no output to write" + (" but eps" if optional else "")
            raise Misread(problem, *place, "name at least one output; nothing at all is written 0")
        self.expect(*_ARROWS, expected="'>' of the write")
        self.expect("]")
        return m.Write(tuple(dict.fromkeys(alternatives)), optional, place)

    def alternative(self) -> m.Alternative:
        items = [self.item()]
        while self.accept("++"):
            items.append(self.item())
        return tuple(items)

    def item(self) -> m.Item:
        if self.at("ANY"):
            self.take()
            return m.ANY
        if self.at("eps"):
            raise self.expected("a term, a text or ANY", "eps is an alternative of its own")
        if self.at("within", "some") and self._calls():
            function = self.take()
            return self.within(function) if function.text == "within" else self.some(function)
        return self.sum()

    def within(self, function: Token) -> m.Within:
        self.expect("(")
        term = self.nested(self.sum)
        self.expect(",", expected="',' and the tolerance")
        if self.next.kind != NUMBER:
            raise self.expected("the tolerance, a number such as 0.01")
        tolerance = Fraction(self.take().text)
        self.expect(")")
        return m.Within(term, tolerance, function.place)

    def some(self, function: Token) -> m.Some:
        self.expect("(")
        variable = self.variable()
        self.expect(",", expected="',' and a condition")
        condition = self.nested(self.term)
        values = self.values() if self.accept(",") else m.Integers()
        self.expect(")")
        return m.Some(variable, condition, values, function.place)

    def read(self, place: Place) -> m.Read:
        variable = self.variable()
        self.expect("]")
        if not self.accept("^") and not self.at(*SETS):
            raise self.expected(
                "'^' and a set of values", "a read is [>x]^Z; sets are N, Z, S, L, B, D, {1..9} and {1, 2, 3}"
            )
        values = self.values()
        excluded: list[str] = []
        while self.accept("\\"):
            excluded.append(self.excluded())
        mode = m.Mode.ASSUME
        if self.accept("@"):
            words = {mode.value.removeprefix("@"): mode for mode in m.Mode if mode.value}
            if not self.at(*words):
                raise self.expected(" or ".join(words), "without a mode only valid values are given")
            mode = words[self.take().text]
        return m.Read(variable, values, tuple(dict.fromkeys(excluded)), mode, place)

    def variable(self) -> str:
        if self.next.kind != NAME:
            raise self.expected("the name of a variable")
        if self.next.text.endswith(("_C", "_A")):
            raise self.expected("the name of a variable without _C or _A")
        return self.take().text

    def excluded(self) -> str:
        if self.next.kind != NAME or not self.next.text.endswith("_A") or self.next.text == "_A":
            raise self.expected("the values of a variable, such as y_A")
        return self.take().text.removesuffix("_A")

    def values(self) -> m.ValueSet:
        if self.at(*SETS):
            return SETS[self.take().text]
        if not self.at("{"):
            raise self.expected("a set of values: N, Z, S, L, B, D, {1..9} or {1, 2, 3}")
        place = self.take().place
        if self.at("}"):
            raise self.empty_set(place)
        first = self.value()
        if not isinstance(first, str) and self.accept(".."):
            last = self.value()
            self.expect("}")
            if isinstance(last, str) or last < first:
                raise self.empty_set(place)
            if isinstance(first, Fraction) or isinstance(last, Fraction):
                return m.DecimalRange(Fraction(first), Fraction(last))
            return m.Range(first, last)
        values = [self._listed(first, place)]
        while not self.accept("}"):
            self.expect(",", expected="',' or '}'" if len(values) > 1 else "',', '..' or '}'")
            if (self.next.kind in _WORDS) != isinstance(first, str):
                kind = "a text" if isinstance(first, str) else "a number"
                raise self.expected(kind, "the values of a set are of one kind")
            here = self.next.place
            values.append(self._listed(self.value(), here))
        return m.OneOf(tuple(dict.fromkeys(values)))

    def _listed(self, value: int | str | Fraction, place: Place) -> int | str:
        if isinstance(value, Fraction):
            remedy = "decimals are D or a range such as {0.5..2.5}"
            raise Misread("a set of single values has no decimals", *place, remedy)
        return value

    def empty_set(self, place: Place) -> Misread:
        return Misread("this set of values is empty, so nothing can be read", *place)

    def value(self) -> int | str | Fraction:
        """A name in a set of values stands for itself: {yes, no} is {"yes", "no"}."""
        if self.next.kind in _WORDS:
            return self.take().text
        sign = -1 if self.accept("-") else 1
        if self.next.kind != NUMBER:
            raise self.expected("a number or a text")
        return sign * _number(self.take().text)

    # Terms.

    def term(self) -> m.Term:
        left = self.conjunction()
        for sign in self.chain("or"):
            left = m.Operation("or", left, self.conjunction(), sign.place)
        return left

    def conjunction(self) -> m.Term:
        left = self.negation()
        for sign in self.chain("and"):
            left = m.Operation("and", left, self.negation(), sign.place)
        return left

    def negation(self) -> m.Term:
        if self.at("not"):
            place = self.take().place
            return m.Not(self.nested(self.negation), place)
        return self.comparison()

    def comparison(self) -> m.Term:
        left = self.sum()
        if self.at("∈"):
            place = self.take().place
            return m.Call("in", (left, self.sum()), place)
        # `>` after a condition closes the branch, for conditions are not compared: <in(x_C, y_A)> E.
        if self.at(*m.COMPARISONS) and not is_condition(left):
            token = self.take()
            return m.Operation(token.text, left, self.sum(), token.place)
        return left

    def sum(self) -> m.Term:
        left = self.product()
        for sign in self.chain("+", "-"):
            left = m.Operation(sign.text, left, self.product(), sign.place)
        return left

    def product(self) -> m.Term:
        left = self.factor()
        for sign in self.chain("*", "·", "/"):
            left = m.Operation("/" if sign.text == "/" else "*", left, self.factor(), sign.place)
        return left

    def factor(self) -> m.Term:
        token = self.next
        if self.accept("-"):
            if self.next.kind == NUMBER:
                return _constant(-_number(self.take().text), token.place)
            return m.Operation("-", m.Integer(0), self.nested(self.factor), token.place)
        if self.accept("("):
            term = self.nested(self.term)
            self.expect(")")
            return term
        if token.kind == NUMBER:
            return _constant(_number(self.take().text), token.place)
        if token.kind == TEXT:
            return m.Text(self.take().text, token.place)
        if token.kind == NAME:
            return self.named()
        if self.accept("["):
            return m.Listed(self.arguments("]"), token.place)
        raise self.expected("a term", "a condition compares two terms, as in <x_C = 0>" if self.at(")") else None)

    def named(self) -> m.Term:
        token = self.next
        if self._calls():
            self.take()
            self.take()
            return (
                self._merged(token) if token.text == "merge" else m.Call(token.text, self.arguments(")"), token.place)
            )
        if token.text in TRUTHS:
            return m.Truth(TRUTHS[self.take().text], token.place)
        name, access = token.text[:-2], token.text[-2:]
        if name and access in ("_C", "_A"):
            self.take()
            return m.Current(name, token.place) if access == "_C" else m.All(name, place=token.place)
        raise self.expected(
            "a term", f"a variable is used as {token.text}_C (its current value) or {token.text}_A (all)"
        )

    def _calls(self) -> bool:
        return self.following[:2] == (MARK, "(")

    def _merged(self, token: Token) -> m.Merged:
        variables: list[str] = []
        for number, argument in enumerate(self.arguments(")")):
            if not isinstance(argument, m.All):
                place = argument.place or token.place
                problem = f"argument {number + 1} of merge is not all values of a variable"
                raise Misread(problem, *place, "it is written merge(x_A, y_A)")
            variables.append(argument.variable)
        if len(set(variables)) < 2 or len(set(variables)) < len(variables):
            problem = "merge takes two or more different variables"
            raise self.wrong(problem, token, "it is written merge(x_A, y_A)")
        return m.Merged(tuple(variables), place=token.place)

    def arguments(self, closing: str) -> tuple[m.Term, ...]:
        arguments: list[m.Term] = []
        while not self.accept(closing):
            if arguments:
                self.expect(",", expected=f"',' or '{closing}'")
            arguments.append(self.nested(self.sum))
        return tuple(arguments)


def _number(text: str) -> int | Fraction:
    return Fraction(text) if "." in text else int(text)


def _constant(value: int | Fraction, place: Place) -> m.Integer | m.DecimalNumber:
    return m.DecimalNumber(value, place) if isinstance(value, Fraction) else m.Integer(value, place)


def is_condition(term: m.Term) -> bool:
    match term:
        case m.Operation(operator):
            return operator not in m.ARITHMETIC
        case m.Call(function):
            return function == "in"
        case _:
            return isinstance(term, m.Not)
