"""Where faults are found: the autograder paper's eight programs with its eight patterns of faults, in Python.

Each pattern is applied at every place where it fits and where it changes what the program does; the table has, for each
program, the share of faults at the top line and within the top five and twelve lines, and the mean cost (equation 1 of
the paper: the share of lines with a score at least that of the faulty one, ties in full).
"""

import ast
import copy
import platform
import time
from collections.abc import Iterator
from dataclasses import dataclass

from viva.core.exercise import Exercise
from viva.core.source import Source
from viva.core.terms import Budget
from viva.engines.calls import (
    Case,
    Compiled,
    Failure,
    Judge,
    Oracle,
    Searcher,
    Suite,
    Trial,
    programs_of,
    proposals,
    sandbox_of,
    suite,
    suspects,
)
from viva.engines.faults import Ranking, cost
from viva.languages import python
from viva.languages.program import Program
from viva.sandbox import Sandbox
from viva.subjects.functions.model import Task
from viva.subjects.functions.subject import Functions

MOST_PER_PATTERN = 1

PROGRAMS = {
    "Max": """
def run(xs: list[int]) -> int:
    best = xs[0]
    index = 1
    while index < len(xs):
        if xs[index] > best:
            best = xs[index]
        index = index + 1
    return best
""",
    "QSort": """
def run(xs: list[int]) -> list[int]:
    items = list(xs)
    quick(items, 0, len(items) - 1)
    return items


def quick(items, low, high):
    if low < high:
        middle = partition(items, low, high)
        quick(items, low, middle - 1)
        quick(items, middle + 1, high)


def partition(items, low, high):
    pivot = items[high]
    place = low
    current = low
    while current < high:
        if items[current] < pivot:
            items[place], items[current] = items[current], items[place]
            place = place + 1
        current = current + 1
    items[place], items[high] = items[high], items[place]
    return place
""",
    "MSort": """
def run(xs: list[int]) -> list[int]:
    if len(xs) < 2:
        return list(xs)
    half = len(xs) // 2
    return merge(run(xs[:half]), run(xs[half:]))


def merge(left, right):
    result = []
    i = 0
    j = 0
    while i < len(left) and j < len(right):
        if left[i] < right[j]:
            result.append(left[i])
            i = i + 1
        else:
            result.append(right[j])
            j = j + 1
    while i < len(left):
        result.append(left[i])
        i = i + 1
    while j < len(right):
        result.append(right[j])
        j = j + 1
    return result
""",
    "HSort": """
def run(xs: list[int]) -> list[int]:
    heap = list(xs)
    start = len(heap) // 2 - 1
    while start >= 0:
        sift(heap, start, len(heap))
        start = start - 1
    end = len(heap) - 1
    while end > 0:
        heap[0], heap[end] = heap[end], heap[0]
        sift(heap, 0, end)
        end = end - 1
    return heap


def sift(heap, root, size):
    while True:
        largest = root
        left = 2 * root + 1
        right = 2 * root + 2
        if left < size and heap[left] > heap[largest]:
            largest = left
        if right < size and heap[right] > heap[largest]:
            largest = right
        if largest == root:
            return
        heap[root], heap[largest] = heap[largest], heap[root]
        root = largest
""",
    "DList": """
class Node:
    def __init__(self, value):
        self.value = value
        self.before = None
        self.after = None


class Chain:
    def __init__(self):
        self.first = None
        self.last = None
        self.size = 0

    def append(self, value):
        node = Node(value)
        if self.last == None:
            self.first = node
        else:
            self.last.after = node
            node.before = self.last
        self.last = node
        self.size = self.size + 1

    def remove(self, value):
        node = self.first
        while node != None:
            if node.value == value:
                if node.before == None:
                    self.first = node.after
                else:
                    node.before.after = node.after
                if node.after == None:
                    self.last = node.before
                else:
                    node.after.before = node.before
                self.size = self.size - 1
                return
            node = node.after


def run(values: list[int], gone: list[int]) -> tuple:
    chain = Chain()
    for value in values:
        chain.append(value)
    for value in gone:
        chain.remove(value)
    forwards = []
    node = chain.first
    while node != None:
        forwards.append(node.value)
        node = node.after
    backwards = []
    node = chain.last
    while node != None:
        backwards.append(node.value)
        node = node.before
    return forwards, backwards, chain.size
""",
    "BTree": """
def insert(tree, key):
    if tree == None:
        return [None, key, None]
    if key < tree[1]:
        tree[0] = insert(tree[0], key)
    elif key > tree[1]:
        tree[2] = insert(tree[2], key)
    return tree


def smallest(tree):
    while tree[0] != None:
        tree = tree[0]
    return tree[1]


def delete(tree, key):
    if tree == None:
        return None
    if key < tree[1]:
        tree[0] = delete(tree[0], key)
    elif key > tree[1]:
        tree[2] = delete(tree[2], key)
    else:
        if tree[0] == None:
            return tree[2]
        if tree[2] == None:
            return tree[0]
        successor = smallest(tree[2])
        tree[1] = successor
        tree[2] = delete(tree[2], successor)
    return tree


def height(tree):
    if tree == None:
        return 0
    left = height(tree[0])
    right = height(tree[2])
    if left > right:
        return left + 1
    return right + 1


def flat(tree):
    if tree == None:
        return []
    return flat(tree[0]) + [tree[1]] + flat(tree[2])


def run(keys: list[int], gone: list[int]) -> tuple:
    tree = None
    for key in keys:
        tree = insert(tree, key)
    for key in gone:
        tree = delete(tree, key)
    return flat(tree), height(tree)
""",
    "Smoosh": """
def run(xs: list[int]) -> list[int]:
    items = list(xs)
    place = 0
    index = 1
    while index < len(items):
        if items[index] != items[place]:
            place = place + 1
            items[place] = items[index]
        index = index + 1
    place = place + 1
    while place < len(items):
        items[place] = -1
        place = place + 1
    return items
""",
    "Squish": """
def run(xs: list[int]) -> list[int]:
    result = []
    index = 0
    while index < len(xs):
        if index == 0 or xs[index] != xs[index - 1]:
            result.append(xs[index])
        index = index + 1
    return result
""",
}


