"""Classes to look at, as sources."""

from viva.engines.heaps.domain import Domain, domain_of
from viva.engines.heaps.layout import read_layout
from viva.engines.heaps.running import Runner
from viva.languages import python
from viva.languages.program import Program
from viva.sandbox import Sandbox

TREE = """
class Node:
    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None

class Tree:
    def __init__(self):
        self.root = None

    def insert(self, key):
        if self.root is None:
            self.root = Node(key)
            return
        node = self.root
        while True:
            if key SIGN node.key:
                if node.left is None:
                    node.left = Node(key)
                    return
                node = node.left
            else:
                if node.right is None:
                    node.right = Node(key)
                    return
                node = node.right

    def delete(self, key):
        parent, node = None, self.root
        while node is not None and node.key != key:
            parent = node
            node = node.left if key < node.key else node.right
        if node is None:
            return
        if node.left is not None and node.right is not None:
            up, big = node, node.left
            while big.right is not None:
                up, big = big, big.right
            node.key = big.key
            parent, node = up, big
        child = node.left if node.left is not None else node.right
        if parent is None:
            self.root = child
        elif parent.left is node:
            parent.left = child
        else:
            parent.right = child
"""
LEFT = TREE.replace("SIGN", "<=")

LIST = """
class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next

class LinkedList:
    def __init__(self):
        self.head = None
        self.tail = None
        self.size = 0

    def append(self, value):
        node = Node(value)
        if self.tail is None:
            self.head = node
        else:
            self.tail.next = node
        self.tail = node
        self.size += 1
"""


def runner_of(sandbox: Sandbox, source: str, cls: str) -> Runner:
    program = python.runs.prepare(sandbox, source.encode())
    assert isinstance(program, Program)
    return Runner(python, sandbox, program, cls)


def domain(sandbox: Sandbox, source: str, cls: str, *methods: str) -> Domain:
    return domain_of(runner_of(sandbox, source, cls), read_layout(source, cls, "reference.py"), methods)


ORDERED = """
def requires(tree, key):
    def ordered(node, low, high):
        if node is None:
            return True
        if low is not None and node.key <= low or high is not None and node.key >= high:
            return False
        return ordered(node.left, low, node.key) and ordered(node.right, node.key, high)
    return ordered(tree, None, None)
"""
"""A precondition: a search tree, its keys from left to right."""
