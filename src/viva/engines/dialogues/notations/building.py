"""Prints a specification as the Python code that builds it (`builder.py`)."""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from viva.engines.dialogues.model import (
    All,
    Alternative,
    AnyText,
    Branch,
    Call,
    Current,
    DecimalNumber,
    DecimalRange,
    Exit,
    Integer,
    Integers,
    Item,
    Listed,
    Loop,
    Merged,
    Mode,
    Not,
    OneOf,
    Opaque,
    Operation,
    Range,
    Read,
    Repeat,
    Seq,
    Some,
    Spec,
    Term,
    Text,
    Truth,
    ValueSet,
    Within,
    Write,
    parts,
    steps_of,
    subterms,
    terms,
)
from viva.engines.dialogues.negation import negated
from viva.engines.dialogues.notations import builder
from viva.engines.dialogues.notations.expressions import quoted
from viva.engines.dialogues.terms import show_decimal

_INDENT = "    "
_SETS = {builder.NAT: "NAT", builder.INT: "INT", builder.TEXT: "TEXT", builder.BOOL: "BOOL", builder.DECIMAL: "DECIMAL"}
_MODES = {Mode.UNTIL: "UNTIL", Mode.ABORT: "ABORT"}
_SIGNS = {"=": "==", "and": "&", "or": "|"}


def show(spec: Spec) -> str:
    """A Python module that makes the specification and calls it `spec`."""
    names = _names(spec)
    code = [f"from {builder.__name__} import *", ""]
    if names:
        trailing = "," if len(names) == 1 else ""
        known = ", ".join(map(repr, names))
        code.append(f"{', '.join(names.values())}{trailing} = variables({known})")
    printer = _Printer(names)
    body = list(printer.steps(spec, 1))
    code += ["spec = steps(", *body, ")"] if body else ["spec = nothing"]
    return "\n".join(code) + "\n"


def show_term(term: Term) -> str:
    return _Printer(_named(_used(term))).term(term)


def _names(spec: Spec) -> Mapping[str, str]:
    """Python names for the variables, those of predicates too."""
    found: dict[str, None] = {}
    for part in parts(spec):
        match part:
            case Read(variable, excluded=excluded):
                found |= dict.fromkeys((variable, *([excluded] if excluded else [])))
            case Write(alternatives):
                for item in (item for items in alternatives for item in items):
                    if isinstance(item, Some):
                        found[item.variable] = None
    for term in terms(spec):
        found |= dict.fromkeys(_used(term))
    return _named(found)


def _used(term: Term) -> Iterator[str]:
    for part in subterms(term):
        match part:
            case Current(variable) | All(variable):
                yield variable
            case Merged(variables):
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


@dataclass(frozen=True, slots=True)
class _Printer:
    names: Mapping[str, str]

    def steps(self, spec: Spec, depth: int) -> Iterator[str]:
        for step in steps_of(spec):
            yield from self.step(step, depth)

    def step(self, spec: Spec, depth: int) -> Iterator[str]:
        indent = _INDENT * depth
        match spec:
            case Read(variable, values, excluded, mode):
                options = f", {_MODES[mode]}" if mode in _MODES else ""
                options += f", excluded={self.names[excluded]}" if excluded is not None else ""
                yield f"{indent}read({self.names[variable]}, {self.values(values)}{options}),"
            case Write(alternatives, optional):
                shown = [self.alternative(items) for items in alternatives]
                yield f"{indent}write({', '.join([*shown, 'optional=True'] if optional else shown)}),"
            case Branch(left, condition, right):
                yield f"{indent}branch("
                yield f"{indent}{_INDENT}{self.term(condition)},"
                yield from self.side(right, depth + 1)
                if steps_of(left):
                    yield from self.side(left, depth + 1)
                yield f"{indent}),"
            case Loop(Branch(left, condition, Exit())) if negated(negated(condition)) == condition:
                yield f"{indent}loop_while("
                yield f"{indent}{_INDENT}{self.term(negated(condition))},"
                yield from self.steps(left, depth + 1)
                yield f"{indent}),"
            case Loop(body):
                yield f"{indent}loop("
                yield from self.steps(body, depth + 1)
                yield f"{indent}),"
            case Repeat(count, body):
                yield f"{indent}repeat("
                yield f"{indent}{_INDENT}{self.term(count)},"
                yield from self.steps(body, depth + 1)
                yield f"{indent}),"
            case Exit():
                yield f"{indent}leave,"
            case _:
                yield f"{indent}nothing,"

    def side(self, spec: Spec, depth: int) -> Iterator[str]:
        if not isinstance(spec, Seq):
            yield from self.step(spec, depth)
            return
        yield f"{_INDENT * depth}steps("
        yield from self.steps(spec, depth + 1)
        yield f"{_INDENT * depth}),"

    def values(self, values: ValueSet) -> str:
        match values:
            case Range(low, high):
                return f"between({low}, {high})"
            case DecimalRange(smallest, largest):
                return f"between({show_decimal(smallest)}, {show_decimal(largest)})"
            case OneOf(items):
                return f"one_of({', '.join(quoted(item) if isinstance(item, str) else str(item) for item in items)})"
            case _:
                return _SETS[values]

    def alternative(self, items: Alternative) -> str:
        if len(items) == 1:
            return self.item(items[0])
        return f"line({', '.join(map(self.item, items))})"

    def item(self, item: Item) -> str:
        match item:
            case AnyText():
                return "ANY"
            case Within(term, tolerance):
                return f"within({self.term(term)}, {show_decimal(tolerance)})"
            case Some(variable, condition, values):
                where = "" if values == Integers() else f", {self.values(values)}"
                return f"some({self.names[variable]}, {self.term(condition)}{where})"
            case _:
                return self.term(item)

    def term(self, term: Term) -> str:
        match term:
            case Current(variable):
                return self.names[variable]
            case All(variable):
                return f"{self.names[variable]}.all"
            case Merged(variables):
                return f"merge({', '.join(self.names[variable] for variable in variables)})"
            case Integer(number):
                return str(number)
            case Truth(truth):
                return str(truth)
            case DecimalNumber(decimal):
                return show_decimal(decimal)
            case Text(text):
                return quoted(text)
            case Listed(items):
                return f"[{', '.join(map(self.term, items))}]"
            case Not(operand):
                return f"~{self.operand(operand)}"
            case Call("back", (All(variable), number)):
                return f"{self.names[variable]}.back({self.term(number)})"
            case Call("in", arguments):
                return f"fn.isin({', '.join(map(self.term, arguments))})"
            case Call(("mod" | "div") as name, (left, right)):
                return f"{self.operand(left)} {'%' if name == 'mod' else '//'} {self.operand(right, right=True)}"
            case Call(name, arguments):
                return f"fn.{name}({', '.join(map(self.term, arguments))})"
            case Opaque(foreign, arguments):
                return f"fn.{foreign.name}({', '.join(map(self.term, arguments))})"
            case Operation(operator, left, right):
                return f"{self.operand(left)} {_SIGNS.get(operator, operator)} {self.operand(right, right=True)}"

    def operand(self, term: Term, right: bool = False) -> str:
        """In brackets if it is an operation itself; a constant on the left would make Python compute it."""
        shown = self.term(term)
        match term:
            case Operation() | Call("mod" | "div") | Not():
                return f"({shown})"
            case Integer() | Text() | Truth() | DecimalNumber() | Listed() if not right:
                return f"literal({shown})"
            case _:
                return shown
