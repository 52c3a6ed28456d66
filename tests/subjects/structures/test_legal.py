"""Only legal structures are made: links get nodes or nothing, keys are of their kind, and what builders cannot make or
an invariant forbids is never shown to a submission."""

from collections.abc import Iterator

import pytest

from tests.engines.heaps.samples import LEFT
from tests.subjects.structures.slips import SAMPLES, Sample, shape
from tests.subjects.structures.test_examine import exercise, report, told
from viva.core.ladder import Rung
from viva.core.verdict import Verdict
from viva.engines.heaps.building.legality import keeps
from viva.engines.heaps.building.method_sequences import Step
from viva.engines.heaps.comparing.canonical import form
from viva.engines.heaps.parts import element, items
from viva.engines.heaps.view import view
from viva.engines.heaps.written import read, show
from viva.languages.heap import Heap, Reference
from viva.subjects.structures.model import Task
from viva.subjects.structures.suite import Prepared, prepare

CELL = """
class Cell:
    def __init__(self, key):
        self.key = key
        self.next = None

    def set_next(self, cell):
        self.next = cell

    def add(self, key):
        cell = self
        while cell.next is not None:
            cell = cell.next
        cell.next = Cell(key)

    def has(self, key):
        cell = self
        while cell is not None:
            if cell.key == key:
                return True
            cell = cell.next
        return False
"""
NAMES = """
class Node:
    def __init__(self, name):
        self.name = name
        self.next = None

class Names:
    def __init__(self):
        self.head = None

    def add(self, name: str):
        node = Node(name)
        node.next = self.head
        self.head = node

    def longest(self):
        best, node = "", self.head
        while node is not None:
            if len(node.name) > len(best):
                best = node.name
            node = node.next
        return best
"""
RING = """
class Node:
    def __init__(self, key):
        self.key = key
        self.next = None

    def has_ring(self):
        slow = fast = self
        while fast is not None and fast.next is not None:
            slow, fast = slow.next, fast.next.next
            if slow is fast:
                return True
        return False

    def has(self, key):
        node = self
        while node is not None:
            if node.key == key:
                return True
            node = node.next
        return False
"""
HEAP = """
class Heap:
    def __init__(self):
        self.items = []

    def push(self, key):
        self.items.append(key)
        at = len(self.items) - 1
        while at and self.items[at] < self.items[(at - 1) // 2]:
            up = (at - 1) // 2
            self.items[at], self.items[up] = self.items[up], self.items[at]
            at = up

    def pop(self):
        if not self.items:
            return None
        first, last = self.items[0], self.items.pop()
        if self.items:
            self.items[0], at = last, 0
            while 2 * at + 1 < len(self.items):
                low = min(range(2 * at + 1, min(2 * at + 3, len(self.items))), key=self.items.__getitem__)
                if self.items[low] >= self.items[at]:
                    break
                self.items[at], self.items[low] = self.items[low], self.items[at]
                at = low
        return first
"""
SORTED = """
class Heap:
    def __init__(self):
        self.items = []

    def push(self, key):
        self.items = sorted([*self.items, key])

    def pop(self):
        return self.items.pop(0) if self.items else None
"""


def ready_of(sample: Sample) -> Prepared:
    asked = exercise(sample.source, sample.cls, ", ".join(f'"{name}"' for name in sample.asked))
    return prepare(asked.task_as(Task), 0, None)


def structures(ready: Prepared) -> Iterator[Heap]:
    """All that a submission may be given of the exercise itself."""
    for method in ready.methods.values():
        for expected in (*method.expected, *method.proposed):
            for number, slot in enumerate(items(expected.call)):
                if isinstance(slot, Reference):
                    yield element(expected.call, number)


def played(sample: Sample, way: tuple[Step, ...]) -> object:
    """What plain Python makes of the same calls."""
    known: dict[str, object] = {}
    exec(sample.source, known)
    cls = known[sample.cls]
    assert callable(cls)
    made = cls(*way[0].arguments)
    for step in way[1:]:
        result = getattr(made, step.method)(*step.arguments)
        made = result if step.took == "result" else made
    return made


def fields_of(heap: Heap, slot: object, seen: dict[int, int]) -> object:
    if not isinstance(slot, Reference):
        return slot
    node = heap.nodes[slot.node]
    if node.kind == "list":
        return [fields_of(heap, child, seen) for child in node.children]
    if node.kind == "dict":
        pairs = zip(node.children[::2], node.children[1::2], strict=True)
        return {key: fields_of(heap, value, seen) for key, value in pairs}
    if slot.node in seen:
        return ("again", seen[slot.node])
    seen[slot.node] = len(seen)
    return {name: fields_of(heap, child, seen) for name, child in sorted(zip(node.names, node.children, strict=True))}


@pytest.mark.some(1)
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_all_that_is_built_is_what_plain_python_makes_of_the_same_calls(sample: Sample) -> None:
    domain = ready_of(sample).domain
    grown = [state for state in domain.deep if state.way]
    built = [*domain.states, *domain.orders, *domain.others, *domain.large, *grown]
    assert len(built) > 40
    for state in built:
        assert state.way
        assert fields_of(state.heap, state.heap.root, {}) == shape(played(sample, state.way), {})


