"""What failing inputs have in common: the fewest schemas that are true of them and of no input that is right.

Begins with all that can be said of the smallest failing input and leaves out what need not be said, one thing at a time
(anti-unification, guided by the inputs that come out right). Guarantees: every input here that a schema matches
fails. Where several schemas are needed, each covers failing inputs that those before it do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from viva.core.records import dataclass
from viva.engines.heaps.schemas.schema import (
    OF_THE_WHOLE,
    Condition,
    Part,
    Schema,
    any_place,
    matches,
    most_specific,
    transitive_reduction,
)
from viva.engines.heaps.view import View
from viva.languages.heap import Slot

_MOST_SCHEMAS = 3
_MOST_STARTS = 4
_MOST_COUNTED = 120
_MOST_PARTS = 14
_TOO_LONG = 34  # as a second or third schema: nobody reads that, and the cases are counted instead
_WEAKER = {"=": ("<=", ">="), "<": ("<=", "!="), ">": (">=", "!=")}

Step = Callable[[Schema], Iterator[Schema]]


@dataclass(frozen=True, slots=True)
class Input:
    view: View
    arguments: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """`covered` is how many of the failing inputs the schemas match; all others are told by their number."""

    schemas: tuple[Schema, ...]
    covered: int
    failing: int

    @property
    def complete(self) -> bool:
        return self.covered == self.failing


@dataclass(slots=True)
class _Effort:
    """Work is counted in matches of a schema with an input; when there is none left, nothing more is left out."""

    left: int

    def matches(self, schema: Schema, each: Input) -> bool:
        self.left -= 1
        return matches(schema, each.view, each.arguments)

    def covers(self, schema: Schema, failing: Sequence[Input]) -> int:
        return sum(self.matches(schema, each) for each in failing[:_MOST_COUNTED])


def generalise(failing: Sequence[Input], right: Sequence[Input], most_matches: int = 90_000) -> Summary:
    """Both smallest first."""
    if not failing:
        return Summary((), 0, 0)
    if not right:
        return Summary((Schema(()),), len(failing), len(failing))
    left = list(failing)
    found: list[Schema] = []
    effort = _Effort(most_matches)
    while left and len(found) < _MOST_SCHEMAS:
        best = _best(left, right, effort)
        if best is None or (found and best.size > _TOO_LONG):
            break
        found.append(best)
        left = [each for each in left if not matches(best, each.view, each.arguments)]
    return Summary(_needed(found, failing), len(failing) - len(left), len(failing))


def _needed(found: Sequence[Schema], failing: Sequence[Input]) -> tuple[Schema, ...]:
    """Without those whose inputs the others match as well: a later one may have turned out to be wider."""
    covers = [{place for place, each in enumerate(failing) if matches(one, each.view, each.arguments)} for one in found]
    kept = list(range(len(found)))
    for number in range(len(found)):
        others = set[int]().union(*(covers[other] for other in kept if other != number))
        if covers[number] <= others:
            kept.remove(number)
    return tuple(found[number] for number in kept)


def _best(failing: Sequence[Input], right: Sequence[Input], effort: _Effort) -> Schema | None:
    """From each node of the smallest failing input schemas, things left out in several orders; the one that covers
    most, and of these the shortest."""
    candidates: list[tuple[int, int, Schema]] = []
    for start in _starts(failing[0]):
        for order in _ORDERS:
            if candidates and effort.left <= 0:
                break
            schema = _loosened(start, order, failing, right, effort=effort)
            if schema is not None:
                candidates.append((-effort.covers(schema, failing), schema.size, schema))
    return min(candidates, key=lambda each: each[:2])[2] if candidates else None


def _starts(first: Input) -> Iterator[Schema]:
    view = first.view
    if view.root is None:
        whole = all(entry is None for _, entry in view.entries)
        yield Schema((), (), None if whole else view.entries[0][0], empty=bool(view.entries))
    cells = list(dict.fromkeys(cell for _, entry in view.entries for cell in view.walk(entry)))
    # Nodes that an argument names lie nearest to what the call is about.
    named = [cell for cell in cells if view.cells[cell].key in first.arguments]
    first_one = [] if view.root is None else [view.root]
    for cell in list(dict.fromkeys([*first_one, *named, *cells]))[:_MOST_STARTS]:
        entry = next((name for name, begin in view.entries if begin == cell), None)
        schema = most_specific(view, cell, first.arguments, entry)
        if len(schema.parts) <= 2 * _MOST_PARTS:
            yield schema


def _loosened(
    schema: Schema, order: Sequence[Step], failing: Sequence[Input], right: Sequence[Input], *, effort: _Effort
) -> Schema | None:
    """Less and less is said while no input that is right matches; None where even the whole of it matches one. What
    only bends a condition must let more failing inputs in."""
    # Inputs that stood in the way once do so again: they are asked first.
    obstacles: list[Input] = []

    def true(one: Schema) -> bool:
        if effort.left <= 0:
            return False
        if any(effort.matches(one, each) for each in obstacles):
            return False
        for each in right:
            if effort.matches(one, each):
                obstacles.append(each)
                return False
        return True

    if any(matches(schema, each.view, each.arguments) for each in right):
        return None
    covered = effort.covers(schema, failing)
    for steps in order:
        changed = True
        while changed:
            changed = False
            for smaller in steps(schema):
                bends = steps in (_deeper, _weaker)
                if (not bends or effort.covers(smaller, failing) > covered) and true(smaller):
                    schema, changed = smaller, True
                    covered = effort.covers(schema, failing)
                    break
    return _straight(replace(schema, conditions=transitive_reduction(schema.conditions)), failing, effort)


def _straight(schema: Schema, failing: Sequence[Input], effort: _Effort) -> Schema:
    """Without ways of any length that let no failing input in."""
    covered = effort.covers(schema, failing)
    for number, part in enumerate(schema.parts):
        if part.then is not None:
            parts = (*schema.parts[:number], replace(part, then=None), *schema.parts[number + 1 :])
            straight = replace(schema, parts=parts)
            if effort.covers(straight, failing) == covered:
                schema = straight
    return schema


def _without_place(schema: Schema) -> Iterator[Schema]:
    if schema.entry is not None and not schema.empty:
        yield replace(schema, entry=None)
        if any_place(schema.entry) != schema.entry:
            yield replace(schema, entry=any_place(schema.entry))


def _without_parts(schema: Schema) -> Iterator[Schema]:
    """Leaves are left out, the first first: what they were is then unexplored."""
    inner = {part.parent for part in schema.parts}
    used = {number for each in schema.conditions for number in (each.left, each.right)}
    for number in range(1, len(schema.parts)):
        if number not in inner and number not in used:
            yield _dropped(schema, number)
    if len(schema.parts) == 1 and 0 not in used and not schema.empty:
        yield replace(schema, parts=())
    # The first node, where all hangs on one other: then the schema begins there.
    children = [number for number, part in enumerate(schema.parts) if part.parent == 0]
    if len(children) == 1 and not schema.parts[children[0]].null and 0 not in used and schema.entry is None:
        rest = _dropped(schema, 0)
        yield replace(rest, parts=(Part(None, 0), *rest.parts[1:]))


def _dropped(schema: Schema, number: int) -> Schema:
    def moved(other: int) -> int:
        return other - (other > number)

    parts = tuple(
        part if part.parent is None else replace(part, parent=None if part.parent == number else moved(part.parent))
        for place, part in enumerate(schema.parts)
        if place != number
    )
    conditions = tuple(Condition(moved(each.left), each.sign, moved(each.right)) for each in schema.conditions)
    return replace(schema, parts=parts, conditions=conditions)


def _without_conditions(schema: Schema) -> Iterator[Schema]:
    """All about one node first, from the last on, then one by one; equalities and what is said of the whole last."""
    numbers = sorted({number for each in schema.conditions for number in (each.left, each.right)}, reverse=True)
    for number in numbers:
        rest = tuple(each for each in schema.conditions if number not in (each.left, each.right))
        yield replace(schema, conditions=rest)
    last = ("=", *OF_THE_WHOLE)
    order = sorted(range(len(schema.conditions)), key=lambda place: schema.conditions[place].sign in last)
    for place in order:
        yield replace(schema, conditions=(*schema.conditions[:place], *schema.conditions[place + 1 :]))


def _without_whole(schema: Schema) -> Iterator[Schema]:
    if any(each.sign in OF_THE_WHOLE for each in schema.conditions):
        yield replace(schema, conditions=tuple(each for each in schema.conditions if each.sign not in OF_THE_WHOLE))


def _weaker(schema: Schema) -> Iterator[Schema]:
    for place, each in enumerate(schema.conditions):
        for sign in _WEAKER.get(each.sign, ()):
            changed = replace(each, sign=sign)
            yield replace(schema, conditions=(*schema.conditions[:place], changed, *schema.conditions[place + 1 :]))


def _deeper(schema: Schema) -> Iterator[Schema]:
    """A node may lie further along some link: then a depth is not told."""
    links = 1 + max((part.link for part in schema.parts), default=0)
    for number, part in enumerate(schema.parts):
        if part.parent is not None and not part.null and part.then is None:
            for link in range(links):
                parts = (*schema.parts[:number], replace(part, then=link), *schema.parts[number + 1 :])
                yield replace(schema, parts=parts)


def _without_last_parts(schema: Schema) -> Iterator[Schema]:
    return iter(list(_without_parts(schema))[::-1])


_STEPS: tuple[tuple[Step, ...], ...] = (
    (_without_conditions, _without_parts, _deeper, _without_conditions, _without_parts, _weaker),
    (_without_conditions, _without_last_parts, _deeper, _without_parts, _weaker),
    (_weaker, _without_conditions, _without_parts, _deeper, _weaker, _without_parts),
    (_deeper, _without_conditions, _without_parts, _deeper, _without_conditions, _weaker),
)
# What is said of the nodes at hand is read more easily than what is said of all of them, and is tried first.
_ORDERS: tuple[tuple[Step, ...], ...] = (
    *((_without_place, _without_whole, *steps) for steps in _STEPS),
    *((_without_place, *steps) for steps in _STEPS[:2]),
)
