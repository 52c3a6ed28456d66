"""The tree edit distance of Zhang and Shasha between two formulas.

The trees are those of Automata Tutor: letters, strings and numbers are leaves of their own, a comparison, a connective
and a quantifier are part of their node, `x+2` is two steps from x, and the names of variables do not count.
"""

from __future__ import annotations

from collections import Counter

from viva.core.records import dataclass
from viva.engines.logic.formula import Constant, LetterVariable, Node, Position, Positions, Quantified, Shifted, parts


@dataclass(frozen=True, slots=True)
class _Tree:
    label: str
    children: tuple[_Tree, ...] = ()


def _tree(node: Node) -> _Tree:
    if isinstance(node, Shifted):
        step = "+1" if node.offset > 0 else "-1"
        whole = _tree(node.base)
        for _ in range(abs(node.offset)):
            whole = _Tree(step, (whole,))
        return whole
    label, leaves = type(node).__name__, []
    unnamed = isinstance(node, Position | Positions)
    for name in node.__match_args__:
        value = getattr(node, name)
        if name in ("comparison", "connective", "quantifier") or isinstance(node, Constant):
            label += f" {value}"
        elif isinstance(value, LetterVariable):
            leaves.append(_Tree("letter variable"))
        elif isinstance(value, str | int) and not unnamed and not (isinstance(node, Quantified) and name == "variable"):
            leaves.append(_Tree(repr(value)))
    return _Tree(label, (*map(_tree, parts(node)), *leaves))


def tree_size(node: Node) -> int:
    """How many nodes the tree of a formula has; as published, `true` and `false` count for two."""
    return 2 if isinstance(node, Constant) else _count(_tree(node))


def _count(tree: _Tree) -> int:
    return 1 + sum(map(_count, tree.children))


def changed_labels(before: Node, after: Node) -> tuple[list[str], list[str]]:
    """Which labels one tree has more often than the other: what is gone, and what has come."""
    old, new = (Counter(_ordered(_tree(each)).labels) for each in (before, after))
    return sorted((old - new).elements()), sorted((new - old).elements())


@dataclass(frozen=True, slots=True)
class _Ordered:
    """A tree in postorder: the label of each node, its leftmost leaf, and the roots of its left-hand parts."""

    labels: list[str]
    leftmost: list[int]
    roots: list[int]


def _ordered(tree: _Tree) -> _Ordered:
    labels: list[str] = []
    leftmost: list[int] = []

    def visit(node: _Tree) -> int:
        leaves = [visit(child) for child in node.children]
        labels.append(node.label)
        leftmost.append(leaves[0] if leaves else len(labels) - 1)
        return leftmost[-1]

    visit(tree)
    last: dict[int, int] = {leaf: index for index, leaf in enumerate(leftmost)}
    return _Ordered(labels, leftmost, sorted(last.values()))


def distance(one: Node, other: Node) -> int:
    """The fewest nodes to rename, remove or insert."""
    left, right = _ordered(_tree(one)), _ordered(_tree(other))
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
