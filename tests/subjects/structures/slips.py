"""Ten classes that no exercise ships, with small slips drawn by machine, and an oracle that knows nothing of Viva.

The oracle builds structures by plain calls of the right class, copies them into objects of the changed one, makes the
same call on both, and compares what is returned and left: on all structures of up to three keys, and on many of up to
six, with negative, equal and far keys.
"""

from __future__ import annotations

import ast
import copy
import itertools
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType
from typing import Any

from tests.subjects.structures.orders import Content

NUMBERS = (1, 2, 3, -2, 0, 7, -7, 40)
WORDS = ("a", "ab", "b", "abc", "", "ba")
_STEPS = 4_000


@dataclass(frozen=True, slots=True)
class Sample:
    """`grow` builds, one key each; `asked` are judged."""

    name: str
    source: str
    cls: str
    grow: str
    asked: tuple[str, ...]
    keys: tuple[object, ...] = NUMBERS
    first: int = 0
    """1 where the constructor takes the first key."""
    content: Content | None = None
    """What counts of a structure that a method leaves, where another shape of the same content is right, too."""


NODE = "class Node:\n    def __init__(self, key):\n        self.key = key\n        self.next = None\n"
TREE = NODE.replace("self.next", "self.left") + "        self.right = None\n"
SAMPLES = (
    Sample("ranking", NODE + '''
class Ranking:
    def __init__(self):
        self.top = None
    def enter(self, key):
        node = Node(key)
        if self.top is None or key > self.top.key:
            node.next = self.top
            self.top = node
            return
        at = self.top
        while at.next is not None and at.next.key >= key:
            at = at.next
        node.next = at.next
        at.next = node
    def place_of(self, key):
        number, at = 1, self.top
        while at is not None and at.key > key:
            number += 1
            at = at.next
        return number
''', "Ranking", "enter", ("enter", "place_of")),
    Sample("bag", NODE + '''
class Bag:
    def __init__(self):
        self.first = None
        self.size = 0
    def put(self, key):
        node = Node(key)
        node.next = self.first
        self.first = node
        self.size += 1
    def take(self, key):
        before, at = None, self.first
        while at is not None and at.key != key:
            before, at = at, at.next
        if at is None:
            return False
        if before is None:
            self.first = at.next
        else:
            before.next = at.next
        self.size -= 1
        return True
    def smallest(self):
        if self.first is None:
            return None
        best, at = self.first.key, self.first.next
        while at is not None:
            if at.key < best:
                best = at.key
            at = at.next
        return best
''', "Bag", "put", ("put", "take", "smallest")),
    Sample("line", NODE + '''
class Line:
    def __init__(self):
        self.head = None
        self.tail = None
    def join(self, key):
        node = Node(key)
        if self.tail is None:
            self.head = node
        else:
            self.tail.next = node
        self.tail = node
    def leave(self):
        if self.head is None:
            return None
        key = self.head.key
        self.head = self.head.next
        if self.head is None:
            self.tail = None
        return key
    def rotate(self):
        if self.head is None or self.head.next is None:
            return
        node = self.head
        self.head = node.next
        node.next = None
        self.tail.next = node
        self.tail = node
''', "Line", "join", ("join", "leave", "rotate")),
    Sample("pairs", NODE + '''
class Row:
    def __init__(self):
        self.head = None
    def add(self, key):
        node = Node(key)
        node.next = self.head
        self.head = node
    def swap_pairs(self):
        before, at = None, self.head
        while at is not None and at.next is not None:
            other = at.next
            at.next = other.next
            other.next = at
            if before is None:
                self.head = other
            else:
                before.next = other
            before, at = at, at.next
    def unique(self):
        at = self.head
        while at is not None and at.next is not None:
            if at.next.key == at.key:
                at.next = at.next.next
            else:
                at = at.next
    def longest_run(self):
        best = now = 0
        last = None
        at = self.head
        while at is not None:
            now = now + 1 if at.key == last else 1
            best = max(best, now)
            last = at.key
            at = at.next
        return best
''', "Row", "add", ("swap_pairs", "unique", "longest_run")),
    Sample("set", TREE + '''
class Set:
    def __init__(self):
        self.root = None
    def add(self, key):
        if self.root is None:
            self.root = Node(key)
            return True
        node = self.root
        while node.key != key:
            if key < node.key:
                if node.left is None:
                    node.left = Node(key)
                    return True
                node = node.left
            else:
                if node.right is None:
                    node.right = Node(key)
                    return True
                node = node.right
        return False
    def floor(self, key):
        best, node = None, self.root
        while node is not None:
            if node.key == key:
                return key
            if node.key < key:
                best, node = node.key, node.right
            else:
                node = node.left
        return best
    def depth(self):
        def of(node):
            return 0 if node is None else 1 + max(of(node.left), of(node.right))
        return of(self.root)
    def leaves(self):
        def of(node):
            if node is None:
                return 0
            if node.left is None and node.right is None:
                return 1
            return of(node.left) + of(node.right)
        return of(self.root)
''', "Set", "add", ("add", "floor", "depth", "leaves")),
    Sample("index", TREE + '''
class Index:
    def __init__(self):
        self.root = None
    def put(self, key):
        self.root = self._put(self.root, key)
    def _put(self, node, key):
        if node is None:
            return Node(key)
        if key < node.key:
            node.left = self._put(node.left, key)
        else:
            node.right = self._put(node.right, key)
        return node
    def drop_smallest(self):
        if self.root is None:
            return None
        before, node = None, self.root
        while node.left is not None:
            before, node = node, node.left
        if before is None:
            self.root = node.right
        else:
            before.left = node.right
        return node.key
    def between(self, low, high):
        def of(node):
            if node is None:
                return []
            found = []
            if node.key >= low:
                found += of(node.left)
            if low <= node.key <= high:
                found.append(node.key)
            if node.key <= high:
                found += of(node.right)
            return found
        return of(self.root)
''', "Index", "put", ("put", "drop_smallest", "between")),
    Sample("chain", '''
class Link:
    def __init__(self, key):
        self.key = key
        self.prev = None
        self.next = None
class Chain:
    def __init__(self):
        self.head = None
        self.tail = None
    def push(self, key):
        link = Link(key)
        link.prev = self.tail
        if self.tail is None:
            self.head = link
        else:
            self.tail.next = link
        self.tail = link
    def remove(self, key):
        at = self.head
        while at is not None and at.key != key:
            at = at.next
        if at is None:
            return False
        if at.prev is None:
            self.head = at.next
        else:
            at.prev.next = at.next
        if at.next is None:
            self.tail = at.prev
        else:
            at.next.prev = at.prev
        return True
''', "Chain", "push", ("push", "remove")),
    Sample("top", '''
class Top:
    def __init__(self):
        self.items = []
    def add(self, key):
        self.items.append(key)
        at = len(self.items) - 1
        while at > 0 and self.items[at] > self.items[(at - 1) // 2]:
            up = (at - 1) // 2
            self.items[at], self.items[up] = self.items[up], self.items[at]
            at = up
    def pop(self):
        if not self.items:
            return None
        first = self.items[0]
        last = self.items.pop()
        if self.items:
            self.items[0] = last
            at = 0
            while 2 * at + 1 < len(self.items):
                below = 2 * at + 1
                if below + 1 < len(self.items) and self.items[below + 1] > self.items[below]:
                    below += 1
                if self.items[below] <= self.items[at]:
                    break
                self.items[at], self.items[below] = self.items[below], self.items[at]
                at = below
        return first
''', "Top", "add", ("add", "pop")),
    Sample("words", '''
class Knot:
    def __init__(self):
        self.below = {}
        self.ends = 0
class Words:
    def __init__(self):
        self.root = Knot()
    def add(self, word: str):
        knot = self.root
        for letter in word:
            if letter not in knot.below:
                knot.below[letter] = Knot()
            knot = knot.below[letter]
        knot.ends += 1
    def count(self, word: str):
        knot = self.root
        for letter in word:
            if letter not in knot.below:
                return 0
            knot = knot.below[letter]
        return knot.ends
    def begins(self, word: str):
        knot = self.root
        for letter in word:
            if letter not in knot.below:
                return False
            knot = knot.below[letter]
        return True
''', "Words", "add", ("add", "count", "begins"), WORDS),
    Sample("table", '''
class Entry:
    def __init__(self, key, after):
        self.key = key
        self.after = after
class Table:
    def __init__(self):
        self.rows = [None, None, None]
    def add(self, key: int):
        at = key % 3
        entry = self.rows[at]
        while entry is not None:
            if entry.key == key:
                return False
            entry = entry.after
        self.rows[at] = Entry(key, self.rows[at])
        return True
    def has(self, key: int):
        entry = self.rows[key % 3]
        while entry is not None:
            if entry.key == key:
                return True
            entry = entry.after
        return False
''', "Table", "add", ("add", "has")),
)  # fmt: skip

