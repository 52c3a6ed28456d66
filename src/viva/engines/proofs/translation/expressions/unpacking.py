"""`a, b = …` and `a, *rest = …`: the parts of a value."""

from __future__ import annotations

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.values import State, Value
from viva.engines.proofs.translation.values.containers import new_container, sequence_of
from viva.engines.syntax.tree import Uncovered


def unpack(value: Value, parts: int, state: State, line: int) -> tuple[Value, ...]:
    if isinstance(value, v.Row):
        if len(value.items) != parts:
            raise Uncovered(f"a tuple of another length, in line {line}")
        return value.items
    sequence = sequence_of(value, state)
    if sequence is None or sequence.element == "?":
        raise Uncovered(f"the assignment in line {line}")
    state.error = t.lor(state.error, t.lnot(t.equal(t.length(sequence.term), t.number(parts))))
    return tuple(
        v.element_value(sequence.element, t.at(sequence.term, t.number(place)), state) for place in range(parts)
    )


def unpack_around_star(value: Value, before: int, after: int, state: State, line: int) -> tuple[Value, ...]:
    """`a, *rest, b = value`: those before the star, a new list, and those after it."""
    if isinstance(value, v.Row):
        if len(value.items) < before + after:
            raise Uncovered(f"a tuple of another length, in line {line}")
        last = len(value.items) - after
        rest = new_container("list", value.items[before:last], state)
        return (*value.items[:before], rest, *value.items[last:])
    sequence = sequence_of(value, state)
    if sequence is None or sequence.element == "?" or v.holds_lists(sequence.element):
        raise Uncovered(f"the assignment in line {line}")
    size = t.length(sequence.term)
    state.error = t.lor(state.error, t.lt(size, t.number(before + after)))
    end = t.sub(size, t.number(after))
    places = [*map(t.number, range(before)), *(t.add(end, t.number(place)) for place in range(after))]
    parts = [v.element_value(sequence.element, t.at(sequence.term, place), state) for place in places]
    middle = v.Cell("list", (t.cut(sequence.term, t.number(before), end),), (sequence.element,))
    return (*parts[:before], v.allocate(middle, state), *parts[before:])
