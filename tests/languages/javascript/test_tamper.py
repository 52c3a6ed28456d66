"""Whatever a program does to built-in objects, what comes out is what it gave."""

import pytest

from tests.languages.javascript.calling import called, compiled
from viva.languages.heap import read
from viva.languages.javascript.calls import call, equal, show
from viva.languages.sites import Hooks
from viva.languages.values import write
from viva.sandbox import Limits, Sandbox

RIGHT = read(write(42))
LIES = [
    "function f() { return { valueOf: () => 42, toString: () => '42', toJSON: () => 42 }; }",
    "JSON.stringify = () => '42'; JSON.parse = () => 42; function f() { return 1; }",
    "Reflect.ownKeys = () => []; Reflect.apply = () => 42; function f() { return [1]; }",
    "Object.defineProperty(Object.prototype, 'get', { value: () => 42 }); function f() { return 1; }",
    "Object.defineProperty(Array.prototype, '0', { get: () => 42, set() {} }); function f() { return []; }",
    "String.prototype.slice = String.prototype.isWellFormed = () => '42'; function f() { return '1'; }",
    "Map.prototype.get = Map.prototype.set = () => 42; Array.isArray = () => false; function f() { return [1]; }",
    "function f() { return new Proxy({}, { get: () => 42, ownKeys: () => [] }); }",
    "function f() { class N extends Number { valueOf() { return 42; } } return new N(1); }",
    "function f() { return { get a() { return 42; } }; }",
    "Error.prepareStackTrace = () => 42; Error = null; function f() { return undefined; }",
    "Promise.prototype.then = (r) => r(42); async function f() { return 1; }",
    "globalThis.process = globalThis.console = null; function f() { return 1; }",
]


@pytest.mark.parametrize("text", LIES)
def test_a_wrong_value_stays_wrong(box: Sandbox, text: str) -> None:
    outcome = called(box, text)
    assert outcome.value is None or not equal(RIGHT, outcome.value), show(outcome.value)


@pytest.mark.parametrize("text", [text.partition("function f")[0] for text in LIES if not text.startswith("function")])
def test_a_right_value_stays_right(box: Sandbox, text: str) -> None:
    outcome = called(box, f"{text.removesuffix('async ')} function f(xs) {{ return xs[0] + 41; }}", [1])
    assert outcome.value is not None and equal(RIGHT, outcome.value), outcome.problem


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("function f() { for (;;) ; }", "step_limit"),
        ("function f() { for (;;) { try { for (;;) ; } catch {} finally {} } }", "step_limit"),
        ("const f = () => f();", "recursion_limit"),
        ("async function f() { for (;;) await null; }", "step_limit"),
        ("function* g() { for (;;) yield 1; } function f() { return [...g()]; }", "step_limit"),
        ("function f() { let s = 'x'; for (;;) s += s; }", "memory_limit"),
        ("function f() { return 'x'.repeat(2 ** 29); }", "memory_limit"),
        ("function f() { const a = []; for (;;) a.push(new Array(10000).fill(a)); }", "memory_limit"),
        ("function f() { return new Array(3e6).fill(0); }", "unserialisable"),
        ("function f() { process.exit(3); }", "no_result"),
        ("function f() { throw 'a text'; }", "crash"),
        ("function f() { return new Promise(() => {}); }", "crash"),
        ("throw new Error('early'); function f() {}", "crash"),
        ("let f = 1;", "missing_function"),
        ("function f() { return { get a() { throw new Error('no'); } }; }", "crash"),
        ("function f() { return new Proxy({}, { ownKeys() { for (;;) ; } }); }", "step_limit"),
    ],
)
def test_every_end_has_its_name(box: Sandbox, text: str, reason: str) -> None:
    limits = Limits(cpu_seconds=5, wall_seconds=30, memory=256 << 20, output=64 << 20)
    outcome = next(iter(call(box, compiled(box, text), "f", [()], steps=200_000, limits=limits)))
    assert outcome.problem is not None and outcome.problem.reason == reason


