"""Where runs that were followed together part: which transition comes first, for which of the parameters, and when.

A stretch of runs is an `Entry`: its parameters, how long it lasts as an expression in them, and what ends it. Every
function here takes one and gives the parts into which it falls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from viva.core.records import dataclass
from viva.engines.hybrid.model import ONE, Affine, Case, constant
from viva.engines.hybrid.polyhedra import Polyhedron, Row
from viva.engines.hybrid.running import Move


@dataclass(frozen=True, slots=True)
class Entry:
    """`lasts` is None for ever; `chosen` are the moves at its end, or `input`, `horizon` or `stuck`."""

    domain: Polyhedron
    lasts: Affine | None = None
    chosen: tuple[Move | str, ...] = ()


def earlier(
    entry: Entry, values: Sequence[Affine], rates: Sequence[Fraction], case: Case, move: Move
) -> Iterator[Entry]:
    """Splits where this case of a guard comes first, at the same time, later or never."""
    for part, at in _first_times(entry.domain, values, rates, case):
        if at is None:
            yield Entry(part, entry.lasts, entry.chosen)
        elif entry.lasts is None:
            yield Entry(part, at, (move,))
        else:
            later = at.plus(entry.lasts, -ONE)
            same = entry.chosen if move in entry.chosen else (*entry.chosen, move)
            for kept in where(part, Row(later.times(-ONE), True)):
                yield Entry(kept, at, (move,))
            for kept in where(part, Row(later, True)):
                yield Entry(kept, entry.lasts, entry.chosen)
            for kept in where(part, Row(later), Row(later.times(-ONE))):
                yield Entry(kept, entry.lasts, same)


def _first_times(
    domain: Polyhedron, values: Sequence[Affine], rates: Sequence[Fraction], case: Case
) -> Iterator[tuple[Polyhedron, Affine | None]]:
    """Parts of the domain, each with the first time at which the case holds as an expression, or None for never."""
    lows, highs = [constant(0)], []
    always: list[Affine] = []
    for each in case.constraints:
        value, slope = along(each.left, values), each.left.slope(rates)
        if not slope:
            always += both_sides(value, each.equal)
            continue
        at = value.times(-1 / slope)
        if each.equal or slope > 0:
            lows.append(at)
        if each.equal or slope < 0:
            highs.append(at)
    parts = [domain]
    for row in always:
        for part in parts:
            for never in where(part, Row(row.times(-ONE), True)):
                yield never, None
        parts = [kept for part in parts for kept in where(part, Row(row))]
    latest: list[tuple[Polyhedron, Affine]] = [(part, lows[0]) for part in parts]
    for low in lows[1:]:
        refined: list[tuple[Polyhedron, Affine]] = []
        for part, best in latest:
            over = low.plus(best, -ONE)
            refined += [(kept, low) for kept in where(part, Row(over, True))]
            refined += [(kept, best) for kept in where(part, Row(over.times(-ONE)))]
        latest = refined
    for part, best in latest:
        inside = [part]
        for high in highs:
            left = high.plus(best, -ONE)
            for piece in inside:
                for never in where(piece, Row(left.times(-ONE), True)):
                    yield never, None
            inside = [kept for piece in inside for kept in where(piece, Row(left))]
        for piece in inside:
            yield piece, best


def while_it_holds(entry: Entry, values: Sequence[Affine], rates: Sequence[Fraction], invariant: Case) -> list[Entry]:
    """Cuts a stretch where the invariant ends; what is enabled just then is taken before."""
    entries = [entry]
    for each in invariant.constraints:
        value, slope = along(each.left, values), each.left.slope(rates)
        rows = [(value, slope)] if not each.equal else [(value, slope), (value.times(-ONE), -slope)]
        for left, down in rows:
            ends = left.times(-1 / down) if down < 0 else None
            entries = [found for current in entries for found in _inside(current, left, ends)]
    return entries


def _inside(entry: Entry, left: Affine, ends: Affine | None) -> Iterator[Entry]:
    """`left` is what must not be negative, and gets so at `ends`."""
    for outside in where(entry.domain, Row(left.times(-ONE), True)):
        # It does not hold from the beginning: only what is enabled at once goes on.
        at_once = entry.lasts == constant(0)
        yield Entry(outside, constant(0), entry.chosen if at_once else ("stuck",))
    for inside in where(entry.domain, Row(left)):
        kept = Entry(inside, entry.lasts, entry.chosen)
        yield from [kept] if ends is None else cut_at(kept, ends, "stuck")


def cut_at(entry: Entry, due: Affine, what: str) -> list[Entry]:
    """Cuts a stretch at a time, where it would go on longer."""
    if entry.lasts is None:
        return [Entry(entry.domain, due, (what,))]
    later = entry.lasts.plus(due, -ONE)
    cut = [Entry(kept, due, (what,)) for kept in where(entry.domain, Row(later, True))]
    whole = where(entry.domain, Row(later.times(-ONE)))
    return cut + [Entry(kept, entry.lasts, entry.chosen) for kept in whole]


def where(domain: Polyhedron, *rows: Row) -> list[Polyhedron]:
    """The part that fulfils the rows, if there is one."""
    if all(row.left.is_constant for row in rows):
        fits = all(row.left.constant > 0 or (not row.strict and row.left.constant == 0) for row in rows)
        return [domain] if fits else []
    part = domain.where(*rows)
    return [] if part.is_empty else [part]


def along(row: Affine, values: Sequence[Affine]) -> Affine:
    """An expression in the variables as one in the parameters."""
    found = constant(row.constant)
    for index, factor in row.terms:
        found = found.plus(values[index], factor)
    return found


def both_sides(left: Affine, equal: bool) -> list[Affine]:
    return [left, left.times(-ONE)] if equal else [left]
