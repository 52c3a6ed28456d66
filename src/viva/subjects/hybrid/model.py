"""Start reading here: what an exercise about a hybrid system asks for, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction

from viva.core.records import dataclass
from viva.engines.hybrid import System
from viva.engines.hybrid.generating import Rules
from viva.engines.hybrid.model import Span
from viva.engines.hybrid.summary import Summary

Bounds = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Known:
    """A known mistake: the features that tell it, and what to say. A feature that is not named may be anything. `fix`
    are the kinds of change that mend it, where the teacher says so."""

    text: str
    bounds: Mapping[str, bool] = field(default_factory=dict)
    reached: Mapping[str, bool] = field(default_factory=dict)
    all_reached: bool | None = None
    first: str | None = None
    fix: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Features:
    """What is told of a wrong answer in a few words: whether each output keeps within the bounds of the right one,
    whether each mode is reached, and how the outputs part for the first time: `start`, `first mode`, `first switch`,
    `later`, or how the run ended: `stuck`, `zeno`, `growth`."""

    bounds: tuple[tuple[str, bool], ...]
    reached: tuple[tuple[str, bool], ...]
    first: str

    @property
    def key(self) -> str:
        """One line that is equal for equal features."""
        bounds = " ".join(f"{name}:{'in' if kept else 'out'}" for name, kept in self.bounds)
        reached = " ".join(f"{name}:{'reached' if there else 'unreached'}" for name, there in self.reached)
        return f"{bounds} | {reached} | {self.first}"


@dataclass(frozen=True, slots=True)
class Variation:
    """How other exercises are made of this one: the values that parameters may take, and what must hold of them.

    `ratings` are candidates that the teacher judged: values of parameters, and a mark between 0 and 1."""

    own: Mapping[str, Fraction] = field(default_factory=dict)
    ranges: Mapping[str, tuple[Fraction, ...]] = field(default_factory=dict)
    rules: Rules | None = None
    ratings: tuple[tuple[Mapping[str, Fraction], float], ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """`[hybrid]` of an exercise. `bounds` are those that the outputs must keep: stated, or those of the reference up to
    the horizon. `unit` is that of time. `starts` are initial values for which the outputs must be right besides that of
    the reference."""

    file: str
    reference: System
    threshold: Fraction
    horizon: Fraction
    bounds: Mapping[str, Bounds]
    unit: str = ""
    errors: tuple[Known, ...] = ()
    starts: Mapping[str, Span] = field(default_factory=dict)
    variation: Variation = field(default_factory=Variation)
    summary: Summary | None = field(default=None, compare=False)

    @property
    def outputs(self) -> tuple[str, ...]:
        return self.reference.outputs


def difficulty(task: Task) -> float:
    """More modes are harder, then more transitions, then more variables, then more switches up to the horizon."""
    automata = task.reference.automata
    modes, arrows = sum(len(each.modes) for each in automata), sum(len(each.transitions) for each in automata)
    curved = 0 if task.reference.has_constant_rates else 2
    switches = 0 if task.summary is None else min(len(task.summary.jumps), 99)
    return modes + curved + arrows / 10 + len(task.reference.variables) / 100 + switches / 10_000
