"""Usual mistakes with texts, as other terms in the place of a part: letters not made small, the wrong end looked at,
lengths compared instead of texts. A test for which the two differ meets the mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import OPERATORS, Environment, Undefined, evaluate
from viva.engines.dialogues.suites.aims.mistakes import places
from viva.engines.dialogues.suites.ways.formulas import Position

Mistake = tuple[Position, str, m.Term]
_TAKEN_OFF: dict[str, Callable[[str], str]] = {
    "at its ends": str.strip,
    "at its beginning": str.lstrip,
    "at its end": str.rstrip,
}


def text_places(term: m.Term, here: Environment) -> Iterator[Position]:
    """Which parts of a term are texts."""
    for position, part in places(term):
        try:
            if isinstance(evaluate(part, here), str):
                yield position
        except (Undefined, TypeError):
            continue


def text_mistakes(term: m.Term, texts: Collection[Position], whole: Collection[str] = ()) -> Iterator[Mistake]:
    """Each with its place, its name and the whole term with the mistake in it. `texts` are the parts that are texts,
    `whole` the variables whose blanks at the ends count."""
    for position, part in places(term):
        if isinstance(part, m.Current) and part.variable in whole:
            for name, taken in _TAKEN_OFF.items():
                yield position, f"without blanks {name}", put(term, position, _computed(name, taken, part))
        inner = [number for number in (0, 1) if (*position, number) in texts]
        for name, mistaken in _instead(part, inner) if inner else ():
            yield position, name, put(term, position, mistaken)


def _instead(part: m.Term, texts: Collection[int]) -> Iterator[tuple[str, m.Term]]:
    """`texts` says which of the two parts of this one are texts."""
    match part:
        case m.Call("in", (left, right)) if 1 in texts:
            yield "equal", m.Operation("=", left, right)
            yield "at the beginning", _computed("begins", lambda a, b: b.startswith(a), left, right)
            yield "at the end", _computed("ends", lambda a, b: b.endswith(a), left, right)
            yield "whatever its letters", m.Call("in", (m.Call("lower", (left,)), m.Call("lower", (right,))))
            yield "the other way round", m.Call("in", (right, left))
        case m.Call(("upper" | "lower" | "reverse"), (inner,)) if 0 in texts:
            yield "left as it is", inner
        case m.Call("len", (inner,)) if 0 in texts:
            yield "without blanks", _computed("letters", lambda a: len(a.replace(" ", "")), inner)
        case m.Operation("+", left, right) if 0 in texts:
            yield "the other way round", m.Operation("+", right, left)
            yield "with a blank", _computed("apart", lambda a, b: f"{a} {b}", left, right)
        case m.Operation(operator, left, right) if operator in m.COMPARISONS and 0 in texts:
            compare = OPERATORS[operator]
            yield "whatever their letters", m.Operation(operator, m.Call("lower", (left,)), m.Call("lower", (right,)))
            yield "by length", m.Operation(operator, m.Call("len", (left,)), m.Call("len", (right,)))
            yield "by the first letter", _computed(f"{operator} first", lambda a, b: compare(a[:1], b[:1]), left, right)
            yield "by the last letter", _computed(f"{operator} last", lambda a, b: compare(a[-1:], b[-1:]), left, right)
            yield (
                "without blanks",
                _computed(f"{operator} stripped", lambda a, b: compare(a.strip(), b.strip()), left, right),
            )
            if operator in ("=", "!="):
                for word, other in (("at least", ">="), ("at most", "<=")):
                    ordered = m.Operation(other, left, right)
                    yield word, ordered if operator == "=" else m.Not(ordered)
                inside = m.Operation("or", m.Call("in", (left, right)), m.Call("in", (right, left)))
                yield "one in the other", inside if operator == "=" else m.Not(inside)


def _computed(name: str, compute: Callable[..., m.Result], *arguments: m.Term) -> m.Term:
    """What the notation has no function for. It is never shown, and told from others by its name."""
    return m.Opaque(_foreign(name, len(arguments), compute), arguments)


def _foreign(name: str, count: int, compute: Callable[..., m.Result]) -> m.Foreign:
    return m.Foreign(name, (*(m.Type.TEXT,) * count, m.Type.CONDITION), "", compute)


def put(term: m.Term, at: Position, other: m.Term) -> m.Term:
    """The term with another one in the place of one of its parts."""
    if not at:
        return other
    number, rest = at[0], at[1:]
    match term:
        case m.Call(arguments=inner) | m.Opaque(arguments=inner):
            return replace(term, arguments=_with(inner, number, rest, other))
        case m.Listed(inner):
            return m.Listed(_with(inner, number, rest, other))
        case m.Operation(left=left, right=right):
            left, right = _with((left, right), number, rest, other)
            return m.Operation(term.operator, left, right)
        case m.Not(operand):
            return m.Not(put(operand, rest, other))
    raise AssertionError(f"{type(term).__name__} has no parts")


def _with(parts: tuple[m.Term, ...], number: int, rest: Position, other: m.Term) -> tuple[m.Term, ...]:
    return (*parts[:number], put(parts[number], rest, other), *parts[number + 1 :])
