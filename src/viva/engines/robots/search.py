"""Looking for settings of an arena in which a controller does worst (falsification)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.robots.arena import Arena

_NEAR = 0.15  # of a range, around the worst settings so far


@dataclass(frozen=True, slots=True)
class Tried:
    """Settings by their paths, and how far the controller was from failing in them: below zero it failed."""

    settings: Mapping[str, float]
    margin: float


def search(arena: Arena, margin: Callable[[Arena], float], most: int, seed: int) -> Iterator[Tried]:
    """Tries up to `most` settings within their ranges, and tells each.

    The ends of all ranges come first, where controllers fail most, then settings by chance and settings near the worst
    ones in turn. Settings with which the arena makes no sense (a robot inside of a wall) count, but are not told.
    """
    chance = random.Random(seed)
    worst: Tried | None = None
    corners = _corners(arena)
    for number in range(most):
        if number < len(corners):
            settings = corners[number]
        elif worst is None or number % 2:
            settings = {each.path: chance.uniform(each.low, each.high) for each in arena.settings}
        else:
            settings = {
                each.path: min(
                    max(worst.settings[each.path] + chance.gauss(0, _NEAR * (each.high - each.low)), each.low),
                    each.high,
                )
                for each in arena.settings
            }
        settings = {path: float(f"{value:.4g}") for path, value in settings.items()}
        try:
            changed = arena.with_settings(settings)
        except Fault:
            continue
        tried = Tried(settings, margin(changed))
        if worst is None or tried.margin < worst.margin:
            worst = tried
        yield tried


def _corners(arena: Arena) -> list[dict[str, float]]:
    if not arena.settings:
        return []
    low = {each.path: each.low for each in arena.settings}
    high = {each.path: each.high for each in arena.settings}
    single = [
        {other.path: (other.low + other.high) / 2 for other in arena.settings} | {each.path: end}
        for each in arena.settings
        for end in (each.low, each.high)
    ]
    return [low, high] if len(arena.settings) == 1 else [low, high, *single]
