"""What the hooks of a program saw in one run."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from viva.core.json import Json
from viva.languages import wire
from viva.languages.program import Program


@dataclass(frozen=True, slots=True)
class Evaluations:
    """How often an expression was reached; for a condition also how often it was true and false."""

    reached: int
    true: int
    false: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """Numbers are those of `Program.sites`: the branches that were taken, the expressions that were evaluated.

    `calls` counts by name what was called, if calls were hooked.
    """

    branches: frozenset[int]
    expressions: Mapping[int, Evaluations]
    calls: Mapping[str, int]


NOTHING = Coverage(frozenset(), MappingProxyType({}), MappingProxyType({}))


def read_coverage(program: Program, message: dict[str, Json]) -> Coverage:
    """Reads `hits`, `counts` and `calls` of a message; said inside the box, so it may be a lie, but is well formed."""
    if not message.keys() & {"hits", "counts", "calls"}:
        return NOTHING
    sites, counters = len(program.sites), len(program.counters)
    branches = {wire.number(site, sites - 1) for site in wire.items(message.get("hits", []))}
    moved: dict[int, int] = {}
    for item in wire.items(message.get("counts", [])):
        counter, count = wire.pair(item)
        moved[wire.number(counter)] = wire.number(count)
    evaluations: dict[int, dict[str, int]] = {}
    for reading in program.readings if moved and counters else ():
        count = moved.get(reading.plus, 0) - moved.get(reading.minus, 0)
        if count > 0:
            if program.sites[reading.site].kind in ("expression", "condition"):
                evaluations.setdefault(reading.site, {})[reading.role] = count
            else:
                branches.add(reading.site)
    expressions = {
        site: Evaluations(roles.get("reached", 0), roles.get("true", 0), roles.get("false", 0))
        for site, roles in evaluations.items()
    }
    calls = {wire.text(name): wire.number(count) for name, count in wire.record(message.get("calls", {})).items()}
    return Coverage(frozenset(branches), MappingProxyType(expressions), MappingProxyType(calls))
