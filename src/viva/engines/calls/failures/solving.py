"""What a solver says of the places to blame: cores and smallest corrections of failing calls, where the submission is
about whole numbers, truth values and lists of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from viva.engines.calls.oracle import Case
from viva.engines.calls.trial import Trial
from viva.engines.syntax.tree import Uncovered, read_tree
from viva.languages.heap import Heap, Reference, Slot

if TYPE_CHECKING:
    from viva.engines.faults.satisfying import FailingRun

_RUNS = 4
_MOST = 160  # runs of the program with some of its expressions unknown
_LARGEST = 30  # numbers in arguments and results
_LONGEST = 5  # elements of a list
_DEEPEST = 2


def blamed_by_solver(trial: Trial, failing: Sequence[Case]) -> dict[tuple[int, int, int, int], float]:
    """For each expression, by its line, column, end line and end column, what speaks for it, from 0 to 1; empty where
    the submission or the cases are beyond what the solver covers."""
    runs = list(_runs(failing))
    target = trial.submission.target if runs else None
    if target is None:
        return {}
    from viva.engines.faults.formula import Formula  # noqa: PLC0415 they need z3
    from viva.engines.faults.satisfying import blame  # noqa: PLC0415

    try:
        found = blame(Formula(read_tree(target.tree), trial.submission.function), runs, _MOST)
    except Uncovered:
        return {}
    lines = [line.encode() for line in trial.program.text.split("\n")]
    return {
        (line, _character(lines, line, column), end, _character(lines, end, end_column)): score
        for (line, column, end, end_column), score in found.items()
    }


def _character(lines: Sequence[bytes], line: int, column: int) -> int:
    """Syntax counts bytes, and everyone else characters."""
    return len(lines[line - 1][: column - 1].decode("utf-8", "replace")) + 1 if 0 < line <= len(lines) else column


def _runs(failing: Sequence[Case]) -> Iterator[FailingRun]:
    """A few small ones."""
    from viva.engines.faults.satisfying import FailingRun  # noqa: PLC0415 it needs z3

    found = 0
    for case in failing:
        expected = case.expected.value if case.expected else None
        if found == _RUNS:
            return
        if expected is None or not all(map(_is_small, case.arguments)):
            continue
        try:
            result = _value(expected, expected.root)
        except _Other:
            continue
        if _is_small(result):
            found += 1
            yield FailingRun(case.arguments, result)


class _Other(Exception):
    """A value that the solver does not cover."""


def _is_small(value: object, deep: int = 0) -> bool:
    if isinstance(value, list):
        return deep < _DEEPEST and len(value) <= _LONGEST and all(_is_small(item, deep + 1) for item in value)
    return isinstance(value, int) and abs(value) <= _LARGEST


def _value(heap: Heap, slot: Slot, deep: int = 0) -> object:
    if isinstance(slot, int):
        return slot
    if isinstance(slot, Reference) and deep < _DEEPEST and heap.nodes[slot.node].kind == "list":
        return [_value(heap, child, deep + 1) for child in heap.nodes[slot.node].children]
    raise _Other
