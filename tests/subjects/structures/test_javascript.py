# ruff: noqa: E501 a program stands on its line
"""Classes in JavaScript, however they keep their nodes: right ones are never refuted, wrong ones are."""

import pytest

from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.core.report import Report
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.verdict import Verdict
from viva.services.checking import check
from viva.subjects.structures.subject import Structures

pytest.importorskip("_quickjs")

REFERENCE = """class Node {
  constructor(value) {
    this.value = value;
    this.next = null;
  }
}
class List {
  constructor() {
    this.head = null;
  }
  push(value) {
    const node = new Node(value);
    node.next = this.head;
    this.head = node;
  }
  pop() {
    if (this.head === null) return null;
    const value = this.head.value;
    this.head = this.head.next;
    return value;
  }
}
"""
_REST = """
  pop() {{
    if ({empty}) return null;
    const {{ value }} = {head};
    {head} = {head}.next;
    return value;
  }}
}}
"""
RIGHT = {
    "undefined": "class Node { constructor(value, next) { this.value = value; this.next = next; } }\n"
    "class List { constructor() { this.head = undefined; } push(value) { this.head = new Node(value, this.head); }"
    + _REST.format(empty="this.head === undefined", head="this.head"),
    "absent": "class Node { constructor(value) { this.value = value; } }\n"
    "class List { push(value) { const node = new Node(value); if (this.head) node.next = this.head; this.head = node; }"
    + _REST.format(empty="!this.head", head="this.head"),
    "private": "class Node { #v; #n; constructor(v, n) { this.#v = v; this.#n = n; } get value() { return this.#v; }"
    " get next() { return this.#n; } }\n"
    "class List { #head = null; push(value) { this.#head = new Node(value, this.#head); }"
    + _REST.format(empty="this.#head === null", head="this.#head"),
    "hidden": "const List = (() => { class Cell { constructor(value, next) { this.value = value; this.next = next; } }\n"
    "return class List { constructor() { this.head = null; } push(value) { this.head = new Cell(value, this.head); }"
    + _REST.format(empty="this.head === null", head="this.head")
    + "})();",
    "plain": "class List { constructor() { this.head = null; } push(value) { this.head = { value, next: this.head }; }"
    + _REST.format(empty="this.head === null", head="this.head"),
    "given": "class List { head = null; push(value) { const node = new Node(value); node.next = this.head;"
    " this.head = node; }" + _REST.format(empty="this.head == null", head="this.head"),
    "closure": "function List() { var head = null; this.push = function (value) { head = { value: value, next: head }; };"
    " this.pop = function () { if (head === null) return null; var value = head.value; head = head.next; return value; }; }",
    "arrows": "class List { head = null; push = (value) => { this.head = { value, next: this.head }; };"
    " pop = () => { if (!this.head) return null; const { value, next } = this.head; this.head = next; return value; }; }",
    "sentinel": "class Node { constructor(value, next) { this.value = value; this.next = next; } }\n"
    "class List { constructor() { this.head = new Node(undefined, null); }"
    " push(value) { this.head.next = new Node(value, this.head.next); }"
    " pop() { const node = this.head.next; if (!node) return null; this.head.next = node.next; return node.value; } }",
    "private methods": "class Node { constructor(value, next) { this.value = value; this.next = next; }"
    " #get() { return this.value; } take() { return this.#get(); } }\n"
    "class List { constructor() { this.head = null; } #empty() { return this.head === null; }"
    " push(value) { this.head = new Node(value, this.head); }"
    " pop() { if (this.#empty()) return null; const value = this.head.take(); this.head = this.head.next; return value; } }",
    "old": "function List() { this.head = null; }\nList.prototype = { constructor: List, push: function (value) {"
    " var node = new Node(value); node.next = this.head; this.head = node; }, pop: function () {"
    " var node = this.head; if (!node) return null; this.head = node.next; return node.value; } };",
}
WRONG = {
    "keeps the top": RIGHT["private"].replace("this.#head = this.#head.next;", ""),
    "loses the rest": RIGHT["undefined"].replace("new Node(value, this.head)", "new Node(value, undefined)"),
    "says the next": RIGHT["plain"].replace("const { value } = this.head;", "const value = this.head.next?.value;"),
    "stops": RIGHT["old"].replace("if (!node) return null;", ""),
}


