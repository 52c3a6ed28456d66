"""Trails and formulas: what a way says of its inputs holds for them, as values and as formulas."""

import random

import pytest
import z3

from tests.engines.dialogues.specs import random_inputs, random_spec
from viva.engines.dialogues.evaluation import Undefined, evaluate
from viva.engines.dialogues.notations.symbols import parse
from viva.engines.dialogues.suites.values import pool
from viva.engines.dialogues.suites.ways.formulas import Untranslatable, interpret
from viva.engines.dialogues.suites.ways.paths import Decision, Reading, Walker, environment
from viva.engines.dialogues.suites.ways.solver import Solver


def trails(count: int, seed: int):  # type: ignore[no-untyped-def]
    randomness = random.Random(seed)
    found = 0
    while found < count:
        spec = random_spec(randomness)
        try:
            general = random_inputs(spec, randomness)
        except Exception:  # noqa: BLE001 not every random specification is well-formed
            continue
        trail = Walker(spec).follow(general.inputs) if general else None
        if trail and len(trail.inputs) <= 6:
            found += 1
            yield spec, trail


@pytest.mark.thorough
def test_the_decisions_of_a_trail_are_those_its_inputs_lead_to() -> None:
    decisions = 0
    for _, trail in trails(150, seed=4):
        for event in trail.events:
            if isinstance(event, Decision):
                here = environment(event.reads, trail.inputs)
                assert interpret(event.condition, here) == evaluate(event.condition, here) == event.side
                decisions += 1
    assert decisions > 150


@pytest.mark.thorough
def test_the_formulas_of_a_trail_hold_for_its_own_inputs() -> None:
    asked = 0
    for spec, trail in trails(80, seed=9):
        solver = Solver(0, pool(spec).words)
        unknowns = solver.unknowns(trail)
        pins = solver._pins(unknowns, trail.inputs)
        if len(pins) < len(trail.inputs):
            continue
        solver._go_to(trail.groups, unknowns)
        assert solver._check(pins), (spec, trail.inputs)
        asked += 1
    assert asked > 50


def test_a_term_over_unknowns_has_the_value_that_it_has_over_values() -> None:
    text = (
        "[>a]^Z [>a]^Z [>a]^Z [{mod(sum(a_A), -3) + max(a_A) * 2 - min(a_A)} >] [{div(a_C, -2) - abs(back(a_A, 1))} >]"
        " [{count(a_A, 2) + count_ge(a_A, 1) - count_gt(a_A, 1) + product(a_A)} >]"
    )
    walker = Walker(parse(text))
    for inputs in ((2, -5, 7), (0, 0, 0), (-4, 2, 2), (1, -1, -9)):
        trail = walker.follow(inputs)
        assert trail
        unknowns = Solver(0, ()).unknowns(trail)
        for event in trail.events:
            if isinstance(event, Reading | Decision):
                continue
            for (term,) in event.write.alternatives:  # type: ignore[union-attr]
                formula = interpret(term, environment(trail.reads, unknowns))  # type: ignore[arg-type]
                known = [
                    (unknown, z3.IntVal(value, unknown.ctx)) for unknown, value in zip(unknowns, inputs, strict=True)
                ]
                found = z3.simplify(z3.substitute(formula, *known))
                assert found.as_long() == evaluate(term, environment(trail.reads, inputs))  # type: ignore[arg-type]


def test_what_the_solver_does_not_know_is_said() -> None:
    walker = Walker(parse('[>w]^S ( 0 <len(w_C) > 3> [{"long"} >] )'))
    trail = walker.follow(("level",))
    assert trail
    decision = next(event for event in trail.events if isinstance(event, Decision))
    unknowns = Solver(0, ("level",)).unknowns(trail)
    try:
        interpret(decision.condition, environment(decision.reads, unknowns))
    except (Untranslatable, Undefined):
        return
    raise AssertionError("the length of an unknown text is not known")
