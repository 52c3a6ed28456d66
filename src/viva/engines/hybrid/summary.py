"""What a run shows at a glance: modes that are reached, transitions that are taken, bounds of every variable."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.records import dataclass
from viva.engines.hybrid import curves
from viva.engines.hybrid.curves import Number
from viva.engines.hybrid.model import System
from viva.engines.hybrid.running import Ending, Jump, Modes, Network, Piece, pieces

Bounds = tuple[Number, Number]


@dataclass(frozen=True, slots=True)
class Summary:
    """Up to the horizon. Modes are told by automaton and number; `by_mode` has the bounds of each variable there."""

    reached: frozenset[tuple[int, int]]
    taken: frozenset[tuple[int, int]]
    bounds: tuple[Bounds, ...]
    by_mode: dict[tuple[int, int], tuple[Bounds, ...]]
    jumps: tuple[Jump, ...]
    pieces: tuple[Piece, ...]
    ending: Ending | None

    def unreached(self, system: System) -> list[tuple[int, int]]:
        return [
            (number, mode)
            for number, automaton in enumerate(system.automata)
            for mode in range(len(automaton.modes))
            if (number, mode) not in self.reached
        ]

    def untaken(self, system: System) -> list[tuple[int, int]]:
        return [
            (number, index)
            for number, automaton in enumerate(system.automata)
            for index in range(len(automaton.transitions))
            if (number, index) not in self.taken
        ]


def summarise(system: System, horizon: Number, choices: Sequence[int] = ()) -> Summary:
    exact = system.has_constant_rates
    network = Network(system, exact)
    width = len(system.variables)
    reached: set[tuple[int, int]] = set()
    taken: set[tuple[int, int]] = set()
    bounds: list[Bounds | None] = [None] * width
    by_mode: dict[tuple[int, int], list[Bounds | None]] = {}
    jumps: list[Jump] = []
    seen: list[Piece] = []
    ending: Ending | None = None

    def visit(modes: Modes) -> None:
        reached.update(enumerate(modes))

    visit(network.initial_modes())
    for found in pieces(network, horizon if exact else float(horizon), choices):
        for jump in found.jumps:
            jumps.append(jump)
            taken.update(jump.taken)
            visit(jump.after)
        if isinstance(found, Ending):
            ending = found
            break
        seen.append(found)
        for index in range(width):
            span = _bounds(found, index)
            bounds[index] = _wider(bounds[index], span)
            for key in enumerate(found.modes):
                rows = by_mode.setdefault(key, [None] * width)
                rows[index] = _wider(rows[index], span)
    starts = network.system.starts
    whole = tuple(each or (start, start) for each, start in zip(bounds, starts, strict=False))
    told = {key: tuple(each for each in found if each is not None) for key, found in by_mode.items()}
    return Summary(frozenset(reached), frozenset(taken), whole, told, tuple(jumps), tuple(seen), ending)


def _bounds(piece: Piece, index: int) -> Bounds:
    """The least and greatest value in a piece."""
    assert piece.end is not None
    at, end = piece.start * 0, piece.end - piece.start
    found: Bounds | None = None
    while at < end:
        curve, lasts = piece.flow.curve(index, at)
        width = end - at if lasts is None else min(end - at, lasts)
        found = _wider(found, curves.extremes(curve, width))
        at = curves.later(at, width)
    assert found is not None
    return found


def _wider(one: Bounds | None, other: Bounds) -> Bounds:
    return other if one is None else (min(one[0], other[0]), max(one[1], other[1]))
