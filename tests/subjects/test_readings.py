"""What a teacher would not say: each of these was read in a report on a common mistake, and is not there any more."""

from pathlib import Path

import pytest

import viva
from viva.core.ladder import Rung

EXERCISES = Path(__file__).parents[2] / "exercises"

LIST = """
class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


class LinkedList:
    def __init__(self):
        self.head = None

    def append(self, value):
        if self.head is None:
            self.head = Node(value)
            return
        node = self.head
        while node.next is not None:
            node = node.next
        node.next = Node(value)

    def delete(self, value):
        before, node = None, self.head
        while node is not None:
            if node.value == value:
                if before is None:
                    self.head = node.next
                else:
                    before = node.next
                return True
            before, node = node, node.next
        return False
"""
TREE = """
class Node:
    def __init__(self, key, left=None, right=None):
        self.key = key
        self.left = left
        self.right = right

    def rotate_left(self):
        root = self.right
        if root is None:
            return self
        self.right = root.left
        root.left = self
        return self

    def rotate_right(self):
        root = self.left
        if root is None:
            return self
        self.left = root.right
        root.right = self
        return root
"""
REMOVES = """
def unique(words):
    for w in words:
        if words.count(w) > 1:
            words.remove(w)
    return words
"""
INSIDE = "n = int(input())\ns = 0\nfor i in range(n):\n    s = s + int(input())\n    print(s)\n"
LIGHT = """
n = int(input())
light = True
times = 0
for _ in range(n):
    if input() == "True":
        light = not light
        times += 1
        print("on" if light else "off")
print(times)
"""
MIDDLE = """
text = input()
ok = True
for i in range(len(text) // 2 - 1):
    if text[i] != text[-i - 1]:
        ok = False
print("yes" if ok else "no")
"""
RING = """
variables r, on
outputs on
event ring
mode wait
  when ring go to one, r := 0, on := 1
mode one
  r' = 1
  when r >= 20 go to two, r := 0, on := 0
mode two
  r' = 1
  when r >= 10 go to three, r := 0, on := 1
mode three
  r' = 1
  when r >= 20 go to wait, r := 0, on := 0
"""
ALARM = """
input tick, alarm, clear
output beep: {soft, loud}
machine {
  initial WQ
  state AR
  state WW
  state AD
  WQ -> AR: alarm
  WQ -> WW: tick & !alarm / beep = soft
  AR -> WQ: clear / beep = soft
  AR -> AD: tick & !clear / beep = loud
  WW -> AR: alarm
  WW -> WQ: tick & !alarm
  AD -> AR: tick & !clear
}
"""
FOURTH = "     0  1\n-> s s  s,a\n   a b  b\n   b c  c\n   c d  d\n*  d -  -\n"
LEAP = "def is_leap(year):\n    return year % 4 == 0\n"
KEYS = "Eb major\nD minor\nA minor\n"
WARM = "variables T = 20\nmode on\n  T' = 2\n  when T >= 21 go to off\nmode off\n  T' = -1\n  when T <= 18 go to on\n"
ARRAY = """
class Node { constructor(value) { this.value = value; this.prev = null; this.next = null; } }

class DList {
  constructor() { this.head = null; this.tail = null; }
  pushFront(value) {
    const node = new Node(value);
    node.next = this.head;
    if (this.head === null) this.tail = node;
    else this.head.prev = node;
    this.head = node;
  }
  pushBack(value) {
    const node = new Node(value);
    node.prev = this.tail;
    if (this.tail === null) this.head = node;
    else this.tail.next = node;
    this.tail = node;
  }
  remove(value) {
    let node = this.head;
    while (node !== null && node.value !== value) node = node.next;
    if (node === null) return false;
    if (node.prev === null) this.head = node.next;
    else node.prev.next = node.next;
    if (node.next === null) this.tail = node.prev;
    else node.next.prev = node.prev;
    return true;
  }
  toArray() {
    const found = [];
    for (let node = this.head; node !== this.tail; node = node.next) found.push(node.value);
    return found;
  }
}
"""
PLAYED = [
    ("automata/third-from-the-end", "txt", FOURTH, Rung.HINT, "which states accept"),
    ("console/sum-of-n", "py", INSIDE, Rung.EXAMPLE, "here it may print a line with 1, or nothing"),
    ("harmony/signatures", "txt", KEYS, Rung.HINT, "The tonic is right. Is the key major or minor?"),
    ("hybrid/ring", "hybrid", RING, Rung.HINT, "too long in `wait`, or does it get there too early?"),
    ("machines/alarm", "machine.txt", ALARM, Rung.HINT, "One transition is missing."),
    ("structures/avl-rotation", "py", TREE, Rung.HINT, "What if a node has a `right`?"),
    ("structures/list-delete", "py", LIST, Rung.HINT, "What if the value is not in the first node, but further on?"),
]
SEARCHED = [
    ("console/light-switch", "py", LIGHT, Rung.HINT, "Which value does `light` have to start with?"),
    ("console/palindrome", "py", MIDDLE, Rung.HINT, "where it begins and where it ends"),
    ("functions/leap-year", "py", LEAP, Rung.PATTERN, "exactly when the number is divisible by 100 but not by 400"),
    ("functions/leap-year", "py", LEAP, Rung.HINT, "the number is divisible by one number but not by another"),
    ("functions/unique", "py", REMOVES, Rung.HINT, "goes through `words` and changes it at the same time"),
    ("structures/dlist-js", "js", ARRAY, Rung.HINT, "`toArray` does not always return what it should"),
]


