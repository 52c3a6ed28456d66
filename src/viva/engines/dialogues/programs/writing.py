"""A Python program made from the specification: readable, and right for every input the specification has a value for.

Loops become `while True` and exits `break`, which drop what follows them just as the paper's rule (1e) does; a loop
that asks at its start whether to end becomes a plain `while`, one that counts a `for`. Outputs that may be left out are
left out. What is remembered of the inputs is decided in `memory.py`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from viva.core.records import dataclass
from viva.core.text.writing import Written
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import element_type, show_decimal
from viva.engines.dialogues.notations.tokens import quote
from viva.engines.dialogues.predicates import LONGEST_EXAMPLE
from viva.engines.dialogues.printing import Level, PythonPrinter
from viva.engines.dialogues.programs.memory import (
    Memory,
    choose_alternative,
    computed_terms,
    memory,
    with_counting_loops,
)
from viva.engines.dialogues.variants.negation import OPPOSITES

_INDENT = "    "
_COUNTED = {"count_ge": ">=", "count_gt": ">", "count": "=="}
_READS = {
    m.Type.TEXT: "input()",
    m.Type.NUMBER: "int(input())",
    m.Type.DECIMAL: "float(input())",
    m.Type.TRUTH: 'input() == "True"',
}
_STARTS = {"product": "1"}
_BLANK = m.Text(" ")


def program(spec: m.Spec) -> str:
    spec = with_counting_loops(spec)
    uses = [part for term in computed_terms(spec) for part in m.subterms(term)]
    modules = list(dict.fromkeys(part.function.module.strip() for part in uses if isinstance(part, m.Opaque)))
    kept = memory(spec, {*_chosen_names(spec), *(name for module in modules for name in _names_in(module))})
    starts = [f"{name} = {_STARTS.get(_function(total), '0')}" for total, name in kept.totals.items()]
    lists = [f"{name} = []" for name in (*kept.lists.values(), *kept.merged.values())]
    body = [*lists, *starts, *_Writer(kept).statements(spec)] or ["pass"]
    parted: list[list[str]] = []
    if any(isinstance(part, m.Call) and part.function == "product" and part not in kept.totals for part in uses):
        parted.append(["import math"])
    parted += [module.split("\n") for module in modules]
    if any(isinstance(part, m.Read) and part.mode == m.Mode.ABORT for part in m.parts(spec)):
        parted += [["def main():", *(_INDENT + line for line in body)], ["main()"]]
    else:
        parted.append(body)
    gap = "\n\n\n" if len(parted) > 1 and (modules or len(body) != len(parted[-1])) else "\n\n"
    return gap.join("\n".join(lines) for lines in parted) + "\n"


def _function(term: m.Term) -> str:
    return term.function if isinstance(term, m.Call) else ""


def _chosen_names(spec: m.Spec) -> set[str]:
    writes = [part for part in m.parts(spec) if isinstance(part, m.Write)]
    return {item.variable for write in writes for item in choose_alternative(write) if isinstance(item, m.Some)}


def _names_in(module: str) -> set[str]:
    tree = ast.parse(module)
    defined = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return defined | {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


@dataclass(frozen=True)
class _Writer(PythonPrinter):
    """Terms as expressions over the variables of the program, and steps as its statements."""

    kept: Memory

    def statements(self, spec: m.Spec) -> Iterator[str]:
        match spec:
            case m.Read():
                yield from self.read(spec)
            case m.Write(optional=optional):
                if not optional:
                    yield from self.write(spec)
            case m.Branch():
                yield from self.branch(spec)
            case m.Loop(m.Branch(left, condition, m.Exit())):
                yield f"while {self.negated(condition)}:"
                yield from self.block(left)
            case m.Loop(body):
                yield "while True:"
                yield from self.block(body)
            case m.Repeat(count, body):
                yield f"for _ in range({self.term(count)}):"
                yield from self.block(body)
            case m.Exit():
                yield "break"
            case m.Nop():
                return
            case m.Seq(steps):
                for step in steps:
                    yield from self.statements(step)
                    if isinstance(step, m.Exit):
                        return

    def block(self, spec: m.Spec) -> Iterator[str]:
        yield from (_INDENT + line for line in (list(self.statements(spec)) or ["pass"]))

    def branch(self, branch: m.Branch, word: str = "if") -> Iterator[str]:
        left, right = list(self.statements(branch.left)), list(self.statements(branch.right))
        if not right:
            if left:
                yield f"{word} {self.negated(branch.condition)}:"
                yield from (_INDENT + line for line in left)
            return
        yield f"{word} {self.term(branch.condition)}:"
        yield from (_INDENT + line for line in right)
        if not left:
            return
        if right[-1] == "break" and word == "if":
            yield from left
        elif isinstance(branch.left, m.Branch):
            yield from self.branch(branch.left, "elif")
        else:
            yield "else:"
            yield from (_INDENT + line for line in left)

    def read(self, read: m.Read) -> Iterator[str]:
        """The value, asked for again or not, and what is kept of it."""
        kind = element_type(read.values)
        line, name = _READS[kind], self.kept.current.get(read.variable)
        totals, lists = self.kept.totals_of(read.variable), self.kept.lists_of(read.variable)
        if kind == m.Type.TRUTH and read.mode != m.Mode.ASSUME:
            # Whatever else the line is, it is no truth value.
            invalid = 'line not in ("True", "False")'
            for excluded in self.excluded(read):
                invalid += f' or (line == "True") in {excluded}'
            yield "line = input()"
            yield from self.refused(read, invalid, "line = input()")
            line = 'line == "True"'
        if name is None:
            # Kept in one place or nowhere, so it needs no name of its own.
            if lists or any(total.function in ("sum", "product") for total in totals):
                yield f"{lists[0]}.append({line})" if lists else self.kept_up(totals[0], line)
            else:
                yield from (line, *(self.kept_up(total, line) for total in totals))
            return
        yield f"{name} = {line}"
        if kind != m.Type.TRUTH and read.mode != m.Mode.ASSUME:
            yield from self.refused(read, self.invalid(read, name), f"{name} = {line}")
        yield from (f"{one}.append({name})" for one in lists)
        for total in totals:
            if len(total.arguments) == 1:
                yield self.kept_up(total, name)
            else:
                yield f"if {name} {_COUNTED[total.function]} {self.term(total.arguments[1], Level.SUM)}:"
                yield f"{_INDENT}{self.kept.totals[total]} += 1"

    def refused(self, read: m.Read, invalid: str, again: str) -> Iterator[str]:
        if not invalid:
            return
        yield f"while {invalid}:" if read.mode == m.Mode.UNTIL else f"if {invalid}:"
        yield _INDENT + (again if read.mode == m.Mode.UNTIL else "return")

    def kept_up(self, total: m.Call, value: str) -> str:
        name = self.kept.totals[total]
        match total.function:
            case "len":
                return f"{name} += 1"
            case "product":
                return f"{name} *= {value}"
            case _:
                return f"{name} += {value}"

    def invalid(self, read: m.Read, name: str) -> str:
        conditions = []
        match read.values:
            case m.Naturals():
                conditions.append(f"{name} < 0")
            case m.Range(low, high):
                conditions.append(f"not {low} <= {name} <= {high}")
            case m.DecimalRange(smallest, largest):
                conditions.append(f"not {show_decimal(smallest)} <= {name} <= {show_decimal(largest)}")
            case m.OneOf(values):
                conditions.append(f"{name} not in {list(values)!r}")
        for excluded in self.excluded(read):
            conditions.append(f"{name} in {excluded}")
        return " or ".join(conditions)

    def excluded(self, read: m.Read) -> list[str]:
        """The lists whose values are not taken."""
        return [self.kept.lists[variable] for variable in read.excluded if variable in self.kept.lists]

    def write(self, write: m.Write) -> Iterator[str]:
        items = _without_free_text(choose_alternative(write))
        if not items:
            return
        for item in items:
            if isinstance(item, m.Some):
                yield from self.search(item)
        shown = [self.item(item) for item in items]
        # Python 3.11 allows neither quotes nor backslashes inside the slots of an f-string.
        plain = all(
            isinstance(item, m.Text) or not set('"\\') & set(text) for item, text in zip(items, shown, strict=True)
        )
        if len(items) == 1:
            yield f"print({shown[0]})"
        elif plain:
            slots = (
                _braces(item.value) if isinstance(item, m.Text) else f"{{{text}}}"
                for item, text in zip(items, shown, strict=True)
            )
            yield "print(f" + quote("".join(slots)) + ")"
        else:
            yield f'print({", ".join(shown)}, sep="")'

    def item(self, item: m.Item) -> str:
        match item:
            case m.Within(term):
                return self.term(term)
            case m.Some():
                return self.simple(item) or item.variable
            case m.AnyText():
                return ""
            case _:
                return self.term(item)

    def simple(self, some: m.Some) -> str | None:
        """A value that satisfies the condition and needs no search."""
        if not isinstance(some.values, m.Integers):
            return None
        match some.condition:
            case m.Operation("=", m.Call("mod", (m.Current(variable), divisor)), m.Integer(0)) if (
                variable == some.variable
            ):
                return self.fixed(divisor, some, "")
            case m.Operation(operator, m.Current(variable), bound) if variable == some.variable:
                change = {"=": "", ">=": "", "<=": "", ">": " + 1", "!=": " + 1", "<": " - 1"}[operator]
                return self.fixed(bound, some, change)
            case _:
                return None

    def fixed(self, term: m.Term, some: m.Some, change: str) -> str | None:
        if any(isinstance(part, m.Current) and part.variable == some.variable for part in m.subterms(term)):
            return None
        return self.term(term, Level.SUM) + change if change else self.term(term)

    def search(self, some: m.Some) -> Iterator[str]:
        if self.simple(some) is not None:
            return
        name = some.variable
        writer = _Writer(replace(self.kept, current={**self.kept.current, name: name}))
        condition = writer.term(some.condition)
        choices = {
            m.OneOf: lambda values: repr(list(values.values)),
            m.Range: lambda values: f"range({values.low}, {values.high + 1})",
        }.get(type(some.values))
        if choices:
            yield f"{name} = next({name} for {name} in {choices(some.values)} if {condition})"
        elif element_type(some.values) == m.Type.TEXT:
            yield f"{name} = next({name} for {name} in {writer.texts(some)} if {condition})"
        elif element_type(some.values) == m.Type.TRUTH:
            yield f"{name} = next({name} for {name} in (True, False) if {condition})"
        elif isinstance(some.values, m.Naturals):
            yield f"{name} = 0"
            yield f"while {writer.negated(some.condition)}:"
            yield f"{_INDENT}{name} += 1"
        else:
            yield f"{name} = 0"
            yield f"while {writer.negated(some.condition)}:"
            yield f"{_INDENT}{name} = -{name} if {name} > 0 else 1 - {name}"

    def texts(self, some: m.Some) -> str:
        """The texts among which one with the property is looked for: those that it speaks of, alone and longer."""
        named = self.texts_named(some.condition, some.variable)
        longer = f"for length in range(1, {LONGEST_EXAMPLE})"
        if not named:
            return f'("a" * length {longer})'
        known = ", ".join(dict.fromkeys(named))
        return f'[{known}, *(value + "a" * length {longer} for value in ["", {known}])]'

    def texts_named(self, term: m.Term, variable: str) -> list[str]:
        """The texts, and lists of them, in a term that do not depend on the variable."""
        if any(isinstance(part, m.Current) and part.variable == variable for part in m.subterms(term)):
            return [text for part in _inside(term) for text in self.texts_named(part, variable)]
        match term:
            case m.Listed(items):
                return [text for item in items for text in self.texts_named(item, variable)]
            case m.All(name) | m.Call("sort" | "reverse" | "start" | "rest", (m.All(name), *_)) if (
                name in self.kept.texts
            ):
                return [f"*{self.term(term, Level.ATOM)}"]
            case _:
                return [self.term(term)] if self.is_text(term) else []

    def is_text(self, term: m.Term) -> bool:
        match term:
            case m.Text() | m.Call("upper" | "lower"):
                return True
            case m.Current(name) | m.Call("back", (m.All(name), _)):
                return name in self.kept.texts
            case m.Call("reverse" | "start" | "rest", (inner, *_)):
                return self.is_text(inner)
            case m.Operation("+", left, _):
                return self.is_text(left)
            case m.Opaque(foreign):
                return foreign.signature[-1] == m.Type.TEXT
            case _:
                return False

    def negated(self, condition: m.Term) -> str:
        match condition:
            case m.Operation("=", left, m.Truth(True)):
                return f"not {self.term(left, Level.ATOM)}"
            case m.Operation(operator, left, right) if operator in OPPOSITES:
                return self.infix(OPPOSITES[operator], left, right).text
            case m.Call("in", (value, values)):
                return self.infix("not in", value, values).text
            case m.Not(operand):
                return self.term(operand)
            case _:
                return f"not {self.term(condition, Level.ATOM)}"

    def current(self, variable: str) -> str:
        return self.kept.current[variable]

    def all(self, variable: str) -> str:
        return self.kept.lists[variable]

    def merged(self, variables: tuple[str, ...]) -> str:
        return self.kept.merged[variables]

    def text(self, text: str) -> str:
        return quote(text)

    def form(self, term: m.Term) -> Written:
        """A truth value stands for itself."""
        if term in self.kept.totals:
            return Written(self.kept.totals[term])
        match term:
            case m.Operation("=", left, m.Truth(True)):
                form = self.form(left)
                return form if form.level >= Level.SUM else Written(f"({form.text})")
            case _:
                return super().form(term)

    def call(self, function: str, arguments: tuple[m.Term, ...]) -> str:
        first, *others = arguments
        match function, others:
            case "product", _:
                return f"math.prod({self.term(first)})"
            case "reverse", _:
                return f"{self.term(first, Level.ATOM)}[::-1]"
            case "start", (end,):
                return f"{self.term(first, Level.ATOM)}[:{self.term(end)}]"
            case "rest", (begin,):
                return f"{self.term(first, Level.ATOM)}[{self.term(begin)}:]"
            case "sort", _:
                return f"sorted({self.term(first)})"
            case (("upper" | "lower"), _):
                return f"{self.term(first, Level.ATOM)}.{function}()"
            case "back", (m.Integer(steps),):
                return f"{self.term(first, Level.ATOM)}[{-1 - steps}]"
            case "back", (steps,):
                return f"{self.term(first, Level.ATOM)}[-1 - {self.term(steps, Level.PRODUCT)}]"
            case "count", (value,):
                return f"{self.term(first, Level.ATOM)}.count({self.term(value)})"
            case (("count_ge" | "count_gt"), (bound,)):
                sign, values = _COUNTED[function], self.term(first, Level.ATOM)
                return f"sum(value {sign} {self.term(bound, Level.SUM)} for value in {values})"
        return super().call(function, arguments)


def _inside(term: m.Term) -> tuple[m.Term, ...]:
    match term:
        case m.Call(arguments=inner) | m.Opaque(arguments=inner) | m.Listed(inner):
            return inner
        case m.Operation(left=left, right=right):
            return left, right
        case m.Not(operand):
            return (operand,)
        case _:
            return ()


def _without_free_text(items: m.Alternative) -> list[m.Item]:
    """Free text between two items is a blank, so that two numbers stay two."""
    kept: list[m.Item] = []
    for item in items:
        if not isinstance(item, m.AnyText):
            kept.append(item)
        elif kept and kept[-1] != _BLANK:
            kept.append(_BLANK)
    return kept[:-1] if kept and kept[-1] == _BLANK else kept


def _braces(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")
