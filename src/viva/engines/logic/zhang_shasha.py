"""The tree edit distance of Zhang and Shasha between two formulas."""

from __future__ import annotations

from dataclasses import dataclass, fields

from viva.engines.logic.formula import Node, parts


@dataclass(frozen=True, slots=True)
class _Ordered:
    """A tree in postorder: the label of each node, its leftmost leaf, and the roots of its left-hand parts."""

    labels: list[object]
    leftmost: list[int]
    roots: list[int]


def _ordered(tree: Node) -> _Ordered:
    labels: list[object] = []
    leftmost: list[int] = []

    def visit(node: Node) -> int:
        first = -1
        for part in parts(node):
            leaf = visit(part)
            first = leaf if first < 0 else first
        inner = {id(part) for part in parts(node)}
        own = tuple(
            value for field in fields(node) if id(value := getattr(node, field.name)) not in inner and not _holds(value)
        )
        labels.append((type(node).__name__, own))
        leftmost.append(first if first >= 0 else len(labels) - 1)
        return leftmost[-1]

    visit(tree)
    last: dict[int, int] = {leaf: index for index, leaf in enumerate(leftmost)}
    return _Ordered(labels, leftmost, sorted(last.values()))


def _holds(value: object) -> bool:
    return isinstance(value, tuple) and any(hasattr(each, "__dataclass_fields__") for each in value)


def distance(one: Node, other: Node) -> int:
    """The fewest nodes to rename, remove or insert."""
    left, right = _ordered(one), _ordered(other)
    trees = [[0] * len(right.labels) for _ in left.labels]
    for i in left.roots:
        for j in right.roots:
            _fill(trees, left, right, i, j)
    return trees[-1][-1]


def _fill(trees: list[list[int]], left: _Ordered, right: _Ordered, i: int, j: int) -> None:
    """Distances between all pairs of subtrees on the leftmost paths of two trees, from those of smaller ones."""
    first, second = left.leftmost[i], right.leftmost[j]
    rows, columns = i - first + 2, j - second + 2
    forest = [[0] * columns for _ in range(rows)]
    for row in range(1, rows):
        forest[row][0] = row
    for column in range(1, columns):
        forest[0][column] = column
    for row in range(1, rows):
        for column in range(1, columns):
            x, y = first + row - 1, second + column - 1
            least = min(forest[row - 1][column], forest[row][column - 1]) + 1
            if left.leftmost[x] == first and right.leftmost[y] == second:
                renamed = forest[row - 1][column - 1] + (left.labels[x] != right.labels[y])
                forest[row][column] = trees[x][y] = min(least, renamed)
            else:
                before = forest[left.leftmost[x] - first][right.leftmost[y] - second]
                forest[row][column] = min(least, before + trees[x][y])
