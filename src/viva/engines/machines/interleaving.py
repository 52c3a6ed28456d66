"""Asynchronous composition: in each reaction one part reacts, and the others stay (Lee and Seshia, 5.1.2, semantics 1).

Whose turn it is is not up to the machines, so it comes from outside: a signal or a variable `turn` whose values are the
names of the parts. Where it is absent nobody reacts. That is the same as parts side by side in which every transition
also asks whose turn it is, so this is what becomes of it, and all that is known of those holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from viva.engines.machines.expressions import TRUE, And, Compare, Expression, Name
from viva.engines.machines.model import FSM, Cascade, Machine, Parallel, Part


def interleave(parts: Sequence[Part], turn: str) -> Parallel:
    """The parts, each of which reacts only in its turn."""
    return Parallel(
        tuple(
            replace(part, machine=_in_turn(part.machine, Compare("==", Name(turn), Name(part.name)))) for part in parts
        )
    )


def _in_turn(machine: Machine, condition: Expression) -> Machine:
    match machine:
        case FSM():
            states = tuple(
                state if state.refinement is None else replace(state, refinement=_in_turn(state.refinement, condition))
                for state in machine.states
            )
            transitions = tuple(
                replace(each, guard=condition if each.guard == TRUE else And(condition, each.guard))
                for each in machine.transitions
            )
            return FSM(states, transitions)
        case Parallel() | Cascade():
            parts = tuple(replace(part, machine=_in_turn(part.machine, condition)) for part in machine.parts)
            return replace(machine, parts=parts)
