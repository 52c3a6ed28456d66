"""Prints a specification as the Python code that builds it (`builder.py`)."""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from viva.core.records import dataclass
from viva.core.text.writing import Written
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import show_decimal
from viva.engines.dialogues.notations import builder
from viva.engines.dialogues.notations.expressions import quote
from viva.engines.dialogues.printing import Level, Printer
from viva.engines.dialogues.variants.negation import negate

_INDENT = "    "
_SETS = {
    builder.NAT: "NAT",
    builder.INT: "INT",
    builder.TEXT: "TEXT",
    builder.LINE: "LINE",
    builder.BOOL: "BOOL",
    builder.DECIMAL: "DECIMAL",
}
_MODES = {m.Mode.UNTIL: "UNTIL", m.Mode.ABORT: "ABORT"}


def show(spec: m.Spec) -> str:
    """A Python module that makes the specification and calls it `spec`."""
    names = _names(spec)
    code = [f"from {builder.__name__} import *", ""]
    if names:
        trailing = "," if len(names) == 1 else ""
        known = ", ".join(map(repr, names))
        code.append(f"{', '.join(names.values())}{trailing} = variables({known})")
    body = list(_Builder(names).steps(spec, 1))
    code += ["spec = steps(", *body, ")"] if body else ["spec = nothing"]
    return "\n".join(code) + "\n"


def show_term(term: m.Term) -> str:
    return _Builder(_named(_used(term))).term(term)


def _names(spec: m.Spec) -> Mapping[str, str]:
    """Python names for the variables, those of predicates too."""
    found: dict[str, None] = {}
    for part in m.parts(spec):
        match part:
            case m.Read(variable, excluded=excluded):
                found |= dict.fromkeys((variable, *excluded))
            case m.Write(alternatives):
                for item in (item for items in alternatives for item in items):
                    if isinstance(item, m.Some):
                        found[item.variable] = None
    for term in m.terms(spec):
        found |= dict.fromkeys(_used(term))
    return _named(found)


def _used(term: m.Term) -> Iterator[str]:
    for part in m.subterms(term):
        match part:
            case m.Current(variable) | m.All(variable):
                yield variable
            case m.Merged(variables):
                yield from variables


def _named(variables: Iterable[str]) -> Mapping[str, str]:
    taken = {*keyword.kwlist, *builder.__all__, "spec"}
    names: dict[str, str] = {}
    for name in dict.fromkeys(variables):
        python = name
        while python in taken or not python.isidentifier():
            python += "_"
        taken.add(python)
        names[name] = python
    return names


