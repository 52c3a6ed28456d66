# ruff: noqa: E501 a program stands on its line
"""Runs that carry terms do what plain runs do, what they say of their path is so, and what hides deep is found."""

import random

import pytest

from tests.languages.javascript.calling import compiled
from viva.core.json import Json
from viva.engines.shapes import parse_shape
from viva.engines.symbolic import Bounds, Counters, differ, explore
from viva.engines.symbolic.frames import Frame
from viva.engines.symbolic.path_terms import Pool, evaluates
from viva.engines.symbolic.trace import Runner, Trace
from viva.languages.heap import Heap, Reference, Slot
from viva.languages.javascript.calls import call
from viva.languages.javascript.symbolic import compile_target
from viva.languages.python import symbolic as python
from viva.sandbox import Sandbox

SHAPES = [parse_shape(text) for text in ("int", "int", "list[int]", "str")]
ROWS: list[tuple[object, ...]] = [
    (0, 0, [], ""),
    (7, -3, [3, 1, 2], "abba"),
    (-12, 5, [10, 9, 1, 9], "A 1-b"),
    (255, 16, [-1], "12"),
    (1000, 3, [2, 2, 2], " x "),
]
# Each is the body of a function of two whole numbers, a list of them and a text.
BODIES = [
    "return [a + b, a - b, a * b, b ? a / b : 0, b ? a % b : 0, -a, +b, ~a, a | 0, a >> 2, a >>> 1, a << 3, a & 7, a & 8, a ^ b, a ** 2];",
    "return [a < b, a <= b, a > b, a >= b, a == b, a != b, a === b, a !== b, a == '7', !a, !!s, xs == '', typeof a, typeof s, typeof xs];",
    "let n = 0; for (const x of xs) { if (x > a) n++; else n--; } for (let i = 0; i < xs.length; i++) n += xs[i] * i; return n;",
    "return [xs[0], xs[1], xs[9], xs[-1], xs.at(-1), xs.length, xs[a], s[0], s[99], s.length, s.charAt(1), s.charCodeAt(0), s.at(-1)];",
    "return [...xs].sort((x, y) => x - y).concat([...xs].sort(), xs.toSorted((x, y) => y - x), xs.slice(1, b), xs.reverse());",
    "return [xs.map((x) => x * 2), xs.filter((x) => x % 2), xs.reduce((x, y) => x + y, a), xs.some((x) => x > b), xs.every((x) => x), xs.find((x) => x > 2), xs.findIndex((x) => x === 9), xs.indexOf(2), xs.includes(b), xs.join('-')];",
    "const c = {}; for (const l of s) c[l] = (c[l] || 0) + 1; const m = new Map(); for (const x of xs) m.set(x, (m.get(x) ?? 0) + 1); return [Object.keys(c).sort().join(''), Object.entries(c).length, [...m.keys()], m.size, new Set(xs).size, 'a' in c, c.zz === undefined];",
    "return [s.toUpperCase(), s.trim(), s.split(''), s.split(' '), s.indexOf('b'), s.includes('bb'), s.startsWith('A'), s.slice(-2), s.substring(1, 3), s.replace('b', 'c'), s.replaceAll('b', 'c'), s + a, `${b}/${s}`, s < 'b', s === 'abba', s.repeat(2), s.padStart(6, '*')];",
    "switch (a) { case 7: return 'seven'; case b: return 'b'; default: switch (s.length) { case 2: return 2; case 4: return 4; } } return 'none';",
    "return [String(a), a.toString(2), Number(s), parseInt(s), +s, Math.floor(a / 3), Math.trunc(a / 3), Math.round(a / 4), Math.ceil(a / 7), Math.abs(b), Math.max(a, b, ...xs), Math.min(a, b), Math.sign(b), ~~(a / 2)];",
    "let i = 0, t = ''; while (i < s.length) { t = s[i++] + t; } const { length } = xs; const [first = 'no', ...rest] = xs; return [t, i, length, first, rest, i++ + ++i, i--];",
    "const o = { n: a, get d() { return this.n * 2; }, add(x) { this.n += x; return this; } }; o.add(b).n++; o.k ??= s; o.n ||= 5; o.n &&= o.n + 1; return [o.n, o.d, o.k, o?.n, o.x?.y, o.add?.(1).n, delete o.k, o.k];",
    "const f = (n) => n <= 0 ? 0 : n + f(n - 1); class P { #v = a; get v() { return this.#v; } set v(x) { this.#v = x; } static of(x) { const p = new P(); p.v = x; return p; } } return [f(b), P.of(xs.length).v, new P().v, f.call(null, 3), f.apply(null, [2]), ((...r) => r.length)(...xs)];",
    "try { if (a > 100) throw new RangeError('big'); if (!xs.length) null.x; return xs.map((x) => { if (x > 5) throw x; return x; }); } catch (e) { return typeof e === 'number' ? e : e.name; } finally { a = 0; }",
    "function* g() { for (const x of xs) yield x * b; } const r = []; for (const y of g()) { if (y > 20) break; r.push(y); } outer: for (let i = 0; i < 3; i++) { for (let j = 0; j < 3; j++) { if (j === i) continue outer; r.push(i, j); } } return r;",
    "xs.push(a); xs.unshift(b); const p = xs.pop(); xs.splice(1, 1); return [xs, p, xs.length, xs.shift(), xs.length, JSON.stringify(xs), Array.from(xs, (x) => x + 1), Array.isArray(xs), xs.flatMap((x) => [x, x]), [...xs.entries()].length];",
]
OPERATORS = ["+", "-", "*", "%", "|", "&", "<", "<=", "===", "==", "!==", "&&", "||", "??"]
ATOMS = [
    "a",
    "b",
    "xs[0]",
    "xs[1]",
    "xs.length",
    "s.length",
    "s",
    "s[0]",
    "xs[a % 3]",
    "1",
    "0",
    "3",
    "-2",
    "'a'",
    "'12'",
    "null",
    "true",
    "(xs[5] ?? 4)",
]


