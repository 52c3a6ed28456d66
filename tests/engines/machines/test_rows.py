"""Rows that are put together say what reactions that are run one by one say: for all shapes, and under all readings."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from random import Random

import pytest

from tests.engines.machines.random_machines import random_system
from tests.engines.machines.test_semantics import letter
from viva.engines.machines.comparing.compare import compare
from viva.engines.machines.formats import text
from viva.engines.machines.model import Cascade, Parallel, Signals, machines_of
from viva.engines.machines.running.behaviour import Behaviour, Run
from viva.engines.machines.semantics import TEXTBOOK, Nondeterministic, OutOfRange, Rules

READINGS = [TEXTBOOK, *(Rules(**{field.name: True}) for field in fields(Rules))]


def test_rows_agree_with_reactions_one_by_one() -> None:
    for number in range(500):
        system, chance = random_system(number), Random(number)
        rules = READINGS[0] if number % 2 else READINGS[number // 2 % len(READINGS)]
        behaviour, run, state = Behaviour(system, rules), Run(system, rules), 0
        for _ in range(15):
            inputs = letter(chance, system)
            row = behaviour.row(state)
            at = behaviour.letter(row.reads, _as_told_apart(behaviour, row.reads, inputs))
            inputs = behaviour.letters(row.reads)[at]
            assert behaviour.name(state) == run.state, number
            try:
                outputs, taken = run.step(inputs)
            except (Nondeterministic, OutOfRange) as fault:
                assert row.targets[at] < 0 and type(behaviour.faults[state, at]) is type(fault), number
                break
            steps = behaviour.taken(state, inputs)
            assert [step.transition for step in steps] == [step.transition for step in taken], number
            said = zip(behaviour.shown, row.outputs[at], strict=True)
            assert {name: value for name, value in said if value is not None} == outputs, number
            state = row.targets[at]


def _as_told_apart(behaviour: Behaviour, reads: int, inputs: Signals) -> Signals:
    """The inputs that count, as the letter that stands for them, or nothing where another value does."""
    names = [name for index, name in enumerate(behaviour.inputs) if reads >> index & 1]
    return {name: inputs[name] for name in names if inputs.get(name) in behaviour.values[name] and name in inputs}


def test_random_machines_have_all_shapes() -> None:
    """Otherwise the laws that are tried on them would say little."""
    found: Counter[str] = Counter()
    for number in range(300):
        system = random_system(number)
        found["variables"] += bool(system.variables)
        for _, machine in machines_of(system.machine):
            refined = {state.name: state for state in machine.states if state.refinement is not None}
            found.update(f"refined by {type(state.refinement).__name__}" for state in refined.values())
            for step in machine.transitions:
                found["history"] += step.history and step.target in refined
                found["preemptive"] += step.preemptive and step.source in refined
        if isinstance(system.machine, Parallel | Cascade):
            found[f"{type(system.machine).__name__} with variables"] += bool(system.variables)
    kinds = ("variables", "history", "preemptive", "Parallel with variables", "Cascade with variables")
    for kind in (*kinds, "refined by FSM", "refined by Parallel", "refined by Cascade"):
        assert found[kind] > 10, (kind, found)


@pytest.mark.parametrize("kind", ["parallel", "cascade"])
def test_parts_that_share_a_variable_see_it_in_their_order(kind: str) -> None:
    counters = " ".join(f"P{n} {{ initial S  S -> S: n == {n} / n = {(n + 1) % 5}; x{n} }}" for n in range(5))
    outputs = ", ".join(f"x{n}" for n in range(5))
    system = text.read(f"output {outputs}\nvariable n: int 0..4 = 3\n{kind} {{ {counters} }}")
    assert [one.outputs for one in Behaviour(system).run([{}, {}])] == [
        {"x3": True, "x4": True},
        {f"x{n}": True for n in range(5)},
    ]
    behaviour = Behaviour(system)
    assert behaviour.row(0).outputs == [(None, None, None, True, True)]
    assert compare(behaviour, Behaviour(system)).equal
