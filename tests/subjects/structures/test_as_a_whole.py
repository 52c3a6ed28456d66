"""Classes that are judged by sequences of calls: slips that only show deep in a heap, or among equal keys."""

import pytest

from tests.subjects.structures.test_examine import exercise, report
from viva.core.verdict import Verdict

HEAP = """
class Heap:
    def __init__(self):
        self.items = []
    def push(self, value: int):
        self.items.append(value)
        i = len(self.items) - 1
        while i > 0 and self.items[i] < self.items[(i - 1) // 2]:
            j = (i - 1) // 2
            self.items[i], self.items[j] = self.items[j], self.items[i]
            i = j
    def peek(self):
        return self.items[0] if self.items else None
    def pop(self):
        if not self.items:
            return None
        top, last, i = self.items[0], self.items.pop(), 0
        if self.items:
            self.items[0] = last
            while True:
                c = 2 * i + 1
                if c + 1 < len(self.items) and self.items[c + 1] < self.items[c]:
                    c += 1
                if c >= len(self.items) or not self.items[c] < self.items[i]:
                    break
                self.items[i], self.items[c] = self.items[c], self.items[i]
                i = c
        return top
"""
SORTED = """
class Heap:
    def __init__(self):
        self.kept = []
    def push(self, value):
        self.kept.append(value)
        self.kept.sort()
    def peek(self):
        return self.kept[0] if self.kept else None
    def pop(self):
        return self.kept.pop(0) if self.kept else None
"""
SLIPS = {
    "one step down": (HEAP, "while True:", "for _ in range(1):"),
    "two steps down": (HEAP, "while True:", "for _ in range(2):"),
    "left only": (HEAP, "self.items[c + 1] < self.items[c]", "False"),
    "one step up": (HEAP, "            i = j\n", "            break\n"),
    "two steps up": (
        HEAP,
        "        while i > 0 and",
        "        for _ in range(2):\n          if i > 0 and",
    ),
    "equal keys once from the third on": (
        HEAP,
        "        self.items.append(value)\n",
        "        if value in self.items[2:]: return\n        self.items.append(value)\n",
    ),
    "no more than six": (SORTED, "        self.kept.sort()\n", "        self.kept.sort()\n        del self.kept[6:]\n"),
    "forgets one of four equal ones": (SORTED, "append(value)", "extend([value] * (self.kept.count(value) < 3))"),
}  # fmt: skip


@pytest.mark.some(3)
@pytest.mark.parametrize("slip", SLIPS)
def test_slips_that_show_after_many_insertions_are_found(slip: str) -> None:
    text, old, new = SLIPS[slip]
    slipped = text.replace(old, new)
    assert slipped != text
    asked = exercise(HEAP, "Heap", '"push", "pop", "peek"', 'judged = "class"\n')
    assert report(slipped, asked).verdict is Verdict.REFUTED


@pytest.mark.parametrize("right", [HEAP, SORTED])
def test_right_heaps_pass(right: str) -> None:
    asked = exercise(HEAP, "Heap", '"push", "pop", "peek"', 'judged = "class"\n')
    assert report(right, asked).verdict is Verdict.PASSED
