"""The translation means what CPython does: random programs, with exceptions and changes of lists."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest

from tests.engines.proofs.effects import Effects
from tests.engines.proofs.meaning import may_be_a_bool
from tests.engines.proofs.shrinking import Shrinking
from tests.engines.proofs.sources import INT, INTS, Writer, program
from viva.engines.proofs.checking.claims import type_for
from viva.engines.proofs.query import Exhausted, Solver
from viva.engines.proofs.terms import Term, TooLarge, variable
from viva.engines.proofs.terms.evaluate import Endless, Evaluator
from viva.engines.proofs.translation.translate import translate
from viva.engines.proofs.translation.values import (
    Fresh,
    Held,
    Maybe,
    Nothing,
    OneOf,
    Perhaps,
    Ref,
    Row,
    State,
    Value,
    sort_of,
    taken_out,
)
from viva.engines.syntax.tree import Uncovered

STEPS = 5_000


@dataclass(frozen=True)
class Known:
    """A translated function; `changed` is what became of its list, where that is followed."""

    error: Term
    value: Value
    state: State
    changed: tuple[Term, ...]


def translated(source: str) -> Known:
    state, fresh = State(), Fresh()
    arguments = [
        taken_out(kind, variable(f"in{place}", sort_of(kind)), state, fresh)
        for place, kind in enumerate((type_for(INTS), type_for(INT)))
    ]
    state.frozen = frozenset()
    found = translate(program(source).tree, "f", arguments, state, Solver(1_000_000))
    assert isinstance(arguments[0], Ref)
    number = arguments[0].number
    changed = () if number in found.state.passed | found.state.rebound else found.state.heap[number].terms
    return Known(found.error, found.value, found.state, changed)


def plain(value: Value, state: State, values: dict[str, Any]) -> Any:
    """What a translated value is in Python."""
    match value:
        case Nothing():
            return None
        case Maybe(missing, inner):
            return None if Evaluator(STEPS).value(missing, values) else plain(inner, state, values)
        case Row(items):
            return tuple(plain(item, state, values) for item in items)
        case OneOf(condition, one, other):
            return plain(one if Evaluator(STEPS).value(condition, values) else other, state, values)
        case Ref(number):
            return list(Evaluator(STEPS).value(state.heap[number].terms[0], values))
    assert not isinstance(value, Held | Perhaps)
    return Evaluator(STEPS).value(value.term, values)


def compared(source: str, seed: int, inputs: int) -> int:
    """How many inputs were compared; 0 where the program is not covered."""
    try:
        known = translated(source)
    except (Uncovered, TooLarge, Exhausted, RecursionError):
        return 0
    space: dict[str, Any] = {}
    exec(source, space)
    rng = random.Random(seed)
    count = 0
    for _ in range(inputs):
        xs = [rng.randint(-2, 4) for _ in range(rng.randint(0, 5))]
        n = rng.randint(-2, 5)
        values = {"in0": tuple(xs), "in1": n}
        try:
            raised = Evaluator(STEPS).value(known.error, values)
            found = None if raised else plain(known.value, known.state, values)
        except Endless:
            continue
        try:
            given = list(xs)
            expected = space["f"](given, n)
        except (IndexError, KeyError, ValueError, ZeroDivisionError, TypeError, NameError):
            assert raised, f"{source}\n{xs} {n}: raises, and the translation does not"
        else:
            assert not raised, f"{source}\n{xs} {n}: gives {expected}, and the translation raises"
            assert found == expected, f"{source}\n{xs} {n}: {expected} and not {found}"
            assert type(found) is type(expected) or may_be_a_bool(known.value)
            for cell in known.changed:
                assert list(Evaluator(STEPS).value(cell, values)) == given, f"{source}\n{xs} {n}: it leaves {given}"
        count += 1
    return count


def covered(sources: Iterable[tuple[int, str]], inputs: int = 12) -> int:
    return sum(compared(source, seed, inputs) > 0 for seed, source in sources)


def test_random_programs_do_what_cpython_does() -> None:
    assert covered((seed, Writer(seed).function()) for seed in range(8))


def test_random_expressions_with_effects_do_what_cpython_does() -> None:
    assert covered((seed, Effects(seed).function()) for seed in range(16))


def test_random_loops_that_change_their_lists_do_what_cpython_does() -> None:
    assert covered((seed, Shrinking(seed).function()) for seed in range(4))


@pytest.mark.thorough
@pytest.mark.parametrize("start", range(4, 404, 50))
def test_many_random_loops_that_change_their_lists_do_what_cpython_does(start: int) -> None:
    assert covered((seed, Shrinking(seed).function()) for seed in range(start, start + 50)) >= 15


@pytest.mark.thorough
@pytest.mark.parametrize("start", range(8, 248, 40))
def test_many_random_programs_do_what_cpython_does(start: int) -> None:
    assert covered((seed, Writer(seed).function()) for seed in range(start, start + 40)) >= 4


@pytest.mark.thorough
@pytest.mark.parametrize("start", range(16, 1016, 100))
def test_many_random_expressions_with_effects_do_what_cpython_does(start: int) -> None:
    assert covered((seed, Effects(seed).function()) for seed in range(start, start + 100)) >= 4
