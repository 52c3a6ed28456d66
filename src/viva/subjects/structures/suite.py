"""Calls that symbolic runs of the two programs propose, each completed to a legal structure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from viva.engines.heaps.domain import Domain
from viva.languages.heap import Heap
from viva.subjects.structures.judge import Bench


@dataclass(frozen=True, slots=True)
class Proposed:
    calls: tuple[Heap, ...] = ()
    schemas: int = 0


def proposals(bench: Bench, domain: Domain, method: str, known: Sequence[Heap], reference: str) -> Proposed:
    """Those that are not known yet."""
    return Proposed()
