"""Structures of the reference beside those that another program builds itself, by the same calls.

A program may keep structures in a way that nobody can foresee: a node that stands for nothing, a list of all that was
done, a cache. What its own methods build is right for it whatever it keeps, so it can be given that where it is, in all
that the reference keeps, the structure that the reference builds by the same calls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from viva.core.records import dataclass
from viva.engines.heaps.building.method_sequences import Bounds, combinations, values_for
from viva.engines.heaps.comparing.canonical import OBJECTS, Form, form
from viva.engines.heaps.layout import Layout, Method
from viva.engines.heaps.parts import Argument, is_instance, join_arguments, objects, part, size
from viva.engines.heaps.running import Runner, after, waste, wasteful
from viva.languages.heap import Heap, Node, Reference, Slot
from viva.languages.outcome import Outcome

_FEW = Bounds(keys=3, nodes=3, most=24, wasted=2)
_LOOKS = 60
_ENOUGH = 4
_LARGEST = 80

Plainly = Callable[[Heap], Heap]
"""A structure of the program as the reference would keep it: under its names, with None where nothing is."""


@dataclass(frozen=True, slots=True)
class Pair:
    ours: Heap
    theirs: Heap


@dataclass(frozen=True, slots=True)
class Pairs:
    """`theirs` has, by the forms of structures of the reference, the same structure as the program builds it."""

    theirs: Mapping[Form, Heap]
    plainly: Plainly


@dataclass(frozen=True, slots=True)
class Pairing:
    """Both programs, with the methods that both have, and what counts as the same: `fields` of the reference."""

    reference: Runner
    submission: Runner
    layout: Layout
    methods: Sequence[Method]
    fields: frozenset[str]

    def paired(self, bounds: Sequence[Bounds], named: Plainly) -> Pairs | None:
        """None where the program builds nothing of two nodes that is a structure of the reference. `named` gives
        classes and fields the names of the reference."""
        best: tuple[int, Plainly] | None = None
        for plainly in self._ways(named):
            found = self._built(_FEW, plainly)
            if any(objects(pair.ours, self.layout.node) > 1 for pair in found) and len(found) > (best or (0,))[0]:
                best = len(found), plainly
        if best is None or best[0] < _ENOUGH:
            return None
        theirs: dict[Form, Heap] = {}
        for each in bounds:
            for pair in self._built(each, best[1]):
                theirs.setdefault(form(pair.ours), pair.theirs)
        return Pairs(theirs, best[1])

    def beside(self, bounds: Bounds) -> list[Pair]:
        """What both build by the same calls, the same or not."""
        return self._built(bounds, None)

    def _ways(self, named: Plainly) -> Iterator[Plainly]:
        """How the program may keep what the reference keeps: as it does, with something that stands for nothing, with
        a first node that is always there."""
        yield named
        for arguments in self._constructions(_FEW)[:1]:
            begun = self.submission.construct([arguments])[0].value
            if begun is None or not isinstance(begun.root, Reference):
                return
            heap = named(begun)
            known = frozenset({*self.layout.links, self.layout.key or ""})
            for name in self._entries():
                nothing = _field(heap.nodes[begun.root.node], name)
                if isinstance(nothing, Reference) and heap.nodes[nothing.node].kind in OBJECTS:
                    whole = part(heap, nothing)
                    yield _Nothing(named, form(whole, known), known, self._ends(), form(whole))
                    if len(self.layout.links) == 1:
                        yield _First(named, name, heap.nodes[nothing.node], self.layout)
                elif nothing is not None and not isinstance(nothing, Reference):
                    yield _Nothing(named, (nothing,), known, self._ends(), ())

    def _entries(self) -> list[str]:
        return [field.name for field in self.layout.fields(self.layout.main) if field.kind == "reference"]

    def _ends(self) -> frozenset[str]:
        """Fields that may lead to nothing."""
        return frozenset({*self._entries(), *self.layout.links, *self.layout.back_links})

    def _constructions(self, bounds: Bounds) -> list[tuple[Argument, ...]]:
        parameters = self.layout.of_main.constructor
        if any(parameter.kind == "instance" and not parameter.optional for parameter in parameters):
            return []
        needed = [parameter for parameter in parameters if not parameter.optional]
        return combinations(needed, [bounds.keys_of(parameter.kind, bounds.keys) for parameter in needed])

    def _built(self, bounds: Bounds, plainly: Plainly | None) -> list[Pair]:
        """Breadth first, each structure of the reference once; what comes out otherwise is not followed, where it is
        said how to tell."""
        found: list[Pair] = []
        forms: set[Form] = set()
        wasted: Counter[str] = Counter()

        def add(ours: Heap | None, theirs: Heap | None) -> None:
            if ours is None or theirs is None or not is_instance(ours, self.layout.main) or len(found) >= bounds.most:
                return
            small = objects(ours, self.layout.node) <= bounds.nodes and max(size(ours), size(theirs)) <= _LARGEST
            this = form(ours)
            same = small and this not in forms
            same = same and (plainly is None or form(ours, self.fields) == form(plainly(theirs), self.fields))
            if same and (not isinstance(plainly, _Nothing) or plainly.untouched(theirs)):
                forms.add(this)
                found.append(Pair(ours, theirs))

        made = self._constructions(bounds)
        for ours, theirs in zip(self.reference.construct(made), self.submission.construct(made), strict=False):
            add(ours.value, theirs.value)
        done = 0
        while done < len(found) and len(found) < bounds.most:
            level, done = found[done:], len(found)
            for method in self.methods:
                if wasted[method.name] < bounds.wasted:
                    for ours, theirs in self._called(method, level, found[:6], bounds):
                        wasted[method.name] += waste(theirs)
                        if wasted[method.name] >= bounds.wasted:
                            break
                        add(after(ours), after(theirs))
                        add(ours.value, theirs.value)
        return found

    def _called(
        self, method: Method, level: Sequence[Pair], others: Sequence[Pair], bounds: Bounds
    ) -> Iterator[tuple[Outcome, Outcome]]:
        """What came of calls of both that both answer, or on which the program used up all it had."""
        numbers: list[Argument] = list(range(len(others)))
        values = [
            numbers if parameter.kind == "instance" else values_for(parameter, place, self.layout, bounds)
            for place, parameter in enumerate(method.parameters)
        ]
        kinds = [parameter.kind for parameter in method.parameters]
        ours: list[Heap] = []
        theirs: list[Heap] = []
        for pair in level if len(level) < _LOOKS else [p for p in level if self._grows(p, bounds)]:
            for chosen in combinations(method.parameters, values):
                given = list(zip(kinds, chosen, strict=False))
                ours.append(join_arguments([pair.ours, *(_argument(others, *each)[0] for each in given)]))
                theirs.append(join_arguments([pair.theirs, *(_argument(others, *each)[1] for each in given)]))
        for one, two in zip(
            self.reference.run(method.name, ours), self.submission.run(method.name, theirs), strict=False
        ):
            if one.problem is None and (two.problem is None or wasteful(two)):
                yield one, two

    def _grows(self, pair: Pair, bounds: Bounds) -> bool:
        return objects(pair.ours, self.layout.node) < bounds.nodes


def _argument(others: Sequence[Pair], kind: str, value: Argument) -> tuple[Argument, Argument]:
    if kind != "instance":
        return value, value
    assert isinstance(value, int)
    return others[value].ours, others[value].theirs


def _field(node: Node, name: str | None) -> Slot:
    return node.children[node.names.index(name)] if name is not None and name in node.names else None


@dataclass(frozen=True, slots=True)
class _Nothing:
    """Something stands for nothing: a value such as False, or an object that looks like this. It becomes None."""

    named: Plainly
    shape: Form
    fields: frozenset[str]
    ends: frozenset[str]
    whole: Form

    def __call__(self, heap: Heap) -> Heap:
        heap = self.named(heap)
        known: dict[Slot, bool] = {}

        def is_nothing(slot: Slot) -> bool:
            if slot not in known:
                known[slot] = self._is_nothing(heap, slot)
            return known[slot]

        return _changed(heap, lambda name, slot: None if name in self.ends and is_nothing(slot) else slot)

    def _is_nothing(self, heap: Heap, slot: Slot) -> bool:
        if isinstance(slot, Reference):
            return form(part(heap, slot), self.fields) == self.shape
        return slot is not None and (slot,) == self.shape and type(slot) is type(self.shape[0])

    def untouched(self, heap: Heap) -> bool:
        """Whether what stands for nothing is in all its fields as it was in a new object. If the program has a name for
        it, it can only be given as that: what was written into it since would make it another object."""
        heap = self.named(heap)
        ends = {
            slot
            for node in heap.nodes
            if node.kind in OBJECTS
            for name, slot in zip(node.names, node.children, strict=True)
            if name in self.ends and isinstance(slot, Reference)
        }
        return all(form(part(heap, slot)) == self.whole for slot in ends if self._is_nothing(heap, slot))


@dataclass(frozen=True, slots=True)
class _First:
    """The first node is always there and holds nothing: what follows it is the structure."""

    named: Plainly
    entry: str
    first: Node
    layout: Layout

    def __call__(self, heap: Heap) -> Heap:
        heap = self.named(heap)
        (link,) = self.layout.links
        after_first: dict[Slot, Slot] = {}
        for node in heap.nodes:
            slot = _field(node, self.entry) if node.label == self.layout.main else None
            if isinstance(slot, Reference) and self._is_first(heap.nodes[slot.node]):
                after_first[slot] = _field(heap.nodes[slot.node], link)

        def change(name: str, slot: Slot) -> Slot:
            if slot not in after_first:
                return slot
            return after_first[slot] if name == self.entry else None

        return _changed(heap, change)

    def _is_first(self, node: Node) -> bool:
        own, wanted = _field(node, self.layout.key), _field(self.first, self.layout.key)
        return type(own) is type(wanted) and own == wanted


def _changed(heap: Heap, change: Callable[[str, Slot], Slot]) -> Heap:
    nodes = [
        Node(
            node.kind,
            node.label,
            tuple(change(name, child) for name, child in zip(node.names, node.children, strict=True)),
            node.names,
        )
        if node.kind in OBJECTS
        else node
        for node in heap.nodes
    ]
    return part(Heap(heap.root, tuple(nodes)), heap.root)
