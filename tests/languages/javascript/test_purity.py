# ruff: noqa: E501 a program stands on its line
"""What could make one call of a function say nothing about the next is found in its source, rather too often."""

import json
import shutil
import subprocess

import pytest

from tests.languages.javascript.stateful import Writer
from viva.core.fault import Fault
from viva.languages.javascript.reads import survey_trusted

PURE = [
    "function f(a) { return a + 1; }",
    "const f = (xs) => { let s = 0; for (let i = 0; i < xs.length; i++) { s += xs[i]; } return s; }",
    "const K = 3; function g(n) { return n < 2 ? 1 : n * g(n - 1); } const f = (n) => g(n) * K; module.exports = f;",
    "const f = (month) => [31, 28, 31][month - 1];",
    "const f = (xs) => { const ys = []; for (const x of xs) if (x > Math.floor(2.5)) ys.push(x); return ys.sort((a, b) => a - b).map((x) => ({ v: x })); }",
    "function f(n) { var s = 0; for (let i = 1; i <= n; i++) { s += i; } for (let i = n; i > 0; i--) { s -= 1; } return s; }",
    "function f(n) { return n ** 2 + parseInt(n.toString(2), 2); }",
    "function f(a) { switch (a) { case 1: return `${a}`; default: return String(a).padStart(3); } }",
    "function f(a) { switch (a) { case 1: let b = a; return b; default: b = 2; return b; } }",
]
IMPURE = [
    "let k = 0; const f = (n) => { k++; return n; }",
    "const f = (n) => { f.c = (f.c || 0) + 1; return n; }",
    "const c = {}; const f = (n) => n",
    "const f = (n) => Math.random()",
    "const f = (n) => new Date().getTime()",
    "const f = (xs, k) => xs[k]",
    "const f = (xs) => { const p = xs.push; p[0] = 1; return 1; }",
    "const f = (xs) => { const p = xs.push; return 1; }",
    "const f = (n) => [].constructor",
    "const f = (n) => []['con' + 'structor']('return 1')()",
    "const f = (n) => { const i = 0; return ((i) => [][i])('constructor'); }",
    "const f = (s) => { let i = 0; i = s; return s[i]; }",
    "const f = (s) => { let i = 0; i += s; return s[i]; }",
    "const f = (n) => { const { constructor: c } = n; return c; }",
    "const f = (n) => { try { return f(n); } catch (e) { return 0; } }",
    "const f = (n) => Object.assign(f, { x: 1 })",
    "const f = (n) => f.call(null, n)",
    "const f = (n) => eval('1')",
    "const f = (n, ...r) => r",
    "const f = (n = 3) => n",
    "class A { static n = 0; } const f = () => A.n++",
    "Array.prototype.x = 1; const f = (n) => n",
    "var f = (n) => n",
    "const f = (() => { let k = 0; return (n) => k++; })()",
    "const r = /a/g; const f = (s) => r.test(s)",
    "const f = (n) => globalThis.x = n",
    "const f = (n) => h = n",
    "function f(n) { return g(f); } function g(h) { return h; }",
    "const f = (n) => ({ __proto__: n })",
    "const f = (n) => console.log(n)",
    "const Math = { floor: 3 }; const f = (n) => Math.floor",
    "const f = (Math) => Math.x",
    "function g(Date) { return 1; } function f(x) { return Date.now(); }",
    "function g() { let n = 0; return n; } function f(x) { n = n + 1; return n; }",
    "function f(x) { { let n = 0; n++; } n = n + 1; return n; }",
    "function f(x) { for (let n = 0; n < 1; n++) {} n++; return n; }",
    "function f(x) { if (x) { const eval = 1; } return eval('Date.now()'); }",
    "function g(globalThis) { return 1; } function f(x) { return globalThis.k; }",
    "const f = function me(x) { for (me[0] of [1]); return me[0]; }",
    "const f = function me(x) { return me.k; }",
    "function f(x) { function g() { return 1; } return g.k; }",
    "function f(x) { const o = []; for (o[0] of [1]); return 1; }",
    "function f(x) { let i = 0; for (i of ['constructor']) { const F = [][i]; } return 1; }",
    "function f(x) { const o = { length: 'constructor' }; return [][o.length]; }",
    "function f(x) { return Math.valueOf().random(); }",
    "function f(x) { return Math.cbrt(x); }",
    "function f(x) { return [3, 1].sort((a, b) => a > b)[0]; }",
    "function f(x) { return [3, 1].toSorted(() => 1)[0]; }",
    "function f(x) { let i = 0; [i] = ['constructor']; return [][i]; }",
    "function f(x) { let i; i = 'constructor'; return [][i]; }",
    "function f(x) { return 1.1 ** x; }",
    "function f(x) { let y = 1.1; y **= x; return y; }",
    "function f(x) { return (1 / x).toString(3); }",
    "function f(x) { return (1 / x).toString(x); }",
    "function f(x) { switch (n = x) { case 9: let n; } return 1; }",
    "function f(x) { switch (globalThis.n = x) { case 9: let globalThis; } return 1; }",
    "function f(x) { switch (eval('n = 1')) { case 9: let eval; } return 1; }",
]


@pytest.mark.parametrize("text", PURE)
def test_a_function_that_only_computes_is_seen_to(text: str) -> None:
    assert survey_trusted(text, "f.js").impure_in("f") == ()


@pytest.mark.parametrize("text", IMPURE)
def test_what_may_keep_or_reach_something_is_not_called_pure(text: str) -> None:
    assert survey_trusted(text, "f.js").impure_in("f")


_NODE = """
const vm = require("vm");
const shown = (v) => { try { return JSON.stringify(v) + typeof v; } catch (e) { return e.name; } };
let late = false; // a call that a busy machine did not let end says nothing
const told = (context, n) => {
  if (late) return "";
  try { return shown(vm.runInContext(`f(${n})`, context, { timeout: 200 })); } catch (e) {
    late = e.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
    return e.name;
  }
};
const loaded = (text) => { const context = vm.createContext({}); vm.runInContext(text, context); return context; };
const found = [];
for (const text of JSON.parse(require("fs").readFileSync(0, "utf8"))) {
  try { loaded(text); } catch { continue; }
  late = false;
  const inputs = [0, 1, 2, '"a"', "[1]", "true"];
  const together = loaded(text);
  const twice = [...inputs, ...inputs.slice().reverse()].map((n) => told(together, n));
  const alone = inputs.map((n) => told(loaded(text), n));
  if (!late && shown(twice) !== shown([...alone, ...alone.slice().reverse()])) found.push(text);
}
process.stdout.write(JSON.stringify(found));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
@pytest.mark.parametrize(
    "share", [pytest.param(0), *(pytest.param(n, marks=pytest.mark.thorough) for n in range(1, 20))]
)
def test_in_a_program_of_chance_that_is_called_pure_no_call_says_anything_to_another(share: int) -> None:
    texts = [Writer(seed).program() for seed in range(600 * share, 600 * (share + 1))]
    pure = [text for text in texts if _is_pure(text)]
    assert len(pure) > 20
    node = subprocess.run(["node", "-e", _NODE], input=json.dumps(pure), capture_output=True, text=True, check=True)
    assert json.loads(node.stdout) == []


def _is_pure(text: str) -> bool:
    try:
        return survey_trusted(text, "f.js").impure_in("f") == ()
    except Fault:
        return False
