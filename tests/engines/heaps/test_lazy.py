"""Lazy initialisation: every concrete call takes exactly one path, and schemas are no more than there are traces."""

import itertools
from dataclasses import replace

import pytest

from tests.engines.heaps.samples import LEFT, domain
from viva.engines.heaps.building.completing import Completing, solve_keys
from viva.engines.heaps.comparing.canonical import form
from viva.engines.heaps.domain import Domain
from viva.engines.heaps.parts import element, objects
from viva.engines.heaps.schemas.lazy_initialization import (
    UNKNOWN,
    Explored,
    Technique,
    compile_lazily,
    explore_paths,
    fits,
)
from viva.engines.heaps.view import view
from viva.languages import python
from viva.sandbox import Sandbox

TECHNIQUES = [Technique(), Technique(lazier=False), Technique(three_way=True)]


@pytest.fixture(scope="module")
def trees(sandbox: Sandbox) -> Domain:
    return domain(sandbox, LEFT, "Tree", "insert", "delete")


def paths(
    sandbox: Sandbox, trees: Domain, method: str, technique: Technique, nodes: int = 3, source: str = LEFT
) -> Explored:
    program = compile_lazily(python, sandbox, source.encode())
    assert program is not None
    found = explore_paths(
        sandbox, program, trees.layout, trees.methods[method], trees.kept, technique=technique, nodes=nodes, most=5000
    )
    assert found is not None
    return found


@pytest.mark.some(2)
@pytest.mark.parametrize("technique", TECHNIQUES)
@pytest.mark.parametrize("method", ["insert", "delete"])
def test_every_call_on_a_small_tree_takes_exactly_one_path(
    sandbox: Sandbox, trees: Domain, method: str, technique: Technique
) -> None:
    found = paths(sandbox, trees, method, technique)
    assert found.whole
    small = [heap for heap in trees.heaps if objects(heap, "Node") <= 3]
    assert len(small) > 50
    for heap, key in itertools.product(small[::2], range(6)):
        seen = view(heap, trees.layout)
        assert sum(fits(schema, seen, [key]) for schema in found.schemas) == 1, (seen, key)


def test_a_reference_that_is_only_stored_is_not_split(sandbox: Sandbox, trees: Domain) -> None:
    lazier = paths(sandbox, trees, "delete", Technique(), 4).schemas
    eager = paths(sandbox, trees, "delete", Technique(lazier=False), 4).schemas
    assert len(lazier) < len(eager)


def test_opaque_keys_split_in_three_where_numbers_split_in_two(sandbox: Sandbox, trees: Domain) -> None:
    two = paths(sandbox, trees, "insert", Technique())
    three = paths(sandbox, trees, "insert", Technique(three_way=True))
    assert len(three.schemas) > len(two.schemas)


def test_unknown_parts_are_completed_with_nodes_that_must_survive(sandbox: Sandbox, trees: Domain) -> None:
    completing = Completing(trees.layout, trees.kept, trees.rules)
    legal = {form(heap) for heap in trees.heaps}
    seen = 0
    for schema in paths(sandbox, trees, "delete", Technique()).schemas:
        calls = list(completing.calls(schema, ("key",)))
        unknown = sum(link == UNKNOWN for thing in schema.things for link in thing.links)
        sizes = [objects(call, "Node") for call in calls]
        assert sizes[0] - sizes[-1] == unknown
        # What the solver gives takes the path that it was made for, and no other.
        assert fits(schema, view(element(calls[0], 0), trees.layout), [int(str(calls[0].nodes[0].children[1]))])
        seen += form(element(calls[-1], 0)) in legal
    assert seen > 5


@pytest.mark.parametrize(
    "body",
    [
        "if self.root == None:\n            return 1\n        return 2",
        "if not self.root:\n            return 1\n        return self.root.key",
        "node = self.root\n        return isinstance(node, Node)",
        "def walk(node):\n            return node is None or walk(node.left)\n        return walk(self.root)",
        "one = self.root\n        return one is not None and one.left is one.right",
    ],
)
def test_all_ways_to_ask_for_nothing_split(sandbox: Sandbox, trees: Domain, body: str) -> None:
    source = LEFT + f"\n    def look(self):\n        {body}\n"
    method = replace(trees.methods["insert"], name="look", parameters=())
    program = compile_lazily(python, sandbox, source.encode())
    assert program is not None
    found = explore_paths(sandbox, program, trees.layout, method, trees.kept, nodes=3)
    assert found is not None
    assert len(found.schemas) >= 2
    assert {schema.outcome for schema in found.schemas} == {("returned",)}


def test_slots_defaults_in_the_class_and_properties_do_not_hide_fields(sandbox: Sandbox, trees: Domain) -> None:
    node = (
        "class Node:\n    __slots__ = ('key', 'left', 'right')\n"
        "    def __init__(self, key):\n        self.key, self.left, self.right = key, None, None\n"
    )
    source = node + "class Tree:\n    root = None\n    def insert(self, key):\n        node = self.root\n"
    source += "        while node is not None and node.key != key:\n            node = node.left\n        return node\n"
    with_slots = paths(sandbox, trees, "insert", Technique(), source=source)
    plain = paths(sandbox, trees, "insert", Technique(), source=source.replace("    __slots__", "    # __slots__"))
    assert len(with_slots.schemas) == len(plain.schemas) > 5


def test_a_method_that_never_ends_is_told_as_that(sandbox: Sandbox, trees: Domain) -> None:
    source = (
        "class Node:\n    pass\nclass Tree:\n    def insert(self, key):\n        while True:\n            self.root\n"
    )
    found = paths(sandbox, trees, "insert", Technique(), source=source)
    assert [schema.outcome for schema in found.schemas] == [("endless",)]


def test_the_solver_finds_keys_or_says_that_there_are_none() -> None:
    values = solve_keys([(1, 2, -1), (2, 3, -1)], [(1, 3, 0)], 4)
    assert values is not None
    assert values[1] < values[2] < values[3]
    assert solve_keys([(1, 2, -1), (2, 1, -1)], [], 3) is None
    apart = solve_keys([], [(1, 2, 0)], 3)
    assert apart is not None
    assert apart[1] != apart[2]
