"""Classes that tests of the ladder share, each with slips of the usual kinds."""

from functools import cache

from tests.examining import TERMS
from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.core.report import Finding, Report
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.services.checking import check
from viva.services.registry import subject_named

DOUBLY = """class Node:
    def __init__(self, value):
        self.value = value
        self.prev = None
        self.next = None


class Deque:
    def __init__(self):
        self.head = None
        self.tail = None

    def push(self, value):
        node = Node(value)
        node.prev = self.tail
        if self.tail is None:
            self.head = node
        else:
            self.tail.next = node
        self.tail = node

    def remove(self, value):
        node = self.head
        while node is not None and node.value != value:
            node = node.next
        if node is None:
            return False
        if node.prev is None:
            self.head = node.next
        else:
            node.prev.next = node.next
        if node.next is None:
            self.tail = node.prev
        else:
            node.next.prev = node.prev
        return True
"""
STACKS = """class Queue:
    def __init__(self):
        self.inbox = []
        self.outbox = []

    def put(self, value):
        self.inbox.append(value)

    def get(self):
        if not self.outbox:
            while self.inbox:
                self.outbox.append(self.inbox.pop())
        return self.outbox.pop() if self.outbox else None
"""
PARENTS = """class Node:
    def __init__(self, key, parent=None):
        self.key = key
        self.left = None
        self.right = None
        self.parent = parent


class Tree:
    def __init__(self):
        self.root = None

    def insert(self, key):
        parent, node = None, self.root
        while node is not None:
            if key == node.key:
                return
            parent = node
            node = node.left if key < node.key else node.right
        new = Node(key, parent)
        if parent is None:
            self.root = new
        elif key < parent.key:
            parent.left = new
        else:
            parent.right = new

    def delete_min(self):
        node = self.root
        if node is None:
            return None
        while node.left is not None:
            node = node.left
        if node.parent is None:
            self.root = node.right
        else:
            node.parent.left = node.right
        if node.right is not None:
            node.right.parent = node.parent
        return node.key
"""


@cache
def exercise(reference: str, cls: str, methods: str, more: str = "") -> Exercise:
    named = ", ".join(f'"{name}"' for name in methods.split())
    manifest = (
        f'subject = "structures"\n[structures]\nreference = "reference.py"\nclass = "{cls}"\nmethods = [{named}]\n'
    )
    files = {"exercise.toml": (manifest + more).encode(), "reference.py": reference.encode()}
    return subject_named("structures").read(Source("sample", files))


def changed(text: str, *pairs: tuple[str, str]) -> str:
    """With slips in it; each must be there to be made."""
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


_reports: dict[tuple[int, str, Rung], Report] = {}


def report(asked: Exercise, text: str, rung: Rung) -> Report:
    """Once for each program and rung: exercises are kept, so that each is known by its identity."""
    key = id(asked), text, rung
    if key not in _reports:
        terms = Terms(budget=TERMS.budget, rung=rung)
        submission = Submission.from_text(text, "submission.py")
        _reports[key] = check(subject_named("structures"), asked, submission, terms)
    return _reports[key]


def found(asked: Exercise, text: str, rung: Rung) -> Finding:
    told = report(asked, text, rung)
    return next(finding for finding in told.findings if finding.rung is rung)
