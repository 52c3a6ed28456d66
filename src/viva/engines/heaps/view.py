"""One structure as nodes with a key and links: what invariants, schemas and pictures look at.

Whatever was handed back by a submission has a view, however broken: what is no node where a node should be is a mark.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field

from viva.core.records import dataclass
from viva.engines.heaps.comparing.canonical import OBJECTS
from viva.engines.heaps.layout import Layout
from viva.languages.heap import Heap, Reference, Slot

NO_KEY = "no key"
_MOST_ENTERED = 200


@dataclass(frozen=True, slots=True)
class Cell:
    """A node. `links` and `back` are numbers of cells, in the order of their names; `marks` are its other data."""

    key: Slot
    links: tuple[int | None, ...]
    back: tuple[int | None, ...] = ()
    marks: tuple[tuple[str, Slot], ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """`entries` are where the structure begins: a field of its container, or the node itself. `array`: the cells are
    those of lists, which link by position."""

    names: tuple[str, ...]
    back_names: tuple[str, ...]
    cells: tuple[Cell, ...]
    entries: tuple[tuple[str, int | None], ...]
    marks: tuple[tuple[str, Slot], ...] = ()
    array: bool = False
    broken: tuple[str, ...] = field(default=())
    """Names of fields that hold what is neither None nor a node."""

    @property
    def root(self) -> int | None:
        return self.entries[0][1] if self.entries else None

    def walk(self, start: int | None) -> Iterator[int]:
        """The cells that can be reached over links, each once, in the order of the links."""
        seen: set[int] = set()
        todo = [] if start is None else [start]
        while todo:
            cell = todo.pop()
            if cell in seen:
                continue
            seen.add(cell)
            yield cell
            todo += [link for link in reversed(self.cells[cell].links) if link is not None]

    def keys(self) -> list[Slot]:
        reached = dict.fromkeys(cell for _, entry in self.entries for cell in self.walk(entry))
        return [self.cells[cell].key for cell in reached]


def view(heap: Heap, layout: Layout, root: Slot = None) -> View:
    """Of the object at `root`, or else of the whole heap: of an object, or of a list of objects."""
    return _Viewer(heap, layout).view(heap.root if root is None else root)


def numbering(heap: Heap, layout: Layout, root: Slot = None) -> dict[int, int]:
    """The numbers of cells in `view(heap, layout, root)`, by those of the nodes of the heap."""
    viewer = _Viewer(heap, layout)
    viewer.view(heap.root if root is None else root)
    return viewer.numbers


def list_view(name: str, items: Sequence[Slot]) -> View:
    """A list that a field of this name holds."""
    size = len(items)
    cells = tuple(
        Cell(None if isinstance(item, Reference) else item, (number + 1 if number + 1 < size else None,))
        for number, item in enumerate(items)
    )
    return View(("next",), (), cells, ((name, 0 if items else None),), array=True)


class _Viewer:
    def __init__(self, heap: Heap, layout: Layout) -> None:
        self.heap = heap
        self.layout = layout
        self.links = layout.links
        self.back = layout.back_links
        self.key = layout.key
        self.known = {*self.links, *self.back, self.key}
        self.numbers: dict[int, int] = {}
        self.order: list[int] = []
        self.entered: set[int] = set()  # containers: one that holds itself is no structure
        self.broken: list[str] = []
        self.entries: list[tuple[str, int | None]] = []
        self.marks: list[tuple[str, Slot]] = []

    def view(self, root: Slot) -> View:
        array = self.array(root)
        if array is not None:
            return array
        self.enter("", root)
        cells: list[Cell] = []
        position = 0
        while position < len(self.order):
            cells.append(self.cell(self.order[position]))
            position += 1
        return View(
            self.links, self.back, tuple(cells), tuple(self.entries), tuple(self.marks), broken=tuple(self.broken)
        )

    def array(self, root: Slot) -> View | None:
        """A container that keeps plain values in lists, and has no nodes."""
        if not isinstance(root, Reference) or self.layout.node is not None:
            return None
        node = self.heap.nodes[root.node]
        if node.kind not in OBJECTS:
            return None
        cells: list[Cell] = []
        entries: list[tuple[str, int | None]] = []
        for name, child in zip(node.names, node.children, strict=True):
            if isinstance(child, Reference) and self.heap.nodes[child.node].kind == "list":
                items = self.heap.nodes[child.node].children
                first, last = len(cells), len(cells) + len(items) - 1
                entries.append((name, first if items else None))
                cells += [
                    Cell(None if isinstance(item, Reference) else item, (place + 1 if place < last else None,))
                    for place, item in enumerate(items, first)
                ]
        return View(("next",), (), tuple(cells), tuple(entries), array=True) if entries else None

    def enter(self, name: str, slot: Slot) -> None:
        if not isinstance(slot, Reference):
            if slot is None:
                self.entries.append((name, None))
            return
        node = self.heap.nodes[slot.node]
        if node.kind in OBJECTS and self.is_node(slot):
            self.entries.append((name, self.number(slot)))
        elif slot.node in self.entered or len(self.entered) > _MOST_ENTERED:
            self.broken.append(name)
        elif node.kind in OBJECTS:
            self.entered.add(slot.node)
            for field_name, child in zip(node.names, node.children, strict=True):
                if isinstance(child, Reference) or self.leads_to_nodes(node.label, field_name):
                    self.enter(f"{name}.{field_name}" if name else field_name, child)
                else:
                    self.marks.append((field_name, child))
        elif node.kind in ("list", "tuple"):
            self.entered.add(slot.node)
            for number, child in enumerate(node.children):
                self.enter(f"{name}[{number}]", child)

    def leads_to_nodes(self, cls: str, name: str) -> bool:
        known = self.layout.fields(cls) or self.layout.fields(self.layout.main)
        return any(field.name == name and field.kind == "reference" for field in known)

    def is_node(self, slot: Reference) -> bool:
        node = self.heap.nodes[slot.node]
        if self.layout.node is None:
            return False
        return node.label == self.layout.node or bool(self.links and set(self.links) <= set(node.names))

    def number(self, slot: Reference) -> int:
        if slot.node not in self.numbers:
            self.numbers[slot.node] = len(self.numbers)
            self.order.append(slot.node)
        return self.numbers[slot.node]

    def cell(self, number: int) -> Cell:
        node = self.heap.nodes[number]
        values = dict(zip(node.names, node.children, strict=True)) if len(node.names) == len(node.children) else {}
        links = tuple(self.link(name, values.get(name)) for name in self.links)
        back = tuple(self.link(name, values.get(name)) for name in self.back)
        key = values.get(self.key) if self.key else NO_KEY
        marks = tuple((name, value) for name, value in values.items() if name not in self.known)
        return Cell(key, links, back, marks)

    def link(self, name: str, slot: Slot) -> int | None:
        if isinstance(slot, Reference) and self.heap.nodes[slot.node].kind in OBJECTS and self.is_node(slot):
            return self.number(slot)
        if slot is not None:
            self.broken.append(name)
        return None
