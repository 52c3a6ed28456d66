"""Polyhedra against their corners, found by brute force."""

import itertools
import random
from fractions import Fraction

import pytest

from viva.engines.hybrid.model import Affine
from viva.engines.hybrid.polyhedra import Polyhedron, Row


def corners(rows: list[Affine]) -> list[tuple[Fraction, Fraction]]:
    found = []
    for one, other in itertools.combinations(rows, 2):
        a, b = dict(one.terms), dict(other.terms)
        a0, a1, b0, b1 = a.get(0, Fraction(0)), a.get(1, Fraction(0)), b.get(0, Fraction(0)), b.get(1, Fraction(0))
        determinant = a0 * b1 - a1 * b0
        if determinant:
            x = (-one.constant * b1 + a1 * other.constant) / determinant
            y = (-a0 * other.constant + one.constant * b0) / determinant
            if all(row.at((x, y)) >= 0 for row in rows):
                found.append((x, y))
    return found


def expression(chance: random.Random) -> Affine:
    factors = {index: Fraction(chance.randint(-3, 3)) for index in (0, 1)}
    return Affine.of(factors, Fraction(chance.randint(-8, 8)))


@pytest.mark.parametrize("seed", range(80))
def test_extremes_emptiness_and_shadows_agree_with_the_corners(seed: int) -> None:
    chance = random.Random(seed)
    box = [Affine.of({index: Fraction(sign)}, Fraction(5)) for index in (0, 1) for sign in (1, -1)]
    rows = [*box, *(each for _ in range(chance.randint(0, 4)) if (each := expression(chance)).terms)]
    points = corners(rows)
    found = Polyhedron(2, tuple(Row(row) for row in rows))
    assert found.is_empty == (not points)
    if not points:
        return
    of = expression(chance)
    assert found.greatest(of) == max(of.at(point) for point in points)
    shadow = found.projected(1)
    across = Affine.of({0: Fraction(1)}, Fraction(0))
    assert (shadow.least(across), shadow.greatest(across)) == (min(x for x, _ in points), max(x for x, _ in points))
    assert found.reduced().inside(found) and found.inside(found.reduced())
    strict = Polyhedron(2, tuple(Row(row, True) for row in rows))
    centre = tuple(sum(each) / len(points) for each in zip(*points, strict=True))
    assert strict.is_empty == any(row.at(centre) <= 0 for row in rows)
