# ruff: noqa: E501 a program stands on its line
"""Programs with hooks do what they do without, line for line; and console programs say what Node says."""

import itertools
import shutil
import subprocess

import pytest

from tests.languages.javascript.calling import compiled
from viva.languages.javascript.calls import call
from viva.languages.javascript.engine import PARSER
from viva.languages.javascript.runs import explain, prepare, run_console
from viva.languages.program import NoProgram
from viva.languages.sites import Hooks
from viva.languages.transcript import Write
from viva.sandbox import Sandbox

HOOKS = [
    Hooks(),
    Hooks(branches=True),
    Hooks(branches=True, expressions=True),
    Hooks(steps=False, expressions=True),
]
# Each prints something that hangs on one corner of the language.
PROGRAMS = [
    "let s = 0\nfor (let i = 0; i < 5; i++) if (i % 2) continue; else s += i\nconsole.log(s)",
    "outer: for (const a of [1, 2, 3]) { for (const b in [4, 5]) { if (a == 2) break outer; console.log(a, b) } }",
    "let i = 0; do i++; while (i < 3); console.log(i); while (true) { if (i-- < 0) break } console.log(i)",
    "switch (2) { case 1: console.log(1); case 2: console.log(2); case 3: console.log(3) } switch (9) {}",
    "switch ('x') { default: console.log('d'); break; case 'y': console.log('y') }",
    "const f = (a, b = a + 1, ...c) => [a, b, c]; console.log(f(1), f(1, 2, 3), f.name, f.length)",
    "const g = function () {}; const h = class {}; const o = { m() {}, k: () => 1 }; console.log(g.name, h.name, o.k.name)",
    "console.log(typeof nothing, typeof (() => 1), void 0, delete {}.a, !0, -'3', +'4', ~5)",
    "const o = { a: { b: null } }; console.log(o?.a?.b?.c?.d, o.x?.(), o.a?.['b'], o?.a.b ?? 'n')",
    "var x = 1\n;[1, 2].forEach((y) => x += y)\nconsole.log(x)",
    "const a = 1\nconst b = a\n;(function () { console.log(this === undefined || typeof this) })()",
    "function strict() { 'use strict'; return this } function sloppy() { return typeof this } console.log(strict(), sloppy())",
    "class A { #p = 1; static s = 2; get v() { return this.#p } static { A.t = 3 } has(o) { return #p in o } }\n"
    "class B extends A { constructor() { super(); this.q = super.v } }\nconsole.log(new B(), A.s, A.t, new A().has(new B()))",
    "function* g(n) { const r = yield n; yield* [r, n]; return 9 } const it = g(1); console.log(it.next(), it.next(7), [...it])",
    "const { a, b: { c = 5 } = {}, ...rest } = { a: 1, d: 2 }; let [p, , q = 3] = [1, 2]; [p, q] = [q, p]; console.log(a, c, rest, p, q)",
    "try { try { null.x } finally { console.log('f') } } catch ({ name }) { console.log(name) }",
    "const t = (s, ...v) => s.raw.join('|') + v; console.log(t`a${1}b\\n${2}`, `x${`y${1}`}`)",
    "console.log([..._()]); function _() { return 'hé😀' } console.log([...'ab'].map((c, i) => c + i))",
    "label: { console.log(1); if (true) break label; console.log(2) } a: b: for (;;) { break a }",
    "(async () => { for await (const x of [1, Promise.resolve(2)]) console.log(x); await null; console.log('end') })()",
    "console.log(new Map([[1, { a: 2 }]]), new Set('aab'), [1, , 3], { get a() { return 1 } }, 10n ** 20n, /a(?<n>b)/.exec('ab').groups.n)",
    "let n = 0; const k = { [n++ + 'x']: n }; n ||= 5; n &&= 6; let u; u ??= 7; console.log(k, n, u, n ** 2 ** 1)",
    "var v = 1; { var v = 2; let w = 3; function hoisted() { return w } } console.log(v, hoisted())",
    "console.log(((a, b) => a && b || 'c')(0, 1), (1, 2), true ? false ? 1 : 2 : 3, 'a' in { a: 1 }, [] instanceof Array)",
    "if (0) console.log('no'); else if (1) console.log('yes')\nelse console.log('never')",
    "for (var i = 0, fs = []; i < 2; i++) fs.push(() => i); for (let j = 0; j < 2; j++) fs.push(() => j); console.log(fs.map((f) => f()))",
    "console.log(new Date(0).toISOString(), JSON.stringify({ a: [1, undefined] }), [3, 10, 2].sort(), [3, 10, 2].toSorted((a, b) => a - b))",
    "setTimeout(() => console.log('late'), 5); Promise.resolve().then(() => console.log('soon')); console.log('now')",
    "const w = new (class { constructor() { return [new.target === undefined] } })(); console.log(w, arguments.length)",
    "console.table([{ a: 1, b: 'x' }, { a: 22, c: true }, 7]); console.table([{ a: 1, b: 2 }], ['b']); console.table(new Map([['k', 1], ['l', { z: 1 }]]))",
    "console.table(new Set([1, '名前'])); console.table([[1, 2], [3]]); console.table(5); console.table([{ o: { a: 1, b: 2, c: 3 }, p: { a: [1] } }])",
    "console.log(new Set(Array(103).keys()), new Map([...Array(101).keys()].map((i) => [i, -i])), ['日本', 'a', 'b', 'c', 'ddd', 'é', '😀', 'x'])",
    "x: while (1) { switch (1) { case 1: for (const _ of [1]) continue x2; } x2: break x }".replace("continue x2;", ";")
    + "\nconsole.log('out')",
]