def program(chance: random.Random) -> str:
    """A function with a few conditions, loops and expressions, which may mean anything."""

    def expression(depth: int) -> str:
        if depth == 0 or chance.random() < 0.25:
            return chance.choice(ATOMS)
        if chance.random() < 0.15:
            return f"({expression(depth - 1)} ? {expression(depth - 1)} : {expression(depth - 1)})"
        operator = chance.choice(OPERATORS)
        left, right = expression(depth - 1), expression(depth - 1)
        return f"(({left}) {operator} ({right}))"

    lines = ["let r = [];"]
    for _ in range(3):
        lines.append(f"if ({expression(2)}) r.push({expression(3)}); else r.push({expression(2)});")
    lines.append(
        f"for (const x of xs) {{ if (x > {expression(1)}) r.push(x {chance.choice('+-*')} {expression(1)}); }}"
    )
    return " ".join([*lines, "return r;"])


def function(body: str) -> str:
    return f"function f(a, b, xs, s) {{ {body} }}"


def traced(box: Sandbox, text: str, rows: list[tuple[object, ...]]) -> list[tuple[dict[str, int | float], Trace]]:
    frame, pool = Frame(tuple(SHAPES)), Pool()
    target = compile_target(box, text.encode(), "f")
    assert target is not None, text
    with Runner(box, target, frame, pool) as runner:
        found = []
        for row in rows:
            values = frame.values(row)
            trace = runner.run(values)
            assert trace is not None, (text, row)
            found.append((values, trace))
    return found


def plainly(heap: Heap) -> object:
    """A value as `said` gives it."""

    def slot(data: Slot) -> object:
        if not isinstance(data, Reference):
            return data
        node = heap.nodes[data.node]
        if node.kind == "nothing":
            return None if node.label == "null" else node.label
        if node.kind == "list":
            return [slot(child) for child in node.children]
        return "?"

    return slot(heap.root)


def said(part: Json, trace: Trace, values: dict[str, int | float]) -> object:
    match part:
        case ["number", int(term)]:
            return evaluates(trace.terms[term], values)
        case ["text", list(codes)]:
            return "".join(chr(evaluates(trace.terms[int(str(code))], values)) for code in codes)
        case ["list", list(parts)]:
            return [said(one, trace, values) for one in parts]
        case ["is", "True" | "False" as truth]:
            return truth == "True"
        case ["is", "None"]:
            return None
        case ["is", "NaN" | "Infinity" | "-Infinity" as text]:
            return float(text.replace("NaN", "nan"))
        case ["is", text]:
            return text
    return "?"


def agree(one: object, two: object) -> bool:
    if isinstance(one, list) and isinstance(two, list):
        return len(one) == len(two) and all(map(agree, one, two))
    if one != one or two != two:
        return one != one and two != two
    return "?" in (one, two) or (one == two and isinstance(one, bool) == isinstance(two, bool))


def holds(box: Sandbox, text: str, rows: list[tuple[object, ...]]) -> int:
    """Both laws, for one program; how many branches there were."""
    outcomes = list(call(box, compiled(box, text), "f", rows))
    branches = 0
    for row, outcome, (values, trace) in zip(rows, outcomes, traced(box, text, rows), strict=True):
        for branch in trace.branches:
            found = evaluates(branch.term, values)
            assert found == branch.value, (text, row, branch)
        branches += len(trace.branches)
        match trace.outcome:
            case ["value", part]:
                assert outcome.value is not None, (text, row, outcome.problem)
                assert agree(plainly(outcome.value), said(part, trace, values)), (text, row, trace.outcome)
            case ["raised", kind]:
                assert outcome.problem is not None and outcome.problem.kind == kind, (text, row, outcome)
    return branches


