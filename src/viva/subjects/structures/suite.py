"""Calls that symbolic runs of the two programs propose, each completed to a legal structure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from viva.engines.heaps.canonical import form
from viva.engines.heaps.completing import Completing
from viva.engines.heaps.domain import Domain
from viva.engines.heaps.lazy import Technique, compiled, explorable, explored
from viva.engines.heaps.legality import legal
from viva.languages.heap import Heap
from viva.subjects.structures.judge import Bench

NODES = 5
_MOST_PATHS = 160
_MOST_CALLS = 250


@dataclass(frozen=True, slots=True)
class Proposed:
    calls: tuple[Heap, ...] = ()
    schemas: int = 0


def proposals(
    bench: Bench, domain: Domain, method: str, known: Sequence[Heap], reference: str, technique: Technique | None = None
) -> Proposed:
    """Those that are not known yet."""
    asked = domain.methods[method]
    if not explorable(domain.layout, asked):
        return Proposed()
    names = {**bench.fitting.classes, **bench.fitting.fields}
    completing = Completing(domain.layout, domain.kept, domain.rules)
    seen = {form(call) for call in known}
    found: list[Heap] = []
    schemas = 0
    for text, called in ((bench.submission.program.text, names), (reference, {})):
        program = compiled(bench.submission.sandbox, text.encode())
        if program is None:
            continue
        told = explored(
            bench.submission.sandbox, program, domain.layout, asked, domain.kept,
            names=called, technique=technique, nodes=NODES, most=_MOST_PATHS,
        )  # fmt: skip
        for schema in told.schemas if told else ():
            schemas += 1
            for call in completing.calls(schema):
                this = form(call)
                if this not in seen and len(found) < _MOST_CALLS:
                    seen.add(this)
                    found.append(call)
    return Proposed(tuple(legal(domain, found)), schemas)
