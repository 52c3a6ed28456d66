"""Start reading here: what an exercise about state machines asks for, and what was answered, as frozen values."""

from __future__ import annotations

from dataclasses import field

from viva.core.records import dataclass
from viva.engines.machines.comparing.compare import STATES
from viva.engines.machines.expressions import Expression
from viva.engines.machines.logic.ltl import Requirement
from viva.engines.machines.model import Signal, System


@dataclass(frozen=True, slots=True)
class Variation:
    """`[machines.vary]`: what may change, and what the variants must satisfy: `requires` in their runs, `where` in
    their shape."""

    structure: bool = True
    requires: tuple[Requirement, ...] = ()
    where: Expression | None = None
    accept: tuple[System, ...] = ()
    reject: tuple[System, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """`[machines]` of an exercise: a machine that does what `reference` does, or meets the `requirements`, or both.

    `flat` asks for a single machine without refinements, `complete` for a transition for each input in each state.
    `solution` is the model answer where there is no reference to make one from. `states` is how many states are looked
    at before a check ends undecided.
    """

    inputs: tuple[Signal, ...]
    outputs: tuple[Signal, ...]
    reference: System | None = None
    reference_file: str = ""
    requirements: tuple[Requirement, ...] = ()
    flat: bool = False
    complete: bool = False
    states: int = STATES
    solution: System | None = None
    variation: Variation = field(default_factory=Variation)


@dataclass(frozen=True, slots=True)
class Answer:
    file: str
    system: System
