"""Specifications in plain English: the statement of a variant, and the text twin of a drawing."""

from __future__ import annotations

from collections.abc import Iterator

from viva.core.texts import catalogue
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
from viva.engines.dialogues.negation import negated
from viva.engines.dialogues.notations.tokens import quoted
from viva.engines.dialogues.terms import PARTIAL, show_decimal
from viva.engines.dialogues.traces import show_value

_TEXTS = catalogue(__package__)
_COMPARISONS = {"=": "equal", "!=": "not_equal", "<": "less", "<=": "at_most", ">": "greater", ">=": "at_least"}
_ARITHMETIC = {"+": "plus", "-": "minus", "*": "times", "/": "divided"}


def statement(spec: Spec) -> str:
    """A whole statement in Markdown: the steps of the program as a nested list."""
    lines = [_TEXTS.say("statement_opening"), "", *outline(spec), "", _TEXTS.say("statement_closing")]
    if any(_is_partial(part) for term in terms(spec) for part in subterms(term)):
        lines += ["", _TEXTS.say("statement_partial")]
    return "\n".join(lines) + "\n"


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


def outline(spec: Spec, depth: int = 0) -> Iterator[str]:
    """One line for each step, indented below the branch or loop it belongs to."""
    for step in steps_of(spec) or (Nop(),):
        match step:
            case Read():
                yield _item(depth, _read(step))
            case Write(alternatives, optional):
                outputs = [_output(items) for items in alternatives]
                long = any(len(items) > 1 for items in alternatives)
                shown = _TEXTS.say("or_else").join(outputs) if long else _either(outputs)
                yield _item(depth, _TEXTS.say("may_write" if optional else "write", output=shown))
            case Branch(left, condition, Nop()) if left != Nop():
                yield _item(depth, _TEXTS.say("unless", condition=condition_text(condition)))
                yield from outline(left, depth + 1)
            case Branch():
                yield from _branch(step, "if", depth)
            case Loop(Branch(left, Not(condition), Exit())):
                yield _item(depth, _TEXTS.say("while", condition=condition_text(condition)))
                yield from outline(left, depth + 1)
            case Loop(Branch(left, condition, Exit())):
                yield _item(depth, _TEXTS.say("until", condition=condition_text(condition)))
                yield from outline(left, depth + 1)
            case Loop(body):
                yield _item(depth, _TEXTS.say("repeat"))
                yield from outline(body, depth + 1)
            case Repeat(count, body):
                key = "repeat_times" if isinstance(count, Current | Integer) else "repeat_as_often"
                yield _item(depth, _TEXTS.say(key, count=term_text(count)))
                yield from outline(body, depth + 1)
            case Exit():
                yield _item(depth, _TEXTS.say("leave"))
            case Nop() | Seq():
                yield _item(depth, _TEXTS.say("nothing"))


def _branch(branch: Branch, word: str, depth: int) -> Iterator[str]:
    yield _item(depth, _TEXTS.say(word, condition=condition_text(branch.condition)))
    yield from outline(branch.right, depth + 1)
    match branch.left:
        case Nop():
            return
        case Branch() as other:
            yield from _branch(other, "otherwise_if", depth)
        case _:
            yield _item(depth, _TEXTS.say("otherwise"))
            yield from outline(branch.left, depth + 1)


def _item(depth: int, text: str) -> str:
    return f"{'  ' * depth}- {text}"


def _read(read: Read) -> str:
    kind = values_text(read.values)
    if read.excluded is not None:
        kind = _TEXTS.say("not_yet_read", kind=kind, variable=read.excluded)
    key = {Mode.ASSUME: "read", Mode.UNTIL: "read_until", Mode.ABORT: "read_abort"}[read.mode]
    return _TEXTS.say(key, kind=kind, variable=read.variable)


def values_text(values: ValueSet) -> str:
    match values:
        case Naturals():
            return _TEXTS.say("natural")
        case Integers():
            return _TEXTS.say("integer")
        case Strings():
            return _TEXTS.say("line_of_text")
        case Booleans():
            return _TEXTS.say("truth")
        case Decimals():
            return _TEXTS.say("decimal")
        case Range(low, high):
            return _TEXTS.say("range", low=low, high=high)
        case DecimalRange(smallest, largest):
            return _TEXTS.say("decimal_range", low=show_decimal(smallest), high=show_decimal(largest))
        case OneOf(items):
            return _TEXTS.say("one_of", values=_either([show_value(item) for item in items]))