@pytest.mark.parametrize(
    ("exercise", "ending", "answer", "rung", "words"),
    [*PLAYED, *(pytest.param(*each, marks=pytest.mark.thorough) for each in SEARCHED)],
)
def test_it_is_said_as_at_the_desk(exercise: str, ending: str, answer: str, rung: Rung, words: str) -> None:
    report = viva.check(EXERCISES / exercise, viva.Submission.from_text(answer, f"answer.{ending}"))
    told = [finding.text for finding in report.findings if finding.rung is rung]
    assert any(words in text for text in told), told


def test_decimals_have_a_comma_in_german() -> None:
    handed_in = viva.Submission.from_text(WARM, "answer.hybrid")
    report = viva.check(EXERCISES / "hybrid/thermostat", handed_in, locale="de")
    example = next(finding.text for finding in report.findings if finding.rung is Rung.EXAMPLE)
    assert "richtig wäre 19,583" in example and "0,167 min" in example


def test_a_run_of_assembly_begins_with_words_and_its_arguments_first() -> None:
    step = "start: movl 4(%esp), %edx\n movl 8(%esp), %ecx\n xorl %eax, %eax\n jecxz out\n"
    loop = "next: addl (%edx), %eax\n incl %edx\n loop next\nout: ret\n"
    report = viva.check(EXERCISES / "assembly/write-sum", viva.Submission.from_text(step + loop, "answer.s"))
    told = {finding.rung: finding.text for finding in reversed(report.findings)}
    assert "`eax` is not always what it should be. Follow your program by hand with n = " in told[Rung.HINT]
    begin = told[Rung.EXAMPLE].partition(":\n")[0]
    assert "0x20000008] = 2" in begin.partition("w[0]")[0] and begin.count("[") <= 10


TICKS = """
variables c, n, ticks
outputs ticks
mode running
  c' = 1
  when c >= 1 && n <= 3 go to running, c := 0, n := n + 1, ticks := ticks + 1
  when c >= 2 && n >= 4 go to running, c := 0, n := 0, ticks := ticks + 1
"""


def test_of_a_mode_that_enters_itself_the_transitions_are_asked_about() -> None:
    report = viva.check(EXERCISES / "hybrid/ticks", viva.Submission.from_text(TICKS, "answer.hybrid"))
    hint = next(finding.text for finding in report.findings if finding.rung is Rung.HINT)
    assert hint.startswith("Look again at the transitions from `running` to itself")
