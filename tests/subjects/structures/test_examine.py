"""Verdicts: right methods pass, wrong ones are refuted with a small structure, each method on its own."""

from dataclasses import replace
from functools import cache

import pytest

from tests.engines.heaps.samples import LEFT, LIST
from tests.examining import TERMS
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.ladder import Rung
from viva.core.report import Report
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.verdict import Verdict
from viva.services.checking import check
from viva.services.registry import subject_named

RIGHT_DELETE = LEFT.partition("    def delete")[2]
INSERT = LEFT.partition("class Tree")[2].partition("    def delete")[0]
SUCCESSOR = """
            up, small = node, node.right
            while small.left is not None:
                up, small = small, small.left
            node.key = small.key
            if up is node:
                up.right = small.right
            else:
                up.left = small.right
            return
        child ="""
FROM_RIGHT = LEFT.partition("            up, big")[0].rstrip() + SUCCESSOR + LEFT.partition("        child =")[2]


@cache
def exercise(reference: str = LEFT, cls: str = "Tree", methods: str = '"insert", "delete"', more: str = "") -> Exercise:
    manifest = (
        f'subject = "structures"\n[structures]\nreference = "reference.py"\nclass = "{cls}"\nmethods = [{methods}]\n'
    )
    files = {"exercise.toml": (manifest + more).encode(), "reference.py": reference.encode()}
    return subject_named("structures").read(Source("sample", files))


def report(text: str, asked: Exercise | None = None, rung: Rung = Rung.VERDICT) -> Report:
    subject = subject_named("structures")
    terms = replace(TERMS, rung=rung)
    return check(subject, asked or exercise(), Submission.from_text(text, "submission.py"), terms)


def verdicts(found: Report) -> dict[str, str]:
    return {part.title.split()[-1]: part.verdict.value for part in found.parts}


def told(found: Report, rung: Rung) -> str:
    return next(finding.text for finding in found.findings if finding.rung is rung)


def test_the_papers_delete_is_told_in_one_schema() -> None:
    found = report(FROM_RIGHT, rung=Rung.EXAMPLE)
    assert verdicts(found) == {"insert": "passed", "delete": "refuted"}
    assert told(found, Rung.PATTERN) == (
        "`delete` goes wrong when `key` and A are equal, A has two children, B is reached from A by `right` and then "
        "`left` any number of times, C is the `left` of B, C has no `left`, and B and C are equal."
    )
    witness = next(finding.witness for finding in found.findings if finding.witness)
    assert str(witness.fields["before"]).count("Node(") == 4
    assert not any(letter.isdigit() for letter in told(found, Rung.HINT))


@pytest.mark.thorough
def test_where_no_key_is_there_twice_either_neighbour_may_take_the_place() -> None:
    unique = LEFT.replace("key <= node.key", "key < node.key").replace(
        "        while True:\n            if key < node.key:",
        "        while True:\n            if key == node.key:\n                return\n            if key < node.key:",
    )
    either = FROM_RIGHT.partition("    def delete")[2]
    other = unique.partition("    def delete")[0] + "    def delete" + either
    assert report(other, exercise(unique, methods='"delete"')).verdict.right
    shape = report(other, exercise(unique, methods='"delete"', more='compare = "shape"\n'))
    assert shape.verdict is Verdict.REFUTED


def test_a_broken_insert_does_not_hide_a_right_delete_and_a_missing_one_is_said() -> None:
    broken = LEFT.replace("            self.root = Node(key)\n            return", "            return")
    assert verdicts(report(broken)) == {"insert": "refuted", "delete": "passed"}
    partly = "class Tree:\n    def __init__(self):\n        self.root = None\n    def delete" + RIGHT_DELETE
    found = report(partly)
    assert found.verdict is Verdict.REJECTED
    assert verdicts(found) == {"insert": "rejected", "delete": "passed"}
    assert found.score == 0.5


def test_a_subtree_that_is_lost_is_found() -> None:
    lossy = LEFT.replace(
        "        child = node.left if node.left is not None else node.right", "        child = node.left"
    )
    found = report(lossy, exercise(methods='"delete"'), Rung.HINT)
    assert found.verdict is Verdict.REFUTED
    assert "missing" in told(found, Rung.HINT)


