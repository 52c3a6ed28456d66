"""How near a float has to be to the expected one, by what the question itself tells apart.

Relative alone would refute right programs where terms cancel: `0.1 + 0.2 - 0.3` is not 0. So what is left of terms as
large as the inputs (or as 1, for the constants of a formula) counts as nothing, unless the question is about numbers
that small: then the reference gives some that no cancelling leaves, or an example shows one.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from viva.engines.calls.inputs.suite import key_of
from viva.engines.calls.oracle import Case
from viva.engines.calls.question import TOLERANCE, Arguments, Comparison
from viva.engines.shapes.making import inner_values
from viva.languages.heap import Heap

_NOISE = 2.0**-40  # of the largest term: what some thousand roundings leave
_GENUINE = 2.0**-64  # of the largest term: smaller than the last digit of anything that could have been cancelled
_ROUNDING = 1e-13  # numbers as near as this differ by chance


@dataclass(frozen=True, slots=True)
class Nearness:
    """`tolerance` is relative, None where floats are exact; `small`: the question is about numbers near 0."""

    tolerance: float | None
    small: bool = False

    def noise(self, expected: Heap, arguments: Arguments) -> float:
        """The absolute distance that does not count where this is expected for these arguments."""
        if self.small or self.tolerance is None or not has_floats(expected):
            return 0.0
        return _NOISE * _largest(arguments)


def nearness(comparison: Comparison, examples: Iterable[Arguments] = (), cases: Sequence[Case] = ()) -> Nearness:
    """`cases` are those of the suite, which has the `examples` of the teacher among them."""
    if not comparison.tolerance:
        return Nearness(None)
    shown = {key_of(arguments) for arguments in examples}
    told = [case for case in cases if key_of(case.arguments) in shown] if shown else []
    small = any(_is_small(case, _GENUINE) for case in cases) or any(_is_small(case, _NOISE) for case in told)
    return Nearness(_narrowed(comparison.tolerance, told), small)


def _narrowed(tolerance: float, told: Sequence[Case]) -> float:
    """Never so wide that answers of examples are taken for each other; what a teacher has set stays as it is."""
    if tolerance != TOLERANCE:
        return tolerance
    values = sorted({abs(value) for case in told for value in _answered(case)})
    gaps = [(above - below) / above for below, above in pairwise(values) if above]
    return min([tolerance, *(gap / 4 for gap in gaps if gap > _ROUNDING)])


def _is_small(case: Case, share: float) -> bool:
    bound = share * _largest(case.arguments)
    return any(0 < abs(value) < bound for value in _answered(case))


def _answered(case: Case) -> Iterator[float | complex]:
    if case.expected is not None and case.expected.value is not None:
        yield from (value for value in _floats(case.expected.value) if cmath.isfinite(value))


def has_floats(heap: Heap) -> bool:
    return next(_floats(heap), None) is not None


def _floats(heap: Heap) -> Iterator[float | complex]:
    slots = chain([heap.root], (child for node in heap.nodes for child in node.children))
    yield from (slot for slot in slots if isinstance(slot, float | complex))


def _largest(arguments: Arguments) -> float:
    """The largest number among the arguments, at least 1."""
    largest = 1.0
    met: set[int] = set()
    todo: list[object] = list(arguments)
    while todo:
        item = todo.pop()
        match item:
            case bool() | str() | bytes() | None:
                continue
            case int():
                largest = max(largest, float(min(abs(item), 10**300)))
            case float():
                largest = max(largest, abs(item)) if math.isfinite(item) else largest
            case _ if id(item) not in met:
                met.add(id(item))
                todo += inner_values(item)
    return largest
