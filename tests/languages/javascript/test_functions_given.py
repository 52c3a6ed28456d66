"""Functions as arguments and as results: what there is of them, how they are shown, what they tell apart."""

from pathlib import Path

import pytest

from tests.languages.javascript.test_checks import checked
from viva.core.fault import Fault
from viva.languages.javascript.trusted import read_type

MAP = """/** @param {number[]} xs
 * @param {(x: number) => number} g */
function f(xs, g) { return xs.map((x) => g(x)); }
"""
FOLD = """/** @param {number[]} xs
 * @param {function(number, number): number} g
 * @param {number} start */
function f(xs, g, start) { return xs.reduce((a, x) => g(a, x), start); }
"""
COMPOSE = """/** @param {(x: number) => number} g
 * @param {(x: number) => number} h
 * @returns {(x: number) => number} */
function f(g, h) { return (x) => g(h(x)); }
"""
COUNTER = """/** @param {number} start
 * @returns {() => number} */
function f(start) { let n = start; return () => n++; }
"""
CURRIED = """/** @param {number} a
 * @returns {(b: number) => (c: number) => number} */
function f(a) { return (b) => (c) => a * 100 + b * 10 + c; }
"""
EACH = """/** @param {number[]} xs
 * @param {(x: number) => void} g */
function f(xs, g) { for (const x of xs) g(x); }
"""
EVERY = """/**
 * @callback Test
 * @param {string} word
 * @returns {boolean}
 */
/** @param {string[]} ws
 * @param {Test} test */
function f(ws, test) { return ws.every((w) => test(w)); }
"""


@pytest.mark.parametrize(
    ("reference", "answer"),
    [
        (MAP, "function f(xs, g) { const r = []; for (const x of xs) r.push(g(x)); return r; }"),
        (COUNTER, "function f(s) { const c = { n: s - 1 }; return function () { c.n += 1; return c.n; }; }"),
        (CURRIED, "const f = (a) => function (b) { return (c) => c + 10 * (b + 10 * a); };"),
        (EACH, "const f = (xs, g) => xs.forEach(g);"),
    ],
)
def test_who_does_the_same_in_another_way_passes(tmp_path: Path, reference: str, answer: str) -> None:
    assert checked(tmp_path, reference, answer).verdict == "passed"


@pytest.mark.parametrize(
    ("reference", "answer", "call"),
    [
        (MAP, "const f = (xs, g) => xs.map(g).filter((x) => x);", "f([0], (x) => x)"),
        (FOLD, "const f = (xs, g, s) => xs.reduceRight((a, x) => g(a, x), s);", "f([0, 1], (x, y) => 10 * x + y, 0)"),
        (COMPOSE, "const f = (g, h) => (x) => h(g(x));", "f((x) => -x, (x) => x + 1)(0)"),
        (COUNTER, "const f = (start) => () => start;", "g = f(0); g(); g()"),
        (COUNTER, "let n; const f = (s) => { n = s; return () => n++; };", "g = f(0); h = f(0); g(); h()"),
        (
            CURRIED,
            "let k; const f = (a) => { k = a; return (b) => (c) => k * 100 + b * 10 + c; };",
            "g = f(1); h = f(0); g(0)(0); h(0)(0)",
        ),
        (CURRIED, "const f = (a) => (b) => (c) => a * 100 + c * 10 + b;", "f(0)(1)(0)"),
        (EACH, "const f = (xs, g) => xs.slice(1).forEach((x) => g(x));", "f([0], (x) => { })"),
        (EVERY, "const f = (ws, t) => ws.some((w) => t(w)) || !ws.length;", 'f(["", "a"], (x) => x.length > 0)'),
        (COMPOSE, "const f = (g, h) => g(h(0));", "f((x) => x, (x) => x)"),
    ],
)
def test_a_mistake_is_shown_with_the_functions(tmp_path: Path, reference: str, answer: str, call: str) -> None:
    found = checked(tmp_path, reference, answer, attempt=None)
    assert found.verdict == "refuted"
    assert any(f"Call: {call}. " in finding.text for finding in found.findings if finding.rung == "example")


def test_a_reference_that_gives_functions_of_which_nothing_is_said_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="nothing says what that is called with"):
        checked(
            tmp_path,
            "/** @param {number} n */\nfunction f(n) { return { add: (x) => x + n }; }\n",
            "const f = (n) => n;",
        )


@pytest.mark.parametrize(
    "text",
    ["(x: number) => boolean", "(number) => boolean", "function(number): boolean", "((x: number) => boolean)"],
)
def test_a_type_of_functions_may_be_written_in_several_ways(text: str) -> None:
    found = read_type(text)
    assert isinstance(found, list)
    assert found[:3] == ["callable", ["tuple", ["int"]], ["bool"]]
    assert "(x) => x > 0" in str(found[3])
