"""What a translated function gives for some arguments, as a value of Python, to hold it against CPython."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from itertools import compress
from typing import Any

from tests.engines.proofs.differing import value_of
from tests.engines.proofs.sources import program
from viva.engines.proofs.checking.claims import argument
from viva.engines.proofs.query import Exhausted, Solver
from viva.engines.proofs.terms import Term, TooLarge
from viva.engines.proofs.terms.evaluate import Endless, Evaluator
from viva.engines.proofs.translation.translate import Translated, translate
from viva.engines.proofs.translation.values import (
    Bool,
    Char,
    Fresh,
    Int,
    Maybe,
    Nothing,
    Number,
    OneOf,
    Ref,
    Row,
    Seq,
    State,
    Value,
)
from viva.engines.shapes import Either, Many, Plain, Shape, Table
from viva.engines.syntax.source import assigned_names
from viva.engines.syntax.tree import Uncovered

STEPS = 20_000
_RAISED = (
    IndexError, KeyError, ValueError, ZeroDivisionError, TypeError, NameError, AssertionError, AttributeError,
    OverflowError,
)  # fmt: skip


class Unknown(Exception):
    """A function whose meaning is not given here."""


class Meaning(Evaluator):
    """What functions of texts are that terms leave open."""

    def _operation(self, term: Term, args: list[Any]) -> Any:
        if term.op != "apply" or term.data == "sorted":
            return super()._operation(term, args)
        name: str = term.data
        if name == "int.str":
            return _codes(str(args[0]))
        if name == "bool.str":
            return _codes(str(bool(args[0])))
        if name.startswith("char."):
            found = getattr(chr(args[0]), name.removeprefix("char."))()
            return _codes(found) if isinstance(found, str) else found
        if name == "text.<":
            return _text(args[0]) < _text(args[1])
        if name == "text.in":
            return _text(args[0]) in _text(args[1])
        if name in ("text.int", "text.int fails"):
            try:
                number, failed = int(_text(args[0])), False
            except ValueError:
                number, failed = 0, True
            return failed if name.endswith("fails") else number
        if name in ("text.split", "text.splitlines"):
            return tuple(map(_codes, getattr(_text(args[0]), name.removeprefix("text."))(*map(_text, args[1:]))))
        if name.startswith("text."):
            found = getattr(_text(args[0]), name.removeprefix("text."))(*map(_shown, args[1:]))
            return _codes(found) if isinstance(found, str) else found
        raise Unknown(name)


def _codes(text: str) -> tuple[int, ...]:
    return tuple(map(ord, text))


def _text(codes: Sequence[int]) -> str:
    return "".join(map(chr, codes))


def _shown(value: Any) -> Any:
    return value if isinstance(value, int) else _text(value)


def taken(shapes: Sequence[Shape]) -> tuple[list[Value], State]:
    state, fresh = State(), Fresh()
    return [argument(shape, f"in{place}", state, fresh)[1] for place, shape in enumerate(shapes)], state


def as_term(value: Any, shape: Shape) -> Any:
    match shape:
        case Plain("str"):
            return _codes(value)
        case Many(_, element):
            return tuple(as_term(each, element) for each in value)
    return tuple(value) if isinstance(value, tuple) else value


def inputs_of(values: Sequence[Any], shapes: Sequence[Shape]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for place, (value, shape) in enumerate(zip(values, shapes, strict=True)):
        match shape:
            case Either():
                found[f"in{place}n"] = value is None
                found[f"in{place}"] = 0 if value is None else value
            case Table(key, inner):
                found[f"in{place}"] = tuple(as_term(each, key) for each in value)
                found[f"in{place}v"] = tuple(as_term(each, inner) for each in value.values())
            case _:
                found[f"in{place}"] = as_term(value, shape)
    return found


def plain(value: Value, state: State, values: dict[str, Any]) -> Any:
    def meant(term: Term) -> Any:
        return Meaning(STEPS).value(term, values)

    match value:
        case Nothing():
            return None
        case Maybe(missing, inner):
            return None if meant(missing) else plain(inner, state, values)
        case Row(items):
            return tuple(plain(item, state, values) for item in items)
        case OneOf(condition, one, other):
            return plain(one if meant(condition) else other, state, values)
        case Int(term) | Number(term):
            return meant(term)
        case Bool(term):
            return bool(meant(term))
        case Char(term):
            return chr(meant(term))
        case Seq("text", term):
            return _text(meant(term))
        case Seq(_, term, element):
            return tuple(_of_kind(each, element) for each in meant(term))
        case Ref(number):
            cell = state.heap[number]
            terms = [meant(term) for term in cell.terms]
            found = [
                [_of_kind(each, kind) for each in items] for items, kind in zip(terms, cell.elements, strict=True)
            ]  # fmt: skip
            if cell.kind == "list":
                return found[0]
            if cell.kind == "set":
                assert len(set(found[0])) == len(found[0]), "an element that is twice in a set"
                return set(found[0])
            assert len(set(found[0])) == len(found[0]), "a key that is twice in a dictionary"
            return dict.fromkeys(found[0]) if cell.kind == "keys" else dict(zip(*found, strict=True))
    raise AssertionError(value)


def _of_kind(value: Any, kind: Any) -> Any:
    match kind:
        case "char":
            return chr(value)
        case "text":
            return _text(value)
        case "bool":
            return bool(value)
        case ("row", *parts):
            return tuple(_of_kind(each, part) for each, part in zip(value, parts, strict=True))
        case ("list", element):
            return [_of_kind(each, element) for each in value]
        case ("tuple", element):
            return tuple(_of_kind(each, element) for each in value)
        case ("set", element):
            return {_of_kind(each, element) for each in value}
    return value


def alike(one: Any, two: Any) -> bool:
    """Equal, of one type all the way down, and dictionaries in one order."""
    if type(one) is not type(two) or one != two:
        return False
    if isinstance(one, list | tuple):
        return all(map(alike, one, two))
    if isinstance(one, dict):
        return all(map(alike, list(one.items()), list(two.items())))
    return not isinstance(one, set) or sorted(map(repr, one)) == sorted(map(repr, two))


def translated(source: str, shapes: Sequence[Shape], effort: int) -> tuple[Translated, list[Value]] | None:
    """None where it is not covered."""
    arguments, state = taken(shapes)
    try:
        return translate(program(source).tree, "f", arguments, state, Solver(effort)), arguments
    except (Uncovered, TooLarge, Exhausted, RecursionError):
        return None


def held_against_python(source: str, shapes: Sequence[Shape], seed: int, inputs: int, effort: int = 400_000) -> int:
    """How many inputs were compared; 0 where the program is not covered. Raises AssertionError where they differ."""
    known = translated(source, shapes, effort)
    if known is None:
        return 0
    found, arguments = known
    # A list whose name is bound anew in one case may be changed through that name: then it is not followed.
    bound = assigned_names(program(source).tree.nodes("body")[-1].nodes("body"))
    names = [each.text("arg") for each in program(source).tree.nodes("body")[-1].node("args").nodes("args")]
    followed = [
        isinstance(one, Ref) and one.number not in found.state.passed and name not in bound
        for name, one in zip(names, arguments, strict=True)
    ]
    space: dict[str, Any] = {"__name__": "program"}
    exec(source, space)
    rng = random.Random(seed)
    count = 0
    for attempt in range(inputs):
        given = [value_of(shape, rng, (0, 1, 2, -1, 3), attempt % 5) for shape in shapes]
        values = inputs_of(given, shapes)
        shown = f"{source}\n{given}"
        try:
            raised = Meaning(STEPS).value(found.error, values)
            value = None if raised else plain(found.value, found.state, values)
            after = [plain(one, found.state, values) for one in compress(arguments, followed) if not raised]
        except (Endless, Unknown):
            continue
        left = copy.deepcopy(given)
        try:
            expected = space["f"](*left)
        except _RAISED as error:
            assert raised, f"{shown}: raises {error!r}, and the translation gives {value!r}"
        else:
            assert not raised, f"{shown}: gives {expected!r}, and the translation raises"
            assert alike(value, expected), f"{shown}: {expected!r} and not {value!r}"
            was = list(compress(left, followed))
            assert alike(after, was), f"{shown}: it leaves {was!r}"
        count += 1
    return count
