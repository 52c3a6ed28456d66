"""The fewest questions: a smallest cover, held against trying all choices."""

import itertools
import random

from viva.engines.heaps.schemas.questions import _Candidate, _cover
from viva.languages.heap import Heap


def test_no_fewer_candidates_reach_all_goals() -> None:
    chance = random.Random(4)
    for _ in range(120):
        goals = frozenset(range(chance.randint(1, 9)))
        candidates = [
            _Candidate(Heap(number, ()), frozenset(goal for goal in goals if chance.random() < 0.4))
            for number in range(8)
        ]
        reached = frozenset().union(*(each.goals for each in candidates))
        found, fewest = _cover(candidates, reached)
        assert fewest
        assert frozenset().union(*(each.goals for each in found)) == reached
        fewer = itertools.combinations(candidates, len(found) - 1) if found else iter(())
        assert not any(frozenset().union(*(each.goals for each in some)) == reached for some in fewer)
