"""Right programs in unusual styles are never refuted, and the same slip is found in each of them."""

import pytest

from tests.subjects.structures.test_examine import exercise, report, verdicts
from viva.core.verdict import Verdict

NODE = """
class Node:
    def __init__(self, key, left=None, right=None):
        self.key, self.left, self.right = key, left, right
"""
TREE = """
class Tree:
    def __init__(self):
        self.root = None
"""
RECURSIVE = """
    def insert(self, key):
        self.root = self._inserted(self.root, key)
    def _inserted(self, node, key):
        if node is None:
            return Node(key)
        if key <= node.key:
            node.left = self._inserted(node.left, key)
        else:
            node.right = self._inserted(node.right, key)
        return node
    def delete(self, key):
        self.root = self._deleted(self.root, key)
    def _deleted(self, node, key):
        if node is None:
            return None
        if key < node.key:
            node.left = self._deleted(node.left, key)
        elif key > node.key:
            node.right = self._deleted(node.right, key)
        elif node.left is None:
            return node.right
        elif node.right is None:
            return node.left
        else:
            big = node.left
            while big.right is not None:
                big = big.right
            node.key = big.key
            node.left = self._deleted(node.left, big.key)
        return node
"""
SLOTS = """
class Node:
    __slots__ = ("key", "left", "right")
    def __init__(self, key):
        self.key = key
        self.left = self.right = None
"""
DEFAULTS = """
class Node:
    left = right = None
    def __init__(self, key):
        self.key = key
"""
COMPARED = """
class Node:
    def __init__(self, key):
        self.key, self.left, self.right = key, None, None
    def __eq__(self, other):
        return isinstance(other, Node) and self.key == other.key
    def __hash__(self):
        return hash(self.key)
    def __len__(self):
        return 3
"""
PROPERTIES = """
class Node:
    def __init__(self, key):
        self._key, self._left, self._right = key, None, None
    key = property(lambda self: self._key, lambda self, value: setattr(self, "_key", value))
    left = property(lambda self: self._left, lambda self, value: setattr(self, "_left", value))
    right = property(lambda self: self._right, lambda self, value: setattr(self, "_right", value))
"""
DATACLASS = """
from __future__ import annotations
from dataclasses import dataclass
@dataclass
class Node:
    key: int
    left: Node | None = None
    right: Node | None = None
"""
REBUILT = """
    def _keys(self, node):
        return [] if node is None else [*self._keys(node.left), node.key, *self._keys(node.right)]
    def _build(self, keys):
        self.root = None
        for key in keys:
            self.root = Node(key, self.root, None)
    def insert(self, key):
        self._build(sorted([*self._keys(self.root), key]))
    def delete(self, key):
        keys = self._keys(self.root)
        if key in keys:
            keys.remove(key)
        self._build(keys)
"""
PARENTS = """
class Node:
    def __init__(self, key, parent=None):
        self.key, self.left, self.right, self.parent = key, None, None, parent
class Tree:
    def __init__(self):
        self.root, self.count = None, 0
    def insert(self, key):
        self.count += 1
        up, node = None, self.root
        while node is not None:
            up, node = node, node.left if key <= node.key else node.right
        new = Node(key, up)
        if up is None:
            self.root = new
        elif key <= up.key:
            up.left = new
        else:
            up.right = new
    def _put(self, old, new):
        if new is not None:
            new.parent = old.parent
        if old.parent is None:
            self.root = new
        elif old.parent.left is old:
            old.parent.left = new
        else:
            old.parent.right = new
    def delete(self, key):
        node = self.root
        while node is not None and node.key != key:
            node = node.left if key < node.key else node.right
        if node is None:
            return
        self.count -= 1
        if node.left is not None and node.right is not None:
            big = node.left
            while big.right is not None:
                big = big.right
            node.key, node = big.key, big
        self._put(node, node.left if node.left is not None else node.right)
"""
STYLES = {
    "recursive": NODE + TREE + RECURSIVE,
    "slots": SLOTS + TREE + RECURSIVE,
    "class defaults": DEFAULTS + "\nclass Tree:\n    root = None\n" + RECURSIVE,
    "equality of nodes": COMPARED + TREE + RECURSIVE,
    "properties": PROPERTIES + TREE + RECURSIVE,
    "dataclass": DATACLASS + TREE + RECURSIVE,
    "inner class": "class Tree:\n    " + NODE.strip().replace("\n", "\n    ") + "\n"
    + TREE.partition("Tree:\n")[2] + RECURSIVE.replace("Node(", "Tree.Node("),
    "other names": (NODE + TREE + RECURSIVE).replace("Node", "Knot").replace(".left", ".l").replace(".root", ".top"),
    "built anew": NODE + TREE + REBUILT,
    "parents and a count": PARENTS,
    "printing and keeping notes": "LOG = []\n" + NODE + TREE
    + RECURSIVE.replace("def insert(self, key):", "def insert(self, key):\n        print(key); LOG.append(key)"),
}  # fmt: skip
OWN = {
    "a sentinel for nothing": NODE + """
NIL = Node(None)
class Tree:
    def __init__(self):
        self.root = NIL
""" + RECURSIVE.replace("is None", "is NIL").replace("is not None", "is not NIL").replace("return None", "return NIL")
    .replace("Node(key)", "Node(key, NIL, NIL)"),
    "a sentinel that it keeps": NODE + """
class Tree:
    def __init__(self):
        self.nil = Node(None)
        self.root = self.nil
""" + RECURSIVE.replace("is None", "is self.nil").replace("is not None", "is not self.nil")
    .replace("return None", "return self.nil").replace("Node(key)", "Node(key, self.nil, self.nil)"),
    "a class for nothing": "class Nil:\n    pass\n" + NODE + """
class Tree:
    NIL = Nil()
    def __init__(self):
        self.root = Tree.NIL
""" + RECURSIVE.replace("is None", "is Tree.NIL").replace("is not None", "is not Tree.NIL")
    .replace("return None", "return Tree.NIL").replace("Node(key)", "Node(key, Tree.NIL, Tree.NIL)"),
    "False for nothing": NODE.replace("None", "False") + TREE.replace("None", "False") + RECURSIVE
    .replace("is None", "is False").replace("is not None", "is not False").replace("return None", "return False"),
    "a name and a list of what was done": NODE + TREE + "        self.name, self.log = 'mine', []\n"
    + RECURSIVE.replace("def insert(self, key):", "def insert(self, key):\n        self.log.append(key)"),
    "what was asked for last": NODE + TREE + "        self.last = None\n"
    + RECURSIVE.replace("def delete(self, key):", "def delete(self, key):\n        self.last = key"),
}  # fmt: skip
"""Programs that keep structures in a way of their own: they are given what they build themselves."""
FOREIGN = {
    "a sentinel that is written to": NODE.replace("key, left, right", "key, left, right\n        self.seen = 0") + """
NIL = Node(None)
class Tree:
    def __init__(self):
        self.root = NIL
""" + RECURSIVE.replace("_inserted(self, node, key):\n", "_inserted(self, node, key):\n        node.seen += 1\n")
    .replace("is None", "is NIL").replace("is not None", "is not NIL").replace("return None", "return NIL")
    .replace("Node(key)", "Node(key, NIL, NIL)"),
    "a large pool": NODE + TREE + "        self.pool = [None] * 200_000\n"
    + RECURSIVE.replace("def delete(self, key):", "def delete(self, key):\n        self.pool[0] = key"),
    "weights of nodes that nothing builds": NODE + "        self.weight = 1\n" + TREE
    + RECURSIVE[RECURSIVE.index("    def delete") :].replace("return node\n", "return node.weight and node\n"),
}  # fmt: skip


