"""Polyhedra with exact fractions: sets of points that fulfil linear constraints, some of them strict.

Small ones: a handful of dimensions and constraints, as sets of initial values have. `greatest` is the simplex method
with Bland's rule, which always ends; `projected` is Fourier-Motzkin elimination.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from viva.core.records import dataclass
from viva.engines.hybrid.model import ONE, ZERO, Affine, Constraint

_MOST_ROWS = 400


class TooLarge(Exception):
    """More constraints than are worked with."""


@dataclass(frozen=True, slots=True)
class Row:
    """`left` is at least 0; a strict one is above 0."""

    left: Affine
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Polyhedron:
    """Points of so many dimensions that fulfil all rows."""

    dimension: int
    rows: tuple[Row, ...] = ()

    def where(self, *rows: Row) -> Polyhedron:
        return Polyhedron(self.dimension, (*self.rows, *rows))

    @property
    def is_empty(self) -> bool:
        constants = [row for row in self.rows if not row.left.terms]
        if any(row.left.constant < 0 or (row.strict and not row.left.constant) for row in constants):
            return True
        rows = [row for row in self.rows if row.left.terms]
        if not rows:
            return False
        if not any(row.strict for row in rows):
            return greatest(Affine(), [row.left for row in rows], self.dimension) is None
        # Strict rows have room at the same time if the smallest room can be made positive: one more dimension, in 0..1.
        room = self.dimension
        eased = [row.left.plus(Affine(((room, ONE),)), Fraction(-1)) if row.strict else row.left for row in rows]
        eased += [Affine(((room, -ONE),), ONE), Affine(((room, ONE),))]
        found = greatest(Affine(((room, ONE),)), eased, room + 1)
        return found is None or found == "unbounded" or not isinstance(found, Fraction) or found <= 0

    def greatest(self, of: Affine) -> Fraction | None:
        """The least upper bound of an expression here; None where there is none. The polyhedron is not empty."""
        if not of.terms:
            return of.constant
        found = greatest(of, [row.left for row in self.rows if row.left.terms], self.dimension)
        return found if isinstance(found, Fraction) else None

    def least(self, of: Affine) -> Fraction | None:
        found = self.greatest(of.times(-ONE))
        return None if found is None else -found

    def point(self) -> list[Fraction]:
        """Some point in it, with short numbers where that is easy; the polyhedron is not empty."""
        left = self
        for index in range(self.dimension):
            across = Affine(((index, ONE),))
            low, high = left.least(across), left.greatest(across)
            for value in _between(low, high):
                fixed = left.where(Row(across.plus(Affine((), -value))), Row(Affine((), value).plus(across, -ONE)))
                if not fixed.is_empty:
                    left = fixed
                    break
        return [left.least(Affine(((index, ONE),))) or ZERO for index in range(self.dimension)]

    def implies(self, row: Row) -> bool:
        """Whether every point here fulfils it."""
        return self.where(Row(row.left.times(-ONE), not row.strict)).is_empty

    def inside(self, other: Polyhedron) -> bool:
        return all(self.implies(row) for row in other.rows)

    def projected(self, keep: int) -> Polyhedron:
        """The shadow on the first dimensions."""
        rows = list(self.rows)
        for index in range(self.dimension - 1, keep - 1, -1):
            rows = _eliminated(rows, index)
        return Polyhedron(keep, tuple(rows)).reduced()

    def reduced(self) -> Polyhedron:
        """The same points with no row that follows from the others."""
        rows = list(
            dict.fromkeys(
                _normal(row)
                for row in self.rows
                if row.left.terms or row.left.constant < 0 or (row.strict and not row.left.constant)
            )
        )
        at = 0
        while at < len(rows):
            rest = Polyhedron(self.dimension, (*rows[:at], *rows[at + 1 :]))
            if rest.implies(rows[at]):
                del rows[at]
            else:
                at += 1
        return Polyhedron(self.dimension, tuple(rows))


def _between(low: Fraction | None, high: Fraction | None) -> list[Fraction]:
    """Numbers to try: the middle is inside even where the ends are not."""
    if low is None and high is None:
        return [ZERO]
    if low is None or high is None:
        end = high if low is None else low
        assert end is not None
        return [end + (1 if high is None else -1), end]
    middle = (low + high) / 2
    return [Fraction(round(middle)), Fraction(round(middle * 10), 10), middle, low, high]


def satisfiable(constraints: Iterable[Constraint]) -> bool:
    """Whether some values fulfil all of these."""
    rows = []
    for each in constraints:
        rows.append(Row(each.left))
        if each.equal:
            rows.append(Row(each.left.times(-ONE)))
    width = 1 + max((index for row in rows for index, _ in row.left.terms), default=0)
    return not Polyhedron(width, tuple(rows)).is_empty


def _normal(row: Row) -> Row:
    """The same row with 1 or -1 as its first factor."""
    scale = abs(row.left.terms[0][1]) if row.left.terms else ONE
    return row if scale == 1 else Row(row.left.times(1 / scale), row.strict)


def _eliminated(rows: Sequence[Row], index: int) -> list[Row]:
    known = {row.left for row in rows if not row.strict}
    for row in rows:
        factor = dict(row.left.terms).get(index)
        if factor and not row.strict and row.left.times(-ONE) in known:  # an equation: it says what the variable is
            value = Affine.of({at: each for at, each in row.left.terms if at != index}, row.left.constant).times(
                -1 / factor
            )
            replaced = [Row(each.left.after({index: value}), each.strict) for each in rows]
            return list(
                dict.fromkeys(each for each in replaced if each.left.terms or each.left.constant < 0 or each.strict)
            )
    lower: list[tuple[Row, Fraction]] = []
    upper: list[tuple[Row, Fraction]] = []
    rest: list[tuple[Row, Fraction]] = []
    for row in rows:
        factor = dict(row.left.terms).get(index)
        (rest if not factor else lower if factor > 0 else upper).append((row, factor or ZERO))
    found = [row for row, _ in rest]
    for low, up in ((low, up) for low in lower for up in upper):
        left = low[0].left.times(-up[1]).plus(up[0].left, low[1])
        found.append(_normal(Row(left, low[0].strict or up[0].strict)))
    found = list(dict.fromkeys(found))
    if len(found) > _MOST_ROWS:
        raise TooLarge
    return found


def greatest(of: Affine, rows: Sequence[Affine], dimension: int) -> Fraction | str | None:
    """The maximum of `of` where all rows are at least 0: a number, "unbounded", or None where no point is.

    Free variables are differences of two that are at least 0; a row a·x + b >= 0 becomes -a·x + slack = b. Phase one
    brings in one artificial variable, as in the textbook.
    """
    columns = 2 * dimension
    table: list[list[Fraction]] = []
    for row in rows:
        line = [ZERO] * (columns + len(rows) + 2)  # variables, slacks, the artificial one, the right side
        for index, factor in row.terms:
            line[2 * index], line[2 * index + 1] = -factor, factor
        line[-1] = row.constant
        table.append(line)
    artificial = columns + len(rows)
    basis = []
    for number, line in enumerate(table):
        line[columns + number] = ONE
        line[artificial] = -ONE
        basis.append(columns + number)
    if table and min(line[-1] for line in table) < 0:
        worst = min(range(len(table)), key=lambda number: table[number][-1])
        objective = [ZERO] * (artificial + 2)
        objective[artificial] = -ONE
        _pivot(table, objective, basis, worst, artificial)
        _climbed(table, objective, basis, artificial + 1)
        if objective[-1] != 0:
            return None
        if artificial in basis:
            number = basis.index(artificial)
            column = next((each for each in range(artificial) if table[number][each]), None)
            if column is not None:
                _pivot(table, objective, basis, number, column)
    objective = [ZERO] * (artificial + 2)
    for index, factor in of.terms:
        objective[2 * index], objective[2 * index + 1] = factor, -factor
    for number, column in enumerate(basis):
        factor = objective[column]
        if factor:
            objective = [each - factor * other for each, other in zip(objective, table[number], strict=True)]
    if not _climbed(table, objective, basis, artificial):
        return "unbounded"
    return of.constant - objective[-1]


def _climbed(table: list[list[Fraction]], objective: list[Fraction], basis: list[int], columns: int) -> bool:
    """Pivots until nothing improves; False where there is no bound."""
    while True:
        column = next((each for each in range(columns) if objective[each] > 0), None)
        if column is None:
            return True
        ratios = [
            (line[-1] / line[column], basis[number], number) for number, line in enumerate(table) if line[column] > 0
        ]
        if not ratios:
            return False
        _pivot(table, objective, basis, min(ratios)[2], column)


def _pivot(table: list[list[Fraction]], objective: list[Fraction], basis: list[int], number: int, column: int) -> None:
    scale = table[number][column]
    line = table[number] = [each / scale for each in table[number]]
    for other, row in enumerate(table):
        if other != number and row[column]:
            factor = row[column]
            table[other] = [each - factor * own if own else each for each, own in zip(row, line, strict=True)]
    if objective[column]:
        factor = objective[column]
        objective[:] = [each - factor * own if own else each for each, own in zip(objective, line, strict=True)]
    basis[number] = column