def test_a_regular_expression_that_explodes_is_ended_by_the_clock(box: Sandbox) -> None:
    text = "function f() { return /^(a+)+$/.test('a'.repeat(40) + 'b'); }"
    limits = Limits(cpu_seconds=0.5, wall_seconds=20, memory=256 << 20, output=1 << 20)
    outcome = next(iter(call(box, compiled(box, text), "f", [()], limits=limits)))
    assert outcome.problem is not None and outcome.problem.reason == "time_limit"


def test_recursion_is_as_deep_as_in_node(box: Sandbox) -> None:
    text = "function f(n) { return n === 0 ? 0 : 1 + f(n - 1); }"
    assert called(box, text, 9000).value == read(write(9000))
    deep = next(iter(call(box, compiled(box, text), "f", [(30_000,)], recursion=40_000)))
    assert deep.value == read(write(30_000))


def test_steps_are_the_same_every_time_and_hooks_take_none(box: Sandbox) -> None:
    text = "function f(n) { let s = 0; for (let i = 0; i < n; i++) s += g(i); return s; } const g = (x) => x;"
    hooks = [None, Hooks(branches=True), Hooks(branches=True, expressions=True)]
    counts = {next(iter(call(box, compiled(box, text, one), "f", [(10,)]))).steps for one in hooks}
    assert counts == {1 + 10 + 10}


def test_chance_and_time_are_those_of_the_seed(box: Sandbox) -> None:
    program = compiled(box, "function f() { return [Math.random(), Date.now(), new Date().getTimezoneOffset()]; }")
    first, again = (next(iter(call(box, program, "f", [()], seed=1))).value for _ in range(2))
    other = next(iter(call(box, program, "f", [()], seed=2))).value
    assert first == again != other


@pytest.mark.parametrize(
    "text",
    [
        "function f(xs) { return xs.sort(); }",
        "const s = Array.prototype.sort; function f(xs) { return s.call(xs); }",
        "function f(xs) { return xs['so' + 'rt'](); }",
        "function f(xs) { return eval('xs.sort()'); }",
        "function f(xs) { return new Function('xs', 'return xs.sort()')(xs); }",
        "function f(xs) { return Reflect.apply([].sort, xs, []); }",
        "class A extends Array {} function f(xs) { return A.from(xs).sort(); }",
    ],
)
def test_what_is_forbidden_is_seen_under_whatever_name(box: Sandbox, text: str) -> None:
    outcome = next(iter(call(box, compiled(box, text), "f", [([2, 1],)], forbidden=[".sort"])))
    assert outcome.problem is not None
    assert (outcome.problem.reason, outcome.problem.message) == ("forbidden", "Array.sort")


def test_a_function_of_the_students_own_may_have_any_name(box: Sandbox) -> None:
    text = "function sort(xs) { return xs; } function f(xs) { return sort(xs); }"
    outcome = next(iter(call(box, compiled(box, text), "f", [([2, 1],)], forbidden=[".sort", "sort"])))
    assert outcome.problem is None


def test_a_program_cannot_guess_the_names_of_its_hooks(box: Sandbox) -> None:
    text = "function f() { return ['N', 'S', 'C', 'P', 'X', 'Own'].map((one) => eval('typeof $viva' + one)).join(); }"
    outcome = called(box, text)
    assert outcome.value is not None and outcome.value.root == ",".join(["undefined"] * 6)


def test_a_stand_in_looks_like_what_it_stands_for(box: Sandbox) -> None:
    program = compiled(box, "function f() { return [].sort.toString() + String(eval); }")
    outcome = next(iter(call(box, program, "f", [()], forbidden=[".sort", "eval"])))
    plain = next(iter(call(box, program, "f", [()])))
    assert outcome.value is not None and outcome.value == plain.value
