"""Programs that were compiled for symbolic runs. Like all `code` they are loaded only inside the sandbox, by `entry`,
the name of a function there; what that is told and says is in `viva.engines.symbolic.trace` and
`viva.engines.heaps.schemas.lazy_initialization`.
"""

from viva.core.json import Json
from viva.core.records import dataclass
from viva.languages import wire
from viva.languages.heap import Malformed


@dataclass(frozen=True, slots=True)
class Target:
    """A function. `tree` is the source as proofs read it, None where they cannot; `branches` are the sites that are
    branches, numbered as the runs of this target number them."""

    function: str
    code: str
    sites: int
    counters: tuple[int, ...]
    constants: tuple[object, ...]
    tree: Json
    readings: tuple[tuple[int, int, int], ...] = ()
    branches: frozenset[int] = frozenset()
    entry: str = ""


@dataclass(frozen=True, slots=True)
class LazyTarget:
    """A source whose classes have lazy fields."""

    code: str
    counters: tuple[int, ...]
    sites: int
    entry: str = ""


def read_target(answer: dict[str, Json], function: str, entry: str) -> Target:
    return Target(
        function,
        wire.text(answer.get("code")),
        wire.number(answer.get("sites")),
        _counters(answer),
        tuple(map(_constant, wire.items(answer.get("constants")))),
        answer.get("tree"),
        tuple(map(_reading, wire.items(answer.get("readings")))),
        frozenset(wire.number(site) for site in wire.items(answer.get("branches"))),
        entry,
    )


def read_lazy_target(answer: dict[str, Json], entry: str) -> LazyTarget:
    return LazyTarget(wire.text(answer.get("code")), _counters(answer), wire.number(answer.get("sites")), entry)


def _counters(answer: dict[str, Json]) -> tuple[int, ...]:
    return tuple(wire.number(counter, 1) for counter in wire.items(answer.get("counters")))


def _reading(data: Json) -> tuple[int, int, int]:
    match wire.items(data):
        case [site, plus, minus]:
            return wire.number(site), wire.number(plus), wire.number(minus)
    raise Malformed("not a reading")


def _constant(data: Json) -> object:
    match data:
        case ["int", str() as text]:
            return int(text, 16)
        case ["float", str() as text]:
            return float(text)
        case ["str", str() as text]:
            return text
    raise Malformed("not a constant")
