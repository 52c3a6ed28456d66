"""Start reading here: what an exercise asks for, and what came of one method."""

from __future__ import annotations

from dataclasses import dataclass, field

from viva.engines.heaps.comparing.judging import Asked, Difference, Expected
from viva.engines.heaps.layout import Layout
from viva.engines.heaps.parts import size
from viva.languages.outcome import Outcome

_ENDLESS = ("step_limit", "time_limit")


@dataclass(frozen=True, slots=True)
class Task:
    """`reference` is the text of a file with the class `cls`; `methods` are asked for. `compare`: `shape` (up to
    isomorphism), `content` (another shape is right if it keeps the same and holds the same), or `auto`, which is
    `content` for methods that change what is kept in a structure that keeps an order. By `technique`, one of the
    paper's Figure 8, runs of both programs propose structures."""

    reference: str
    file: str
    cls: str
    methods: tuple[str, ...]
    layout: Layout
    invariants: tuple[str, ...] = ()
    compare: str = "auto"
    technique: str = "lazy: probe, symbolic"
    languages: tuple[str, ...] = ("python",)
    also: tuple[tuple[str, str], ...] = ()
    """Other right programs, by their names: variants are made only where these agree with the reference."""
    builders: tuple[str, ...] = ()
    """The methods that build structures, where the exercise says which."""
    judged: str = "methods"
    """`methods`: one by one, each on structures that are given to it; `class`: as a whole, by what calls return."""
    rings: bool | None = None
    """Whether nodes may be reached in two ways; None: where the reference knows what to do then."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A call that comes out otherwise than that of the reference. The outcome has the reference's names."""

    expected: Expected
    outcome: Outcome
    difference: Difference


@dataclass(frozen=True, slots=True)
class Judged:
    """One method: the calls that came out right, those that did not, and those that were too slow to say."""

    asked: Asked
    right: tuple[Expected, ...] = ()
    failures: tuple[Failure, ...] = ()
    proposed: int = 0
    """How many of the calls were suggested by schemas."""
    schemas: int = 0
    unsteady: tuple[Failure, Outcome] | None = field(default=None)
    timed: bool = False
    """A call took more time than there was: the others were not made."""

    @property
    def tests(self) -> int:
        return len(self.right) + len(self.failures)


def smallness(failure: Failure) -> tuple[int, int, int, str]:
    """Few nodes first; of as many nodes, different keys before equal ones, and plain ones."""
    call = failure.expected.call
    values = {child for node in call.nodes for child in node.children if isinstance(child, int | str | float)}
    return size(call), -len(values), sum(map(_unusual, values)), repr((call.nodes[1:], call.nodes[:1]))


def _unusual(value: int | float | str) -> int:
    """How far a key is from those that one would take for an example: 1, 2, 3, a, b, c."""
    if isinstance(value, str):
        return 2 * len(value) + 5 * (not value.islower())
    return min(1000, int(abs(value)) + (10 if value < 0 else 4 if value == 0 else 0) + 5 * (int(value) != value))


def reason(failure: Failure) -> str:
    problem = failure.outcome.problem
    if problem is None:
        return "wrong"
    return "no_end" if problem.reason in _ENDLESS else problem.reason
