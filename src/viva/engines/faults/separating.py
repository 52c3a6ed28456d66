"""Inputs that break ties: of many candidates those whose runs tell elements apart that the runs so far do not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from viva.engines.faults.spectrum import Element, Run, Spectrum

Candidate = TypeVar("Candidate")


def separating(
    spectrum: Spectrum[Element], candidates: Iterable[tuple[Candidate, Run[Element]]], most: int
) -> list[tuple[Candidate, Run[Element]]]:
    """Up to `most` candidates, each of which splits a group of elements that nothing before it has split.

    Only groups that failing runs cover are worth splitting: what no failing run covers is not suspect.
    """
    failing = spectrum.failing
    suspect = [
        group for group in spectrum.groups() if len(group) > 1 and any(group[0] in run.covered for run in failing)
    ]
    chosen: list[tuple[Candidate, Run[Element]]] = []
    for candidate, run in candidates:
        if len(chosen) == most or not suspect:
            break
        parts = [_split(group, run) for group in suspect]
        if any(len(pair) > 1 for pair in parts):
            chosen.append((candidate, run))
            suspect = [group for pair in parts for group in pair if len(group) > 1]
    return chosen


def _split(group: Sequence[Element], run: Run[Element]) -> list[tuple[Element, ...]]:
    inside = tuple(element for element in group if element in run.covered)
    outside = tuple(element for element in group if element not in run.covered)
    return [part for part in (inside, outside) if part]
