"""How many marks a wrong machine gets: the share of situations in which it answers rightly, counted from what a machine
gets that never says anything; one or two changes away from right is worth more."""

from __future__ import annotations

from viva.core.deciding.scale import above
from viva.engines.machines.comparing.differences import Differences, differences
from viva.engines.machines.comparing.edits import Mending
from viva.engines.machines.logic.formula_equivalence import anything
from viva.engines.machines.model import System
from viva.engines.machines.running.behaviour import Behaviour

_TOP = 0.9
_NEAR = {1: 0.75, 2: 0.5}


def score(found: Differences, asked: Behaviour, mending: Mending) -> float:
    silent = System(asked.system.inputs, asked.system.outputs, anything(asked.system.inputs).machine)
    nothing = differences(asked, Behaviour(silent, values=asked.values, shown=asked.shown, inputs=asked.inputs))
    share = above(_right(found), _right(nothing))
    return min(_TOP, max(_TOP * share, _NEAR.get(len(mending.edits or ()), 0.0)))


def _right(found: Differences) -> float:
    return 1.0 - found.wrong / found.situations if found.situations else 0.0