@dataclass(frozen=True, slots=True)
class Found:
    program: str
    faults: int
    top_1: str
    top_5: str
    top_12: str
    mean_cost: str
    cpu_ms_each: float
    goal: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    pattern: str
    line: int
    source: str


def faults(source: str) -> Iterator[Fault]:
    """The patterns of the paper's figure 5, each at its first places."""
    tree = ast.parse(source)
    nodes = list(ast.walk(tree))
    taken: dict[str, int] = {}
    order = sorted(
        range(len(nodes)), key=lambda n: (getattr(nodes[n], "lineno", 0), getattr(nodes[n], "col_offset", 0))
    )
    for number in order:
        for pattern, variant in _patterns(nodes[number]):
            if taken.get(pattern, 0) >= MOST_PER_PATTERN:
                continue
            changed = copy.deepcopy(tree)
            twin = list(ast.walk(changed))[number]
            _change(twin, pattern, variant)
            ast.fix_missing_locations(changed)
            taken[pattern] = taken.get(pattern, 0) + 1
            yield Fault(pattern, nodes[number].lineno, _lines(source, changed, nodes[number]))


def _lines(source: str, changed: ast.Module, node: ast.AST) -> str:
    """The source with only the changed statement rewritten, so that lines stay where they are."""
    lines = source.split("\n")
    for statement in ast.walk(changed):
        if isinstance(statement, ast.stmt) and statement.lineno == node.lineno:
            text = ast.unparse(statement).split("\n")[0]
            indent = lines[node.lineno - 1][: len(lines[node.lineno - 1]) - len(lines[node.lineno - 1].lstrip())]
            word = "elif " if lines[node.lineno - 1].lstrip().startswith("elif") else ""
            lines[node.lineno - 1] = indent + (f"el{text}" if word else text)
            break
    return "\n".join(lines)


