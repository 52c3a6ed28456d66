"""The structures that a class builds are found, each once, with what they keep."""

import pytest

from tests.engines.heaps.samples import LEFT, LIST, TREE, domain
from viva.core.fault import Fault
from viva.engines.heaps.building.derived_fields import DERIVATIONS
from viva.engines.heaps.building.legality import exact
from viva.engines.heaps.comparing.canonical import form
from viva.engines.heaps.layout import read_layout
from viva.engines.heaps.parts import objects
from viva.sandbox import Sandbox


@pytest.mark.parametrize(("sign", "side"), [("<=", "left"), ("<", "right")])
def test_on_which_side_equal_keys_go_is_seen(sandbox: Sandbox, sign: str, side: str) -> None:
    found = domain(sandbox, TREE.replace("SIGN", sign).partition("    def delete")[0], "Tree", "insert")
    assert f"search tree, duplicates {side}" in found.kept
    assert "avl" not in found.kept


def test_every_structure_is_there_once_and_all_small_ones_are(sandbox: Sandbox) -> None:
    found = domain(sandbox, LEFT, "Tree", "insert", "delete")
    forms = [form(heap) for heap in found.heaps]
    assert len(set(forms)) == len(forms)
    # Trees of two nodes with keys 1 to 4 where equal keys go left: 10 with a left child, 6 with a right one.
    assert sum(objects(heap, "Node") == 2 for heap in found.heaps) == 16
    assert exact(found)


def test_what_follows_from_the_rest_is_seen(sandbox: Sandbox) -> None:
    found = domain(sandbox, LIST, "LinkedList", "append")
    assert found.rules["LinkedList", "size"] is DERIVATIONS["count"]
    assert found.rules["LinkedList", "tail"] is DERIVATIONS["last"]


def test_a_class_that_builds_nothing_gets_structures_from_its_fields(sandbox: Sandbox) -> None:
    source = LIST.split("    def append")[0] + "    def first(self):\n        return self.head.value\n"
    found = domain(sandbox, source, "LinkedList", "first")
    assert not found.built
    assert max(objects(heap, "Node") for heap in found.heaps) == 5


def test_an_invariant_that_is_false_of_what_the_reference_builds_is_the_teachers_fault(sandbox: Sandbox) -> None:
    source = LEFT + "\n    def invariant(self):\n        return self.root is None or self.root.left is None\n"
    with pytest.raises(Fault, match="builds itself") as fault:
        domain(sandbox, source, "Tree", "insert")
    assert fault.value.line == source.splitlines().index("    def invariant(self):") + 1


def test_base_classes_give_their_fields_and_methods() -> None:
    source = "class Base:\n    def __init__(self, key):\n        self.key = key\n        self.next = None\n"
    layout = read_layout(source + "class Chain(Base):\n    def length(self):\n        return 1\n", "Chain", "r.py")
    assert layout.node == "Chain"
    assert layout.links == ("next",)
    assert [parameter.name for parameter in layout.of_main.constructor] == ["key"]
