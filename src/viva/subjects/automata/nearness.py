"""Explanation by a rule: a formula for what an answer accepts, and how far it is from the asked one.

The distance is the tree edit distance of Zhang and Shasha between the two formulas: the fewest nodes to rename, remove
or insert.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache

from viva.engines import logic
from viva.engines.automata import DFA
from viva.engines.logic import Formula
from viva.engines.logic.english import words_that
from viva.engines.logic.formula import Constant, Node, parts
from viva.subjects.automata.model import Language
from viva.subjects.automata.notation import is_formula

_LETTERS = 4
_STATES = 64
_NODES = 60


@dataclass(frozen=True, slots=True)
class Rule:
    """What an answer accepts as a formula; the asked formula, where one is known, and the tree edit distance to it."""

    accepted: Formula
    asked: Formula | None
    distance: int

    @property
    def nearness(self) -> float:
        """1 for the same formula, 0 where nothing of it is left or none is known."""
        if self.asked is None:
            return 0.0
        return max(0.0, 1.0 - self.distance / max(logic.size(self.accepted), logic.size(self.asked), 1))

    @property
    def edit(self) -> tuple[int, int] | None:
        """The distance and the size of the asked formula."""
        return None if self.asked is None else (self.distance, logic.size(self.asked))

    def told(self, alphabet: tuple[str, ...]) -> str:
        """What is accepted, and how that differs from what is asked."""
        if self.asked is None:
            return words_that(self.accepted, alphabet)
        return logic.contrast(self.accepted, self.asked).removeprefix("your automaton accepts ")


def rule(answer: DFA, language: Language) -> Rule | None:
    """None where no small formula means what the answer accepts."""
    if not _is_small(answer):
        return None
    asked = language.description if is_formula(language.description) else described(language.minimal)
    if asked is not None and logic.size(asked) > _NODES:
        asked = None
    accepted = described(answer) if asked is None else logic.explaining_formula(answer, asked)
    if accepted is None or isinstance(accepted, Constant):
        return None
    return Rule(accepted, asked, 0 if asked is None else distance(accepted, asked))


@lru_cache(maxsize=256)
def described(minimal: DFA) -> Formula | None:
    """The smallest formula that means the language of an automaton; None for large ones without looking."""
    return logic.smallest_formula(minimal) if _is_small(minimal) else None


def _is_small(minimal: DFA) -> bool:
    return len(minimal.alphabet) <= _LETTERS and len(minimal.moves) <= _STATES


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
