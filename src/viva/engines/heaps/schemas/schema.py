"""A schema: a partial structure with conditions on its keys, which stands for all structures that have such a part.

The four kinds of nodes are the paper's (Ihantola, section 3.1): null, known but its data unused, data used, unexplored.
Two things go beyond it, so that one schema can stand for all failing inputs: a schema may lie anywhere in a structure,
and a link may be followed by any number of steps along one name (`then`), so that a depth need not be told.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from viva.core.records import dataclass
from viva.engines.heaps.view import View
from viva.languages.heap import Slot

OF_THE_WHOLE = ("absent", "once")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Part:
    """A node of a schema: the node it hangs on (None for the first), over which link, and what follows that link any
    number of times. `null`: there is none."""

    parent: int | None
    link: int
    null: bool = False
    then: int | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """`left` and `right` are numbers of parts, or of arguments (negative: -1 is the first); `sign` is `=`, `<`, `>`,
    `!=`, `<=` or `>=`. `absent` and `once` speak of an argument (`left`, and `right` too) and of the whole structure:
    it is the key of no node, or of one alone."""

    left: int
    sign: str
    right: int


@dataclass(frozen=True, slots=True)
class Schema:
    """`entry` is the name of where the first part lies, if it must lie there; None: anywhere; `buckets[]`: at any place
    of a list."""

    parts: tuple[Part, ...]
    conditions: tuple[Condition, ...] = ()
    entry: str | None = None
    empty: bool = False
    """Nothing is at the entry, or at none at all."""

    @property
    def size(self) -> int:
        """How much it says: the less, the more general."""
        named = sum(3 if part.null else 4 for part in self.parts) + sum(part.then is not None for part in self.parts)
        signs = {"=": 3, "<": 2, ">": 2, "!=": 1, "<=": 1, ">=": 1, **dict.fromkeys(OF_THE_WHOLE, 8)}
        return named + sum(signs[each.sign] for each in self.conditions) + 2 * (self.entry is not None) + 2 * self.empty

    def begins_at(self, name: str) -> bool:
        return self.entry in (name, any_place(name))

    def letters(self) -> dict[int, str]:
        """A letter for each node whose key is used or that has a place in the picture."""
        shown = [number for number, part in enumerate(self.parts) if not part.null]
        return dict(zip(shown, LETTERS, strict=False))


def any_place(entry: str) -> str:
    """Of a place in a list all of them: `buckets[2]` is one of `buckets[]`."""
    return re.sub(r"\[\d+\]$", "[]", entry)


def holds(sign: str, left: Slot, right: Slot) -> bool:
    comparable = (isinstance(left, int | float) and isinstance(right, int | float)) or (
        isinstance(left, str) and isinstance(right, str)
    )
    if not comparable:
        return (left == right) if sign == "=" else (left != right) if sign == "!=" else False
    match sign:
        case "=":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right  # type: ignore[operator]  # both are numbers, or both are texts
        case ">":
            return left > right  # type: ignore[operator]
        case "<=":
            return left <= right  # type: ignore[operator]
    return left >= right  # type: ignore[operator]


def matches(schema: Schema, view: View, arguments: Sequence[Slot]) -> bool:
    """Whether there are `instances`, of which only the first is looked for: it is asked thousands of times."""
    if schema.empty or not schema.parts:
        return next(instances(schema, view, arguments), None) is not None
    return any(_lies(schema, view, arguments, [], start) for start in _starts(schema, view))


def _lies(schema: Schema, view: View, arguments: Sequence[Slot], found: list[int], cell: int) -> bool:
    """Whether the next part lies at this cell of a structure, and those after it somewhere; those before are `found`.
    Who is none has any cell."""
    parts, cells, known = schema.parts, view.cells, len(found)
    found.append(cell)
    while len(found) < len(parts):
        part = parts[len(found)]
        at = cells[found[part.parent]].links[part.link]  # type: ignore[index]  # only the first has no parent
        if not part.null:
            break
        if at is not None:
            del found[known:]
            return False
        found.append(cell)
    else:
        if not schema.conditions or _conditions(schema, view, arguments, dict(enumerate(found))):
            return True
        del found[known:]
        return False
    seen: set[int] = set()
    while at is not None and at not in seen:
        if _lies(schema, view, arguments, found, at):
            return True
        seen.add(at)
        at = cells[at].links[part.then] if part.then is not None else None
    del found[known:]
    return False


def instances(schema: Schema, view: View, arguments: Sequence[Slot]) -> Iterator[dict[int, int]]:
    """The ways in which a schema lies in a structure: cells by the numbers of parts."""
    if schema.empty:
        nothing = all(entry is None for name, entry in view.entries if schema.entry is None or schema.begins_at(name))
        if nothing and _conditions(schema, view, arguments, {}):
            yield {}
        return
    if not schema.parts:
        if _conditions(schema, view, arguments, {}):
            yield {}
        return
    for start in _starts(schema, view):
        for found in _placed(schema, view, {0: start}, 1):
            if _conditions(schema, view, arguments, found):
                yield found


def _starts(schema: Schema, view: View) -> Iterable[int]:
    """The cells at which the first part may lie."""
    if schema.entry is None:
        return range(len(view.cells))
    return [entry for name, entry in view.entries if schema.begins_at(name) and entry is not None]


def may_match(schema: Schema, view: View) -> bool:
    """Whether the schema matches with some arguments, as far as its nodes and their keys say."""
    among = tuple(each for each in schema.conditions if each.left >= 0 and each.right >= 0)
    return matches(replace(schema, conditions=among), view, ())


def _placed(schema: Schema, view: View, found: dict[int, int], number: int) -> Iterator[dict[int, int]]:
    if number == len(schema.parts):
        yield found
        return
    part = schema.parts[number]
    assert part.parent is not None
    at = view.cells[found[part.parent]].links[part.link]
    if part.null:
        if at is None:
            yield from _placed(schema, view, found, number + 1)
        return
    seen: set[int] = set()
    while at is not None and at not in seen:
        seen.add(at)
        yield from _placed(schema, view, {**found, number: at}, number + 1)
        if part.then is None:
            return
        at = view.cells[at].links[part.then]


def _conditions(schema: Schema, view: View, arguments: Sequence[Slot], found: Mapping[int, int]) -> bool:
    def value(number: int) -> Slot:
        if number < 0:
            return arguments[-number - 1] if -number <= len(arguments) else None
        return view.cells[found[number]].key

    def true(each: Condition) -> bool:
        if each.sign in OF_THE_WHOLE:
            return times(view, value(each.left)) == OF_THE_WHOLE.index(each.sign)
        return holds(each.sign, value(each.left), value(each.right))

    return all(map(true, schema.conditions))


def times(view: View, key: Slot) -> int:
    """How many nodes of a structure have this key."""
    keys = view.keys()
    return sum(holds("=", key, other) for other in keys)


def transitive_reduction(conditions: Sequence[Condition]) -> tuple[Condition, ...]:
    """The transitive reduction of what is said of the order: `A < B`, `B < C` and not `A < C`."""
    strict = {(each.left, each.right) for each in conditions if each.sign == "<"}
    strict |= {(each.right, each.left) for each in conditions if each.sign == ">"}
    kept: list[Condition] = []
    for each in conditions:
        pair = (each.left, each.right) if each.sign == "<" else (each.right, each.left) if each.sign == ">" else None
        middles = set(itertools.chain.from_iterable(strict))
        if pair and any((pair[0], x) in strict and (x, pair[1]) in strict for x in middles):
            continue
        kept.append(each)
    return tuple(kept)


def most_specific(view: View, start: int, arguments: Sequence[Slot], entry: str | None) -> Schema:
    """All that can be said of a structure from one cell on: every node, every null, every comparison of neighbours."""
    parts: list[Part] = [Part(None, 0)]
    cells: dict[int, int] = {0: start}
    reached = {start}
    position = 0
    while position < len(parts):
        if not parts[position].null:
            for link, child in enumerate(view.cells[cells[position]].links):
                if child is None:
                    parts.append(Part(position, link, null=True))
                elif child not in reached:
                    reached.add(child)
                    cells[len(parts)] = child
                    parts.append(Part(position, link))
        position += 1
    numbers = [*range(-len(arguments), 0), *cells]
    values = {number: arguments[-number - 1] if number < 0 else view.cells[cells[number]].key for number in numbers}
    conditions = [
        Condition(one, sign, two)
        for one, two in itertools.combinations(numbers, 2)
        for sign in ("=", "<", ">")
        if holds(sign, values[one], values[two])
    ]
    for number in range(-len(arguments), 0):
        known = times(view, arguments[-number - 1])
        if known < len(OF_THE_WHOLE):
            conditions.append(Condition(number, OF_THE_WHOLE[known], number))
    return Schema(tuple(parts), tuple(conditions), entry)
