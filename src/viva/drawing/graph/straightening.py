"""Fewer bends after the coordinates are found."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

_ROUNDS = 2

Way = tuple[Sequence[int], float, float]  # the items an edge passes, and how far beside the first and the last it ends


def straighten(
    x: list[float],
    layers: Sequence[Sequence[int]],
    ways: Sequence[Way],
    room: tuple[Sequence[float], Sequence[float]],
    bends: Sequence[bool],
) -> None:
    """Moves the straight parts of edges onto what comes before or after them, where the others leave room."""
    before, after = room
    beside: dict[int, tuple[int | None, int | None]] = {}
    for layer in layers:
        for place, item in enumerate(layer):
            beside[item] = (
                layer[place - 1] if place else None,
                layer[place + 1] if place < len(layer) - 1 else None,
            )
    for _ in range(_ROUNDS):
        for chain, first, last in ways:
            for start, end in _runs(x, chain, bends):
                ends = [x[chain[start - 1]] + (first if start == 1 else 0.0)] if start else []
                ends += [x[chain[end]] + (last if end == len(chain) - 1 else 0.0)] if end < len(chain) else []
                low, high = -inf, inf
                for item in chain[start:end]:
                    one, other = beside[item]
                    if one is not None:
                        low = max(low, x[one] + after[one] + before[item])
                    if other is not None:
                        high = min(high, x[other] - before[other] - after[item])
                wanted = _wanted(x[chain[start]], ends, low, high)
                for item in chain[start:end]:
                    x[item] = wanted


def _runs(x: Sequence[float], chain: Sequence[int], bends: Sequence[bool]) -> list[tuple[int, int]]:
    """The straight parts of an edge, without the nodes at its ends."""
    found: list[tuple[int, int]] = []
    for place, item in enumerate(chain):
        if bends[item]:
            if found and found[-1][1] == place and abs(x[item] - x[chain[place - 1]]) < 0.01:
                found[-1] = (found[-1][0], place + 1)
            else:
                found.append((place, place + 1))
    return found


def _wanted(here: float, ends: Sequence[float], low: float, high: float) -> float:
    """The nearer end if there is room, or the other; otherwise as far towards both as possible."""
    for end in sorted(ends, key=lambda end: abs(end - here)):
        if low <= end <= high:
            return end
    between = min(max(here, min(ends, default=here)), max(ends, default=here))
    nearer = min(max(between, low), high)
    return nearer if low <= nearer <= high else here
