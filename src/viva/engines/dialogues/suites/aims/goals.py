"""What tests should have met: goals that a way reaches by itself, and aims for the values on it.

An `Aim` is a condition on the inputs of a trail, asked either with values (is it met?) or with unknowns (what would
meet it?). `of_ways.py` says which aims there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence

from viva.core.records import dataclass
from viva.engines.dialogues.evaluation import Undefined
from viva.engines.dialogues.suites.searching.wishes import Wish
from viva.engines.dialogues.suites.ways.formulas import Untranslatable
from viva.engines.dialogues.suites.ways.paths import Decision, Reading, Trail, Turn
from viva.engines.smt.arithmetic import Symbol

Goal = Hashable
Met = Callable[[Sequence[Symbol]], Symbol]
COUNTS = (5, 10, 12, 16, 20, 25, 32, 50, 64, 100)  # rounds of a loop: as many places as programs like to have
_BETWEEN = ((13, 17), (33, 51))


@dataclass(frozen=True, slots=True)
class Aim:
    """`met` says for the values, or unknowns, of all reads whether the goal is met. One that is `late` may be met only
    on long ways. `wish` says the same as a condition, by which a search can go where the solver cannot tell."""

    goal: Goal
    met: Met
    late: bool = False
    wish: Wish | None = None

    def holds(self, values: Sequence[Symbol]) -> bool:
        try:
            return self.met(values) is True
        except (Undefined, Untranslatable, TypeError):
            return False


def way_goals(trail: Trail) -> Iterator[Goal]:
    """Goals that every input of this way meets: edges, pairs of edges, rounds of loops, invalid values."""
    before: Goal = None
    rounds: Counter[Goal] = Counter()
    refused = 0
    for event in trail.events:
        match event:
            case Decision(path, _, side):
                yield ("edge", path, side)
                yield ("pair", before, (path, side))
                before = (path, side)
            case Turn(path, first):
                if first:
                    yield from _rounds(path, rounds.pop(path, None))
                rounds[path] += 1
            case Reading(path=path, valid=valid) as event:
                refused = 0 if valid else refused + 1
                if refused:
                    yield ("refused", path, min(refused, 2), event.excluded)
    for loop, count in rounds.items():
        yield from _rounds(loop, count)


def _rounds(path: Goal, count: int | None) -> Iterator[Goal]:
    if count is not None:
        yield ("rounds", path, min(count - 1, 3))
        yield from (("rounds", path, many) for many in COUNTS if count > many)
        yield from (("rounds", path, few, many) for few, many in _BETWEEN if few < count <= many)
