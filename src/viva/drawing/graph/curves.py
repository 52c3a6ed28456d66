"""Curves as control points of cubic pieces: a point, then for each piece two control points and its end.

In this package a place is (along, across): how far it lies in the direction of the layers, and how far beside.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan, hypot, sin

from viva.drawing.shapes import Point

Curve = list[Point]

_CORNER = 9.0
_APART = 5.0
_STEP = 6.0  # between edges that bend one after the other
_LEAST_ANGLE = 0.22
_SMALL, _SHORT = 26.0, 24.0  # a bend that is taken in one sweep: how far across, how far along
_BEND = 0.4  # where the control points of a bend lie; below 0.5 the steepest part is not much steeper than a chord


def bend(curve: Curve, to: Point, part: tuple[float, float]) -> None:
    """Goes on to a place, leaving and arriving in the direction of the layers; it bends in this part of the way."""
    (a, x), (b, y) = curve[-1], to
    if abs(x - y) < 0.01:
        straight(curve, to)
        return
    start, end = a + (b - a) * part[0], a + (b - a) * part[1]
    third = (end - start) * _BEND
    straight(curve, (start, x))
    curve += [(start + third, x), (end - third, y), (end, y)]
    straight(curve, to)


def delays(moves: Sequence[Point], length: float) -> list[float]:
    """How long after the beginning of a gap each of the edges in it bends, from where and to where they go across;
    `length` is how long a bend is.

    Of two that go the same way and overlap, the one ahead goes first. So two that keep their order never come closer
    than they are at the ends. Two that change it and would meet while both are steep wait for each other. Those that go
    up wait for those that go down, or the other way round, or neither, so that the fewest arrive where another waits.
    """
    down = sorted((number for number, (start, end) in enumerate(moves) if start < end), key=lambda one: -moves[one][0])
    up = sorted((number for number, (start, end) in enumerate(moves) if start > end), key=lambda one: moves[one][0])
    if not down or not up:
        return _in_turn(moves, [down + up], length)
    found = [_in_turn(moves, groups, length) for groups in ([down + up], [up + down], [down, up])]
    return min(found, key=lambda each: (_met(moves, each, down, up), max(each)))


def _in_turn(moves: Sequence[Point], groups: Sequence[Sequence[int]], length: float) -> list[float]:
    """The least delay for each, in the order of its group, after all in the group that it overlaps."""
    found = [0.0] * len(moves)
    for group in groups:
        done: list[int] = []
        for number in group:
            low, high = sorted(moves[number])
            for other in done:
                start, end = sorted(moves[other])
                if start <= high and low <= end:
                    wait = length / 2 if _graze(moves[number], moves[other], length) else _STEP
                    found[number] = max(found[number], found[other] + wait)
            done.append(number)
    return found


def _graze(one: Point, other: Point, length: float) -> bool:
    """Whether two edges that bend at the same time would cross at so small an angle that they look like one."""
    if (one[0] - other[0]) * (one[1] - other[1]) > 0:
        return False
    angles = [atan((end - start) / (length * (1 - _BEND))) for start, end in (one, other)]
    return abs(sin(angles[0] - angles[1])) < _LEAST_ANGLE


def _met(moves: Sequence[Point], waits: Sequence[float], down: Sequence[int], up: Sequence[int]) -> float:
    """How long edges lie on each other, because one has arrived where the other has not left."""
    total = 0.0
    for one in down:
        for other in up:
            first, then = (one, other) if waits[one] < waits[other] else (other, one)
            if abs(moves[first][1] - moves[then][0]) < _APART:
                total += waits[then] - waits[first]
    return total


def straight(curve: Curve, to: Point) -> None:
    (a, x), (b, y) = curve[-1], to
    if (a, x) != to:
        curve += [(a + (b - a) / 3, x + (y - x) / 3), (b - (b - a) / 3, y - (y - x) / 3), to]


def corner(curve: Curve, around: Point, to: Point) -> None:
    """Goes on to a place by a bend whose tangents meet in the place it goes around."""
    (a, x), (c, z), (b, y) = curve[-1], around, to
    if (a, x) != to:
        curve += [
            (a + (c - a) * 2 / 3, x + (z - x) * 2 / 3),
            (b + (c - b) * 2 / 3, y + (z - y) * 2 / 3),
            to,
        ]


def turn(curve: Curve, track: float, to: Point) -> None:
    """Goes on out to a track, along it, and back to a place, with round corners."""
    (a, x), (b, y) = curve[-1], to
    radius = min(_CORNER, abs(y - x) / 2, abs(track - a), abs(track - b))
    out, side = (radius if track > a else -radius), (radius if y > x else -radius)
    straight(curve, (track - out, x))
    corner(curve, (track, x), (track, x + side))
    straight(curve, (track, y - side))
    corner(curve, (track, y), (track - out, y))
    straight(curve, to)


def tracks(spans: Sequence[tuple[float, float]]) -> list[int]:
    """A track for each span, counted from 1: one around another is further out, and none that touch share a track."""
    order = sorted(range(len(spans)), key=lambda number: spans[number][1] - spans[number][0])
    found = [0] * len(spans)
    for place, number in enumerate(order):
        low, high = spans[number]
        near = [found[other] for other in order[:place] if spans[other][0] <= high and low <= spans[other][1]]
        found[number] = max(near, default=0) + 1
    return found


def simplified(curve: Curve) -> Curve:
    """The same curve with straight pieces in one line made one."""
    result = curve[:1]
    for start in range(0, len(curve) - 3, 3):
        piece = curve[start : start + 4]
        last = result[-4:]
        if len(last) == 4 and _flat(piece) and _flat(last) and _flat([last[0], last[3], piece[3]]):
            del result[-3:]
            straight(result, piece[3])
        else:
            result += piece[1:]
    return result


def softened(curve: Curve) -> Curve:
    """The same curve, with a small bend right after its start taken in one sweep with the turn out of the node."""
    rest = curve[3:] if len(curve) > 6 and not _flat(curve[:4]) else []
    if rest and _flat(rest[:4]):
        if abs(rest[3][0] - rest[0][0]) > _SHORT:
            return curve
        rest = rest[3:]
    if len(rest) < 4 or not 0 < abs(rest[3][1] - rest[0][1]) <= _SMALL or abs(rest[3][0] - curve[0][0]) > 2 * _SHORT:
        return curve
    (a, x), (b, y), end = curve[0], curve[1], rest[3]
    length, along = hypot(b - a, y - x) or 1.0, end[0] - a
    reach = abs(along) * 0.4
    return [
        curve[0],
        (a + (b - a) / length * reach, x + (y - x) / length * reach),
        (end[0] - along * 0.4, end[1]),
        *rest[3:],
    ]


def _flat(points: Curve) -> bool:
    (a, x), (b, y) = points[0], points[-1]
    length = hypot(b - a, y - x) or 1.0
    return all(abs((c - a) * (y - x) - (z - x) * (b - a)) < 0.05 * length for c, z in points[1:-1])


def moved(curve: Curve, along: float, across: float) -> Curve:
    return [(a + along, x + across) for a, x in curve]
