"""Random finite types against an enumeration written apart: the same values, and as many as are counted.

A type is described here by a small term of its own. `annotation` turns it into a type for Viva; `members` makes all its
values by plain loops, without anything of Viva's. What is compared is `identity`: type and contents, and in sets, keys
and the arguments of functions, where Python's equality decides, what is equal.
"""

from __future__ import annotations

import enum
import itertools
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import GenericAlias
from typing import Annotated, Any, Literal, Union

from viva.core.fault import Fault
from viva.engines.enumeration import Between, Length, space_of
from viva.engines.enumeration.counting import cardinality
from viva.engines.enumeration.fingerprints import fingerprint

MOST = 400
# Those with a number of their own were once wrong.
SEEDS = (*range(150), 1433, 1583, 1590, 2755, 7259, 7491)


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Level(enum.IntEnum):
    LOW = 0
    HIGH = 5


Term = tuple[Any, ...]


def random_type(chance: random.Random, depth: int, hashable: bool) -> Term:
    leaves: list[Callable[[], Term]] = [
        lambda: ("bool",),
        lambda: ("none",),
        lambda: ("enum", chance.choice([Colour, Level])),
        lambda: ("range", low := chance.randrange(-2, 4), low + chance.randrange(4)),
        lambda: ("literal", *chance.sample([0, 1, True, False, "a", "b", None, 7, b"x"], chance.randrange(1, 4))),
    ]

    def inner(key: bool = False) -> Term:
        return random_type(chance, depth - 1, hashable or key)

    branches: list[Callable[[], Term]] = [
        lambda: ("union", inner(), inner()),
        lambda: ("union", inner(), inner(), inner()),
        lambda: ("tuple", *(inner() for _ in range(chance.randrange(3)))),
        lambda: ("frozenset", inner(key=True)),
        lambda: ("record", inner(), inner()),
        lambda: ("function", inner(key=True), inner(key=True)),
    ]
    if not hashable:
        branches += [
            lambda: ("list", chance.randrange(2), chance.randrange(1, 4), inner()),
            lambda: ("set", inner(key=True)),
            lambda: ("some", chance.randrange(2), chance.randrange(1, 4), inner(key=True)),
            lambda: ("dict", inner(key=True), inner()),
        ]
    return chance.choice(leaves if depth == 0 or chance.random() < 0.25 else branches)()


def annotation(term: Term, made: dict[Term, type]) -> Any:
    def inner(each: Term) -> Any:
        return annotation(each, made)

    match term:
        case ("bool",):
            return bool
        case ("none",):
            return None
        case ("enum", kind):
            return kind
        case ("range", low, high):
            return Annotated[int, Between(low, high)]
        case ("literal", *values):
            return Literal.__getitem__(tuple(values))
        case ("union", *parts):
            return Union.__getitem__(tuple(inner(part) for part in parts))
        case ("tuple", *parts):
            return GenericAlias(tuple, tuple(inner(part) for part in parts))
        case ("list", low, high, part):
            return Annotated[GenericAlias(list, (inner(part),)), Length(low, high)]
        case ("some", low, high, part):
            return Annotated[GenericAlias(set, (inner(part),)), Length(low, high)]
        case ("frozenset" | "set" as kind, part):
            return GenericAlias({"frozenset": frozenset, "set": set}[kind], (inner(part),))
        case ("dict", key, item):
            return GenericAlias(dict, (inner(key), inner(item)))
        case ("function", taken, given):
            return _function_type(inner(taken), inner(given))
        case ("record", first, second):
            if term not in made:
                fields = {"first": inner(first), "second": inner(second)}
                plain = type("Record", (), {"__annotations__": fields, "__module__": __name__})
                made[term] = dataclass(frozen=True)(plain)
            return made[term]
    raise AssertionError(term)


def _function_type(taken: Any, given: Any) -> Any:
    return Callable[[taken], given]


