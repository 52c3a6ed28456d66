"""The six techniques of the paper's Figure 8 on one method, measured, and exhaustive enumeration beside them."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from itertools import pairwise

from viva.core.records import dataclass
from viva.engines.heaps.domain import Domain
from viva.engines.heaps.layout import Method
from viva.engines.heaps.parts import objects
from viva.engines.heaps.schemas.lazy_initialization import Explored, Technique, explorable, explore_paths, fits
from viva.engines.heaps.view import view
from viva.languages.target import LazyTarget
from viva.sandbox import Sandbox

MOST = 20_000
_CONCRETE = 4


@dataclass(frozen=True, slots=True)
class Way:
    """A technique: what the paper says of it (Tables 1 to 3), and how it is run here."""

    group: str
    name: str
    annotation: str
    generality: int
    abstractness: int
    technique: Technique | None
    sequences: bool = False
    concrete: bool = False


WAYS = (
    Way("sequences", "concrete", "none", 5, 1, Technique(guided=False), sequences=True, concrete=True),
    Way("sequences", "comparable", "none", 2, 2, Technique(three_way=True), sequences=True),
    Way("sequences", "symbolic", "automatic", 4, 2, Technique(), sequences=True),
    Way("lazy", "generalised symbolic", "semiautomatic", 4, 3, Technique(lazier=False)),
    Way("lazy", "probe, comparable", "none", 1, 3, Technique(three_way=True)),
    Way("lazy", "probe, symbolic", "automatic", 3, 3, Technique()),
    Way("enumeration", "all structures", "none", 5, 1, None),
)


TECHNIQUES = {f"{way.group}: {way.name}": way for way in WAYS if way.technique is not None}
"""By the names that are told."""


def building(way: Way, domain: Domain) -> tuple[str, int] | None:
    """By which calls objects are built, for a technique that does."""
    return (builder_of(domain) or "", _CONCRETE if way.concrete else 0) if way.sequences else None


@dataclass(frozen=True, slots=True)
class Measured:
    """`followed` is the share of paths that could be followed to their end, `traces` how many different ways through
    the instructions there were, `branches` how many different steps from line to line; None where the technique does
    not apply, or where nothing was traced."""

    way: Way
    schemas: int | None
    traces: int | None = None
    branches: int | None = None
    followed: float | None = None
    seconds: float | None = None
    whole: bool = True

    @property
    def redundancy(self) -> float | None:
        """Schemas for each way through the source: 1 is best."""
        return None if not self.traces or self.schemas is None else self.schemas / self.traces


def measure_techniques(
    sandbox: Sandbox, program: LazyTarget, domain: Domain, method: Method, nodes: int
) -> Iterator[Measured]:
    """All techniques on one method, up to so many nodes."""
    builder = builder_of(domain)
    found: Explored | None = None
    for way in WAYS:
        if way.technique is None:  # the last of all, held against the schemas before it
            yield _enumerated(way, domain, method, nodes, found)
            continue
        applies = explorable(domain.layout, method) and (not way.sequences or builder is not None)
        found = None
        if applies:
            found = explore_paths(
                sandbox, program, domain.layout, method, domain.kept,
                technique=way.technique, nodes=nodes, most=MOST, traces=True,
                building=building(way, domain),
            )  # fmt: skip
        yield Measured(way, None) if found is None else _measured(way, found)


def _enumerated(way: Way, domain: Domain, method: Method, nodes: int, schemas: Explored | None) -> Measured:
    """All structures with few keys, each with every key: the traces and steps are those of the schemas that they fit,
    and `followed` is the share of calls that fit exactly one."""
    begin = time.process_time()
    keys = [parameter.kind for parameter in method.parameters if not parameter.optional]
    if domain.whole < nodes:
        return Measured(way, None)
    small = [view(heap, domain.layout) for heap in domain.heaps if objects(heap, domain.layout.node) <= nodes]
    small = [seen for seen in small if all(type(cell.key) is int and cell.key <= _CONCRETE for cell in seen.cells)]
    count = len(small) ** (1 + keys.count("instance")) * (_CONCRETE + 2) ** keys.count("key")
    if schemas is None or not schemas.whole or set(keys) - {"key"} or count > MOST:
        return Measured(way, count)
    calls = list(itertools.product(small, itertools.product(range(_CONCRETE + 2), repeat=len(keys))))
    taken = [[schema for schema in schemas.schemas if fits(schema, *call)] for call in calls]
    seen = {schema for found in taken for schema in found}
    steps = {step for schema in seen for step in pairwise(schema.lines)}
    alone = sum(len(found) == 1 for found in taken) / len(calls)
    return Measured(
        way, len(calls), len({schema.way for schema in seen}), len(steps), alone, time.process_time() - begin
    )


def _measured(way: Way, found: Explored) -> Measured:
    ended = [schema for schema in found.schemas if schema.outcome[0] in ("returned", "raised")]
    traces = {schema.way for schema in ended}
    steps = {step for schema in ended for step in pairwise(schema.lines)}
    followed = len(ended) / len(found.schemas) if found.schemas else 0.0
    return Measured(way, len(found.schemas), len(traces), len(steps), followed, found.seconds, found.whole)


def builder_of(domain: Domain) -> str | None:
    """The method with one key that made most of the structures."""
    names = [state.method for state in domain.states if state.method and len(state.arguments) == 1]
    usable = {
        name
        for name, method in domain.methods.items()
        if [parameter.kind for parameter in method.parameters if not parameter.optional] == ["key"]
    }
    counted = sorted(((names.count(name), name) for name in usable if name in names), reverse=True)
    return counted[0][1] if counted else None
