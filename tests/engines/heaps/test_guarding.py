"""A teacher's own invariant on structures that are known in part: it leaves out what is false whatever the rest may be,
and what is left can be completed."""

import itertools

import pytest

from tests.engines.heaps.samples import LEFT, domain
from viva.engines.heaps.building.bounded_exhaustive import Building, structures
from viva.engines.heaps.building.completing import Completing
from viva.engines.heaps.building.permitted import says
from viva.engines.heaps.domain import Domain
from viva.engines.heaps.invariants import LIBRARY
from viva.engines.heaps.parts import element
from viva.engines.heaps.running import Runner
from viva.engines.heaps.schemas.lazy_initialization import Explored, Found, Guard, compile_lazily, explore_paths, fits
from viva.engines.heaps.view import view
from viva.languages import python
from viva.languages.program import Program
from viva.sandbox import Sandbox

SHAPE = ("acyclic", "tree")
ORDERED = """
    def invariant(self):
        def ordered(node, low, high):
            if node is None:
                return True
            if low is not None and node.key <= low or high is not None and node.key > high:
                return False
            return ordered(node.left, low, node.key) and ordered(node.right, node.key, high)
        return ordered(self.root, None, None)
"""
BALANCED = """
    def _height(self, node):
        if node is None:
            return 0
        left, right = self._height(node.left), self._height(node.right)
        return -9 if abs(left - right) > 1 or left < 0 or right < 0 else 1 + max(left, right)
    def invariant(self):
        return self._height(self.root) >= 0
"""
SMALL = """
    def _count(self, node):
        return 0 if node is None else 1 + self._count(node.left) + self._count(node.right)
    def invariant(self):
        return self._count(self.root) <= 2
"""
LARGEST = (
    LEFT
    + """
    def largest(self):
        def of(node):
            found = node
            for other in (node.left, node.right):
                if other is not None and (below := of(other)).key > found.key:
                    found = below
            return found
        return None if self.root is None else of(self.root).key
"""
)


@pytest.fixture(scope="module")
def trees(sandbox: Sandbox) -> Domain:
    return domain(sandbox, LARGEST, "Tree", "insert", "delete", "largest")


def paths(sandbox: Sandbox, trees: Domain, method: str, invariant: str, nodes: int) -> Explored:
    program, condition = (
        compile_lazily(python, sandbox, LARGEST.encode()),
        compile_lazily(python, sandbox, (LEFT + invariant).encode()),
    )
    assert program is not None and condition is not None
    guard = Guard(condition, "Tree.invariant") if invariant else None
    found = explore_paths(
        sandbox, program, trees.layout, trees.methods[method], SHAPE, nodes=nodes, most=2000, guard=guard
    )
    assert found is not None
    return found


def begun(schema: Found) -> object:
    return schema.things, schema.bounds, schema.unequal, schema.given


@pytest.mark.some(1)
@pytest.mark.parametrize(("method", "nodes"), [("insert", 2), ("delete", 2), ("largest", 3)])
def test_what_is_pruned_is_exactly_what_no_legal_structure_completes(
    sandbox: Sandbox, trees: Domain, method: str, nodes: int
) -> None:
    every = paths(sandbox, trees, method, "", nodes).schemas
    guarded = paths(sandbox, trees, method, ORDERED, nodes)
    pruned = guarded.schemas
    assert guarded.whole
    legal = [
        seen
        for heap in structures(Building(trees.layout, {}), [2, 4, 6, 8], 4, 1 << 20)
        if LIBRARY["search tree, duplicates left"](seen := view(heap, trees.layout))
    ]
    given = [[key] for key in range(1, 10)] if trees.methods[method].parameters else [[]]
    calls = list(itertools.product(legal, given))
    completed = [schema for schema in every if any(fits(schema, seen, keys) for seen, keys in calls)]
    assert [begun(schema) for schema in pruned] == [begun(schema) for schema in completed]
    assert (len(completed) < len(every)) == (method == "largest")


@pytest.mark.parametrize(("invariant", "method"), [(ORDERED, "delete"), (ORDERED, "largest"), (BALANCED, "insert")])
def test_every_completion_is_legal_and_takes_the_path(
    sandbox: Sandbox, trees: Domain, invariant: str, method: str
) -> None:
    found = paths(sandbox, trees, method, invariant, 3)
    program = python.runs.prepare(sandbox, (LEFT + invariant).encode())
    assert isinstance(program, Program)
    runner = Runner(python, sandbox, program, "Tree")
    completing = Completing(trees.layout, SHAPE, trees.rules)
    calls = [(schema, call) for schema in found.schemas for call in completing.calls(schema, ("key",))]
    assert len({begun(schema) for schema, _ in calls}) == len(found.schemas)
    assert all(says(runner, [element(call, 0) for _, call in calls]))
    for schema, call in calls:
        keys = [child for child in call.nodes[0].children[1:] if isinstance(child, int)]
        assert fits(schema, view(element(call, 0), trees.layout), keys)


def test_a_submission_is_asked_for_what_the_teacher_allows_though_it_has_no_such_method(
    sandbox: Sandbox, trees: Domain
) -> None:
    few = [schema for schema in paths(sandbox, trees, "insert", "", 3).schemas if len(schema.things) <= 3]
    found = paths(sandbox, trees, "insert", SMALL, 3).schemas
    assert list(map(begun, found)) == list(map(begun, few))
