"""What one run records: terms, and the branches that were taken on them.

A term is a node of a growing table, written `[operator, operand, ...]` with operands by number, so that shared parts
are written once and a deep term is still a flat message. Leaves are `["k", n]` (an integer), `["q", n, d]` (a
fraction) and `["v", name]` (a variable of the input). A branch is `[site, term, taken]`: the truth of a term. A pin is
`[site, term, value]` with `value` in a list: the run went on with that concrete value, so the fact is kept that the
term had it, and other values can be asked for.
"""

import operator
import sys
from collections.abc import Callable, Iterable
from fractions import Fraction
from types import FrameType
from typing import Any

FILENAME = "submission.py"

MOST_BRANCHES = 400
MOST_NODES = 20_000

INTEGER, REAL, TRUTH = "i", "r", "b"
_REAL_OPERATORS = frozenset({"/", "sqrt"})
_INTEGER_OPERATORS = frozenset({"floor", "//", "%"})
_TRUTH_OPERATORS = frozenset({"<", "<=", "==", "!=", ">", ">=", "and", "or", "not"})
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    ">=": operator.ge,
}


class Path:
    def __init__(self) -> None:
        self.nodes: list[list[Any]] = []
        self.sorts: list[str] = []
        self.branches: list[list[Any]] = []
        self.lost = 0
        self.cut = False
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._known: dict[int, bool] = {}
        self._pinned: set[int] = set()

    # Terms

    def node(self, symbol: str, *operands: Any) -> int:
        key = (symbol, *operands)
        number = self._numbers.get(key)
        if number is None:
            number = len(self.nodes)
            self._numbers[key] = number
            self.nodes.append(list(key))
            self.sorts.append(self._sort(symbol, operands))
        return number

    def _sort(self, symbol: str, operands: tuple[Any, ...]) -> str:
        if symbol in _TRUTH_OPERATORS:
            return TRUTH
        if symbol in ("k", "v"):
            return REAL if symbol == "v" and operands[0].endswith("~") else INTEGER
        if symbol == "q" or symbol in _REAL_OPERATORS:
            return REAL
        if symbol in _INTEGER_OPERATORS:
            return INTEGER
        operands = operands[1:] if symbol == "ite" else operands
        return REAL if any(self.sorts[operand] == REAL for operand in operands) else INTEGER

    def constant(self, value: float) -> int:
        if isinstance(value, int):
            return self.node("k", int(value))
        numerator, denominator = value.as_integer_ratio()
        return self.node("q", numerator, denominator)

    def variable(self, name: str) -> int:
        return self.node("v", name)

    def is_constant(self, number: int) -> bool:
        return self.nodes[number][0] in ("k", "q")

    def compare(self, symbol: str, left: int, right: int) -> int | bool:
        """The comparison as a term, or its truth where no input can change it."""
        if left == right:
            return symbol in ("<=", "==", ">=")
        if self.is_constant(left) and self.is_constant(right):
            return COMPARISONS[symbol](Fraction(*self.nodes[left][1:]), Fraction(*self.nodes[right][1:]))
        return self.node(symbol, left, right)

    def all_of(self, parts: Iterable[int | bool]) -> int | bool:
        return self._joined("and", parts, True)

    def any_of(self, parts: Iterable[int | bool]) -> int | bool:
        return self._joined("or", parts, False)

    def _joined(self, symbol: str, parts: Iterable[int | bool], neutral: bool) -> int | bool:
        terms: list[int] = []
        for part in parts:
            if part is (not neutral):
                return part
            if part is not neutral and part not in terms:
                terms.append(part)
        if not terms:
            return neutral
        return terms[0] if len(terms) == 1 else self.node(symbol, *terms)

    # What happened

    def branch(self, term: int | bool, truth: bool) -> bool:
        """Notes that the term is true, or is not; gives the truth, so that it can stand in a return."""
        if isinstance(term, bool) or self.is_constant(term) or self._known.get(term) is truth:
            return truth
        if self.full():
            return truth
        self._known[term] = truth
        self.branches.append([_site(), term, truth])
        return truth

    def pin(self, term: int, value: int) -> None:
        """Notes that the run went on with this value of an integer term."""
        if self.is_constant(term) or term in self._pinned or self.full():
            return
        self._pinned.add(term)
        self.branches.append([_site(), term, [value]])

    def lose(self) -> None:
        self.lost += 1

    def full(self) -> bool:
        """Whether nothing more is noted: a long run is followed only so far."""
        if len(self.branches) >= MOST_BRANCHES or len(self.nodes) >= MOST_NODES:
            self.cut = True
        return self.cut


def _site() -> int:
    """A number for the place in the submission: its line and the instruction."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        if frame.f_code.co_filename == FILENAME:
            return frame.f_lineno * 4096 + frame.f_lasti % 4096
        frame = frame.f_back
    return 0
