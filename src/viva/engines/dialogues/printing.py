"""Prints terms as code: one printer, which a notation tells how it spells names, texts and functions.

The notations of `notations/` and the programs of `programs/` are such spellings. A form stands in brackets where its
place binds tighter than the form itself; so what was printed reads back as the same term.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import ClassVar

from viva.core.text.reading import Binding
from viva.core.text.writing import Written, infix, prefix
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import show_decimal


class Level(IntEnum):
    """How tightly a form binds, or its place, loosest first."""

    OPEN = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARISON = 4
    SUM = 5
    PRODUCT = 6
    ATOM = 7


_LEVELS: Mapping[str, Level] = {
    "or": Level.OR,
    "and": Level.AND,
    **dict.fromkeys((*m.COMPARISONS, "in", "not in"), Level.COMPARISON),
    **dict.fromkeys(("+", "-"), Level.SUM),
    **dict.fromkeys(("*", "/", "%", "//"), Level.PRODUCT),
}
_CHAINED = frozenset((*m.ARITHMETIC, *m.CONNECTIVES, "%", "//"))


class Printer:
    """`signs` are operators that are spelled otherwise than in a term; `infixes` are functions that are written between
    their arguments. `negative` is how tightly a number below zero binds, and `inside` the place of an item of a list or
    an argument."""

    signs: ClassVar[Mapping[str, str]] = {}
    infixes: ClassVar[Mapping[str, str]] = {}
    negative: ClassVar[Level] = Level.ATOM
    inside: ClassVar[Level] = Level.OPEN

    def current(self, variable: str) -> str:
        raise NotImplementedError

    def all(self, variable: str) -> str:
        raise NotImplementedError

    def merged(self, variables: tuple[str, ...]) -> str:
        return f"merge({', '.join(map(self.all, variables))})"

    def text(self, text: str) -> str:
        raise NotImplementedError

    def truth(self, truth: bool) -> str:
        return str(truth)

    def call(self, function: str, arguments: tuple[m.Term, ...]) -> str:
        return f"{function}({self.listed(arguments)})"

    def foreign(self, name: str, arguments: tuple[m.Term, ...]) -> str:
        """A call of a function of the teacher, whatever its name."""
        return f"{name}({self.listed(arguments)})"

    def condition(self, term: m.Term, level: Level = Level.OPEN) -> str:
        """A term in the place of a condition."""
        return self.condition_form(term).within(level)

    def condition_form(self, term: m.Term) -> Written:
        return self.form(term)

    def term(self, term: m.Term, level: Level = Level.OPEN) -> str:
        return self.form(term).within(level)

    def listed(self, terms: Iterable[m.Term]) -> str:
        return ", ".join(self.term(term, self.inside) for term in terms)

    def form(self, term: m.Term) -> Written:
        match term:
            case m.Current(variable):
                return Written(self.current(variable))
            case m.All(variable):
                return Written(self.all(variable))
            case m.Merged(variables):
                return Written(self.merged(variables))
            case m.Integer(value):
                return Written(str(value), Level.ATOM if value >= 0 else self.negative)
            case m.DecimalNumber(decimal):
                return Written(show_decimal(decimal), Level.ATOM if decimal >= 0 else self.negative)
            case m.Text(text):
                return Written(self.text(text))
            case m.Truth(truth):
                return Written(self.truth(truth))
            case m.Listed(items):
                return Written(f"[{self.listed(items)}]")
            case m.Opaque(foreign, arguments):
                return Written(self.foreign(foreign.name, arguments))
            case m.Call(function, (left, right)) if function in self.infixes:
                return self.infix(self.infixes[function], left, right)
            case m.Call(function, arguments):
                return Written(self.call(function, arguments))
            case m.Not(m.Call("in", (value, values))) if "in" in self.infixes:
                return self.infix("not in", value, values)
            case m.Not(operand):
                return self.negation(operand)
            case m.Operation(operator, left, right):
                return self.infix(operator, left, right)

    def infix(self, sign: str, left: m.Term, right: m.Term) -> Written:
        """Of a row of equal operators the left ones bind first; comparisons do not chain."""
        form = self.condition_form if sign in m.CONNECTIVES else self.form
        shown, binding = self.signs.get(sign, sign), Binding(_LEVELS[sign])
        return infix(form(left), shown, form(right), binding, chained=sign in _CHAINED)

    def negation(self, operand: m.Term) -> Written:
        return prefix("not ", self.condition_form(operand), Level.NOT, Level.NOT)


class PythonPrinter(Printer):
    """Operators as Python spells and binds them."""

    signs: ClassVar[Mapping[str, str]] = {"=": "=="}
    infixes: ClassVar[Mapping[str, str]] = {"mod": "%", "div": "//", "in": "in"}
    negative = Level.PRODUCT
