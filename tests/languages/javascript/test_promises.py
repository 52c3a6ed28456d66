"""What is awaited: a promise that is given, and each that lies within a value, is what it came to."""

from pathlib import Path

import pytest

from tests.languages.javascript.calling import compiled
from tests.languages.javascript.test_checks import checked
from viva.languages.javascript.calls import call, show
from viva.sandbox import Sandbox

OPEN = "<Promise that is never settled>"
GIVEN = [
    ("async (x) => x + 1", "2"),
    ("(x) => Promise.resolve(Promise.resolve(x))", "1"),
    ("(x) => [1, 2].map(async (y) => x + y)", "[Promise {2}, Promise {3}]"),
    ("async (x) => ({ a: Promise.reject(new Error('no')) })", '{a: Promise {<rejected> new Error("no")}}'),
    ("(x) => [new Promise((done) => setTimeout(done, 50, x))]", "[Promise {1}]"),
    ("(x) => [Promise.resolve([Promise.resolve(x)])]", "[Promise {[Promise {1}]}]"),
    ("(x) => { const p = Promise.resolve().then(() => [p]); return [p]; }", "[Promise {[...]}]"),
    (
        "(x) => { setTimeout(() => { throw 1; }, 1); return [new Promise((done) => setTimeout(done, 5, x))]; }",
        "[Promise {1}]",
    ),
    ("(x) => [x, new Promise(() => {})]", f"[1, {OPEN}]"),
    ("async function* (x) { yield x; await null; yield 2; }", "[1, 2]"),
    ("(x) => ({ [Symbol.iterator]() { return this; }, next() { return { done: x > 3, value: x++ }; } })", "[1, 2, 3]"),
]


@pytest.mark.parametrize(("text", "value"), GIVEN)
def test_a_value_has_what_its_promises_came_to(box: Sandbox, text: str, value: str) -> None:
    outcomes = list(call(box, compiled(box, f"const f = {text};"), "f", [[1], [1]], drain=True))
    assert [outcome.value and show(outcome.value) for outcome in outcomes] == [value, value]


@pytest.mark.parametrize("text", ["(x) => new Promise(() => {})", "async (x) => { await new Promise(() => {}); }"])
def test_a_promise_that_is_never_settled_is_told_as_such(box: Sandbox, text: str) -> None:
    (outcome,) = call(box, compiled(box, f"const f = {text};"), "f", [[1]])
    assert outcome.problem is not None and outcome.problem.message == "its promise is never settled"


PLUS = "/** @param {number[]} xs */\nconst f = (xs) => xs.map(async (x) => x + 1);"
ASYNC = "/** @param {number} n */\nasync function* f(n) { for (let i = 0; i < n % 5; i++) yield i; }"


@pytest.mark.parametrize(
    ("reference", "answer", "verdict"),
    [
        (PLUS, "const f = (xs) => xs.map((x) => Promise.resolve(1 + x));", "passed"),
        (PLUS, "const f = (xs) => xs.map(async (x) => x + 2);", "refuted"),
        (PLUS, "const f = (xs) => xs.map((x) => new Promise(() => {}));", "refuted"),
        (PLUS, "const f = (xs) => xs.map((x) => Promise.reject(x + 1));", "refuted"),
        (ASYNC, "async function* f(n) { let i = 0; while (i < n % 5) yield Promise.resolve(i++); }", "passed"),
        (ASYNC, "async function* f(n) { for (let i = 0; i <= n % 5; i++) yield i; }", "refuted"),
        (
            ASYNC.replace("async ", ""),
            "const f = (n) => Array.from({ length: Math.max(0, n % 5) }, (_, i) => i).values();",
            "passed",
        ),
    ],
)
def test_promises_are_compared_by_their_values(tmp_path: Path, reference: str, answer: str, verdict: str) -> None:
    assert checked(tmp_path, reference, answer).verdict == verdict
