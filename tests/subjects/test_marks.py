"""Pairs of wrong answers, written down before they were marked: which of the two a teacher would give more."""

from functools import cache
from pathlib import Path

import pytest

import viva
from viva.core.source import Source
from viva.services.registry import subject_named

STRUCTURES = Path(__file__).parents[2] / "exercises" / "structures"
SUM = "read n: nat\nrepeat n:\n    read x: int\nwrite sum(x.all)\n"
FARE = 'read age: 0..120\nif age < 6: write "free"\nelif age < 18: write "half"\nelse: write "full"\n'
CONSOLE = {
    "sum: nothing printed for no numbers": (
        SUM, "n = int(input())\nt = 0\nfor _ in range(n):\n    t += int(input())\nif n: print(t)\n"
    ),
    "sum: the last number is lost": (
        SUM, "n = int(input())\nt = 0\nfor i in range(n):\n    x = int(input())\n    if i < n - 1: t += x\nprint(t)\n"
    ),
    "sum: only the last number": (
        SUM, "n = int(input())\nx = 0\nfor _ in range(n):\n    x = int(input())\nprint(x)\n"
    ),
    "sum: negative numbers are left out": (
        SUM, "n = int(input())\nt = 0\nfor _ in range(n):\n    x = int(input())\n    if x > 0: t += x\nprint(t)\n"
    ),
    "sum: how many there are": (SUM, "n = int(input())\nfor _ in range(n): input()\nprint(n)\n"),
    "sum: nothing is read": (SUM, "print(0)\n"),
    "fare: one year too many": (
        FARE, "a = int(input())\nprint('free' if a <= 6 else 'half' if a < 18 else 'full')\n"
    ),
    "fare: nobody is free": (FARE, "a = int(input())\nprint('half' if a < 18 else 'full')\n"),
    "fare: two swapped": (FARE, "a = int(input())\nprint('half' if a < 6 else 'free' if a < 18 else 'full')\n"),
    "fare: always full": (FARE, "input()\nprint('full')\n"),
}  # fmt: skip
LIST = (STRUCTURES / "list-delete" / "reference.py").read_text().replace("{which.stop}", "break")
TREE = (STRUCTURES / "duplicates-left" / "reference.py").read_text()
TREE = TREE.replace("{side.equal}", "pass").replace("{side}", "<=").replace("{side.near}", "left")
TREE = TREE.replace("{side.far}", "right")
NO_INSERT = (
    "        if self.root is None:\n            self.root = Node(key)\n            return\n        node",
    "        return\n        node",
)
FIRST_ONLY = ("        node = self.root\n        while True:\n", "        return\n        while True:\n")
NO_DELETE = ("        parent, node = None, self.root\n", "        return\n")
LEAVES_ONLY = (
    "        if node is None:\n            return\n",
    "        if node is None or node.left or node.right:\n            return\n",
)
START = "        found, before, node = None, None, self.head\n"
LAST_STAYS = (
    "        before, node = found\n",
    "        before, node = found\n        if not node.next: return False\n",
)
NOT_THE_HEAD = ("            self.head = node.next\n        else", "            pass\n        else")
EACH_OF_THEM = """\
                if before is None:
                    self.head = node.next
                else:
                    before.next = node.next
            else:
                before = node
            node = node.next
"""
AFTERWARDS = """\
        before, node = found
        if before is None:
            self.head = node.next
        else:
            before.next = node.next
"""
CHANGES: dict[str, tuple[str, *tuple[tuple[str, str], ...]]] = {
    "list: the last node stays": (LIST, LAST_STAYS),
    "list: all but the head": (LIST, NOT_THE_HEAD),
    "list: all of them": (
        LIST,
        ("                break\n            before, node = node, node.next\n", EACH_OF_THEM),
        (AFTERWARDS, ""),
    ),
    "list: returns nothing": (LIST, ("        return True\n", "")),
    "list: does nothing": (LIST, (START, f"        return False\n{START}")),
    "list: always stops": (LIST, (START, "        raise KeyError(value)\n")),
    "tree: two children": (TREE, ("            node.key = next.key\n", "            pass\n")),
    "tree: only leaves": (TREE, LEAVES_ONLY),
    "tree: no delete": (TREE, NO_DELETE),
    "tree: nothing": (TREE, NO_DELETE, NO_INSERT),
    "tree: only the first key": (TREE, FIRST_ONLY, NO_DELETE),
}
PAIRS = [
    ("sum: nothing printed for no numbers", "sum: the last number is lost"),
    ("sum: nothing printed for no numbers", "sum: only the last number"),
    ("sum: negative numbers are left out", "sum: how many there are"),
    ("sum: the last number is lost", "sum: nothing is read"),
    ("sum: negative numbers are left out", "sum: nothing is read"),
    ("fare: one year too many", "fare: nobody is free"),
    ("fare: one year too many", "fare: two swapped"),
    ("fare: one year too many", "fare: always full"),
    ("fare: nobody is free", "fare: always full"),
    ("fare: nobody is free", "fare: two swapped"),
    ("list: the last node stays", "list: does nothing"),
    ("list: all but the head", "list: does nothing"),
    ("list: all of them", "list: does nothing"),
    ("list: returns nothing", "list: does nothing"),
    ("list: returns nothing", "list: always stops"),
    ("tree: two children", "tree: only leaves"),
    ("tree: two children", "tree: no delete"),
    ("tree: only leaves", "tree: no delete"),
    ("tree: no delete", "tree: nothing"),
    ("tree: no delete", "tree: only the first key"),
]


@cache
def score(name: str) -> float:
    if name in CONSOLE:
        spec, text = CONSOLE[name]
        manifest = 'subject = "console"\ntitle = "t"\n[console]\nspec = "spec.txt"\n'
        source = Source("marks", {"exercise.toml": manifest.encode(), "spec.txt": spec.encode()})
        exercise = subject_named("console").read(source)
    else:
        text, *changes = CHANGES[name]
        for old, new in changes:
            assert text.count(old) == 1, (name, old)
            text = text.replace(old, new)
        exercise = viva.read(STRUCTURES / ("list-delete" if name.startswith("list") else "duplicates-left"))
    report = viva.check(exercise, viva.Submission.from_text(text, "answer.py"), rung="verdict")
    assert report.verdict.value == "refuted", (name, report.verdict)
    assert report.score is not None
    return report.score


@pytest.mark.parametrize("subject", [("sum", "fare"), ("list", "tree")], ids=["console", "structures"])
def test_nine_of_ten_pairs_are_marked_as_a_teacher_would(subject: tuple[str, ...]) -> None:
    pairs = [pair for pair in PAIRS if pair[0].startswith(subject)]
    otherwise = [(one, score(one), other, score(other)) for one, other in pairs if not score(one) > score(other)]
    assert len(pairs) == 10
    assert len(otherwise) <= 1, otherwise
