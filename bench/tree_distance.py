"""The tree edit distance of Zhang and Shasha between two Python programs, names and constants included."""

import ast
from dataclasses import dataclass, field


@dataclass(slots=True)
class _Ordered:
    """A tree in postorder: the label of each node and its leftmost leaf; the last node of each leftmost leaf."""

    labels: list[str] = field(default_factory=list)
    leftmost: list[int] = field(default_factory=list)

    @property
    def roots(self) -> list[int]:
        return sorted({leaf: node for node, leaf in enumerate(self.leftmost)}.values())


def relative_size(before: str, after: str) -> float:
    """The distance as a share of the nodes of what was there before."""
    old, new = _ordered(ast.parse(before)), _ordered(ast.parse(after))
    return _distance(old, new) / len(old.labels)


def _ordered(tree: ast.AST) -> _Ordered:
    found = _Ordered()

    def visit(node: ast.AST) -> int:
        first: int | None = None
        for part in ast.iter_child_nodes(node):
            if not isinstance(part, ast.expr_context):
                leaf = visit(part)
                first = leaf if first is None else first
        values = [repr(value) for _, value in ast.iter_fields(node) if not isinstance(value, ast.AST | list)]
        found.labels.append(" ".join([type(node).__name__, *values]))
        found.leftmost.append(len(found.labels) - 1 if first is None else first)
        return found.leftmost[-1]

    visit(tree)
    return found


def _distance(one: _Ordered, two: _Ordered) -> int:
    trees = [[0] * len(two.labels) for _ in one.labels]
    for i in one.roots:
        for j in two.roots:
            _forests(one, two, trees, i, j)
    return trees[-1][-1]


def _forests(one: _Ordered, two: _Ordered, trees: list[list[int]], i: int, j: int) -> None:
    first, second = one.leftmost[i], two.leftmost[j]
    height, width = i - first + 2, j - second + 2
    table = [[row + column if not row or not column else 0 for column in range(width)] for row in range(height)]
    for x in range(1, height):
        for y in range(1, width):
            left, right = first + x - 1, second + y - 1
            least = min(table[x - 1][y], table[x][y - 1]) + 1
            if one.leftmost[left] == first and two.leftmost[right] == second:
                table[x][y] = min(least, table[x - 1][y - 1] + (one.labels[left] != two.labels[right]))
                trees[left][right] = table[x][y]
            else:
                start = table[one.leftmost[left] - first][two.leftmost[right] - second]
                table[x][y] = min(least, start + trees[left][right])
