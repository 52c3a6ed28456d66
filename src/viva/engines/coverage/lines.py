"""Of each line on which something is evaluated: whether a run was there."""

from __future__ import annotations

from viva.languages.coverage import Coverage
from viva.languages.program import Program

_EVALUATED = ("expression", "condition")


def lines_reached(program: Program, coverage: Coverage) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Those that were reached, and those that were not; none at all where nothing was seen."""
    last = program.text.count("\n") + 1  # what lies behind it stands in no file of a student's
    places = {number: site.line for number, site in enumerate(program.sites) if site.kind in _EVALUATED}
    reached = {places[site] for site, seen in coverage.expressions.items() if site in places and seen.reached}
    missed = {*places.values()} - reached if reached else set()
    return tuple(sorted(line for line in reached if line <= last)), tuple(
        sorted(each for each in missed if each <= last)
    )
