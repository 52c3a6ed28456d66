"""Reads the symbol notation: a recursive descent over its tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from viva.core.fault import Fault
from viva.subjects.console.model import (
    ANY,
    ARITHMETIC,
    COMPARISONS,
    All,
    Alternative,
    Branch,
    Call,
    Current,
    Exit,
    Integer,
    Integers,
    Item,
    Loop,
    Mode,
    Naturals,
    Nop,
    Not,
    OneOf,
    Operation,
    Place,
    Range,
    Read,
    Spec,
    Strings,
    Term,
    Text,
    Value,
    ValueSet,
    Write,
    sequence,
)
from viva.subjects.console.tokens import ANGLE, CORNER, TRIANGLE, Kind, Token

Result = TypeVar("Result")

_DEEPEST = 100
_ARROWS = (">", TRIANGLE)
SETS: dict[str, ValueSet] = {"N": Naturals(), "Z": Integers(), "S": Strings()}


class Reader:
    """The method names are those of the grammar."""

    def __init__(self, tokens: Sequence[Token], file: str) -> None:
        self.tokens = tokens
        self.file = file
        self.position = 0
        self.depth = 0

    @property
    def next(self) -> Token:
        return self.tokens[self.position]

    def fault(self, expected: str, remedy: str | None = None) -> Fault:
        place = self.next.place
        return Fault(f"found {self.next}, expected {expected}", self.file, place.line, place.column, remedy)

    def take(self) -> Token:
        token = self.next
        self.position += token.kind != Kind.END
        return token

    def at_end(self) -> bool:
        return self.next.kind == Kind.END

    def at(self, *symbols: str) -> bool:
        return self.next.kind == Kind.SYMBOL and self.next.text in symbols

    def at_name(self, *names: str) -> bool:
        return self.next.kind == Kind.NAME and self.next.text in names

    def accept(self, *symbols: str) -> bool:
        found = self.at(*symbols)
        self.position += found
        return found

    def expect(self, *symbols: str, expected: str | None = None) -> None:
        if not self.accept(*symbols):
            raise self.fault(expected or " or ".join(f"'{symbol}'" for symbol in symbols))

    def nested(self, rule: Callable[[], Result]) -> Result:
        """Everything that can hold itself goes through here, so that no file exhausts the stack."""
        self.depth += 1
        if self.depth > _DEEPEST:
            place = self.next.place
            raise Fault(f"this is nested more than {_DEEPEST} deep", self.file, place.line, place.column)
        result = rule()
        self.depth -= 1
        return result

    # Specifications.

    def spec(self) -> Spec:
        left = self.steps()
        if not self.at("<", ANGLE):
            return left
        opening = self.take()
        condition = self.term()
        if opening.text == ANGLE:
            self.expect(CORNER, TRIANGLE, expected=f"'{CORNER}' after the condition")
        else:
            self.expect(">", expected="'>' after the condition")
        branch = Branch(left, condition, self.steps(), opening.place)
        if self.at("<", ANGLE):
            raise self.fault("')' or the end of the specification", "put brackets around one of the two branches")
        return branch

    def steps(self) -> Spec:
        steps = [self.repeated()]
        while self.accept("·") or self.at("[", "(") or self.at_name("E") or self.next.kind == Kind.NUMBER:
            steps.append(self.repeated())
        return sequence(*steps)

    def repeated(self) -> Spec:
        spec = self.atom()
        while self.at("->", "^"):
            place = self.take().place
            if self.tokens[self.position - 1].text == "^":
                braced = self.accept("{")
                self.expect("->", expected="'->E'")
                self._exit_mark()
                if braced:
                    self.expect("}")
            else:
                self._exit_mark()
            spec = Loop(spec, place)
        return spec

    def _exit_mark(self) -> None:
        self.accept("^")
        if not self.at_name("E"):
            raise self.fault("E", "a loop is written ( ... )->E")
        self.take()

    def atom(self) -> Spec:
        token = self.next
        if self.accept("("):
            spec = self.nested(self.spec)
            self.expect(")")
            return spec
        if self.at("["):
            return self.action()
        if self.at_name("E"):
            self.take()
            return Exit(token.place)
        if token.kind == Kind.NUMBER and token.text == "0":
            self.take()
            return Nop()
        remedy = "nothing is written 0" if self.at(")", "<", ANGLE) or token.kind == Kind.END else None
        raise self.fault("'[>', '[{', '(', E or 0", remedy)

    def action(self) -> Spec:
        place = self.take().place
        if self.accept(*_ARROWS):
            return self.read(place)
        if not self.accept("{"):
            raise self.fault("'>' of a read or '{' of a write", "a read is [>x]^Z, a write is [{...} >]")
        optional = False
        alternatives: list[Alternative] = []
        while not self.at("}"):
            if self.at_name("eps"):
                self.take()
                optional = True
            else:
                alternatives.append(self.alternative())
            if not self.at("}"):
                self.expect(",", expected="',', '++' or '}'")
        self.take()
        if not alternatives:
            raise Fault(
                "this write has no output to write" + (" but eps" if optional else ""),
                self.file,
                place.line,
                place.column,
                "name at least one output; nothing at all is written 0",
            )
        self.expect(*_ARROWS, expected="'>' of the write")
        self.expect("]")
        return Write(tuple(dict.fromkeys(alternatives)), optional, place)

    def alternative(self) -> Alternative:
        items = [self.item()]
        while self.accept("++"):
            items.append(self.item())
        return tuple(items)

    def item(self) -> Item:
        if self.at_name("ANY"):
            self.take()
            return ANY
        if self.at_name("eps"):
            raise self.fault("a term, a text or ANY", "eps is an alternative of its own")
        return self.sum()

    def read(self, place: Place) -> Read:
        variable = self.variable()
        self.expect("]")
        if not self.accept("^") and not self.at_name(*SETS):
            raise self.fault("'^' and a set of values", "a read is [>x]^Z; sets are N, Z, S, {1..9} and {1, 2, 3}")
        values = self.values()
        excluded = self.excluded() if self.accept("\\") else None
        mode = Mode.ASSUME
        if self.accept("@"):
            words = {mode.value.removeprefix("@"): mode for mode in Mode if mode.value}
            if not self.at_name(*words):
                raise self.fault(" or ".join(words), "without a mode only valid values are given")
            mode = words[self.take().text]
        return Read(variable, values, excluded, mode, place)

    def variable(self) -> str:
        if self.next.kind != Kind.NAME:
            raise self.fault("the name of a variable")
        if self.next.text.endswith(("_C", "_A")):
            raise self.fault("the name of a variable without _C or _A")
        return self.take().text

    def excluded(self) -> str:
        if self.next.kind != Kind.NAME or not self.next.text.endswith("_A") or self.next.text == "_A":
            raise self.fault("the values of a variable, such as y_A")
        return self.take().text.removesuffix("_A")

    def values(self) -> ValueSet:
        if self.at_name(*SETS):
            return SETS[self.take().text]
        if not self.at("{"):
            raise self.fault("a set of values: N, Z, S, {1..9} or {1, 2, 3}")
        place = self.take().place
        if self.at("}"):
            raise self.empty_set(place)
        first = self.value()
        if isinstance(first, int) and self.accept(".."):
            last = self.value()
            self.expect("}")
            if not isinstance(last, int) or last < first:
                raise self.empty_set(place)
            return Range(first, last)
        values = [first]
        while not self.accept("}"):
            self.expect(",", expected="',' or '}'" if len(values) > 1 else "',', '..' or '}'")
            if (self.next.kind == Kind.TEXT) != isinstance(first, str):
                kind = "a text" if isinstance(first, str) else "a number"
                raise self.fault(kind, "the values of a set are of one kind")
            values.append(self.value())
        return OneOf(tuple(dict.fromkeys(values)))

    def empty_set(self, place: Place) -> Fault:
        return Fault("this set of values is empty, so nothing can be read", self.file, place.line, place.column)

    def value(self) -> Value:
        if self.next.kind == Kind.TEXT:
            return self.take().text
        sign = -1 if self.accept("-") else 1
        if self.next.kind != Kind.NUMBER:
            raise self.fault("a number or a text in quotes")
        return sign * int(self.take().text)

    # Terms.

    def term(self) -> Term:
        left = self.conjunction()
        while self.at_name("or"):
            place = self.take().place
            left = Operation("or", left, self.conjunction(), place)
        return left

    def conjunction(self) -> Term:
        left = self.negation()
        while self.at_name("and"):
            place = self.take().place
            left = Operation("and", left, self.negation(), place)
        return left

    def negation(self) -> Term:
        if self.at_name("not"):
            place = self.take().place
            return Not(self.nested(self.negation), place)
        return self.comparison()

    def comparison(self) -> Term:
        left = self.sum()
        if self.at("∈"):
            place = self.take().place
            return Call("in", (left, self.sum()), place)
        # `>` after a condition closes the branch, for conditions are not compared: <in(x_C, y_A)> E.
        if self.at(*COMPARISONS) and not is_condition(left):
            token = self.take()
            return Operation(token.text, left, self.sum(), token.place)
        return left

    def sum(self) -> Term:
        left = self.product()
        while self.at("+", "-"):
            token = self.take()
            left = Operation(token.text, left, self.product(), token.place)
        return left

    def product(self) -> Term:
        left = self.factor()
        while self.at("*", "·"):
            place = self.take().place
            left = Operation("*", left, self.factor(), place)
        return left

    def factor(self) -> Term:
        token = self.next
        if self.accept("-"):
            if self.next.kind == Kind.NUMBER:
                return Integer(-int(self.take().text), token.place)
            return Operation("-", Integer(0), self.nested(self.factor), token.place)
        if self.accept("("):
            term = self.nested(self.term)
            self.expect(")")
            return term
        if token.kind == Kind.NUMBER:
            return Integer(int(self.take().text), token.place)
        if token.kind == Kind.TEXT:
            return Text(self.take().text, token.place)
        if token.kind == Kind.NAME:
            return self.named()
        raise self.fault("a term", "a condition compares two terms, as in <x_C = 0>" if self.at("[", ")") else None)

    def named(self) -> Term:
        token = self.next
        if self.tokens[self.position + 1].text == "(" and self.tokens[self.position + 1].kind == Kind.SYMBOL:
            self.take()
            return Call(token.text, self.arguments(), token.place)
        name, access = token.text[:-2], token.text[-2:]
        if name and access in ("_C", "_A"):
            self.take()
            return Current(name, token.place) if access == "_C" else All(name, token.place)
        raise self.fault("a term", f"a variable is used as {token.text}_C (its current value) or {token.text}_A (all)")

    def arguments(self) -> tuple[Term, ...]:
        self.take()
        arguments: list[Term] = []
        while not self.accept(")"):
            if arguments:
                self.expect(",", expected="',' or ')'")
            arguments.append(self.nested(self.sum))
        return tuple(arguments)


def is_condition(term: Term) -> bool:
    match term:
        case Operation(operator):
            return operator not in ARITHMETIC
        case Call(function):
            return function == "in"
        case _:
            return isinstance(term, Not)
