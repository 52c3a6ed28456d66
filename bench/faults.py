"""Where faults are found: in the autograder paper's eight programs with its eight patterns of faults, in first-year
functions with one mistake each, and in real programs where a right one of the same course differs in one line.

Each pattern of the paper is applied at its first places where it changes what the program does; that table has, for
each program, the share of faults at the top line and within the top five and twelve lines, and the mean cost (equation
1 of the paper: the share of lines with a score at least that of the faulty one, ties in full).

The first-year functions are those of `bench/functions` and `bench/first_year.py`; every other of the former and every
third of the latter were looked at while Viva was built and are left out here. The mistakes are drawn by `seeding.py`.
The real programs (Hu and others, ASE 2019) are read from `../shared/data`, or from $VIVA_STUDENT_PROGRAMS, where they
are there; only those on odd lines, which nobody looked at.
"""

import ast
import copy
import difflib
import json
import os
import platform
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import seeding
from measure import few

from tests.engines.faults.inspecting import cost
from viva.core.exercise import Exercise
from viva.core.source import Source
from viva.core.terms import Budget, Ended
from viva.engines.calls import (
    Case,
    Compiled,
    Failure,
    Judge,
    Oracle,
    Searcher,
    Suite,
    Tested,
    Trial,
    Unsteady,
    programs_of,
    proposals,
    sandbox_of,
    suite,
)
from viva.engines.calls.failures.places import suspects
from viva.engines.calls.failures.replay import replayed
from viva.engines.faults import Ranking
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
    placed = [(number, node) for number, node in enumerate(nodes) if isinstance(node, ast.expr | ast.stmt)]
    for number, node in sorted(placed, key=lambda item: (item[1].lineno, item[1].col_offset)):
        for pattern, variant in _patterns(node):
            if taken.get(pattern, 0) >= MOST_PER_PATTERN:
                continue
            changed = copy.deepcopy(tree)
            twin = list(ast.walk(changed))[number]
            _change(twin, pattern, variant)
            ast.fix_missing_locations(changed)
            taken[pattern] = taken.get(pattern, 0) + 1
            yield Fault(pattern, node.lineno, _lines(source, changed, node.lineno))


def _lines(source: str, changed: ast.Module, line: int) -> str:
    """The source with only the changed statement rewritten, so that lines stay where they are."""
    lines = source.split("\n")
    for statement in ast.walk(changed):
        if isinstance(statement, ast.stmt) and statement.lineno == line:
            text = ast.unparse(statement).split("\n")[0]
            held = lines[line - 1]
            indent = held[: len(held) - len(held.lstrip())]
            lines[line - 1] = indent + (f"el{text}" if held.lstrip().startswith("elif") else text)
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
        case ast.Assign(value=ast.Constant(value=int(value))), "Err-2":
            node.value = ast.Constant(value + by)
        case ast.BinOp(), "Err-3":
            node.right = ast.BinOp(node.right, ast.Add(), ast.Constant(by))
        case ast.Return(value=ast.expr() as value), "Err-4":
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


def _exercise(name: str, source: str, function: str = "run") -> Exercise:
    manifest = f'subject = "functions"\n[functions]\nreference = "reference.py"\nfunction = "{function}"\n'
    return Functions().read(Source(name, {"exercise.toml": manifest.encode(), "reference.py": source.encode()}))


def _ranking(sandbox: Sandbox, oracle: Oracle, tests: Suite, fault: Fault) -> Ranking[int] | None:
    """None where the fault changes nothing that a test can see."""
    source = fault.source.encode()
    submission = Compiled(python, sandbox, source, oracle.question.function, "submission.py")
    program = submission.program()
    if not isinstance(program, Program):
        return None
    judge, meter = Judge(oracle.question.comparison, python.calls), Budget(seconds=300.0).meter()
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


@dataclass(frozen=True, slots=True)
class Blamed:
    what: str
    mistakes: int
    first: str
    first_three: str
    goal: str = ""


STUDENTS = Path(os.environ.get("VIVA_STUDENT_PROGRAMS", Path(__file__).parents[2] / "shared/data/student-programs"))
SEED = 11
MISTAKES = 6
SIGNATURES = {
    "remove_extras": "def remove_extras(lst: list[int]) -> list[int]:",
    "top_k": "def top_k(lst: list[int], k: int) -> list[int]:",
}


def rows() -> Iterator[Found | Blamed]:
    yield from _paper()
    unseen = [place for name, source in few(_unseen()) for place in _seeded(name, source)]
    yield _blamed("first-year functions, unseen", unseen, "first 75 %, first three 93 %")
    if STUDENTS.is_dir():
        real = [place for name in few(SIGNATURES, 0) for place in _real(STUDENTS, name)]
        yield _blamed("real programs, unseen", real)