_COMPARED = {
    ast.Lt: (ast.LtE, ast.Gt), ast.LtE: (ast.Lt,), ast.Gt: (ast.GtE, ast.Lt), ast.GtE: (ast.Gt,), ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
_TWINS = {"left": "right", "right": "left", "head": "tail", "tail": "head", "prev": "next", "next": "prev"}


def slips(sample: Sample) -> list[str]:
    """Every change of one place: a sign, a number, a name, a condition, a statement that is left out. Constructors stay
    as they are: structures are given without them."""
    tree = ast.parse(sample.source)
    sites = list(ast.walk(tree))
    made = [node for node in sites if isinstance(node, ast.FunctionDef) and node.name == "__init__"]
    kept = {id(inner) for node in made for inner in ast.walk(node)}
    found: list[str] = []
    for number, site in enumerate(sites):
        if id(site) in kept:
            continue
        for change in range(_ways(site)):
            again = copy.deepcopy(tree)
            if _change(list(ast.walk(again))[number], change):
                found.append(ast.unparse(ast.fix_missing_locations(again)))
    return list(dict.fromkeys(text for text in found if text != ast.unparse(tree)))


def _ways(site: ast.AST) -> int:
    return 2 if isinstance(site, ast.Compare | ast.Constant | ast.If | ast.While) else 1


def _change(site: ast.AST, way: int) -> bool:
    match site:
        case ast.Compare(ops=[sign]) if way < len(_COMPARED.get(type(sign), ())):
            site.ops = [_COMPARED[type(sign)][way]()]
        case ast.Constant(value=bool() as value) if way == 0:
            site.value = not value
        case ast.Constant(value=int() as value):
            site.value = value + (1 if way == 0 else -1)
        case ast.Attribute(attr=name) if name in _TWINS:
            site.attr = _TWINS[name]
        case ast.BoolOp():
            site.op = ast.Or() if isinstance(site.op, ast.And) else ast.And()
        case ast.BinOp(op=ast.Add()):
            site.op = ast.Sub()
        case ast.FunctionDef(body=body) | ast.If(body=body) | ast.While(body=body) if way == 1 or len(body) > 1:
            plain = [item for item in body if isinstance(item, ast.Assign | ast.AugAssign | ast.Expr | ast.Break)]
            if not plain or len(body) < 2:
                return False
            body.remove(plain[-1 if way else 0])
        case _:
            return False
    return True


class Endless(Exception):
    pass


def _counted(call: object, *arguments: object) -> object:
    left = _STEPS

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise Endless
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        assert callable(call)
        return call(*arguments)
    finally:
        sys.settrace(before)


def shape(value: object, seen: dict[int, int]) -> object:
    """What can be reached, objects numbered as they are met: the same for structures that look the same."""
    if isinstance(value, list | tuple):
        return [shape(each, seen) for each in value]
    if isinstance(value, dict):
        return {key: shape(each, seen) for key, each in value.items()}
    if not hasattr(value, "__dict__"):
        return value
    if id(value) in seen:
        return ("again", seen[id(value)])
    seen[id(value)] = len(seen)
    return {name: shape(each, seen) for name, each in sorted(vars(value).items())}


def moved(value: object, into: dict[str, object], known: dict[int, object]) -> object:
    """The structure as objects of another program."""
    if isinstance(value, list):
        return [moved(each, into, known) for each in value]
    if isinstance(value, dict):
        return {key: moved(each, into, known) for key, each in value.items()}
    if not hasattr(value, "__dict__"):
        return value
    if id(value) not in known:
        cls = into[type(value).__name__]
        assert isinstance(cls, type)
        new: object = object.__new__(cls)
        known[id(value)] = new
        for name, each in vars(value).items():
            setattr(new, name, moved(each, into, known))
    return known[id(value)]


def call_outcome(cls: object, method: str, start: object, arguments: tuple[object, ...]) -> object:
    try:
        result = _counted(getattr(cls, method), start, *arguments)
    except Exception as problem:  # noqa: BLE001 how it ends is what is compared
        return type(problem).__name__
    return shape([result, start], {})


def comes_out_alike(sample: Sample, expected: object, actual: object) -> bool:
    """Two outcomes of `call_outcome`: the same, or the same result and a structure of the same content in order."""
    if expected == actual or sample.content is None:
        return expected == actual
    if not isinstance(expected, list) or not isinstance(actual, list):
        return False
    return bool(expected[0] == actual[0] and sample.content(expected[1]) == sample.content(actual[1]))


def starts(sample: Sample) -> Iterator[tuple[object, ...]]:
    """The keys of structures: all of up to three, many of up to six."""
    few = sample.keys[:4]
    for count in range(4):
        yield from itertools.product(few, repeat=count)
    chance = random.Random(1)
    for count in (4, 5, 6):
        for _ in range(70):
            yield tuple(chance.choice(sample.keys) for _ in range(count))


def differs(sample: Sample, changed: str) -> bool:
    """Whether some call comes out otherwise: by brute force, in plain Python."""
    right: dict[str, object] = {}
    wrong: dict[str, object] = {}
    exec(sample.source, right)
    try:
        exec(changed, wrong)
    except Exception:  # noqa: BLE001 a program that stops when it is loaded is another one
        return True
    parameters = {name: getattr(right[sample.cls], name).__code__.co_argcount - 1 for name in sample.asked}
    cls = right[sample.cls]
    assert isinstance(cls, type)
    for keys in starts(sample):
        if sample.first and not keys:
            continue
        start = cls(*keys[: sample.first])
        for key in keys[sample.first :]:
            getattr(start, sample.grow)(key)
        for method in sample.asked:
            for arguments in itertools.product(sample.keys[:6], repeat=parameters[method]):
                theirs = moved(start, wrong, {})
                expected = call_outcome(cls, method, copy.deepcopy(start), arguments)
                if not comes_out_alike(sample, expected, call_outcome(wrong[sample.cls], method, theirs, arguments)):
                    return True
    return False
