"""A Python program made from the specification: readable, and right for every input the specification has a value for.

Loops become `while True` and exits `break`, which drop what follows them just as the paper's rule (1e) does; a loop
that asks at its start whether to end becomes a plain `while`. Outputs that may be left out are left out.
"""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from viva.core.submission import Submission
from viva.subjects.console.model import (
    All,
    Alternative,
    AnyText,
    Branch,
    Call,
    Current,
    DecimalNumber,
    Exit,
    Integer,
    Listed,
    Loop,
    Merged,
    Mode,
    Naturals,
    Nop,
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
    Type,
    Within,
    Write,
    parts,
    subterms,
    terms,
)
from viva.subjects.console.terms import element_type, show_decimal

_INDENT = "    "
_READS = {
    Type.TEXT: "input()",
    Type.NUMBER: "int(input())",
    Type.DECIMAL: "float(input())",
    Type.TRUTH: 'input() == "True"',
}
_NEGATED = {"=": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
# How tightly Python binds what a term becomes.
_OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _ATOM = range(1, 8)
_LEVELS = {"or": _OR, "and": _AND, "+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT}


def solve(spec: Spec) -> Submission:
    return Submission.from_text(program(spec), "solution.py")


def program(spec: Spec) -> str:
    writer = _Writer(*_names(spec))
    lists = [f"{name} = []" for name in writer.lists.values()]
    body = [*lists, *writer.statements(spec)] or ["pass"]
    imports = ["import math", ""] if any(_is_product(term) for term in terms(spec)) else []
    if any(isinstance(part, Read) and part.mode == Mode.ABORT for part in parts(spec)):
        body = ["def main():", *(_INDENT + line for line in body), "", "", "main()"]
        imports = [*imports, ""] if imports else []
    return "\n".join([*imports, *body]) + "\n"


def _is_product(term: Term) -> bool:
    return any(isinstance(part, Call) and part.function == "product" for part in subterms(term))


def _names(spec: Spec) -> tuple[dict[str, str], dict[str, str]]:
    """Python names for current values and for lists, only for those that are asked for."""
    uses = [part for term in terms(spec) for part in subterms(term)]
    reads = [part for part in parts(spec) if isinstance(part, Read)]
    listed = {part.variable for part in uses if isinstance(part, All)} | {read.excluded for read in reads}
    tested = {read.variable for read in reads if read.mode != Mode.ASSUME}
    needed = {part.variable for part in uses if isinstance(part, Current)} | tested
    variables = dict.fromkeys(read.variable for read in reads)
    taken = set(keyword.kwlist) | set(dir(builtins)) | {"math", "main", "value"}
    current = {name: _free(name, taken) for name in variables if name in needed}
    lists = {
        name: _free(f"{name}s" if len(name) == 1 else f"all_{name}", taken) for name in variables if name in listed
    }
    return current, lists


def _free(name: str, taken: set[str]) -> str:
    while name in taken or not name.isidentifier():
        name += "_"
    taken.add(name)
    return name


@dataclass(frozen=True, slots=True)
class _Writer:
    current: Mapping[str, str]
    lists: Mapping[str, str]

    def statements(self, spec: Spec) -> Iterator[str]:
        match spec:
            case Read():
                yield from self.read(spec)
            case Write(alternatives, optional):
                if not optional:
                    yield from self.write(alternatives)
            case Branch(left, condition, right):
                yield from self.branch(left, condition, right)
            case Loop(Branch(left, condition, Exit())) if not _has_exit(left):
                yield f"while {self.negated(condition)}:"
                yield from self.block(left)
            case Loop(body):
                yield "while True:"
                yield from self.block(body)
            case Repeat(count, body):
                yield f"for _ in range({self.term(count)}):"
                yield from self.block(body)
            case Exit():
                yield "break"
            case Nop():
                return
            case Seq(steps):
                for step in steps:
                    yield from self.statements(step)
                    if isinstance(step, Exit):
                        return

    def block(self, spec: Spec) -> Iterator[str]:
        yield from (_INDENT + line for line in (list(self.statements(spec)) or ["pass"]))

    def branch(self, left: Spec, condition: Term, right: Spec) -> Iterator[str]:
        sides = [list(self.statements(side)) for side in (left, right)]
        if not sides[1]:
            if sides[0]:
                yield f"if {self.negated(condition)}:"
                yield from self.block(left)
            return
        yield f"if {self.term(condition)}:"
        yield from self.block(right)
        if not sides[0]:
            return
        if sides[1][-1] == "break":
            yield from sides[0]
        else:
            yield "else:"
            yield from self.block(left)

    def read(self, read: Read) -> Iterator[str]:
        line = _READS[element_type(read.values)]
        name, values = self.current.get(read.variable), self.lists.get(read.variable)
        if name is None:
            yield f"{values}.append({line})" if values else line
            return
        yield f"{name} = {line}"
        invalid = self.invalid(read, name)
        if read.mode == Mode.UNTIL and invalid:
            yield f"while {invalid}:"
            yield f"{_INDENT}{name} = {line}"
        elif read.mode == Mode.ABORT and invalid:
            yield f"if {invalid}:"
            yield f"{_INDENT}return"
        if values:
            yield f"{values}.append({name})"

    def invalid(self, read: Read, name: str) -> str:
        conditions = []
        match read.values:
            case Naturals():
                conditions.append(f"{name} < 0")
            case Range(low, high):
                conditions.append(f"not {low} <= {name} <= {high}")
            case OneOf(values):
                conditions.append(f"{name} not in {list(values)!r}")
        if read.excluded is not None and read.excluded in self.lists:
            conditions.append(f"{name} in {self.lists[read.excluded]}")
        return " or ".join(conditions)

    def write(self, alternatives: tuple[Alternative, ...]) -> Iterator[str]:
        fixed = min(alternatives, key=lambda items: sum(isinstance(item, AnyText) for item in items))
        items = [item for item in fixed if not isinstance(item, AnyText | Within | Some)]
        if not items:
            return
        shown = [self.term(item) for item in items]
        # Python 3.11 allows neither quotes nor backslashes inside the slots of an f-string.
        plain = all(isinstance(item, Text) or '"' not in text for item, text in zip(items, shown, strict=True))
        if len(items) == 1:
            yield f"print({shown[0]})"
        elif plain:
            yield "print(f" + _quoted("".join(map(self.slot, items))) + ")"
        else:
            yield f'print({", ".join(shown)}, sep="")'

    def slot(self, item: Term) -> str:
        if isinstance(item, Text):
            return item.value.replace("{", "{{").replace("}", "}}")
        return "{" + self.term(item) + "}"

    def negated(self, condition: Term) -> str:
        match condition:
            case Operation(operator, left, right) if operator in _NEGATED:
                return f"{self.term(left, _SUM)} {_NEGATED[operator]} {self.term(right, _SUM)}"
            case Call("in", (value, values)):
                return f"{self.term(value, _SUM)} not in {self.term(values, _SUM)}"
            case Not(operand):
                return self.term(operand)
            case _:
                return f"not {self.term(condition, _ATOM)}"

    def term(self, term: Term, level: int = 0) -> str:
        """In brackets where it stands in a place that binds tighter than `level`."""
        own = _ATOM
        match term:
            case Current(variable):
                shown = self.current[variable]
            case All(variable):
                shown = self.lists[variable]
            case Integer(value):
                shown = str(value)
            case Text(value):
                shown = _quoted(value)
            case Merged():
                shown = "merged"
            case Truth(value):
                shown = str(value)
            case DecimalNumber(value):
                shown = show_decimal(value)
            case Listed(items):
                shown = f"[{', '.join(map(self.term, items))}]"
            case Opaque(foreign, arguments):
                shown = f"{foreign.name}({', '.join(map(self.term, arguments))})"
            case Call():
                own, shown = self.call(term)
            case Not(operand):
                own, shown = _NOT, f"not {self.term(operand, _NOT)}"
            case Operation(operator, left, right) if operator in _LEVELS:
                own = _LEVELS[operator]
                shown = f"{self.term(left, own)} {operator} {self.term(right, own + 1)}"
            case Operation(operator, left, right):
                own, python = _COMPARISON, "==" if operator == "=" else operator
                shown = f"{self.term(left, _SUM)} {python} {self.term(right, _SUM)}"
        return f"({shown})" if own < level else shown

    def call(self, call: Call) -> tuple[int, str]:
        atoms = [self.term(argument, _ATOM) for argument in call.arguments]
        plain = [self.term(argument) for argument in call.arguments]
        match call.function:
            case "product":
                return _ATOM, f"math.prod({plain[0]})"
            case "reverse":
                return _ATOM, f"{atoms[0]}[::-1]"
            case "back":
                steps = call.arguments[1]
                index = str(-1 - steps.value) if isinstance(steps, Integer) else f"-1 - {self.term(steps, _PRODUCT)}"
                return _ATOM, f"{atoms[0]}[{index}]"
            case "count_ge" | "count_gt":
                operator = ">=" if call.function == "count_ge" else ">"
                return _ATOM, f"sum(value {operator} {self.term(call.arguments[1], _SUM)} for value in {atoms[0]})"
            case "mod":
                return _PRODUCT, f"{self.term(call.arguments[0], _PRODUCT)} % {atoms[1]}"
            case "in":
                return _COMPARISON, f"{self.term(call.arguments[0], _SUM)} in {self.term(call.arguments[1], _SUM)}"
            case _:
                return _ATOM, f"{call.function}({', '.join(plain)})"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    return f'"{escaped}"'


def _has_exit(spec: Spec) -> bool:
    """Whether there is an exit of the loop around `spec`."""
    match spec:
        case Exit():
            return True
        case Seq(steps):
            return any(_has_exit(step) for step in steps)
        case Branch(left, _, right):
            return _has_exit(left) or _has_exit(right)
        case _:
            return False