@pytest.fixture(scope="module")
def exercise() -> Exercise:
    table = 'subject = "structures"\ntitle = "List"\n[structures]\nreference = "reference.js"\nclass = "List"\n'
    files = {"exercise.toml": (table + 'languages = ["javascript"]\n').encode(), "reference.js": REFERENCE.encode()}
    return Structures().read(Source("list", files))


def checked(exercise: Exercise, text: str) -> Report:
    return check(Structures(), exercise, Submission.from_text(text, "list.js"), Terms(rung=Rung.EXAMPLE))


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_class_passes_however_it_keeps_its_nodes(exercise: Exercise, name: str) -> None:
    assert checked(exercise, RIGHT[name]).verdict is Verdict.PASSED


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_class_is_refuted_with_a_call(exercise: Exercise, name: str) -> None:
    report = checked(exercise, WRONG[name])
    assert report.verdict is Verdict.REFUTED
    assert any(finding.witness is not None for finding in report.findings)


def test_a_class_that_is_missing_is_said(exercise: Exercise) -> None:
    report = checked(exercise, "class Stack {}")
    assert (report.verdict, report.reason) == (Verdict.REJECTED, "missing_function")


def test_nodes_with_methods_of_their_own_pass_where_those_of_the_model_are_plain_objects() -> None:
    table = 'subject = "structures"\ntitle = "List"\n[structures]\nreference = "reference.js"\nclass = "List"\n'
    files = {"exercise.toml": table + 'languages = ["javascript"]\n', "reference.js": RIGHT["plain"]}
    asked = Structures().read(Source("list", {name: text.encode() for name, text in files.items()}))
    assert checked(asked, RIGHT["private methods"]).verdict is Verdict.PASSED


_STACK = """class Stack {
  constructor() { this.head = null; }
  push(given) { this.head = %s; }
  pop() { const last = this.head; if (!last) return null; this.head = last.%s; return last.%s; }
}
"""


@pytest.mark.parametrize(
    ("before", "made", "link", "content", "verdict"),
    [
        ("", "{ v: given, next: this.head }", "next", "v", Verdict.PASSED),
        ("", "{ rest: this.head, item: given }", "rest", "item", Verdict.PASSED),
        ("class N { constructor(v, n) { this.v = v; this.next = n; } }", "new N(given, this.head)", "next", "v", Verdict.PASSED),
        ("class N { v; n; constructor(v, n) { Object.assign(this, { v, n }); } }", "new N(given, this.head)", "n", "v", Verdict.PASSED),
        ("", "{ v: given || 1, next: this.head }", "next", "v", Verdict.REFUTED),
        ("class N { constructor(v) { this.v = v; this.next = null; } }", "new N(given)", "next", "v", Verdict.REFUTED),
    ],
)  # fmt: skip
def test_nodes_and_their_parts_may_have_any_names(
    before: str, made: str, link: str, content: str, verdict: Verdict
) -> None:
    reference = REFERENCE.replace("class List", "class Stack")
    manifest = """subject = "structures"\ntitle = "s"\nstatement = "s.md"\n[structures]\nclass = "Stack"
methods = ["push", "pop"]\nreference = "r.js"\nlanguages = ["javascript"]\n"""
    files = {"exercise.toml": manifest.encode(), "s.md": b"s", "r.js": reference.encode()}
    exercise = Structures().read(Source("made-here", files))
    assert checked(exercise, f"{before}\n{_STACK % (made, link, content)}").verdict is verdict
