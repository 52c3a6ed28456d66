"""Simulated plants under a controller: a robot, a water tank, a car behind another.

Start reading in `plant.py`, which says what a plant is; those there are stand in `plants/`. `arena.py` holds where one
stands and what disturbs it, `episode.py` runs one under a controller while formulas watch, `search.py` looks for the
settings of an arena in which a formula fails.

    from viva.engines.robots import arena_from, run
    from viva.engines.signals import Monitor, parse
    place = arena_from("robot", 'seconds = 60\\n[start]\\nx = 0\\ny = 0\\nheading = 90\\n', "arena.toml")
    episode = run(place, lambda sensors: (0.3, 0.3), watch=[Monitor(parse("F[0,20] y > 3"))])
"""

from viva.engines.robots.arena import Arena, Setting, arena_from
from viva.engines.robots.episode import MEMORY, STEPS, Broken, Controller, Episode, run
from viva.engines.robots.plant import Plant
from viva.engines.robots.plants import PLANTS
from viva.engines.robots.search import Tried, search

__all__ = [
    "MEMORY",
    "PLANTS",
    "STEPS",
    "Arena",
    "Broken",
    "Controller",
    "Episode",
    "Plant",
    "Setting",
    "Tried",
    "arena_from",
    "run",
    "search",
]
