"""Specifications in plain words: the statement of a variant, and the text twin of a drawing."""

from __future__ import annotations

from collections.abc import Iterator

from viva.core.records import dataclass
from viva.core.texts import Say, catalogue
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import PARTIAL, show_decimal
from viva.engines.dialogues.notations.tokens import quote
from viva.engines.dialogues.traces import show_value
from viva.engines.dialogues.variants.negation import negate

_COMPARISONS = {"=": "equal", "!=": "not_equal", "<": "less", "<=": "at_most", ">": "greater", ">=": "at_least"}
_ARITHMETIC = {"+": "plus", "-": "minus", "*": "times", "/": "divided"}


@dataclass(frozen=True, slots=True)
class Words:
    """`say` has the sentences of a locale."""

    say: Say

    def statement(self, spec: m.Spec) -> str:
        """A whole statement in Markdown: the steps of the program as a nested list."""
        lines = [self.say("statement_opening"), "", *self.outline(spec), "", self.say("statement_closing")]
        if any(_is_partial(part) for term in m.terms(spec) for part in m.subterms(term)):
            lines += ["", self.say("statement_partial")]
        return "\n".join(lines) + "\n"

    def outline(self, spec: m.Spec, depth: int = 0) -> Iterator[str]:
        """One line for each step, indented below the branch or loop it belongs to."""
        for step in m.steps_of(spec) or (m.Nop(),):
            match step:
                case m.Read():
                    yield _item(depth, self.read(step))
                case m.Write(alternatives, optional):
                    outputs = [self.output(items) for items in alternatives]
                    long = any(len(items) > 1 for items in alternatives)
                    shown = self.say("or_else").join(outputs) if long else self.either(outputs)
                    yield _item(depth, self.say("may_write" if optional else "write", output=shown))
                case m.Branch(left, condition, m.Nop()) if left != m.Nop():
                    yield _item(depth, self.say("unless", condition=self.condition(condition)))
                    yield from self.outline(left, depth + 1)
                case m.Branch():
                    yield from self.branch(step, "if", depth)
                case m.Loop(m.Branch(left, m.Not(condition), m.Exit())):
                    yield _item(depth, self.say("while", condition=self.condition(condition)))
                    yield from self.outline(left, depth + 1)
                case m.Loop(m.Branch(left, condition, m.Exit())):
                    yield _item(depth, self.say("until", condition=self.condition(condition)))
                    yield from self.outline(left, depth + 1)
                case m.Loop(body):
                    yield _item(depth, self.say("repeat"))
                    yield from self.outline(body, depth + 1)
                case m.Repeat(count, body):
                    key = "repeat_times" if isinstance(count, m.Current | m.Integer) else "repeat_as_often"
                    yield _item(depth, self.say(key, count=self.term(count)))
                    yield from self.outline(body, depth + 1)
                case m.Exit():
                    yield _item(depth, self.say("leave"))
                case m.Nop() | m.Seq():
                    yield _item(depth, self.say("nothing"))

    def branch(self, branch: m.Branch, word: str, depth: int) -> Iterator[str]:
        yield _item(depth, self.say(word, condition=self.condition(branch.condition)))
        yield from self.outline(branch.right, depth + 1)
        match branch.left:
            case m.Nop():
                return
            case m.Branch() as other:
                yield from self.branch(other, "otherwise_if", depth)
            case _:
                yield _item(depth, self.say("otherwise"))
                yield from self.outline(branch.left, depth + 1)

    def read(self, read: m.Read) -> str:
        kind = self.values(read.values)
        if len(read.excluded) == 1:
            kind = self.say("not_yet_read", kind=kind, variable=read.excluded[0])
        elif read.excluded:
            names = [f"`{name}`" for name in read.excluded]
            kind = self.say("not_yet_read_either", kind=kind, variables=self.either(names))
        key = {m.Mode.ASSUME: "read", m.Mode.UNTIL: "read_until", m.Mode.ABORT: "read_abort"}[read.mode]
        return self.say(key, kind=kind, variable=read.variable)

    def values(self, values: m.ValueSet) -> str:
        match values:
            case m.Naturals():
                return self.say("natural")
            case m.Integers():
                return self.say("integer")
            case m.Strings(ends):
                return self.say("line_with_its_ends" if ends else "line_of_text")
            case m.Booleans():
                return self.say("truth")
            case m.Decimals():
                return self.say("decimal")
            case m.Range(low, high):
                return self.say("range", low=low, high=high)
            case m.DecimalRange(smallest, largest):
                return self.say("decimal_range", low=show_decimal(smallest), high=show_decimal(largest))
            case m.OneOf(items):
                return self.say("one_of", values=self.either([show_value(item) for item in items]))

    def output(self, items: m.Alternative) -> str:
        """Free text at the ends of a line is said last: what must be there comes first."""
        fixed = items
        free = [isinstance(items[0], m.AnyText), isinstance(items[-1], m.AnyText)]
        if len(items) > sum(free):
            fixed = items[free[0] : len(items) - free[1]]
            around = {(True, True): "around", (True, False): "before", (False, True): "after"}.get((free[0], free[1]))
        else:
            around = None
        said = self.say("followed_by").join(map(self.item_text, fixed))
        return self.say(f"free_{around}", output=said) if around else said

    def item_text(self, item: m.Item) -> str:
        match item:
            case m.AnyText():
                return self.say("any_text")
            case m.Text(value):
                return self.say("the_text", text=quote(value))
            case m.Within(term, tolerance):
                return self.say("within", term=self.term(term), tolerance=show_decimal(tolerance))
            case m.Some(variable, condition, values):
                kind, holds = self.values(values), self.condition(condition)
                return self.say("some", kind=kind, variable=variable, condition=holds)
            case _:
                return self.term(item)

    def either(self, choices: list[str]) -> str:
        if len(choices) == 1:
            return choices[0]
        return ", ".join(choices[:-1]) + self.say("or_last") + choices[-1]

    def term(self, term: m.Term) -> str:
        match term:
            case m.Current(variable):
                return f"`{variable}`"
            case m.All(variable):
                return self.say("all_values", variable=variable)
            case m.Integer(value):
                return str(value)
            case m.Text(value):
                return quote(value)
            case m.Merged(variables):
                names = [f"`{variable}`" for variable in variables]
                return self.say("merged_values", variables=", ".join(names[:-1]), last=names[-1])
            case m.Truth(value):
                return self.say("true" if value else "false")
            case m.DecimalNumber(value):
                return show_decimal(value)
            case m.Listed(items):
                return self.either([self.term(item) for item in items])
            case m.Opaque(foreign, arguments):
                said = self.say("and_then").join(map(self.term, arguments))
                return self.say("opaque", function=foreign.name, arguments=said)
            case m.Call(("start" | "rest") as function, (values, place)):
                return self.part(function, values, place)
            case m.Call("back", (m.All(variable), m.Integer(1))):
                return self.say("call_back_one", variable=variable)
            case m.Call(function, (m.All(variable), *others)):
                return self.say(
                    f"call_{function}_all", variable=variable, others=self.either([*map(self.term, others), ""][:1])
                )
            case m.Call(function, arguments):
                shown = [self.operand(argument) for argument in arguments]
                return self.say(f"call_{function}", first=shown[0], second=shown[-1])
            case m.Operation(operator, left, right) if operator in _ARITHMETIC:
                return self.say(_ARITHMETIC[operator], left=self.operand(left), right=self.operand(right))
            case _:
                return self.condition(term)

    def part(self, function: str, values: m.Term, place: m.Term) -> str:
        """What is left of a list, or of a text, as a person says it: all but the last, the first 3."""
        kind = "values" if _is_list(values) else "letters"
        match function, values, place:
            case "rest", m.Call("start", (inner, m.Integer(-1))), m.Integer(1):
                return self.say(f"{kind}_inner", whole=self.whole(inner))
        whole, number = self.whole(values), place.value if isinstance(place, m.Integer) else 0
        if not number:
            key = f"{kind}_up_to" if function == "start" else f"{kind}_after"
            return self.say(key, whole=whole, number=self.term(place))
        end = "first" if number > 0 else "last"
        left_out = (number > 0) == (function == "rest")
        one = "_one" if abs(number) == 1 else ""
        return self.say(f"{kind}_{'without_' if left_out else ''}{end}{one}", whole=whole, count=abs(number))

    def whole(self, values: m.Term) -> str:
        """What a part is a part of."""
        if isinstance(values, m.All):
            return self.say("every_value", variable=values.variable)
        return self.operand(values)

    def operand(self, term: m.Term) -> str:
        if isinstance(term, m.Call) and term.function in ("start", "rest"):
            return self.say("part_of_all", part=self.term(term))
        return f"({self.term(term)})" if isinstance(term, m.Operation) else self.term(term)

    def condition(self, condition: m.Term) -> str:
        match condition:
            case m.Operation(("and" | "or") as word, left, right):
                return self.say(word, left=self.joined(left, word), right=self.joined(right, word))
            case m.Operation("=", left, m.Truth(True)) | m.Operation("!=", left, m.Truth(False)):
                return self.say("is_true", term=self.term(left))
            case m.Operation("!=", left, m.Truth(True)) | m.Operation("=", left, m.Truth(False)):
                return self.say("is_false", term=self.term(left))
            case m.Operation(operator, left, right):
                return self.say(_COMPARISONS[operator], left=self.term(left), right=self.term(right))
            case m.Call("in", (value, m.All(variable))):
                return self.say("call_in_all", first=self.term(value), variable=variable)
            case m.Call("in", (value, m.Listed(items))):
                return self.say(
                    "call_in_listed", first=self.term(value), values=self.either([self.term(item) for item in items])
                )
            case m.Not(m.Call("in", (value, m.All(variable)))):
                return self.say("call_not_in_all", first=self.term(value), variable=variable)
            case m.Not(m.Call("in", (value, values))):
                return self.say("call_not_in", first=self.term(value), second=self.term(values))
            case m.Not(m.Operation(operator) as inner) if operator in _COMPARISONS:
                return self.condition(negate(inner) if negate(inner) != condition else _turned(inner))
            case m.Not(operand):
                return self.say("not", condition=self.condition(operand))
            case _:
                return self.term(condition)

    def joined(self, condition: m.Term, word: str) -> str:
        """In brackets where `and` and `or` meet."""
        said = self.condition(condition)
        meets = (
            isinstance(condition, m.Operation) and condition.operator in ("and", "or") and condition.operator != word
        )
        return f"({said})" if meets else said


def in_words(locale: str) -> Words:
    return Words(catalogue(__package__, locale).say)


def _is_partial(term: m.Term) -> bool:
    match term:
        case m.Call("mod" | "div", (_, m.Integer(divisor))) | m.Operation("/", _, m.Integer(divisor)):
            return divisor == 0
        case m.Operation("/") | m.Opaque():
            return True
        case m.Call(function):
            return function in PARTIAL
        case _:
            return False


def _is_list(term: m.Term) -> bool:
    match term:
        case m.Call("start" | "rest" | "reverse", (inner, *_)):
            return _is_list(inner)
        case m.Opaque(foreign):
            return foreign.signature[-1] != m.Type.TEXT
        case _:
            return isinstance(term, m.All | m.Merged | m.Listed) or (
                isinstance(term, m.Call) and term.function == "sort"
            )


def _item(depth: int, text: str) -> str:
    return f"{'  ' * depth}- {text}"


def _turned(truth: m.Operation) -> m.Term:
    """The opposite of a truth value that stands for itself."""
    return m.Operation("!=" if truth.operator == "=" else "=", truth.left, truth.right)