def _blamed(what: str, places: list[int], goal: str = "") -> Blamed:
    def share(most: int) -> str:
        right = sum(place <= most for place in places)
        return f"{right} ({100 * right / max(1, len(places)):.0f} %)"

    return Blamed(what, len(places), share(1), share(3), goal)


def _unseen() -> Iterator[tuple[str, str]]:
    folder = Path(__file__).parent
    for path in sorted((folder / "functions").glob("*.py"))[1::2]:
        yield path.stem, path.read_text("utf-8")
    text = (folder / "first_year.py").read_text("utf-8")
    for number, node in enumerate(part for part in ast.parse(text).body if isinstance(part, ast.FunctionDef)):
        if number % 3:
            yield node.name, f"{ast.get_source_segment(text, node)}\n"


def _seeded(name: str, source: str) -> Iterator[int]:
    return _places(name, source, seeding.mistakes(source, SEED, MISTAKES))


def _places(name: str, reference: str, wrong: Iterable[seeding.Mistake]) -> Iterator[int]:
    """For each program that is wrong, the place of the first line that is to blame, 99 if it is not named."""
    question = _exercise(name, reference, name).task_as(Task).question
    with programs_of(question) as programs, sandbox_of(python) as sandbox:
        oracle, searcher = Oracle(question, programs), Searcher(question, programs)
        tests = suite(searcher, oracle, lambda: proposals(searcher, 0))
        for mistake in wrong:
            submission = Compiled(python, sandbox, mistake.source.encode(), name, "submission.py")
            program = submission.program()
            if isinstance(program, Program):
                judge, meter = Judge(question.comparison, python.calls), Budget(seconds=300.0).meter()
                with suppress(Ended):  # nothing is told of it then
                    yield from _place(Trial(submission, program, oracle, judge, meter), searcher, tests, mistake.lines)


def _place(trial: Trial, searcher: Searcher, tests: Suite, blamed: frozenset[int]) -> Iterator[int]:
    tested = Tested()
    tested.add(trial, tests.cases)
    failures = tested.failures or tested.slow
    shown = replayed(trial, searcher, failures, tested.points) if failures else None
    if shown is None or isinstance(shown, Unsteady):
        return
    found = suspects(trial, [shown.case, *tested.cases], [shown, *failures])
    lines = [item.element for item in found.lines.ranked] if found else []
    yield min((lines.index(line) + 1 for line in blamed if line in lines), default=99)


def _real(folder: Path, name: str) -> Iterator[int]:
    """Programs whose text, names aside, is that of a right program but for one line."""
    asked = json.loads((folder / f"{name}.json").read_text("utf-8"))
    reference = "\n".join([SIGNATURES[name], *asked["reference"].split("\n")[1:]]) + "\n"
    handed_in = [json.loads(line) for line in (folder / f"{name}.jsonl").read_text("utf-8").splitlines()[1::2]]
    plain = [(row["label"], _plain(row["source"])) for row in handed_in]
    right = [lines for label, lines in plain if label == "correct"]
    wrong = dict.fromkeys(tuple(lines) for label, lines in plain if label == "wrong" and lines)
    mistakes = (
        seeding.Mistake("real", frozenset(line + 1 for line in found), "\n".join([asked["global"].strip(), *lines, ""]))
        for lines in wrong
        if (found := {line for other in right for line in _one_line(list(lines), other)})
    )
    return _places(name, reference, mistakes)


def _one_line(wrong: list[str], right: list[str]) -> set[int]:
    """The line in which two programs differ, or the two around a line that is missing; empty if more differs."""
    parts = difflib.SequenceMatcher(None, wrong, right, autojunk=False).get_opcodes()
    match [part for part in parts if part[0] != "equal"]:
        case [("insert", begin, _, first, last)] if last - first == 1:
            return {line for line in (begin, begin + 1) if 1 <= line <= len(wrong)}
        case [(_, begin, end, first, last)] if end - begin == 1 and last - first <= 1:
            return {begin + 1}
    return set()


def _plain(source: str) -> list[str]:
    """The lines of a program as Python writes it, with its own names numbered; none where it cannot be read."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return []
    own = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    own |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    numbered: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in own:
            node.id = numbered.setdefault(node.id, f"v{len(numbered)}")
        elif isinstance(node, ast.arg):
            node.arg = numbered.setdefault(node.arg, f"v{len(numbered)}")
    return ast.unparse(tree).split("\n")


def _paper() -> Iterator[Found]:
    places: list[tuple[int, float]] = []
    for name, source in few(PROGRAMS.items()):
        question = _exercise(name, source).task_as(Task).question
        total = len({node.lineno for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt)})
        mine: list[tuple[int, float]] = []
        spent = time.process_time()
        with programs_of(question) as programs, sandbox_of(python) as sandbox:
            oracle = Oracle(question, programs)
            searcher = Searcher(question, programs)
            tests = suite(searcher, oracle, partial(proposals, searcher, 0))
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
