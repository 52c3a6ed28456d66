"""The six techniques of the paper's Figure 8 on one method, measured, and exhaustive enumeration beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from viva.engines.heaps.domain import Domain
from viva.engines.heaps.layout import Method
from viva.engines.heaps.lazy import Explored, Lazily, Technique, explorable, explored
from viva.engines.heaps.parts import objects
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


def compared(sandbox: Sandbox, program: Lazily, domain: Domain, method: Method, nodes: int) -> Iterator[Measured]:
    """All techniques on one method, up to so many nodes."""
    builder = builder_of(domain)
    for way in WAYS:
        if way.technique is None:
            small = [heap for heap in domain.heaps if objects(heap, domain.layout.node) <= nodes]
            keys = len([parameter for parameter in method.parameters if parameter.kind == "key"])
            yield Measured(way, len(small) * (_CONCRETE + 2) ** keys if domain.whole >= nodes else None)
            continue
        applies = explorable(domain.layout, method) and (not way.sequences or builder is not None)
        found: Explored | None = None
        if applies:
            found = explored(
                sandbox, program, domain.layout, method, domain.kept,
                technique=way.technique, nodes=nodes, most=MOST, traces=True,
                building=building(way, domain),
            )  # fmt: skip
        yield Measured(way, None) if found is None else _measured(way, found)


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