@pytest.mark.some(2)
@pytest.mark.parametrize("style", STYLES)
def test_right_programs_of_all_styles_pass(style: str) -> None:
    assert report(STYLES[style], exercise(methods='"delete"')).verdict is Verdict.PASSED


@pytest.mark.some(2)
@pytest.mark.parametrize("style", ["slots", "class defaults", "properties", "inner class", "other names"])
def test_the_same_slip_is_found_in_each_style(style: str) -> None:
    slipped = STYLES[style].replace("            return node.r", "            return node.l", 1)
    assert slipped != STYLES[style]
    slipped = slipped.replace("return node.left", "return None") if style != "other names" else slipped
    assert report(slipped, exercise(methods='"delete"')).verdict is Verdict.REFUTED


@pytest.mark.some(1)
@pytest.mark.parametrize("style", OWN)
def test_programs_that_keep_structures_in_their_own_way_are_judged_on_what_they_build(style: str) -> None:
    found = report(OWN[style], exercise())
    assert found.verdict is Verdict.PASSED
    assert "what it builds itself" in found.evidence.covered


@pytest.mark.some(1)
@pytest.mark.parametrize("style", OWN)
def test_a_slip_is_found_in_what_they_build(style: str) -> None:
    slipped = OWN[style].replace("            return node.right\n", "            return node.left\n", 1)
    assert slipped != OWN[style]
    assert verdicts(report(slipped, exercise())) == {"insert": "passed", "delete": "refuted"}


@pytest.mark.parametrize("style", FOREIGN)
def test_what_keeps_structures_otherwise_is_not_judged_on_what_it_cannot_read(style: str) -> None:
    found = report(FOREIGN[style], exercise())
    assert (found.verdict, found.reason) == (Verdict.UNDECIDED, "fields")
