"""How near a float has to be to the expected one, by what went in and by what the question itself tells apart.

Relative alone would refute right programs where terms cancel: `0.1 + 0.2 - 0.3` is not 0, and a variance may be worked
out from squares that are far larger than itself. What rounding may do depends on the size of what went in, of its
squares and of how many there are; so does what counts as nothing. Where all that is left is as small as that, its root
counts as nothing too: a deviation is the root of what has cancelled. That such a distance hides a real mistake does no
harm, because small inputs show it.

Where the question is about numbers that small, because its answers are or an example shows one, it all shrinks with
them.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, cycle, pairwise

from viva.core.records import dataclass
from viva.engines.calls.inputs.suite import key_of
from viva.engines.calls.oracle import Case
from viva.engines.calls.question import TOLERANCE, Arguments, Comparison
from viva.engines.shapes.making import inner_values
from viva.languages.heap import Heap

_NOISE = 2.0**-44  # of the largest term: what some hundred roundings leave
_ROOT = 2.0**-22  # the root of that
_SMALL = 2.0**-20  # of the largest number: what is smaller may be all that cancelling has left
_TERMS = 64  # numbers that go in, from which on each adds its rounding
_SQUARED = 1e6  # numbers beyond are not squared: there would be nothing left to compare
_TINY = 1e-6  # answers that are usually smaller than that, for inputs of size 1, are small on purpose
_SHAKE, _SHAKEN = 2.0**-45, 4  # of each number that went in; and of what comes of that
_SEVERAL = 10  # answers that say how large they usually are
_GENUINE = 2.0**-60  # of what went in: smaller than the last digit of anything that could have been cancelled
_ROUNDING = 1e-13  # numbers as near as this differ by chance


@dataclass(frozen=True, slots=True)
class Nearness:
    """`tolerance` is relative, None where floats are exact; `unit` is how large answers usually are, at most 1, and 0
    where an example shows one that would count as nothing."""

    tolerance: float | None
    unit: float = 1.0

    def gap(self, arguments: Arguments) -> float:
        """Beyond this distance nothing is a rounding, however much an answer depends on its arguments."""
        return self.unit * _SMALL * _extent(arguments)[0]

    @property
    def share(self) -> float:
        """And this share of a number that is itself larger than what went in."""
        return max(self.tolerance or 0.0, _SMALL)

    def carried(self, magnitude: float, arguments: Arguments) -> float:
        """What is left of the rounding of a number this large, where it has cancelled on the way to the answer."""
        return min(self.unit * _NOISE * magnitude, self.gap(arguments))

    def noise(self, expected: Heap, arguments: Arguments, actual: Heap | None = None) -> float:
        """The absolute distance that does not count where this is expected for these arguments. The parts of one answer
        are made of the same terms: each may have cancelled against one as large as the largest. Where only the `actual`
        answer has floats, it is what the squares leave: to a language that has no others, whole numbers are floats too.
        """
        floats = has_floats(expected)
        if not self.unit or self.tolerance is None or not (floats or (actual is not None and has_floats(actual))):
            return 0.0
        largest, terms = _extent(arguments)
        if not floats:
            return self.unit * _squares(largest, terms)
        found = max((abs(value) for value in _floats(expected) if cmath.isfinite(value)), default=0.0)
        left = _ROOT * largest if found <= _SMALL * self.unit * largest else 0.0
        return max(self.unit * max(left, _squares(largest, terms)), self.carried(found, arguments))


def _squares(largest: float, terms: int) -> float:
    return _NOISE * largest * min(largest, _SQUARED) * max(1.0, terms / _TERMS)


def shaken(arguments: Arguments) -> list[Arguments]:
    """The arguments as roundings might have left them: all floats a little larger, a little smaller, and in turns."""
    return [
        tuple(_shaken(value, signs) for value in arguments)
        for signs in map(cycle, ((1, 1), (-1, -1), (1, -1), (-1, 1)))
    ]


def _shaken(value: object, signs: Iterator[int]) -> object:
    match value:
        case float():
            return value * (1 + next(signs) * _SHAKE)
        case list():
            return [_shaken(item, signs) for item in value]
        case tuple():
            return tuple(_shaken(item, signs) for item in value)
        case dict():
            return {key: _shaken(item, signs) for key, item in value.items()}
    return value


def is_rounding(expected: Heap, actual: Heap, others: Sequence[Heap]) -> bool:
    """Whether floats are no further from the expected ones than the answers to shaken arguments are."""
    columns = [list(_floats(heap)) for heap in (expected, actual, *others)]
    if len({len(column) for column in columns}) > 1:
        return False
    return all(
        abs(found - wanted) <= _SHAKEN * max((abs(other - wanted) for other in rest), default=0.0)
        for wanted, found, *rest in zip(*columns, strict=True)
        if found != wanted
    )


def nearness(comparison: Comparison, examples: Iterable[Arguments] = (), cases: Sequence[Case] = ()) -> Nearness:
    """`cases` are those of the suite, which has the `examples` of the teacher among them."""
    if not comparison.tolerance:
        return Nearness(None)
    shown = {key_of(arguments) for arguments in examples}
    told = [case for case in cases if key_of(case.arguments) in shown] if shown else []
    unit = 0.0 if any(map(_is_small, told)) else _unit(cases)
    return Nearness(_narrowed(comparison.tolerance, told), unit)


def _unit(cases: Sequence[Case]) -> float:
    """The usual size of answers, as a share of what went in, where that is tiny."""
    shares = [max(map(abs, found)) / _extent(case.arguments)[0] for case in cases if (found := list(_answered(case)))]
    usual = sorted(share for share in shares if share)
    middle = usual[len(usual) // 2] if usual else 1.0
    return middle if middle < (_TINY if len(usual) >= _SEVERAL else _GENUINE) else 1.0


def _is_small(case: Case) -> bool:
    """Whether an answer would count as nothing, and is not."""
    bound = _ROOT * _extent(case.arguments)[0]
    return any(0 < abs(value) < bound for value in _answered(case))


def _narrowed(tolerance: float, told: Sequence[Case]) -> float:
    """Never so wide that answers of examples are taken for each other; what a teacher has set stays as it is."""
    if tolerance != TOLERANCE:
        return tolerance
    values = sorted({abs(value) for case in told for value in _answered(case)})
    gaps = [(above - below) / above for below, above in pairwise(values) if above]
    return min([tolerance, *(gap / 4 for gap in gaps if gap > _ROUNDING)])


def _answered(case: Case) -> Iterator[float | complex]:
    if case.expected is not None and case.expected.value is not None:
        yield from (value for value in _floats(case.expected.value) if cmath.isfinite(value))


def has_floats(heap: Heap) -> bool:
    return next(_floats(heap), None) is not None


def _floats(heap: Heap) -> Iterator[float | complex]:
    slots = chain([heap.root], (child for node in heap.nodes for child in node.children))
    yield from (slot for slot in slots if isinstance(slot, float | complex))


def _extent(arguments: Arguments) -> tuple[float, int]:
    """The largest number among the arguments, at least 1, and how many there are."""
    largest, terms = 1.0, 0
    met: set[int] = set()
    todo: list[object] = list(arguments)
    while todo:
        item = todo.pop()
        match item:
            case bool() | str() | bytes() | None:
                continue
            case int():
                largest, terms = max(largest, float(min(abs(item), 10**300))), terms + 1
            case float():
                largest, terms = max(largest, abs(item)) if math.isfinite(item) else largest, terms + 1
            case _ if id(item) not in met:
                met.add(id(item))
                todo += inner_values(item)
    return largest, terms
