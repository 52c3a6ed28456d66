"""Specifications with few inputs: to try them all proves what a program does."""

from __future__ import annotations

from viva.engines.dialogues.evaluation import Undefined
from viva.engines.dialogues.model import Mode, Spec, Value
from viva.engines.dialogues.semantics import Asks, Diverges, Way, begin, give, ways
from viva.engines.dialogues.suites.values import everything

_ALL = 150


def all_inputs(spec: Spec) -> list[tuple[Value, ...]] | None:
    """Every input sequence there is, where there are only a few; None where there are more, or endlessly many."""
    found: list[tuple[Value, ...]] = []
    endless = False

    def choose(asks: Asks) -> tuple[Value, ...]:
        nonlocal endless
        values = everything(asks.read.values, _ALL) if asks.read.mode == Mode.ASSUME else None
        endless = endless or values is None
        return values or ()

    for seen, (inputs, way) in enumerate(ways(spec, choose, _ALL)):
        if endless or seen > 2 * _ALL or len(found) > _ALL:
            return None
        if not isinstance(way, Undefined | Diverges) and way.asks is None:
            found.append(inputs)
    return None if endless else found


def count_inputs(spec: Spec) -> int:
    """How many input sequences there are, counted on from each read by the size of its set: no list is kept and no test
    is made, so that a proof can be held against it. Only for specifications of which `all_inputs` knows all."""
    try:
        return _count(begin(spec))
    except (Undefined, Diverges):
        return 0


def _count(way: Way) -> int:
    if way.asks is None:
        return 1
    total = 0
    for value in everything(way.asks.read.values, _ALL) or ():
        try:
            longer = give(way, value)
        except (Undefined, Diverges):
            continue  # outside of what is asked
        total += _count(longer) if longer else 0
    return total