def _patterns(node: ast.AST) -> Iterator[tuple[str, int]]:
    match node:
        case ast.Subscript(slice=ast.Name() | ast.BinOp()):
            yield from (("Err-1", by) for by in (1, -1))
        case ast.Assign(value=ast.Constant(value=int())):
            yield from (("Err-2", by) for by in (1, -1))
        case ast.BinOp():
            yield from (("Err-3", by) for by in (1, -1))
        case ast.Return(value=ast.Name() | ast.BinOp()):
            yield from (("Err-4", by) for by in (1, -1))
        case ast.Compare(ops=[ast.Lt() | ast.Gt()]):
            yield from (("Err-5", by) for by in (0, 1))
        case ast.Compare(ops=[ast.Eq()]):
            yield ("Err-6", 0)
        case ast.Compare(ops=[ast.NotEq()]):
            yield ("Err-7", 0)
        case ast.Name(id=name, ctx=ast.Load()) if len(name) > 3:
            yield ("Err-8", 0)


def _change(node: ast.AST, pattern: str, by: int) -> None:
    match node, pattern:
        case ast.Subscript(), "Err-1":
            node.slice = ast.BinOp(node.slice, ast.Add(), ast.Constant(by))
        case ast.Assign(value=ast.Constant(value=value)), "Err-2":
            node.value = ast.Constant(value + by)
        case ast.BinOp(), "Err-3":
            node.right = ast.BinOp(node.right, ast.Add(), ast.Constant(by))
        case ast.Return(value=value), "Err-4":
            node.value = ast.BinOp(value, ast.Add(), ast.Constant(by))
        case ast.Compare(ops=[ast.Lt()]), "Err-5":
            node.ops = [ast.LtE() if by else ast.Gt()]
        case ast.Compare(ops=[ast.Gt()]), "Err-5":
            node.ops = [ast.GtE() if by else ast.Lt()]
        case ast.Compare(), "Err-6":
            node.ops = [ast.NotEq()]
        case ast.Compare(), "Err-7":
            node.ops = [ast.Eq()]
        case ast.Name(id=name), "Err-8":
            node.id = name.capitalize()


def _exercise(name: str, source: str) -> Exercise:
    manifest = 'subject = "functions"\n[functions]\nreference = "reference.py"\nfunction = "run"\n'
    return Functions().read(Source(name, {"exercise.toml": manifest.encode(), "reference.py": source.encode()}))


def _ranking(sandbox: Sandbox, oracle: Oracle, tests: Suite, fault: Fault) -> Ranking[int] | None:
    """None where the fault changes nothing that a test can see."""
    source = fault.source.encode()
    submission = Compiled(python, sandbox, source, oracle.question.function, "submission.py")
    program = submission.program()
    if not isinstance(program, Program):
        return None
    judge, meter = Judge(oracle.question.comparison, python), Budget(seconds=300.0).meter()
    trial = Trial(submission, program, oracle, judge, meter)
    cases: list[Case] = []
    failures: list[Failure] = []
    for case, _, failure in trial.failures(tests.cases):
        cases.append(case)
        failures += [failure] if failure else []
    if not failures:
        return None
    found = suspects(trial, cases, failures)
    return found.lines if found else None


def rows() -> Iterator[Found]:
    places: list[tuple[int, float]] = []
    for name, source in PROGRAMS.items():
        question = _exercise(name, source).task_as(Task).question
        total = len({node.lineno for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt)})
        mine: list[tuple[int, float]] = []
        spent = time.process_time()
        with programs_of(question) as programs, sandbox_of(python) as sandbox:
            oracle = Oracle(question, programs)
            searcher = Searcher(question, programs)
            tests = suite(searcher, oracle, lambda searcher=searcher: proposals(searcher, 0))
            for fault in faults(source):
                ranking = _ranking(sandbox, oracle, tests, fault)
                if ranking is not None:
                    lines = [item.element for item in ranking.ranked]
                    place = lines.index(fault.line) + 1 if fault.line in lines else total + 1
                    mine.append((place, cost(ranking, fault.line, total)))
        places += mine
        yield _found(name, mine, (time.process_time() - spent) * 1000)
    yield _found("all", places, 0.0, "top 1 at least 50 %, top 5 at least 70 %")


def _found(name: str, places: list[tuple[int, float]], milliseconds: float, goal: str = "") -> Found:
    number = max(1, len(places))

    def share(most: int) -> str:
        return f"{100 * sum(place <= most for place, _ in places) / number:.0f} %"

    mean = f"{100 * sum(each for _, each in places) / number:.1f} %"
    return Found(name, len(places), share(1), share(5), share(12), mean, milliseconds / number, goal)


def versions() -> dict[str, str]:
    return {"implementation": platform.python_implementation()}
