"""Start reading here: what a lab asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from viva.core.records import dataclass
from viva.engines.robots import Arena
from viva.engines.signals.model import Formula, signals


@dataclass(frozen=True, slots=True)
class Goal:
    """`scale` is the robustness that counts as much as a whole goal: who misses by as much gets nothing for it. A goal
    with a time `by` has to be met as early as that; who meets it later gets the share `late`."""

    name: str
    formula: Formula
    text: str
    weight: float = 1.0
    scale: float = 1.0
    by: float | None = None
    late: float = 0.5
    hint: str = ""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Slip:
    """A known fault of controllers: a formula that is true when it shows, and what to tell then. A `critical` one ends
    the run."""

    name: str
    formula: Formula
    text: str
    critical: bool = False


@dataclass(frozen=True, slots=True)
class Wiring:
    """How a state machine is connected: an input is present while its condition on the sensors holds, and an output
    gives the commands."""

    inputs: Mapping[str, Formula]
    outputs: Mapping[str, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Environment:
    arena: Arena
    seed: int
    title: str


@dataclass(frozen=True, slots=True)
class Task:
    """`steps` and `memory` are what a controller may use in one call, and in all. `uncertain` signals are known up to
    so much only. `search` is how many settings of each arena with ranges are tried. `languages` are those in which
    controllers may be written."""

    plant: str
    environments: tuple[Environment, ...]
    goals_file: str
    goals: tuple[Goal, ...]
    slips: tuple[Slip, ...]
    reference: str
    file: str
    steps: int
    memory: int
    search: int
    wiring: Wiring | None = None
    uncertain: Mapping[str, float] = field(default_factory=dict)
    languages: tuple[str, ...] = ()

    def speaks_of(self, signal: str) -> bool:
        """Whether a goal or a known fault does."""
        formulas = [*(goal.formula for goal in self.goals), *(slip.formula for slip in self.slips)]
        return any(signal in signals(formula) for formula in formulas)
