"""How many marks a wrong machine gets: the share of situations in which it answers rightly, or of requirements that
hold of it, counted from what a machine gets that never says anything (or, of requirements, always everything); one or
two changes away from a reference is worth more."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.deciding.scale import above, scale_above_stubs
from viva.engines.machines.comparing.differences import Differences, differences
from viva.engines.machines.comparing.edits import Mending
from viva.engines.machines.logic.formula_equivalence import anything
from viva.engines.machines.logic.ltl import Requirement
from viva.engines.machines.logic.model_checking import check
from viva.engines.machines.model import FSM, PURE, Assignment, State, System, Transition
from viva.engines.machines.running.behaviour import Behaviour

_TOP = 0.9
_NEAR = {1: 0.75, 2: 0.5}


def score(found: Differences, asked: Behaviour, mending: Mending) -> float:
    silent = System(asked.system.inputs, asked.system.outputs, anything(asked.system.inputs).machine)
    nothing = differences(asked, Behaviour(silent, values=asked.values, shown=asked.shown, inputs=asked.inputs))
    share = above(_right(found), _right(nothing))
    return min(_TOP, max(_TOP * share, _NEAR.get(len(mending.edits or ()), 0.0)))


def score_of_requirements(
    held: frozenset[int], requirements: Sequence[Requirement], given: Behaviour, limit: int
) -> float:
    """`held` are the numbers of those that hold of the machine."""
    pure = [signal.name for signal in given.system.outputs if signal.type == PURE]
    stubs = []
    for outputs in ([], pure):
        always = Transition("any", "any", actions=tuple(map(Assignment, outputs)))
        system = System(given.system.inputs, given.system.outputs, FSM((State("any", initial=True),), (always,)))
        stub = Behaviour(system, values=given.values, shown=given.shown, inputs=given.inputs, always=given.inputs)
        answers = [check(stub, each.formula, limit) for each in requirements]
        stubs.append(frozenset(number for number, answer in enumerate(answers) if answer.holds))
    return scale_above_stubs(held, stubs, [1.0 / len(requirements)] * len(requirements))[0]


def _right(found: Differences) -> float:
    return 1.0 - found.wrong / found.situations if found.situations else 0.0