@dataclass(frozen=True)
class _Builder(Printer):
    """`names` are the Python names of the variables."""

    names: Mapping[str, str]
    signs: ClassVar[Mapping[str, str]] = {"=": "==", "and": "&", "or": "|"}
    infixes: ClassVar[Mapping[str, str]] = {"mod": "%", "div": "//"}

    def steps(self, spec: m.Spec, depth: int) -> Iterator[str]:
        for step in m.steps_of(spec):
            yield from self.step(step, depth)

    def step(self, spec: m.Spec, depth: int) -> Iterator[str]:
        indent = _INDENT * depth
        match spec:
            case m.Read(variable, values, excluded, mode):
                options = f", {_MODES[mode]}" if mode in _MODES else ""
                names = ", ".join(self.names[name] for name in excluded)
                options += f", excluded={names if len(excluded) == 1 else f'({names})'}" if excluded else ""
                yield f"{indent}read({self.names[variable]}, {self.values(values)}{options}),"
            case m.Write(alternatives, optional):
                shown = [self.alternative(items) for items in alternatives]
                yield f"{indent}write({', '.join([*shown, 'optional=True'] if optional else shown)}),"
            case m.Branch(left, condition, right):
                yield f"{indent}branch("
                yield f"{indent}{_INDENT}{self.term(condition)},"
                yield from self.side(right, depth + 1)
                if m.steps_of(left):
                    yield from self.side(left, depth + 1)
                yield f"{indent}),"
            case m.Loop(m.Branch(left, condition, m.Exit())) if negate(negate(condition)) == condition:
                yield f"{indent}loop_while("
                yield f"{indent}{_INDENT}{self.term(negate(condition))},"
                yield from self.steps(left, depth + 1)
                yield f"{indent}),"
            case m.Loop(body):
                yield f"{indent}loop("
                yield from self.steps(body, depth + 1)
                yield f"{indent}),"
            case m.Repeat(count, body):
                yield f"{indent}repeat("
                yield f"{indent}{_INDENT}{self.term(count)},"
                yield from self.steps(body, depth + 1)
                yield f"{indent}),"
            case m.Exit():
                yield f"{indent}leave,"
            case _:
                yield f"{indent}nothing,"

    def side(self, spec: m.Spec, depth: int) -> Iterator[str]:
        if not isinstance(spec, m.Seq):
            yield from self.step(spec, depth)
            return
        yield f"{_INDENT * depth}steps("
        yield from self.steps(spec, depth + 1)
        yield f"{_INDENT * depth}),"

    def values(self, values: m.ValueSet) -> str:
        match values:
            case m.Range(low, high):
                return f"between({low}, {high})"
            case m.DecimalRange(smallest, largest):
                return f"between({show_decimal(smallest)}, {show_decimal(largest)})"
            case m.OneOf(items):
                return f"one_of({', '.join(quote(item) if isinstance(item, str) else str(item) for item in items)})"
            case _:
                return _SETS[values]

    def alternative(self, items: m.Alternative) -> str:
        if len(items) == 1:
            return self.item(items[0])
        return f"line({', '.join(map(self.item, items))})"

    def item(self, item: m.Item) -> str:
        match item:
            case m.AnyText():
                return "ANY"
            case m.Within(term, tolerance):
                return f"within({self.term(term)}, {show_decimal(tolerance)})"
            case m.Some(variable, condition, values):
                where = "" if values == m.Integers() else f", {self.values(values)}"
                return f"some({self.names[variable]}, {self.term(condition)}{where})"
            case _:
                return self.term(item)

    def current(self, variable: str) -> str:
        return self.names[variable]

    def all(self, variable: str) -> str:
        return f"{self.names[variable]}.all"

    def merged(self, variables: tuple[str, ...]) -> str:
        return f"merge({', '.join(map(self.current, variables))})"

    def text(self, text: str) -> str:
        return quote(text)

    def call(self, function: str, arguments: tuple[m.Term, ...]) -> str:
        match function, arguments:
            case "back", (m.All(variable), number):
                return f"{self.names[variable]}.back({self.term(number)})"
            case "start", (values, end):
                return f"{self.term(values, Level.ATOM)}[:{self.term(end)}]"
            case "rest", (values, begin):
                return f"{self.term(values, Level.ATOM)}[{self.term(begin)}:]"
        return self.foreign("isin" if function == "in" else function, arguments)

    def foreign(self, name: str, arguments: tuple[m.Term, ...]) -> str:
        return f"fn.{name}({self.listed(arguments)})"

    def infix(self, sign: str, left: m.Term, right: m.Term) -> Written:
        """All operations inside of one stand in brackets: `&` and `|` bind otherwise than `and` and `or`."""
        shown = f"{self.operand(left)} {self.signs.get(sign, sign)} {self.term(right, Level.ATOM)}"
        return Written(shown, Level.OPEN)

    def negation(self, operand: m.Term) -> Written:
        return Written(f"~{self.operand(operand)}", Level.OPEN)

    def operand(self, term: m.Term) -> str:
        """A constant on the left would make Python compute it."""
        if isinstance(term, m.Integer | m.Text | m.Truth | m.DecimalNumber | m.Listed):
            return f"literal({self.term(term)})"
        return self.term(term, Level.ATOM)
