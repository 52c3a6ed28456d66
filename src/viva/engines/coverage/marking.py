"""The source as a listing whose marks are the states: HPC's colours, and signs for those who see none."""

from __future__ import annotations

from viva.drawing import listing
from viva.drawing.listing import Line, Mark, Piece
from viva.engines.coverage.states import Accumulated, State
from viva.languages.sites import Site

MARKS = {
    State.NEVER: Mark("never", "never evaluated", "-", "yellow", "30;43"),
    State.TRUE: Mark("true", "always true", "T", "green", "30;42"),
    State.FALSE: Mark("false", "always false", "F", "red", "37;41"),
}
LEGEND = listing.legend(MARKS.values())


def mark_lines(seen: Accumulated, first: int = 1, last: int | None = None) -> tuple[Line, ...]:
    """The lines from `first` to `last` of the source. Where pieces overlap, the innermost one that says something wins;
    what was never evaluated covers everything inside of it."""
    lines = seen.program.text.split("\n")
    last = len(lines) if last is None else min(last, len(lines))
    states = {number: [State.DONE] * len(lines[number - 1]) for number in range(first, last + 1)}
    gaps = sorted(seen.gaps(first, last), key=lambda gap: (-_extent(gap.site), gap.site.line, gap.site.column))
    for gap in gaps:
        for number in range(max(first, gap.site.line), min(last, gap.site.end_line) + 1):
            row = states[number]
            start = gap.site.column if number == gap.site.line else _indent(lines[number - 1])
            end = gap.site.end_column if number == gap.site.end_line else len(row)
            row[start:end] = [gap.state] * len(row[start:end])
    return tuple(listing.line(number, _pieces(lines[number - 1], states[number])) for number in range(first, last + 1))


def _extent(site: Site) -> int:
    return (site.end_line - site.line) * 1000 + site.end_column - site.column


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _pieces(line: str, states: list[State]) -> list[Piece]:
    pieces: list[Piece] = []
    start = 0
    for place in range(1, len(line) + 1):
        if place == len(line) or states[place] is not states[start]:
            pieces.append(Piece(line[start:place], MARKS.get(states[start])))
            start = place
    return pieces
