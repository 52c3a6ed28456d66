"""Two runs of a method on the same structure, compared outside: results, and what is left behind.

Up to isomorphism. Where the reference keeps an order and the method changes what is kept, another shape is right too if
it keeps the same and holds the same: to delete from a search tree there are two ways.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping
from dataclasses import field

from viva.core.records import dataclass
from viva.engines.heaps.building.derived_fields import Derivation, derive
from viva.engines.heaps.comparing.canonical import form
from viva.engines.heaps.invariants import LIBRARY, colour
from viva.engines.heaps.layout import Layout
from viva.engines.heaps.parts import element, items
from viva.engines.heaps.running import after
from viva.engines.heaps.view import View, view
from viva.languages.heap import Heap, Reference
from viva.languages.outcome import Outcome

RESULT = -1
Pair = tuple[int, int]
"""Two of the object (0), the arguments (from 1 on) and what was returned (RESULT)."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What the reference does with a call: its list of object and arguments, what it returns, what it leaves; and all
    of these afterwards, the result last."""

    call: Heap
    value: Heap
    left: Heap
    steps: int
    afterwards: Heap


def changes(expected: Expected) -> bool:
    """Whether the reference leaves another structure than there was."""
    return form(element(expected.call, 0)) != form(expected.left)


@dataclass(frozen=True, slots=True)
class Asked:
    """What counts for a method. `by_content`: another shape that keeps `kept` and holds the same is right too."""

    method: str
    result: bool
    left: bool
    by_content: bool
    kept: tuple[str, ...]
    layout: Layout
    fields: frozenset[str]
    rules: Mapping[tuple[str, str], Derivation] = field(default_factory=dict)
    """How fields follow from others in what the reference builds: held to where another shape is allowed."""
    apart: frozenset[Pair] = frozenset()
    """What must hold no object together afterwards, of the classes `changing`, whose objects are changed in place."""
    changing: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Difference:
    """`kind`: `result`, `left` (another shape), `lost`, `added`, `swapped` (lost and added), `order` (keeps no longer
    what it must), `back` (a link back leads elsewhere), `broken` (no proper structure), `missing` (nothing where a
    structure should be), `shared` (two structures hold an object together), or how the run ended."""

    kind: str
    names: tuple[str, ...] = ()
    """What is no longer kept."""


def difference(asked: Asked, expected: Expected, outcome: Outcome) -> Difference | None:
    if outcome.problem is not None:
        return Difference(outcome.problem.reason)
    if asked.result:
        assert outcome.value is not None
        found = _between(asked, expected.value, outcome.value, "result")
        if found:
            return found
    left = after(outcome)
    if asked.left:
        if left is None:
            return Difference("missing")
        found = _between(asked, expected.left, left, "left")
        if found:
            return found
    return Difference("shared") if wrongly_shared(asked, outcome) else None


def wrongly_shared(asked: Asked, outcome: Outcome) -> frozenset[Pair]:
    if not asked.apart or outcome.arguments is None:
        return frozenset()
    return asked.apart & shared_pairs(outcome.arguments, asked.changing)


def shared_pairs(heap: Heap, classes: frozenset[str]) -> frozenset[Pair]:
    """Which of the object, the arguments and the result, which are a list, hold an object of these classes together."""
    slots = items(heap)
    held = [_objects(heap, slot, classes) if isinstance(slot, Reference) else frozenset() for slot in slots]
    names = [*range(len(slots) - 1), RESULT]
    pairs = itertools.combinations(zip(names, held, strict=True), 2)
    return frozenset((one, two) for (one, first), (two, second) in pairs if first & second)


def _objects(heap: Heap, slot: Reference, classes: frozenset[str]) -> frozenset[int]:
    """Those that can be reached."""
    seen: set[int] = set()
    todo = [slot.node]
    while todo:
        number = todo.pop()
        if number not in seen:
            seen.add(number)
            todo += [child.node for child in heap.nodes[number].children if isinstance(child, Reference)]
    return frozenset(number for number in seen if heap.nodes[number].label in classes)


def _between(asked: Asked, wanted: Heap, got: Heap, kind: str) -> Difference | None:
    if form(wanted, asked.fields) == form(got, asked.fields):
        return None
    if not isinstance(wanted.root, Reference) or not _is_structure(asked, wanted):
        return Difference(kind)
    if not isinstance(got.root, Reference):
        return Difference("missing" if got.root is None else kind)
    one, two = view(wanted, asked.layout), view(got, asked.layout)
    held = [LIBRARY[name](two) for name in asked.kept]
    gone, new = content(asked, one) - content(asked, two), content(asked, two) - content(asked, one)
    if two.broken or ("tree" in asked.kept and not LIBRARY["acyclic"](two)):
        return Difference("broken")
    if gone:
        return Difference("lost" if not new else "swapped")
    if new:
        return Difference("added")
    if not all(held):
        names = tuple(name for name, is_held in zip(asked.kept, held, strict=True) if not is_held)
        return Difference("back" if names == ("doubly linked",) else "order", names)
    if asked.by_content and _same_around(one, two) and _same_beside(one, wanted, got):
        return None if form(derive(got, asked.layout, asked.rules)) == form(got) else Difference(kind)
    return Difference(kind)


def content(asked: Asked, of: View) -> Counter[tuple[object, ...]]:
    """What is kept: keys with all other data of their nodes, but for colours and what follows from the shape."""
    follows = {name for _, name in asked.rules}
    reached = dict.fromkeys(cell for _, entry in of.entries for cell in of.walk(entry))
    found = []
    for number in reached:
        cell = of.cells[number]
        marks = [
            mark for mark in cell.marks if mark[0] not in follows and not colour(mark[0]) and mark[0] in asked.fields
        ]
        found.append((_number(cell.key), *marks))
    return Counter(found)


def _number(key: object) -> object:
    """As Python's `==` has it: 2.0 is 2 and True is 1."""
    return int(key) if isinstance(key, bool) or (isinstance(key, float) and key.is_integer()) else key


def _is_structure(asked: Asked, heap: Heap) -> bool:
    assert isinstance(heap.root, Reference)
    return heap.nodes[heap.root.node].label in asked.layout.classes


def _same_around(one: View, two: View) -> bool:
    """The same beside the nodes: one place where the structure begins, and the same data of its container."""
    names = [name for name, _ in one.entries]
    marks = dict(one.marks)
    found = {name: value for name, value in two.marks if name in marks}
    return len(names) == 1 and names == [name for name, _ in two.entries] and marks == found


def _same_beside(one: View, wanted: Heap, got: Heap) -> bool:
    """The same in all fields but the list, where the structure is one."""
    if not one.array:
        return True
    fields = {name for heap in (wanted, got) for node in heap.nodes[:1] for name in node.names}
    others = frozenset(fields - {name for name, _ in one.entries})
    return form(wanted, others) == form(got, others)