@pytest.mark.some(3)
@pytest.mark.parametrize(
    ("method", "reason"),
    [
        ("while True:\n            pass", "no_end"),
        ("return self.insert(key)", "recursion_limit"),
        ("raise ValueError(key)", "crash"),
        ("self.root = 3", "wrong"),
        ("self.root = Node(key)\n        self.root.left = self.root", "wrong"),
        ("return Node(key)", "wrong"),
        ("self.root = Node(10**3000)", "wrong"),
        ("self.root = Node(float('nan'))", "wrong"),
        ("self.root = self", "wrong"),
        ("for number in range(100_000):\n            self.root = Node(self.root)", "unserialisable"),
        ("self.root = Node(10**100_000)", "unserialisable"),
        ("self.root = Node('x' * 10**7)", "unserialisable"),
        ("self.root = [key] * 10**6", "unserialisable"),
        ("print('x' * 10**6)", "output_limit"),
    ],
)
def test_wrong_in_many_ways(method: str, reason: str) -> None:
    start = "class Tree:\n    def __init__(self):\n        self.root = None\n"
    text = f"{start}    def insert(self, key):\n        {method}\n"
    found = report(text, exercise(methods='"insert"'))
    assert (found.verdict, found.reason) == (Verdict.REFUTED, reason)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("class Tree\n", "syntax_error"),
        ("", "empty"),
        ("class Baum:\n    pass\n", "missing_function"),
        ("x = 1\n", "missing_function"),
    ],
)
def test_what_cannot_be_examined_is_said(text: str, reason: str) -> None:
    found = report(text)
    assert (found.verdict, found.reason) == (Verdict.REJECTED, reason)
    assert found.findings[0].text


def test_what_wastes_all_it_has_ends_by_counts() -> None:
    """Few runs are enough to know: not as many as there are calls, whatever each of them costs."""
    start = "class Tree:\n    def __init__(self):\n        self.root = None\n"
    for waste in ("while True:\n            key += 1", "self.root = Node(list(range(10_000)))"):
        found = report(f"{start}    def insert(self, key):\n        {waste}\n", exercise(methods='"insert"'))
        assert found.verdict is Verdict.REFUTED
        assert found.evidence.tests == 2


def test_what_differs_from_run_to_run_is_not_graded() -> None:
    text = LEFT.replace("key <= node.key", "(random.random() < 0.5 if key == node.key else key < node.key)")
    found = report("import random\n" + text)
    assert found.verdict in (Verdict.REJECTED, Verdict.REFUTED)


def test_a_tail_and_a_count_are_kept_apart_from_the_nodes() -> None:
    asked = exercise(LIST, "LinkedList", '"append"')
    assert report(LIST, asked).verdict.right
    found = report(LIST.replace("        self.tail = node\n", ""), asked)
    assert found.verdict is Verdict.REFUTED
    assert report(LIST.replace("        self.size += 1\n", ""), asked).verdict is Verdict.REFUTED


@pytest.mark.thorough
def test_the_teachers_own_invariant_decides_what_may_be_left() -> None:
    own = LEFT + (
        "\n    def invariant(self):\n        def ok(node, low, high):\n            return node is None or ("
        "low < node.key <= high and ok(node.left, low, node.key) and ok(node.right, node.key, high))\n"
        "        return ok(self.root, -1, 99)\n"
    )
    assert report(FROM_RIGHT, exercise(own, methods='"delete"')).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("more", "part"),
    [
        ("", "no class 'Baum'"),
        ('methods = ["insert", "remove"]\n', "no method 'remove'"),
        ('invariant = "search"\n', "cannot be 'search'"),
        ('compare = "exactly"\n', "cannot be 'exactly'"),
        ('invarant = "tree"\n', "invarant"),
    ],
)
def test_mistakes_of_the_teacher_are_faults_with_a_place(more: str, part: str) -> None:
    manifest = 'subject = "structures"\n[structures]\nreference = "reference.py"\nclass = "Tree"\n' + more
    manifest = manifest.replace('"Tree"', '"Baum"') if not more else manifest
    with pytest.raises(Fault, match=part) as fault:
        subject_named("structures").read(
            Source("sample", {"exercise.toml": manifest.encode(), "reference.py": LEFT.encode()})
        )
    assert fault.value.file
    assert fault.value.line
