"""Two sequences of the same few atoms, each in another number: `aab` and `abb`, `[0, 2]` and `[1, 1]`.

Who compares sets, sums, ends or parities where numbers of atoms are meant is right on nearly all sequences.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, islice, product

from viva.engines.shapes.domain import holds
from viva.engines.shapes.shape import Many, Plain, Row, Shape

_LONGEST = 4
_TWO, _THREE = 2, 3
_LETTERS = "abc"


def multiset_rows(shapes: Sequence[Shape], bases: Sequence[Row], most: int) -> list[Row]:
    """Up to `most` inputs: two arguments of the same shape are such sequences, the others are those of a base."""
    found: list[Row] = []
    for one, other in combinations(range(len(shapes)), 2):
        kept = next((base for base in bases if len(base) > other), None)
        if shapes[one] != shapes[other] or kept is None:
            continue
        for first, second in _pairs():
            row = list(kept)
            row[one], row[other] = _made(shapes[one], first), _made(shapes[other], second)
            if row[one] is not None and holds(shapes[one], row[one]) and holds(shapes[other], row[other]):
                found.append(tuple(row))
    return list(islice(found, most))


def _pairs() -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Of two atoms all multisets of one size, of three those with the same sum; the second one also turned round."""
    for length in range(1, _LONGEST + 1):
        for atoms in (_TWO, _THREE):
            multisets = list(combinations_with_replacement(range(atoms), length))
            for first, second in product(multisets, multisets):
                if atoms == _TWO or (sum(first) == sum(second) and {1, 2} <= {*first, *second}):
                    yield first, second
                    if second != second[::-1]:
                        yield first, second[::-1]


def _made(shape: Shape, places: Sequence[int]) -> object:
    match shape:
        case Plain("str"):
            return "".join(_LETTERS[place] for place in places)
        case Many("list", Plain("str")):
            return [_LETTERS[place] for place in places]
        case Many("list", Plain("int")):
            return [1 + place for place in places]
        case Many("tuple", Plain("int")):
            return tuple(1 + place for place in places)
    return None
