"""How difficult a specification is: as one number, to put some in order, and as a vector, to find its like."""

from __future__ import annotations

from itertools import islice

from viva.core.records import dataclass
from viva.engines.dialogues import model as m
from viva.engines.dialogues.semantics import Asks, Way, ways
from viva.engines.dialogues.suites.values import pool

_READS = 4
_LOOKED_AT = 200
_SIMPLEST = 5


def effort(spec: m.Spec) -> int:
    """How much there is to do and to compute: steps, branches, loops, and the operations and functions in terms."""
    doing = sum(not isinstance(part, m.Seq | m.Nop | m.Exit) for part in m.parts(spec))
    computing = sum(
        isinstance(part, m.Operation | m.Call | m.Opaque | m.Not) for term in m.terms(spec) for part in m.subterms(term)
    )
    return doing + computing


@dataclass(frozen=True, slots=True)
class Difficulty:
    """`branches` are those that do not merely end a loop. `paths` are the different ways with at most four reads, as
    far as a few simple values find them."""

    branches: int
    loops: int
    depth: int
    paths: int

    def near(self, other: Difficulty) -> bool:
        """Nobody would call one of them the harder one."""
        return (
            self.branches == other.branches
            and self.loops == other.loops
            and abs(self.depth - other.depth) <= 1
            and 2 * self.paths >= other.paths
            and 2 * other.paths >= self.paths
        )


def measure_difficulty(spec: m.Spec) -> Difficulty:
    found = list(m.parts(spec))
    ends = sum(isinstance(part, m.Branch) and m.Exit() in (part.left, part.right) for part in found)
    return Difficulty(
        branches=sum(isinstance(part, m.Branch) for part in found) - ends,
        loops=sum(isinstance(part, m.Loop | m.Repeat) for part in found),
        depth=max((_depth(term) for term in m.terms(spec)), default=0),
        paths=_paths(spec),
    )


def _depth(term: m.Term) -> int:
    match term:
        case m.Call(arguments=inner) | m.Opaque(arguments=inner) | m.Listed(inner):
            return 1 + max(map(_depth, inner), default=0)
        case m.Operation(left=left, right=right):
            return 1 + max(_depth(left), _depth(right))
        case m.Not(operand):
            return 1 + _depth(operand)
        case _:
            return 0


def _paths(spec: m.Spec) -> int:
    constants = pool(spec)

    def choose(asks: Asks) -> tuple[m.Value, ...]:
        return constants.few(asks, _SIMPLEST)

    found = islice(ways(spec, choose, _READS), _LOOKED_AT)
    return len({way.sides for _, way in found if isinstance(way, Way) and way.asks is None})