def members(term: Term) -> list[Any]:
    """All values as terms that can be compared: a pair of what they are and what is in them. Raises when too many."""
    match term:
        case ("bool",):
            return [("atom", bool, False), ("atom", bool, True)]
        case ("none",):
            return [("atom", type(None), None)]
        case ("enum", kind):
            return [("atom", kind, each) for each in kind]
        case ("range", low, high):
            return [("atom", int, each) for each in range(low, high + 1)]
        case ("literal", *values):
            return _once(("atom", type(each), each) for each in values)
        case ("union", *parts):
            return _once(each for part in parts for each in members(part))
        case ("tuple", *parts):
            return _bounded([("tuple", *row) for row in itertools.product(*map(members, parts))])
        case ("record", *parts):
            return _bounded([("record", term, *row) for row in itertools.product(*map(members, parts))])
        case ("list", low, high, part):
            each = members(part)
            if sum(len(each) ** many for many in range(low, high + 1)) > MOST:
                raise OverflowError
            rows = itertools.chain.from_iterable(itertools.product(each, repeat=many) for many in range(low, high + 1))
            return [("list", *row) for row in rows]
        case ("frozenset" | "set" as kind, part):
            return _sets(kind, members(part), 0, None)
        case ("some", low, high, part):
            return _sets("set", members(part), low, high)
        case ("dict", key, item):
            keys, items = _classes(members(key)), members(item)
            if (len(items) + 1) ** len(keys) > MOST:
                raise OverflowError
            return [
                ("dict", frozenset(zip(chosen, row, strict=True)))
                for many in range(len(keys) + 1)
                for chosen in itertools.combinations(keys, many)
                for row in itertools.product(items, repeat=many)
            ]
        case ("function", taken, given):
            arguments, results = _classes(members(taken)), members(given)
            if len(results) ** len(arguments) > MOST or len(arguments) > 8:
                raise OverflowError
            tables = itertools.product(results, repeat=len(arguments))
            return [("function", frozenset(zip(arguments, row, strict=True))) for row in tables]
    raise AssertionError(term)


def _bounded(values: list[Any]) -> list[Any]:
    if len(values) > MOST:
        raise OverflowError
    return values


def _once(values: Iterable[Any]) -> list[Any]:
    """1 and True are two."""
    return list({repr(value): value for value in values}.values())


def _classes(values: Iterable[Any]) -> list[Any]:
    """What Python holds equal is one."""
    return list(dict.fromkeys(map(equal_form, values)))


def _sets(kind: str, values: list[Any], low: int, high: int | None) -> list[Any]:
    classes = _classes(values)
    upto = len(classes) if high is None else min(high, len(classes))
    if 2 ** len(classes) > MOST * 4:
        raise OverflowError
    chosen = itertools.chain.from_iterable(itertools.combinations(classes, many) for many in range(low, upto + 1))
    return _bounded([(kind, frozenset(each)) for each in chosen])


def equal_form(value: Any) -> Any:
    """A value up to Python's equality: True, 1 and Level.HIGH's 5 are numbers."""
    match value:
        case ("atom", kind, content):
            return ("number", int(content)) if issubclass(kind, int) else value
        case ("tuple", *parts):
            return ("tuple", *map(equal_form, parts))
        case ("record", term, *parts):
            return ("record", term, *map(equal_form, parts))
        case _:
            return value


def identity(value: Any, made: dict[Term, type]) -> Any:
    """A value that Viva made, in the terms of `members`."""

    def inner(each: Any) -> Any:
        return identity(each, made)

    kind = type(value)
    if kind in (tuple, list):
        return (kind.__name__, *map(inner, value))
    if kind in (set, frozenset):
        return kind.__name__, frozenset(equal_form(inner(each)) for each in value)
    if kind is dict:
        return "dict", frozenset((equal_form(inner(key)), inner(item)) for key, item in value.items())
    for term, record in made.items():
        if kind is record:
            return "record", term, inner(value.first), inner(value.second)
    if callable(value) and kind not in (Colour, Level):
        table = [(arguments[0], value(*arguments)) for arguments, _ in value._cases]
        return "function", frozenset((equal_form(inner(argument)), inner(result)) for argument, result in table)
    return "atom", kind, value


def cases() -> Iterable[tuple[int, Term]]:
    for seed in SEEDS:
        yield seed, random_type(random.Random(seed), 2 + seed % 2, False)


def test_random_finite_types_have_the_values_that_brute_force_finds() -> None:
    compared = 0
    for seed, term in cases():
        made: dict[Term, type] = {}
        try:
            wanted = members(term)
            space = space_of(kind := annotation(term, made))
        except (OverflowError, Fault):  # too many for brute force, or a union that Viva says it cannot take apart
            continue
        assert space.finite, (seed, term)
        values = list(space)
        assert {_hashed(identity(value, made)) for value in values} == set(map(_hashed, wanted)), (seed, term)
        # {1} and {True} are written differently and both are tried, so that they are counted twice.
        different = {fingerprint(value) for value in values}
        assert cardinality(_nobody, {"value": kind}, {}, 10 * MOST) == len(different), (seed, term)
        compared += 1
    assert compared > len(SEEDS) // 2


def _hashed(value: Any) -> Any:
    """So that 1, True and Level.LOW stay apart where they are to be told apart."""
    match value:
        case ("atom", kind, content):
            return "atom", kind.__name__, repr(content)
        case ("number", content):
            return "number", content
        case frozenset():
            return frozenset(map(_hashed, value))
        case tuple():
            return tuple(map(_hashed, value))
        case _:
            return repr(value)


def _nobody() -> None: ...
