"""Usual mistakes with texts, as other terms in the place of a part: letters not made small, the wrong end looked at,
lengths compared instead of texts. A test for which the two differ meets the mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from viva.engines.dialogues.evaluation import OPERATORS, Environment, Undefined, evaluate
from viva.engines.dialogues.model import (
    COMPARISONS,
    Call,
    Current,
    Foreign,
    Listed,
    Not,
    Opaque,
    Operation,
    Result,
    Term,
    Type,
)
from viva.engines.dialogues.suites.aims.mistakes import places
from viva.engines.dialogues.suites.ways.formulas import Position

Mistake = tuple[Position, str, Term]
_TAKEN_OFF: dict[str, Callable[[str], str]] = {
    "at its ends": str.strip,
    "at its beginning": str.lstrip,
    "at its end": str.rstrip,
}


def text_places(term: Term, here: Environment) -> Iterator[Position]:
    """Which parts of a term are texts."""
    for position, part in places(term):
        try:
            if isinstance(evaluate(part, here), str):
                yield position
        except (Undefined, TypeError):
            continue


def text_mistakes(term: Term, texts: Collection[Position], whole: Collection[str] = ()) -> Iterator[Mistake]:
    """Each with its place, its name and the whole term with the mistake in it. `texts` are the parts that are texts,
    `whole` the variables whose blanks at the ends count."""
    for position, part in places(term):
        if isinstance(part, Current) and part.variable in whole:
            for name, taken in _TAKEN_OFF.items():
                yield position, f"without blanks {name}", put(term, position, _computed(name, taken, part))
        inner = [number for number in (0, 1) if (*position, number) in texts]
        for name, mistaken in _instead(part, inner) if inner else ():
            yield position, name, put(term, position, mistaken)


def _instead(part: Term, texts: Collection[int]) -> Iterator[tuple[str, Term]]:
    """`texts` says which of the two parts of this one are texts."""
    match part:
        case Call("in", (left, right)) if 1 in texts:
            yield "equal", Operation("=", left, right)
            yield "at the beginning", _computed("begins", lambda a, b: b.startswith(a), left, right)
            yield "at the end", _computed("ends", lambda a, b: b.endswith(a), left, right)
            yield "whatever its letters", Call("in", (Call("lower", (left,)), Call("lower", (right,))))
            yield "the other way round", Call("in", (right, left))
        case Call(("upper" | "lower" | "reverse"), (inner,)) if 0 in texts:
            yield "left as it is", inner
        case Call("len", (inner,)) if 0 in texts:
            yield "without blanks", _computed("letters", lambda a: len(a.replace(" ", "")), inner)
        case Operation("+", left, right) if 0 in texts:
            yield "the other way round", Operation("+", right, left)
            yield "with a blank", _computed("apart", lambda a, b: f"{a} {b}", left, right)
        case Operation(operator, left, right) if operator in COMPARISONS and 0 in texts:
            compare = OPERATORS[operator]
            yield "whatever their letters", Operation(operator, Call("lower", (left,)), Call("lower", (right,)))
            yield "by length", Operation(operator, Call("len", (left,)), Call("len", (right,)))
            yield "by the first letter", _computed(f"{operator} first", lambda a, b: compare(a[:1], b[:1]), left, right)
            yield "by the last letter", _computed(f"{operator} last", lambda a, b: compare(a[-1:], b[-1:]), left, right)
            yield (
                "without blanks",
                _computed(f"{operator} stripped", lambda a, b: compare(a.strip(), b.strip()), left, right),
            )
            if operator in ("=", "!="):
                for word, other in (("at least", ">="), ("at most", "<=")):
                    ordered = Operation(other, left, right)
                    yield word, ordered if operator == "=" else Not(ordered)
                inside = Operation("or", Call("in", (left, right)), Call("in", (right, left)))
                yield "one in the other", inside if operator == "=" else Not(inside)


def _computed(name: str, compute: Callable[..., Result], *arguments: Term) -> Term:
    """What the notation has no function for. It is never shown, and told from others by its name."""
    return Opaque(_foreign(name, len(arguments), compute), arguments)


def _foreign(name: str, count: int, compute: Callable[..., Result]) -> Foreign:
    return Foreign(name, (*(Type.TEXT,) * count, Type.CONDITION), "", compute)


def put(term: Term, at: Position, other: Term) -> Term:
    """The term with another one in the place of one of its parts."""
    if not at:
        return other
    number, rest = at[0], at[1:]
    match term:
        case Call(arguments=inner) | Opaque(arguments=inner):
            return replace(term, arguments=_with(inner, number, rest, other))
        case Listed(inner):
            return Listed(_with(inner, number, rest, other))
        case Operation(left=left, right=right):
            left, right = _with((left, right), number, rest, other)
            return Operation(term.operator, left, right)
        case Not(operand):
            return Not(put(operand, rest, other))
    raise AssertionError(f"{type(term).__name__} has no parts")


def _with(parts: tuple[Term, ...], number: int, rest: Position, other: Term) -> tuple[Term, ...]:
    return (*parts[:number], put(parts[number], rest, other), *parts[number + 1 :])
