"""What the hooks of a program saw in one run."""

from collections.abc import Mapping
from types import MappingProxyType

from viva.core.json import Json
from viva.core.records import dataclass
from viva.languages import wire
from viva.languages.heap import Malformed
from viva.languages.program import Program
from viva.languages.survey import Mention


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
    seen: tuple[Mention, ...] = ()
    """With calls: what is better left, as it happened, and where."""


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
    seen = tuple(_mention(program, item) for item in wire.items(message.get("seen", [])))
    return Coverage(frozenset(branches), MappingProxyType(expressions), MappingProxyType(calls), seen)


def _mention(program: Program, data: Json) -> Mention:
    match wire.items(data):
        case [name, number, detail]:
            site = program.sites[wire.number(number, len(program.sites) - 1)]
            return Mention(wire.text(name), site.line, site.column + 1, wire.text(detail))
    raise Malformed("not a mention")
