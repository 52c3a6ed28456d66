"""Classes that name several fields of one kind otherwise, in another order: what they build says which is which."""

import pytest

from viva.core.exercise import Exercise
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.verdict import Verdict
from viva.services.checking import check
from viva.subjects.structures.subject import Structures

_TABLE = """subject = "structures"
title = "Tree"
[structures]
reference = "reference.py"
class = "Tree"
methods = ["insert", "has"]
"""
_TREE = """class Node:
    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None
class Tree:
    def __init__(self):
        self.root = None
    def insert(self, key):
        self.root = self._inserted(self.root, key)
    def _inserted(self, node, key):
        if node is None:
            return Node(key)
        if key < node.key:
            node.left = self._inserted(node.left, key)
        elif key > node.key:
            node.right = self._inserted(node.right, key)
        return node
    def has(self, key):
        node = self.root
        while node is not None and node.key != key:
            node = node.left if key < node.key else node.right
        return node is not None
"""


def named(left: str, right: str, *, first: str) -> str:
    """The tree with other names; `first` is made first."""
    second = ({left, right} - {first}).pop()
    text = _TREE.replace("self.left = None", f"self.{first} = None").replace(
        "self.right = None", f"self.{second} = None"
    )
    return (
        text.replace(".left", f".{left}").replace(".right", f".{right}").replace("Node", "Knot").replace("root", "top")
    )


_SMALLER_LAST = named("smaller", "larger", first="larger").replace(".key", ".item")
_OF_TREES = """class Tree:
    def __init__(self):
        self.part = None
    def insert(self, key):
        if self.part is None:
            self.part = Part(key)
        elif key < self.part.key:
            self.part.left.insert(key)
        elif key > self.part.key:
            self.part.right.insert(key)
    def has(self, key):
        if self.part is None:
            return False
        if self.part.key == key:
            return True
        return self.part.left.has(key) if key < self.part.key else self.part.right.has(key)
class Part:
    def __init__(self, key):
        self.key, self.left, self.right = key, Tree(), Tree()
"""
_MIRRORED = named("l", "r", first="r").replace("key < node.key", "key > node.key").replace("elif key > ", "elif key < ")


@pytest.fixture(scope="module")
def exercise() -> Exercise:
    files = {"exercise.toml": _TABLE.encode(), "reference.py": _TREE.encode()}
    return Structures().read(Source("tree", files))


def verdict(exercise: Exercise, text: str) -> Verdict:
    return check(Structures(), exercise, Submission.from_text(text, "tree.py"), Terms()).verdict


def test_what_is_larger_may_be_made_first(exercise: Exercise) -> None:
    assert verdict(exercise, _SMALLER_LAST) is Verdict.PASSED


def test_each_part_may_be_a_tree_itself(exercise: Exercise) -> None:
    assert verdict(exercise, _OF_TREES) is Verdict.PASSED


def test_names_that_say_the_side_are_believed(exercise: Exercise) -> None:
    assert verdict(exercise, named("l", "r", first="r")) is Verdict.PASSED
    assert verdict(exercise, _MIRRORED) is Verdict.REFUTED


def test_a_slip_is_found_under_other_names(exercise: Exercise) -> None:
    slip = _SMALLER_LAST.replace("node = node.smaller if key <", "node = node.smaller if key <=").replace(
        "and node.item != key", "and node.item + 1 != key"
    )
    assert verdict(exercise, slip) is Verdict.REFUTED