def _output(items: Alternative) -> str:
    """Free text at the ends of a line is said last: what must be there comes first."""
    fixed = items
    free = [isinstance(items[0], AnyText), isinstance(items[-1], AnyText)]
    if len(items) > sum(free):
        fixed = items[free[0] : len(items) - free[1]]
        around = {(True, True): "around", (True, False): "before", (False, True): "after"}.get((free[0], free[1]))
    else:
        around = None
    said = _TEXTS.say("followed_by").join(map(_item_text, fixed))
    return _TEXTS.say(f"free_{around}", output=said) if around else said


def _item_text(item: Item) -> str:
    match item:
        case AnyText():
            return _TEXTS.say("any_text")
        case Text(value):
            return _TEXTS.say("the_text", text=quoted(value))
        case Within(term, tolerance):
            return _TEXTS.say("within", term=term_text(term), tolerance=show_decimal(tolerance))
        case Some(variable, condition, values):
            kind, holds = values_text(values), condition_text(condition)
            return _TEXTS.say("some", kind=kind, variable=variable, condition=holds)
        case _:
            return term_text(item)


def _either(choices: list[str]) -> str:
    if len(choices) == 1:
        return choices[0]
    return ", ".join(choices[:-1]) + _TEXTS.say("or_last") + choices[-1]


def term_text(term: Term) -> str:
    match term:
        case Current(variable):
            return f"`{variable}`"
        case All(variable):
            return _TEXTS.say("all_values", variable=variable)
        case Integer(value):
            return str(value)
        case Text(value):
            return quoted(value)
        case Merged(variables):
            names = [f"`{variable}`" for variable in variables]
            return _TEXTS.say("merged_values", variables=", ".join(names[:-1]), last=names[-1])
        case Truth(value):
            return _TEXTS.say("true" if value else "false")
        case DecimalNumber(value):
            return show_decimal(value)
        case Listed(items):
            return _either([term_text(item) for item in items])
        case Opaque(foreign, arguments):
            said = _TEXTS.say("and_then").join(map(term_text, arguments))
            return _TEXTS.say("opaque", function=foreign.name, arguments=said)
        case Call("back", (All(variable), Integer(1))):
            return _TEXTS.say("call_back_one", variable=variable)
        case Call(function, (All(variable), *others)):
            return _TEXTS.say(
                f"call_{function}_all", variable=variable, others=_either([*map(term_text, others), ""][:1])
            )
        case Call(function, arguments):
            shown = [_operand(argument) for argument in arguments]
            return _TEXTS.say(f"call_{function}", first=shown[0], second=shown[-1])
        case Operation(operator, left, right) if operator in _ARITHMETIC:
            return _TEXTS.say(_ARITHMETIC[operator], left=_operand(left), right=_operand(right))
        case _:
            return condition_text(term)


def _operand(term: Term) -> str:
    return f"({term_text(term)})" if isinstance(term, Operation) else term_text(term)


def condition_text(condition: Term) -> str:
    match condition:
        case Operation(("and" | "or") as word, left, right):
            return _TEXTS.say(word, left=_joined(left, word), right=_joined(right, word))
        case Operation("=", left, Truth(True)) | Operation("!=", left, Truth(False)):
            return _TEXTS.say("is_true", term=term_text(left))
        case Operation("!=", left, Truth(True)) | Operation("=", left, Truth(False)):
            return _TEXTS.say("is_false", term=term_text(left))
        case Operation(operator, left, right):
            return _TEXTS.say(_COMPARISONS[operator], left=term_text(left), right=term_text(right))
        case Call("in", (value, All(variable))):
            return _TEXTS.say("call_in_all", first=term_text(value), variable=variable)
        case Call("in", (value, Listed(items))):
            return _TEXTS.say(
                "call_in_listed", first=term_text(value), values=_either([term_text(item) for item in items])
            )
        case Not(Call("in", (value, All(variable)))):
            return _TEXTS.say("call_not_in_all", first=term_text(value), variable=variable)
        case Not(Call("in", (value, values))):
            return _TEXTS.say("call_not_in", first=term_text(value), second=term_text(values))
        case Not(Operation(operator) as inner) if operator in _COMPARISONS:
            return condition_text(negated(inner) if negated(inner) != condition else _turned(inner))
        case Not(operand):
            return _TEXTS.say("not", condition=condition_text(operand))
        case _:
            return term_text(condition)


def _turned(truth: Operation) -> Term:
    """The opposite of a truth value that stands for itself."""
    return Operation("!=" if truth.operator == "=" else "=", truth.left, truth.right)


def _joined(condition: Term, word: str) -> str:
    """In brackets where `and` and `or` meet."""
    said = condition_text(condition)
    meets = isinstance(condition, Operation) and condition.operator in ("and", "or") and condition.operator != word
    return f"({said})" if meets else said