def printed(box: Sandbox, text: str, hooks: Hooks) -> tuple[str, str | None]:
    transcript = run_console(box, compiled(box, text, hooks), [])
    return "".join(event.text for event in transcript.events if isinstance(event, Write)), transcript.ended


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_hooks_change_nothing(box: Sandbox, number: int) -> None:
    plain = printed(box, PROGRAMS[number], Hooks(steps=False))
    assert plain[1] is None and plain[0]
    for hooks in HOOKS:
        assert printed(box, PROGRAMS[number], hooks) == plain


@pytest.mark.thorough
@pytest.mark.needs_node
@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_node_prints_the_same(box: Sandbox, number: int) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    text = PROGRAMS[number]
    file = f"require('vm'); (function (exports, require, module, __filename, __dirname) {{ {text}\n}})({{}}, require, {{}}, '', '')"
    done = subprocess.run([node, "-e", file], capture_output=True, text=True, check=True, timeout=60)
    assert printed(box, text, Hooks())[0] == done.stdout


@pytest.mark.thorough
def test_the_parser_with_hooks_parses_itself(box: Sandbox) -> None:
    """6,000 lines of other people's code, with every hook."""
    text = PARSER.read_text("utf-8") + (
        "\nfunction f(text) { return JSON.stringify(module.exports.parse(text, { ecmaVersion: 'latest' })).length; }\n"
    )
    sample = "const a = (x) => { for (const y of x) if (y > 1) return `${y}`; };"
    answers = [
        next(iter(call(box, compiled(box, text, hooks), "f", [(sample,)]))).value
        for hooks in (Hooks(steps=False), *HOOKS)
    ]
    assert answers[0] is not None and len(set(map(repr, answers))) == 1


def test_branches_are_those_that_were_taken(box: Sandbox) -> None:
    text = (
        "function f(n) {\n  if (n > 0 && n < 9) {\n    return 1;\n  }\n  for (const x of [1]) n += x;\n  return n;\n}"
    )
    program = compiled(box, text, Hooks(branches=True))
    kinds = [
        {program.sites[site].kind for site in outcome.coverage.branches}
        for outcome in call(box, program, "f", [(5,), (-1,), (10,)], report=["ticks"])
    ]
    assert kinds == [{"function", "then", "operand"}, {"function", "else", "short", "loop", "exit"},
                     {"function", "else", "operand", "loop", "exit"}]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("function f(x { return x }", "unclosed_bracket"),
        ("function f() { return 1", "unclosed_bracket"),
        ("let s = 'abc", "unclosed_string"),
        ("const x;", "missing_value_of_const"),
        ("if x > 3 { }", "missing_round_brackets"),
        ("const f = x => return x", "arrow_statement"),
        ("else { }", "else_alone"),
        ("def f(x):\n  return x", "other_language"),
        ("let class = 3", "keyword_as_name"),
        ("let a = 1; let a = 2;", "declared_twice"),
        ("function f(x: number): number { return x }", "typescript"),
        ("function f() { return <p>hi</p> }", "jsx"),
        ("let s = “abc”", "curly_quotes"),
        ("a + b = 3", "assign_to_value"),
        ("fucntion f() {}", "misspelled_keyword"),
        ("} ", "unexpected_bracket"),
        ("function f(x) {\n  if (x) { return 1; }\n  elseif (x == 0) { return 0; }\n}", "other_language"),
        ("function f(x) {\n  if (x) {\n    return 1;\n  } elseif (x == 0) { return 0; }\n}", "other_language"),
        ("function f(x)\n  if (x > 0) {\n    return 1;\n  }\n", "missing_brace"),
        ("const f = function (x, y = (1))\n  return x;\n", "missing_brace"),
        ("function f(x) {\n  await x;\n  return x;\n}", "await_outside_function"),
        ("function f(x) {\n  for (let i = 0, i < x, i++) {}\n}", "for_commas"),
        ("function f(x) {\n  for (let i = 0, n = x; i < n; i++) {}\n  let a = 1, a = 2;\n}", "declared_twice"),
    ],
)
def test_syntax_errors_are_explained(box: Sandbox, text: str, key: str) -> None:
    problem = prepare(box, text.encode())
    assert isinstance(problem, NoProgram) and problem.reason == "syntax_error"
    for locale in ("en", "de"):
        told = explain(problem, locale)
        assert told.kind == key and "{" not in told.text.replace("`{`", "").replace("{`", "")


def test_every_broken_prefix_of_a_program_is_explained(box: Sandbox) -> None:
    text = "function f(xs) { let s = `a${1}`; for (const x of xs) { s += x['k'] / 2; } return /a[/]b/.test(s); }"
    for length in itertools.islice(range(1, len(text)), 0, None, 7):
        problem = prepare(box, text[:length].encode())
        assert not isinstance(problem, NoProgram) or explain(problem).text
