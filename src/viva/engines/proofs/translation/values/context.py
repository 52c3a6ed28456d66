"""What all states of one translation share."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from viva.core.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viva.engines.proofs import terms as t
    from viva.engines.proofs.query import Solver
    from viva.engines.proofs.translation.loops.loop_summary import LoopSummary
    from viva.engines.proofs.translation.values.kinds import Type
    from viva.engines.proofs.translation.values.state import Fresh
    from viva.engines.syntax.source import Function, Module
    from viva.engines.syntax.tree import Uncovered


@dataclass(slots=True)
class Frame:
    """A call that is being translated. `functions` are those defined inside. `use` says how the result of a call of
    itself is used, where there is one; `gathered` names what was gathered so far. `calm`: the call is a statement of
    its own, so that no expression around it holds a list meanwhile."""

    function: Function
    functions: dict[str, Function] = field(default_factory=dict)
    use: str | None = None
    gathered: str | None = None
    calm: bool = False


@dataclass(slots=True)
class Unfinished:
    """A function whose body is being translated. `calls` are its calls of itself: what is known there, and with
    what."""

    function: Function
    result: Type
    kinds: tuple[Type, ...]
    calls: list[tuple[list[t.Term], list[t.Term]]] = field(default_factory=list)


@dataclass(slots=True)
class Calls:
    """The calls that are being translated, the innermost last. `recursive`: whether any function calls itself.
    `alone`: whether the statement is a call, and no more."""

    frames: list[Frame] = field(default_factory=list)
    unfinished: list[Unfinished] = field(default_factory=list)
    recursive: bool = False
    alone: bool = False


@dataclass(slots=True)
class Found:
    """What was found so far: the measures of loops in the order in which those are met, and what loops do. `uncaught`
    counts what may raise a TypeError or a NameError. In `trials` a loop may lack a measure that it has once more is
    known; then `failed` says which."""

    measures: list[str] = field(default_factory=list)
    loops: list[LoopSummary] = field(default_factory=list)
    uncaught: int = 0
    trials: int = 0
    failed: Uncovered | None = None

    def mark(self) -> tuple[int, int]:
        return len(self.measures), len(self.loops)

    def undo(self, mark: tuple[int, int]) -> None:
        """Forgets the loops that were met since."""
        measures, loops = mark
        del self.measures[measures:]
        del self.loops[loops:]


@dataclass(frozen=True, slots=True)
class Context:
    """What all states of one translation share: the program, whom to ask, and what was found on the way.

    `given` are the measures that a certificate names; without, they are looked for. `kept` are names for which it is
    followed whether they are bound. With `equations` recursion is rather an equation than a loop. `remembering` are
    functions of the module that had tables of their results, which were taken out.
    """

    module: Module
    solver: Solver
    fresh: Fresh
    given: Sequence[str] | None = None
    kept: frozenset[str] = frozenset()
    equations: bool = False
    remembering: frozenset[str] = frozenset()
    calls: Calls = field(default_factory=Calls)
    found: Found = field(default_factory=Found)

    @property
    def frame(self) -> Frame:
        """The innermost call."""
        return self.calls.frames[-1]