@pytest.mark.parametrize("body", BODIES)
def test_a_run_with_terms_gives_what_a_plain_run_gives_and_its_conditions_hold(box: Sandbox, body: str) -> None:
    assert holds(box, function(body), ROWS)


@pytest.mark.parametrize(
    "seed", [*range(25), *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(25, 400))]
)
def test_so_does_a_run_of_a_program_that_chance_has_written(box: Sandbox, seed: int) -> None:
    chance = random.Random(seed)
    rows = [
        (chance.randint(-20, 20), chance.randint(-5, 5), [chance.randint(-9, 99) for _ in range(chance.randint(0, 4))], chance.choice(["", "a", "12", "ab a"]))
        for _ in range(4)
    ]  # fmt: skip
    holds(box, function(program(chance)), rows)


DEEP = {
    "n * 7 - 3 === 15243": ("int", 0),
    "n > 0 && (n & 255) === 77 && ~~(n / 3) === 111": ("int", 0),
    "n % 1000 === -317": ("int", 0),
    "String(n) === '86420'": ("int", 0),
    "n === 'xyzzy'": ("str", 0),
    "n.length === 4 && n.charCodeAt(2) === 122 && n[0] === n[3]": ("str", 0),
    "n.toUpperCase() === 'QX' && n !== 'QX'": ("str", 0),
    "Number(n) === 47": ("str", 0),
    "n.split(' ').filter((w) => w === 'zap').length === 2": ("str", 0),
    "n.length === 5 && n[3] === 77": ("list[int]", 0),
    "n.reduce((x, y) => x + y, 0) === 1234 && n.length > 2": ("list[int]", 0),
    "n.filter((x) => x > 500).length === 3 && new Set(n).size === 1": ("list[int]", 0),
    "[...n].sort((x, y) => x - y)[1] === 432": ("list[int]", 0),
    "n > 0.5 && n * 3 === 2.25": ("float", 0),
    "n.price === 3817": ("dict[Literal['price'], int]", 0),
    "typeof n === 'string' && n.at(-1) === 'q'": ("int | str | None", 0),
}


@pytest.mark.parametrize("condition", DEEP)
def test_an_input_that_hides_deep_is_found(box: Sandbox, condition: str) -> None:
    target = compile_target(box, f"function f(n) {{ if ({condition}) return 1; return 0; }}".encode(), "f")
    assert target is not None
    counters, left = Counters(), 99
    for proposed in explore(box, target, [parse_shape(DEEP[condition][0])], bounds=Bounds(150, 80), counters=counters):
        left = proposed.left
        if left == 0:
            break
    assert left == 0, counters


def test_a_reference_in_python_and_a_submission_in_javascript_are_searched_together(box: Sandbox) -> None:
    from viva.engines.symbolic import Beside

    with python.warm_sandbox() as other:
        reference = python.compile_target(other, b"def f(a, b):\n    return a % b if b > 0 else 0\n", "f")
        submission = compile_target(
            box, b"const f = (a, b) => b > 0 && a > -5000 ? ((a % b) + b) % b : b > 0 ? a % b : 0;", "f"
        )
        assert reference is not None and submission is not None
        shapes = [parse_shape("int"), parse_shape("int")]
        found = differ(box, submission, reference, shapes, beside=Beside(reference=other), bounds=Bounds(100, 60))
        suspected = next(one.arguments for one in found if one.suspected)
    assert isinstance(suspected[0], int) and suspected[0] <= -5000


@pytest.mark.parametrize(
    "text",
    [
        "Array.prototype.push = () => 7; Map.prototype.get = null; function f(a, b, xs, s) { return xs.length; }",
        "function f(a, b, xs, s) { for (;;) { try { for (;;); } catch { } } }",
        "function f(a, b, xs, s) { process.exit(3); }",
        "function f(a, b, xs, s) { return new Proxy({}, { get() { throw a; } }); }",
        "Object.prototype.x = 1; function f(a, b, xs, s) { return Object.keys(Object.prototype); }",
        "const f = async (a, b, xs, s) => { await null; return a > 3; };",
        "function f(a, b, xs, s) { return eval('a + b'); }",
    ],
)
def test_whatever_a_program_does_to_such_a_run_it_says_a_path_or_nothing(box: Sandbox, text: str) -> None:
    target = compile_target(box, text.encode(), "f")
    assert target is not None
    list(explore(box, target, SHAPES, bounds=Bounds(3, 3)))
