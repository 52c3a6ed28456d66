"""Arguments that are instances of the teacher's classes: made, told apart, made smaller, recursive ones too."""

import pytest

from tests.engines.heaps.samples import ORDERED
from tests.examining import Examiner, told, witness
from viva.core.fault import Fault

from .conftest import exercise

SHAPES = """
class Circle:
    def __init__(self, radius: int):
        self.radius = radius


class Box:
    def __init__(self, width: int, height: int):
        self.width = width
        self.height = height


"""
AREA = SHAPES + "def f(shape: Circle | Box) -> int:\n"
AREA_RIGHT = AREA + "    return 3 * shape.radius ** 2 if isinstance(shape, Circle) else shape.width * shape.height\n"

NODE = """
class Node:
    def __init__(self, value: int, next: "Node | None" = None):
        self.value = value
        self.next = next


"""
LENGTH = f"""{NODE}
def f(node: Node | None) -> int:
    n = 0
    while node:
        n, node = n + 1, node.next
    return n
"""

TREE = """
from dataclasses import dataclass


@dataclass
class Tree:
    key: int
    left: "Tree | None"
    right: "Tree | None"


"""
HEIGHT = f"""{TREE}
def f(tree: Tree | None) -> int:
    return 0 if tree is None else 1 + max(f(tree.left), f(tree.right))
"""


def test_a_parameter_may_be_one_of_two_classes_with_different_fields(examine: Examiner) -> None:
    wrong = AREA + "    return 3 * shape.radius ** 2 if isinstance(shape, Circle) else shape.width * shape.width\n"
    assert examine(AREA_RIGHT, AREA_RIGHT).verdict.value == "passed"
    report = examine(AREA_RIGHT, wrong)
    assert report.verdict.value == "refuted"
    assert "Box" in told(report, "example").text


def test_an_instance_is_made_smaller(examine: Examiner) -> None:
    right = """
class Person:
    def __init__(self, name: str, age: int):
        self.name = name
        self.age = age


def f(person: Person) -> int:
    return len(person.name) + person.age
"""
    wrong = right.replace("return len", "if len(person.name) > 4 and person.age > 3:\n        return 0\n    return len")
    assert witness(examine(right, wrong)).fields["input"] == ["Person(name='aaaaa', age=4)"]


def test_a_chain_is_made_as_short_as_the_mistake_allows(examine: Examiner) -> None:
    wrong = LENGTH.replace("return n", "return n if n < 3 else 3")
    report = examine(LENGTH, wrong)
    assert report.verdict.value == "refuted"
    assert str(witness(report).fields["input"]).count("Node") == 4


@pytest.mark.thorough
def test_a_tree_is_made_as_small_as_the_mistake_allows(examine: Examiner) -> None:
    wrong = HEIGHT.replace("max(f(tree.left), f(tree.right))", "f(tree.left)")
    assert examine(HEIGHT, HEIGHT).verdict.value == "passed"
    report = examine(HEIGHT, wrong)
    assert report.verdict.value == "refuted"
    assert str(witness(report).fields["input"]).count("Tree") == 2


@pytest.mark.thorough
def test_what_a_deletion_loses_deep_down_is_missed_in_a_tree_that_was_made_for_its_path(examine: Examiner) -> None:
    """Only a tree of six nodes or more shows it: the successor of a key has a right child, which has a left one."""
    right = (
        TREE
        + """
def f(tree: Tree | None, key: int) -> Tree | None:
    if tree is None:
        return None
    if key < tree.key:
        tree.left = f(tree.left, key)
    elif key > tree.key:
        tree.right = f(tree.right, key)
    elif tree.left is None:
        return tree.right
    elif tree.right is None:
        return tree.left
    else:
        up, least = tree, tree.right
        while least.left is not None:
            up, least = least, least.left
        tree.key = least.key
        if up is tree:
            tree.right = least.right
        else:
            up.left = least.right
    return tree
"""
    )
    then = "least.right if least.right is None or least.right.left is None else least.right.left"
    wrong = right.replace("up.left = least.right", f"up.left = {then}")
    report = examine(exercise(right, settings='requires = "requires.py"\n', requires=TREE + ORDERED), wrong)
    assert report.verdict.value == "refuted"


def test_the_number_of_nodes_tells_failing_inputs_from_others(examine: Examiner) -> None:
    report = examine(LENGTH, LENGTH.replace("return n", "return n if n != 1 else 2"))
    assert "the argument has a single node" in told(report, "pattern").text


def test_values_that_a_class_refuses_are_outside_the_domain(examine: Examiner) -> None:
    ratio = """
class Ratio:
    def __init__(self, top: int, bottom: int):
        if bottom == 0:
            raise ZeroDivisionError(top)
        self.top = top
        self.bottom = bottom


def f(ratio: Ratio) -> int:
    return ratio.top // ratio.bottom
"""
    assert examine(ratio, ratio).verdict.value == "passed"
    assert examine.verdict(ratio, ratio.replace("//", "%")).value == "refuted"


def test_a_class_that_never_ends_has_no_values() -> None:
    endless = "class Node:\n    def __init__(self, next: 'Node'):\n        self.next = next\n\n\n"
    with pytest.raises(Fault, match="the type of the parameter 'node' is not known"):
        exercise(endless + "def f(node: Node):\n    return 1\n")


def test_no_instance_is_in_a_list_twice(examine: Examiner) -> None:
    """Not in long ones either: a right answer may change its elements, or tell them apart by what they are."""
    item = "from dataclasses import dataclass\n@dataclass\nclass Item:\n    cost: int\n"
    reference = item + "def f(items: list[Item]) -> list[int]:\n    return [each.cost + 1 for each in items]\n"
    changes = (
        "def f(items):\n    for each in items:\n        each.cost += 1\n    return [each.cost for each in items]\n"
    )
    apart = "def f(items):\n    return [each.cost + 1 for each in items if sum(one is each for one in items) == 1]\n"
    for answer in (changes, apart):
        assert examine(exercise(reference), answer).verdict.right
