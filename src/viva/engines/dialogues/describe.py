"""Specifications in plain words: the statement of a variant, and the text twin of a drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from viva.core.texts import Say, catalogue
from viva.engines.dialogues.evaluation import PARTIAL, show_decimal
from viva.engines.dialogues.model import (
    All,
    Alternative,
    AnyText,
    Booleans,
    Branch,
    Call,
    Current,
    DecimalNumber,
    DecimalRange,
    Decimals,
    Exit,
    Integer,
    Integers,
    Item,
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
    Strings,
    Term,
    Text,
    Truth,
    ValueSet,
    Within,
    Write,
    steps_of,
    subterms,
    terms,
)
from viva.engines.dialogues.notations.tokens import quote
from viva.engines.dialogues.traces import show_value
from viva.engines.dialogues.variants.negation import negate

_COMPARISONS = {"=": "equal", "!=": "not_equal", "<": "less", "<=": "at_most", ">": "greater", ">=": "at_least"}
_ARITHMETIC = {"+": "plus", "-": "minus", "*": "times", "/": "divided"}


@dataclass(frozen=True, slots=True)
class Words:
    """`say` has the sentences of a locale."""

    say: Say

    def statement(self, spec: Spec) -> str:
        """A whole statement in Markdown: the steps of the program as a nested list."""
        lines = [self.say("statement_opening"), "", *self.outline(spec), "", self.say("statement_closing")]
        if any(_is_partial(part) for term in terms(spec) for part in subterms(term)):
            lines += ["", self.say("statement_partial")]
        return "\n".join(lines) + "\n"

    def outline(self, spec: Spec, depth: int = 0) -> Iterator[str]:
        """One line for each step, indented below the branch or loop it belongs to."""
        for step in steps_of(spec) or (Nop(),):
            match step:
                case Read():
                    yield _item(depth, self.read(step))
                case Write(alternatives, optional):
                    outputs = [self.output(items) for items in alternatives]
                    long = any(len(items) > 1 for items in alternatives)
                    shown = self.say("or_else").join(outputs) if long else self.either(outputs)
                    yield _item(depth, self.say("may_write" if optional else "write", output=shown))
                case Branch(left, condition, Nop()) if left != Nop():
                    yield _item(depth, self.say("unless", condition=self.condition(condition)))
                    yield from self.outline(left, depth + 1)
                case Branch():
                    yield from self.branch(step, "if", depth)
                case Loop(Branch(left, Not(condition), Exit())):
                    yield _item(depth, self.say("while", condition=self.condition(condition)))
                    yield from self.outline(left, depth + 1)
                case Loop(Branch(left, condition, Exit())):
                    yield _item(depth, self.say("until", condition=self.condition(condition)))
                    yield from self.outline(left, depth + 1)
                case Loop(body):
                    yield _item(depth, self.say("repeat"))
                    yield from self.outline(body, depth + 1)
                case Repeat(count, body):
                    key = "repeat_times" if isinstance(count, Current | Integer) else "repeat_as_often"
                    yield _item(depth, self.say(key, count=self.term(count)))
                    yield from self.outline(body, depth + 1)
                case Exit():
                    yield _item(depth, self.say("leave"))
                case Nop() | Seq():
                    yield _item(depth, self.say("nothing"))

    def branch(self, branch: Branch, word: str, depth: int) -> Iterator[str]:
        yield _item(depth, self.say(word, condition=self.condition(branch.condition)))
        yield from self.outline(branch.right, depth + 1)
        match branch.left:
            case Nop():
                return
            case Branch() as other:
                yield from self.branch(other, "otherwise_if", depth)
            case _:
                yield _item(depth, self.say("otherwise"))
                yield from self.outline(branch.left, depth + 1)

    def read(self, read: Read) -> str:
        kind = self.values(read.values)
        if read.excluded is not None:
            kind = self.say("not_yet_read", kind=kind, variable=read.excluded)
        key = {Mode.ASSUME: "read", Mode.UNTIL: "read_until", Mode.ABORT: "read_abort"}[read.mode]
        return self.say(key, kind=kind, variable=read.variable)

    def values(self, values: ValueSet) -> str:
        match values:
            case Naturals():
                return self.say("natural")
            case Integers():
                return self.say("integer")
            case Strings(ends):
                return self.say("line_with_its_ends" if ends else "line_of_text")
            case Booleans():
                return self.say("truth")
            case Decimals():
                return self.say("decimal")
            case Range(low, high):
                return self.say("range", low=low, high=high)
            case DecimalRange(smallest, largest):
                return self.say("decimal_range", low=show_decimal(smallest), high=show_decimal(largest))
            case OneOf(items):
                return self.say("one_of", values=self.either([show_value(item) for item in items]))

    def output(self, items: Alternative) -> str:
        """Free text at the ends of a line is said last: what must be there comes first."""
        fixed = items
        free = [isinstance(items[0], AnyText), isinstance(items[-1], AnyText)]
        if len(items) > sum(free):
            fixed = items[free[0] : len(items) - free[1]]
            around = {(True, True): "around", (True, False): "before", (False, True): "after"}.get((free[0], free[1]))
        else:
            around = None
        said = self.say("followed_by").join(map(self.item_text, fixed))
        return self.say(f"free_{around}", output=said) if around else said

    def item_text(self, item: Item) -> str:
        match item:
            case AnyText():
                return self.say("any_text")
            case Text(value):
                return self.say("the_text", text=quote(value))
            case Within(term, tolerance):
                return self.say("within", term=self.term(term), tolerance=show_decimal(tolerance))
            case Some(variable, condition, values):
                kind, holds = self.values(values), self.condition(condition)
                return self.say("some", kind=kind, variable=variable, condition=holds)
            case _:
                return self.term(item)

    def either(self, choices: list[str]) -> str:
        if len(choices) == 1:
            return choices[0]
        return ", ".join(choices[:-1]) + self.say("or_last") + choices[-1]

    def term(self, term: Term) -> str:
        match term:
            case Current(variable):
                return f"`{variable}`"
            case All(variable):
                return self.say("all_values", variable=variable)
            case Integer(value):
                return str(value)
            case Text(value):
                return quote(value)
            case Merged(variables):
                names = [f"`{variable}`" for variable in variables]
                return self.say("merged_values", variables=", ".join(names[:-1]), last=names[-1])
            case Truth(value):
                return self.say("true" if value else "false")
            case DecimalNumber(value):
                return show_decimal(value)
            case Listed(items):
                return self.either([self.term(item) for item in items])
            case Opaque(foreign, arguments):
                said = self.say("and_then").join(map(self.term, arguments))
                return self.say("opaque", function=foreign.name, arguments=said)
            case Call("back", (All(variable), Integer(1))):
                return self.say("call_back_one", variable=variable)
            case Call(function, (All(variable), *others)):
                return self.say(
                    f"call_{function}_all", variable=variable, others=self.either([*map(self.term, others), ""][:1])
                )
            case Call(function, arguments):
                shown = [self.operand(argument) for argument in arguments]
                return self.say(f"call_{function}", first=shown[0], second=shown[-1])
            case Operation(operator, left, right) if operator in _ARITHMETIC:
                return self.say(_ARITHMETIC[operator], left=self.operand(left), right=self.operand(right))
            case _:
                return self.condition(term)

    def operand(self, term: Term) -> str:
        return f"({self.term(term)})" if isinstance(term, Operation) else self.term(term)

    def condition(self, condition: Term) -> str:
        match condition:
            case Operation(("and" | "or") as word, left, right):
                return self.say(word, left=self.joined(left, word), right=self.joined(right, word))
            case Operation("=", left, Truth(True)) | Operation("!=", left, Truth(False)):
                return self.say("is_true", term=self.term(left))
            case Operation("!=", left, Truth(True)) | Operation("=", left, Truth(False)):
                return self.say("is_false", term=self.term(left))
            case Operation(operator, left, right):
                return self.say(_COMPARISONS[operator], left=self.term(left), right=self.term(right))
            case Call("in", (value, All(variable))):
                return self.say("call_in_all", first=self.term(value), variable=variable)
            case Call("in", (value, Listed(items))):
                return self.say(
                    "call_in_listed", first=self.term(value), values=self.either([self.term(item) for item in items])
                )
            case Not(Call("in", (value, All(variable)))):
                return self.say("call_not_in_all", first=self.term(value), variable=variable)
            case Not(Call("in", (value, values))):
                return self.say("call_not_in", first=self.term(value), second=self.term(values))
            case Not(Operation(operator) as inner) if operator in _COMPARISONS:
                return self.condition(negate(inner) if negate(inner) != condition else _turned(inner))
            case Not(operand):
                return self.say("not", condition=self.condition(operand))
            case _:
                return self.term(condition)

    def joined(self, condition: Term, word: str) -> str:
        """In brackets where `and` and `or` meet."""
        said = self.condition(condition)
        meets = isinstance(condition, Operation) and condition.operator in ("and", "or") and condition.operator != word
        return f"({said})" if meets else said


def in_words(locale: str) -> Words:
    return Words(catalogue(__package__, locale).say)


def _is_partial(term: Term) -> bool:
    match term:
        case Call("mod" | "div", (_, Integer(divisor))) | Operation("/", _, Integer(divisor)):
            return divisor == 0
        case Operation("/") | Opaque():
            return True
        case Call(function):
            return function in PARTIAL
        case _:
            return False


def _item(depth: int, text: str) -> str:
    return f"{'  ' * depth}- {text}"


def _turned(truth: Operation) -> Term:
    """The opposite of a truth value that stands for itself."""
    return Operation("!=" if truth.operator == "=" else "=", truth.left, truth.right)
