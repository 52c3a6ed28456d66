"""A program in a language of braces, or in words, made from the specification. What differs from language to language
is in a `Dialect`; `c.py`, `java.py`, `javascript.py` and `pseudo.py` have one each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from enum import IntEnum
from fractions import Fraction
from typing import ClassVar

from viva.core.records import dataclass
from viva.core.text.writing import Written
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import element_type
from viva.engines.dialogues.programs.memory import Memory, choose_alternative, memory, with_counting_loops
from viva.engines.dialogues.programs.typing import ELEMENTS, cannot_be_written, kinds_of, type_of
from viva.engines.dialogues.programs.writing import _chosen_names, _without_free_text
from viva.engines.dialogues.variants.negation import OPPOSITES

INDENT = "    "


class Level(IntEnum):
    """How tightly a form binds, loosest first, as in C and its kin."""

    OPEN = 0
    OR = 1
    AND = 2
    EQUALITY = 3
    RELATION = 4
    SUM = 5
    PRODUCT = 6
    UNARY = 7
    ATOM = 8


_LEVELS = {
    "or": Level.OR,
    "and": Level.AND,
    "=": Level.EQUALITY,
    "!=": Level.EQUALITY,
    **dict.fromkeys(("<", "<=", ">", ">="), Level.RELATION),
    "+": Level.SUM,
    "-": Level.SUM,
    "*": Level.PRODUCT,
    "/": Level.PRODUCT,
}
_TOTAL_SIGNS = {"count_ge": ">=", "count_gt": ">", "count": "="}


@dataclass
class Dialect:
    """The hooks of one language; this one is C's family as far as its members agree. `needs` collects the names of
    helpers that the program uses, each with the type it is for."""

    signs: ClassVar[Mapping[str, str]] = {"or": "||", "and": "&&", "=": "==", "!=": "!="}
    reserved: frozenset[str] = frozenset()
    needs: dict[tuple[str, m.Type], None] = field(default_factory=dict)

    def helper(self, name: str, kind: m.Type = m.Type.NUMBER) -> str:
        self.needs[(name, kind)] = None
        return name

    # Expressions

    def number(self, value: int) -> Written:
        return Written(str(value), Level.ATOM if value >= 0 else Level.UNARY)

    def decimal(self, value: Fraction) -> Written:
        text = f"{float(value)!r}"
        return Written(text, Level.ATOM if value >= 0 else Level.UNARY)

    def text(self, text: str) -> str:
        shown = text.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{shown}"'

    def truth(self, truth: bool) -> str:
        return "true" if truth else "false"

    def infix(self, sign: str, left: Written, right: Written) -> Written:
        level = _LEVELS[sign]
        shown = self.signs.get(sign, sign)
        return Written(f"{left.within(level)} {shown} {right.within(Level(level + 1))}", level)

    def compare(self, sign: str, left: Written, right: Written, kind: m.Type) -> Written:
        del kind
        return self.infix(sign, left, right)

    def join(self, left: Written, right: Written) -> Written:
        return self.infix("+", left, right)

    def quotient(self, left: Written, right: Written) -> Written:
        return self.infix("/", left, right)

    def negation(self, operand: Written) -> Written:
        return Written(f"!{operand.within(Level.UNARY)}", Level.UNARY)

    def call(self, function: str, arguments: list[Written], kind: m.Type) -> Written:
        shown = ", ".join(argument.text for argument in arguments)
        return Written(f"{self.helper(function, kind)}({shown})")

    def listed(self, items: list[Written], kind: m.Type) -> Written:
        raise NotImplementedError

    # Statements

    def block(self, head: str, lines: list[str]) -> list[str]:
        return [f"{head} {{", *(INDENT + line for line in lines), "}"]

    def otherwise(self, lines: list[str], chained: bool) -> list[str]:
        """What is put after a block that ends with a brace."""
        if chained:
            return [f"}} else {lines[0]}", *lines[1:]]
        return ["} else {", *(INDENT + line for line in lines), "}"]

    def condition_head(self, condition: str) -> str:
        return f"if ({condition})"

    def loop_head(self, condition: str | None) -> str:
        raise NotImplementedError

    def count_head(self, name: str, count: str) -> str:
        raise NotImplementedError

    def leave_loop(self) -> str:
        return "break;"

    def leave_program(self) -> str:
        return "return;"

    def end(self, statement: str) -> str:
        return f"{statement};"

    def read(self, kind: m.Type) -> str:
        raise NotImplementedError

    def assign(self, name: str, value: str) -> str:
        return f"{name} = {value};"

    def change(self, name: str, sign: str, value: str) -> str:
        return f"{name} {sign}= {value};"

    def append(self, name: str, value: str, kind: m.Type) -> str:
        raise NotImplementedError

    def declare(self, name: str, kind: m.Type, value: str | None) -> str:
        raise NotImplementedError

    def write(self, items: list[tuple[m.Item, Written, m.Type]]) -> list[str]:
        raise NotImplementedError

    def whole(self, declarations: list[str], body: list[str]) -> str:
        raise NotImplementedError


@dataclass
class Writer:
    """Statements of a program in a dialect."""

    dialect: Dialect
    kept: Memory
    kinds: dict[str, m.Type]
    depth: int = 0

    def statements(self, spec: m.Spec) -> Iterator[str]:
        d = self.dialect
        match spec:
            case m.Read():
                yield from self.read(spec)
            case m.Write(optional=optional):
                if not optional:
                    yield from self.write(spec)
            case m.Branch():
                yield from self.branch(spec)
            case m.Loop(m.Branch(left, condition, m.Exit())):
                yield from d.block(d.loop_head(self.negated(condition).text), self.inside(left))
            case m.Loop(body):
                yield from d.block(d.loop_head(None), self.inside(body))
            case m.Repeat(count, body):
                yield from self.repeat(count, body)
            case m.Exit():
                yield d.leave_loop()
            case m.Nop():
                return
            case m.Seq(steps):
                for step in steps:
                    yield from self.statements(step)
                    if _leaves_loop(step):
                        return

    def inside(self, spec: m.Spec) -> list[str]:
        return list(replace(self, depth=self.depth + 1).statements(spec))

    def repeat(self, count: m.Term, body: m.Spec) -> Iterator[str]:
        """How many rounds there are is known before the first."""
        d = self.dialect
        taken = {*self.kept.current.values(), *self.kept.lists.values(), *self.kept.totals.values(), *d.reserved}
        name = "ijklpq"[self.depth % 6]
        while name in taken:
            name += "_"
        rounds = self.term(count)
        read = {part.variable for part in m.parts(body) if isinstance(part, m.Read)}
        used = {part.variable for part in m.subterms(count) if isinstance(part, m.Current | m.All)}
        if used & read or any(isinstance(part, m.Merged) for part in m.subterms(count)):
            last = f"rounds_{name}"
            yield d.declare(last, m.Type.NUMBER, rounds.text)
            rounds = Written(last)
        yield from d.block(d.count_head(name, rounds.within(Level.SUM)), self.inside(body))

    def branch(self, branch: m.Branch) -> Iterator[str]:
        d = self.dialect
        left, right = self.inside(branch.left), self.inside(branch.right)
        if not right:
            if left:
                yield from d.block(d.condition_head(self.negated(branch.condition).text), left)
            return
        shown = d.block(d.condition_head(self.condition(branch.condition).text), right)
        if not left:
            yield from shown
        elif right[-1] == d.leave_loop():
            yield from (*shown, *list(self.statements(branch.left)))
        else:
            chained = isinstance(branch.left, m.Branch)
            rest = list(self.statements(branch.left)) if chained else left
            first = rest[0] if rest else ""
            chained = chained and first.startswith(d.condition_head("").split(" ")[0]) and _is_one_block(rest)
            yield from (*shown[:-1], *d.otherwise(rest if chained else left, chained))

    def read(self, read: m.Read) -> Iterator[str]:
        d, kind = self.dialect, element_type(read.values)
        name = self.kept.current.get(read.variable)
        totals, lists = self.kept.totals_of(read.variable), self.kept.lists_of(read.variable)
        value = d.read(kind)
        if kind == m.Type.TRUTH and read.mode != m.Mode.ASSUME:
            yield d.assign("line", d.read(m.Type.TEXT))
            yes, no = (
                self.compared("!=", Written("line"), Written(d.text(word)), m.Type.TEXT) for word in ("True", "False")
            )
            invalid = d.infix("and", yes, no)
            for excluded in self.excluded(read):
                truth = self.compared("=", Written("line"), Written(d.text("True")), m.Type.TEXT)
                invalid = d.infix("or", invalid, d.call("in", [truth, Written(excluded)], m.Type.TRUTHS))
            yield from self.refused(read, invalid, d.assign("line", d.read(m.Type.TEXT)))
            value = self.compared("=", Written("line"), Written(d.text("True")), m.Type.TEXT).text
        if name is None:
            if lists:
                yield d.append(lists[0], value, kind)
            elif totals and totals[0].function in ("sum", "product"):
                yield self.kept_up(totals[0], value)
            else:
                yield from (d.end(value), *(self.kept_up(total, value) for total in totals))
            return
        yield d.assign(name, value)
        if kind != m.Type.TRUTH and read.mode != m.Mode.ASSUME:
            invalid_value = self.invalid(read, name, kind)
            if invalid_value is not None:
                yield from self.refused(read, invalid_value, d.assign(name, value))
        yield from (d.append(one, name, kind) for one in lists)
        for total in totals:
            if len(total.arguments) == 1:
                yield self.kept_up(total, name)
            else:
                sign = _TOTAL_SIGNS[total.function]
                met = self.compared(sign, Written(name), self.term(total.arguments[1]), kind)
                counted = d.change(self.kept.totals[total], "+", "1")
                yield from d.block(d.condition_head(met.text), [counted])

    def refused(self, read: m.Read, invalid: Written, again: str) -> Iterator[str]:
        d = self.dialect
        if read.mode == m.Mode.UNTIL:
            yield from d.block(d.loop_head(invalid.text), [again])
        else:
            yield from d.block(d.condition_head(invalid.text), [d.leave_program()])

    def kept_up(self, total: m.Call, value: str) -> str:
        sign = "*" if total.function == "product" else "+"
        return self.dialect.change(self.kept.totals[total], sign, "1" if total.function == "len" else value)

    def invalid(self, read: m.Read, name: str, kind: m.Type) -> Written | None:
        d, here = self.dialect, Written(name)
        found: list[Written] = []
        match read.values:
            case m.Naturals():
                found.append(d.infix("<", here, d.number(0)))
            case m.Range(low, high):
                found += [d.infix("<", here, d.number(low)), d.infix(">", here, d.number(high))]
            case m.DecimalRange(smallest, largest):
                found += [d.infix("<", here, d.decimal(smallest)), d.infix(">", here, d.decimal(largest))]
            case m.OneOf(values):
                others = [self.compared("!=", here, self.constant(value), kind) for value in values]
                whole = others[0]
                for other in others[1:]:
                    whole = d.infix("and", whole, other)
                found.append(whole)
        for excluded in self.excluded(read):
            found.append(d.call("in", [here, Written(excluded)], type_of(m.All(read.variable), self.kinds)))
        if not found:
            return None
        whole = found[0]
        for other in found[1:]:
            whole = d.infix("or", whole, other)
        return whole

    def constant(self, value: int | str) -> Written:
        return Written(self.dialect.text(value)) if isinstance(value, str) else self.dialect.number(value)

    def excluded(self, read: m.Read) -> list[str]:
        return [self.kept.lists[variable] for variable in read.excluded if variable in self.kept.lists]

    def write(self, write: m.Write) -> Iterator[str]:
        items = _without_free_text(choose_alternative(write))
        if not items:
            return
        shown: list[tuple[m.Item, Written, m.Type]] = []
        for item in items:
            match item:
                case m.Some():
                    yield from self.search(item)
                    shown.append((item, Written(item.variable), element_type(item.values)))
                case m.Within(term):
                    shown.append((item, self.term(term), type_of(term, self.kinds)))
                case m.AnyText():
                    continue
                case _:
                    shown.append((item, self.term(item), type_of(item, self.kinds)))
        yield from self.dialect.write(shown)

    def search(self, some: m.Some) -> Iterator[str]:
        d, name, kind = self.dialect, some.variable, element_type(some.values)
        kept = replace(self.kept, current={**self.kept.current, name: name})
        inner = replace(self, kept=kept, kinds={**self.kinds, name: kind})
        fails = inner.negated(some.condition)
        match some.values:
            case m.OneOf(values):
                choices = [self.constant(value).text for value in values]
            case m.Booleans():
                choices = [d.truth(True), d.truth(False)]
            case m.Integers() | m.Naturals() | m.Range():
                low = some.values.low if isinstance(some.values, m.Range) else 0
                yield d.assign(name, d.number(low).text)
                step = d.change(name, "+", "1")
                if isinstance(some.values, m.Integers):
                    up = d.infix("-", d.number(1), Written(name))
                    down = d.infix("-", d.number(0), Written(name))
                    rise = d.block(
                        d.condition_head(d.infix(">", Written(name), d.number(0)).text), [d.assign(name, down.text)]
                    )
                    yield from d.block(
                        d.loop_head(fails.text), [*rise[:-1], *d.otherwise([d.assign(name, up.text)], False)]
                    )
                else:
                    yield from d.block(d.loop_head(fails.text), [step])
                return
            case _:
                raise cannot_be_written("a text or a decimal with a property is to be found")
        yield d.assign(name, choices[0])
        for choice in choices[1:]:
            yield from d.block(d.condition_head(fails.text), [d.assign(name, choice)])

    # Terms

    def condition(self, term: m.Term) -> Written:
        """A truth value stands for itself."""
        match term:
            case m.Operation("=", left, m.Truth(True)):
                return self.term(left)
            case _:
                return self.term(term)

    def negated(self, condition: m.Term) -> Written:
        match condition:
            case m.Operation("=", left, m.Truth(True)):
                return self.dialect.negation(self.term(left))
            case m.Operation(operator, left, right) if operator in OPPOSITES:
                return self.term(m.Operation(OPPOSITES[operator], left, right))
            case m.Not(operand):
                return self.condition(operand)
            case _:
                return self.dialect.negation(self.condition(condition))

    def compared(self, sign: str, left: Written, right: Written, kind: m.Type) -> Written:
        return self.dialect.compare(sign, left, right, kind)

    def term(self, term: m.Term) -> Written:
        if term in self.kept.totals:
            return Written(self.kept.totals[term])
        d = self.dialect
        match term:
            case m.Current(variable):
                return Written(self.kept.current[variable])
            case m.All(variable):
                return Written(self.kept.lists[variable])
            case m.Merged(variables):
                return Written(self.kept.merged[variables])
            case m.Integer(value):
                return d.number(value)
            case m.DecimalNumber(decimal):
                return d.decimal(decimal)
            case m.Text(text):
                return Written(d.text(text))
            case m.Truth(truth):
                return Written(d.truth(truth))
            case m.Listed(items):
                return d.listed([self.term(item) for item in items], ELEMENTS[type_of(term, self.kinds)])
            case m.Opaque(foreign):
                raise cannot_be_written(f"{foreign.name} is a function in Python")
            case m.Call(function, arguments):
                return d.call(
                    function,
                    [self.term(one) for one in arguments],
                    type_of(arguments[-1 if function == "in" else 0], self.kinds),
                )
            case m.Not(operand):
                return d.negation(self.condition(operand))
            case m.Operation("and" | "or" as sign, left, right):
                return d.infix(sign, self.condition(left), self.condition(right))
            case m.Operation(sign, left, right) if sign in m.COMPARISONS:
                return self.compared(sign, self.term(left), self.term(right), type_of(left, self.kinds))
            case m.Operation("/", left, right):
                return d.quotient(self.term(left), self.term(right))
            case m.Operation("+", left, right) if type_of(left, self.kinds) == m.Type.TEXT:
                return d.join(self.term(left), self.term(right))
            case m.Operation(sign, left, right):
                return d.infix(sign, self.term(left), self.term(right))


def _leaves_loop(spec: m.Spec) -> bool:
    """Whether nothing comes after it in a round. Java does not compile what is never reached."""
    match spec:
        case m.Exit():
            return True
        case m.Seq(steps):
            return any(_leaves_loop(step) for step in steps)
        case m.Branch(left, _, right):
            return _leaves_loop(left) and _leaves_loop(right)
        case _:
            return False


def _is_one_block(lines: list[str]) -> bool:
    """Whether nothing follows the block, or chain of blocks, with which the lines begin."""
    return all(line.startswith((INDENT, "}")) for line in lines[1:])


def written_in(dialect: Dialect, spec: m.Spec) -> str:
    spec = with_counting_loops(spec)
    kept = memory(spec, {*_chosen_names(spec), *dialect.reserved})
    kinds = kinds_of(spec)
    writer = Writer(dialect, kept, kinds)
    body = list(writer.statements(spec))
    declarations = [dialect.declare(name, kinds[variable], None) for variable, name in kept.current.items()]
    for item in (
        item
        for part in m.parts(spec)
        if isinstance(part, m.Write) and not part.optional
        for item in choose_alternative(part)
    ):
        if isinstance(item, m.Some):
            declarations.append(dialect.declare(item.variable, element_type(item.values), None))
    reads = [part for part in m.parts(spec) if isinstance(part, m.Read) and part.mode != m.Mode.ASSUME]
    if any(element_type(read.values) == m.Type.TRUTH for read in reads):
        declarations.append(dialect.declare("line", m.Type.TEXT, None))
    for variable, name in kept.lists.items():
        declarations.append(dialect.declare(name, type_of(m.All(variable), kinds), None))
    for variables, name in kept.merged.items():
        declarations.append(dialect.declare(name, type_of(m.Merged(variables), kinds), None))
    for total, name in kept.totals.items():
        start = "1" if isinstance(total, m.Call) and total.function == "product" else "0"
        declarations.append(dialect.declare(name, type_of(total, kinds), start))
    return dialect.whole(list(dict.fromkeys(declarations)), body)
