"""Objects that two structures hold after a call: what is done to one of them later is done to the other.

That counts only where it can be seen: a class whose methods never change a node in place may share nodes as it likes.
"""

from __future__ import annotations

from collections.abc import Sequence

from viva.engines.heaps.comparing.canonical import OBJECTS, form
from viva.engines.heaps.comparing.judging import RESULT, Expected, Pair, shared_pairs
from viva.engines.heaps.domain import Domain, arguments_for
from viva.engines.heaps.layout import Layout, Method
from viva.engines.heaps.parts import element, is_instance, items, join_arguments
from viva.engines.heaps.running import Runner
from viva.languages.heap import Heap, Node, Reference, Slot

_MARK = "_viva_mark"
_CALLS = 60


def kept_apart(
    runner: Runner, domain: Domain, method: Method, expected: Sequence[Expected]
) -> tuple[frozenset[Pair], frozenset[str]]:
    """What the reference never lets share an object, though it might: the object and what is returned, and the object
    and an argument that the reference leaves as it is; and the classes of which objects are changed in place."""
    layout = domain.layout
    if layout.main == layout.node or not expected:
        return frozenset(), frozenset()
    possible: set[Pair] = set()
    if any(is_instance(each.value, layout.main) for each in expected):
        possible.add((0, RESULT))
    for number, parameter in enumerate(method.parameters, 1):
        if parameter.kind == "instance" and all(_unchanged(each, number) for each in expected):
            possible.add((0, number))
    if not possible:
        return frozenset(), frozenset()
    classes = frozenset({layout.main, layout.node or layout.main})
    found = possible - {pair for each in expected for pair in shared_pairs(each.afterwards, classes)}
    return frozenset(found), changed_classes(runner, domain) if found else frozenset()


def _unchanged(expected: Expected, number: int) -> bool:
    if len(items(expected.call)) <= number:
        return True
    return form(element(expected.call, number)) == form(element(expected.afterwards, number))


def changed_classes(runner: Runner, domain: Domain) -> frozenset[str]:
    """The classes of which some method changes an object that is there: seen by marks on the objects. A class that lets
    no marks be put on its objects tells nothing."""
    found: frozenset[str] = frozenset()
    for method in domain.methods.values():
        calls = [
            mark_shared(join_arguments([state.heap, *arguments]), domain.layout)
            for state in domain.states
            for arguments in arguments_for(domain, method, state.heap)[:3]
        ]
        chosen = calls[:: len(calls) // _CALLS + 1]
        for call, outcome in zip(chosen, runner.run(method.name, chosen), strict=False):
            if outcome.arguments is not None:
                found |= _changed(call, outcome.arguments, domain.layout)
    return found


def mark_shared(call: Heap, layout: Layout) -> Heap:
    nodes = [
        Node(node.kind, node.label, (*node.children, number), (*node.names, _MARK))
        if node.kind in OBJECTS and node.label in (layout.main, layout.node)
        else node
        for number, node in enumerate(call.nodes)
    ]
    return Heap(call.root, tuple(nodes))


def _changed(before: Heap, now: Heap, layout: Layout) -> frozenset[str]:
    known = {_mark(node): _seen(before, node, layout) for node in before.nodes if _mark(node) is not None}
    return frozenset(
        node.label for node in now.nodes if _mark(node) in known and known[_mark(node)] != _seen(now, node, layout)
    )


def _mark(node: Node) -> Slot:
    return node.children[node.names.index(_MARK)] if _MARK in node.names else None


def _seen(heap: Heap, node: Node, layout: Layout) -> tuple[object, ...]:
    """The fields of an object, with marks for those that it leads to."""
    values = dict(zip(node.names, node.children, strict=True))
    found: list[object] = []
    for field in layout.fields(node.label):
        slot = values.get(field.name)
        found.append(("object", _mark(heap.nodes[slot.node])) if isinstance(slot, Reference) else slot)
    return tuple(found)