@pytest.mark.some(2)
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_what_is_given_was_built_or_keeps_all_that_built_ones_keep(sample: Sample) -> None:
    ready = ready_of(sample)
    domain = ready.domain
    grown = [state for state in domain.deep if state.way]
    built = {form(state.heap) for state in (*domain.states, *domain.orders, *domain.others, *domain.large, *grown)}
    for heap in structures(ready):
        assert form(heap) in built or (ready.exactly and keeps(domain, heap))


@pytest.mark.some(3)
@pytest.mark.parametrize("sample", [each for each in SAMPLES if each.name not in ("words", "table")])
def test_a_structure_can_be_read_from_the_page_again(sample: Sample) -> None:
    ready = ready_of(sample)
    layout = ready.domain.layout
    for heap in structures(ready):
        seen = view(heap, layout)
        if seen.root is None:
            continue
        text = show(seen).removeprefix(f"{seen.entries[0][0]}: ")
        again = read(text, seen.names, seen.entries[0][0])
        assert [cell.key for cell in again.cells] == [seen.cells[cell].key for cell in seen.walk(seen.root)]


def test_a_link_gets_nodes_or_nothing_though_a_setter_takes_anything() -> None:
    looks_ahead = "        while cell is not None:\n            rest = cell.next and cell.next.next\n"
    right = CELL.replace("        while cell is not None:\n", looks_ahead)
    assert report(right, exercise(CELL, "Cell", '"has"')).verdict is Verdict.PASSED


def test_setters_build_nothing_that_is_no_search_tree() -> None:
    setters = "\n    def set_root(self, node):\n        self.root = node\n"
    found = prepare(exercise(LEFT + setters, "Tree", '"insert", "delete"').task_as(Task), 0, None)
    assert "search tree, duplicates left" in found.domain.kept
    assert "set_root" not in found.domain.builders


def test_an_invariant_prunes_what_other_methods_build() -> None:
    shake = "\n    def spoil(self):\n        if self.root is not None:\n            self.root.key = 99\n"
    asked = exercise(LEFT + shake, "Tree", '"delete"', 'invariant = "search tree, duplicates left"\n')
    found = prepare(asked.task_as(Task), 0, None)
    assert "search tree, duplicates left" in found.domain.kept
    named = exercise(LEFT + shake, "Tree", '"delete"', 'builders = ["insert"]\n')
    assert "search tree, duplicates left" in prepare(named.task_as(Task), 0, None).domain.kept


def test_a_text_is_never_given_a_number_and_has_several_letters() -> None:
    asked = exercise(NAMES, "Names", '"add", "longest"')
    ready = prepare(asked.task_as(Task), 0, None)
    seen = [view(heap, ready.domain.layout) for heap in structures(ready)]
    kinds = {type(cell.key) for each in seen for cell in each.cells}
    assert kinds == {str}
    assert report(NAMES, asked).verdict is Verdict.PASSED
    short = NAMES.replace("        node = Node(name)\n", "        node = Node(name[:1])\n")
    assert report(short, asked).verdict is Verdict.REFUTED


def test_a_ring_is_given_to_who_asks_for_the_same_node_and_to_nobody_else() -> None:
    asked = exercise(RING, "Node", '"has_ring", "has"')
    ready = prepare(asked.task_as(Task), 0, None)
    assert ready.domain.ringed == {"has_ring"}
    found = report(RING.replace("if slow is fast", "if slow is None"), asked, rung=Rung.EXAMPLE)
    assert told(found, Rung.EXAMPLE).startswith("Before: 1 → #1.")
    marking = """        seen, node = [], self
        while node is not None and not any(node is each for each in seen):
            seen.append(node)
            node = node.next
        return node is not None
        slow = fast = self"""
    assert report(RING.replace("        slow = fast = self", marking), asked).verdict is Verdict.PASSED


def test_a_heap_that_is_kept_sorted_is_right_as_a_whole_only() -> None:
    methods = '"push", "pop"'
    assert report(SORTED, exercise(HEAP, "Heap", methods)).verdict is Verdict.REFUTED
    asked = exercise(HEAP, "Heap", methods, 'judged = "class"\n')
    assert report(SORTED, asked).verdict is Verdict.PASSED
    last = SORTED.replace("pop(0)", "pop()")
    found = report(last, asked, rung=Rung.EXAMPLE)
    assert (
        told(found, Rung.EXAMPLE) == "After `Heap()`, `push(1)`, `push(2)`, `pop()` should return 1, but it returns 2."
    )


def test_a_structure_kept_in_another_way_is_judged_by_what_its_calls_return() -> None:
    line = next(sample for sample in SAMPLES if sample.name == "line")
    asked = exercise(line.source, "Line", '"join", "leave"')
    other = """
class Line:
    def __init__(self):
        self.coming, self.going = [], []

    def join(self, key):
        self.coming.append(key)

    def leave(self):
        if not self.going:
            while self.coming:
                self.going.append(self.coming.pop())
        return self.going.pop() if self.going else None

    def rotate(self):
        if self.coming or self.going:
            self.join(self.leave())
"""
    assert report(other, asked).verdict is Verdict.PASSED
    assert report(other.replace("self.going.pop() if", "self.going.pop(0) if"), asked).verdict is Verdict.REFUTED
