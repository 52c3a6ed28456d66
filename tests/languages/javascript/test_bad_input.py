"""What students hand in by mistake or on purpose: a clear outcome each, in a whole check."""

from pathlib import Path

import pytest

from tests.languages.javascript.test_checks import checked

SUM = """/** @param {number[]} xs */
function f(xs) { return xs.reduce((a, b) => a + b, 0); }
"""
LOOP = "let s = 0; for (const x of xs) s += x; return s;"
INDEXED = "let s = 0; for (let i = 0; i < xs.length; i++) s += xs[i]; return s;"


@pytest.mark.parametrize(
    "answer",
    [
        f"export function f(xs) {{ {LOOP} }}",
        f"export default function f(xs) {{ {LOOP} }}",
        f"module.exports = {{ f(xs) {{ {LOOP} }} }};",
        f"async function f(xs) {{ await null; {LOOP} }}",
        f'const f = eval("(xs) => {{ {LOOP} }}");',
        f'const f = new Function("xs", "{LOOP}");',
        f"Array.prototype.push = null; Array.prototype.map = () => 1; function f(xs) {{ {LOOP} }}",
        f"Object.prototype.extra = 1; function f(xs) {{ {LOOP} }}",
        f"Array.prototype[Symbol.iterator] = function* () {{}}; function f(xs) {{ {INDEXED} }}",
        f"Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({{ done: true }}); function f(xs) {{ {INDEXED} }}",
        f"JSON.stringify = () => '3'; JSON.parse = () => 0; Reflect.apply = () => 0; function f(xs) {{ {LOOP} }}",
        f"Math.random(); new Date(); function f(xs) {{ {LOOP} }}",
        f"console.log('x'.repeat(1000)); function f(xs) {{ console.log(xs); {LOOP} }}",
    ],
)
def test_a_right_program_stays_right_whatever_stands_around_it(tmp_path: Path, answer: str) -> None:
    assert checked(tmp_path, SUM, answer).verdict == "passed"


@pytest.mark.parametrize(
    ("answer", "verdict", "reason"),
    [
        (f"function f(xs: number[]): number {{ {LOOP} }}", "rejected", "syntax_error"),
        ("const f = (xs) => <b>{xs}</b>;", "rejected", "syntax_error"),
        (f"function F(xs) {{ {LOOP} }}", "rejected", "missing_function"),
        ("const f = (xs) => Math.random();", "rejected", "inconsistent"),
        ("const f = (xs) => Date.now() % 7;", "rejected", "inconsistent"),
        ("let k = 0; const f = (xs) => k++;", "rejected", "inconsistent"),
        ("const f = (xs) => new Date(2024, 0, 1).getTimezoneOffset() + 1;", "refuted", "wrong"),
        (f"function* f(xs) {{ {LOOP} }}", "refuted", "wrong"),
        ("async function f(xs) { return new Promise(() => {}); }", "refuted", None),
        ("const f = (xs) => ({ valueOf: () => xs.reduce((a, b) => a + b, 0) });", "refuted", "wrong"),
        ("const f = (xs) => ({ toJSON() { return 0; }, toString() { throw 1; } });", "refuted", "wrong"),
        ("let n = 0; const f = (xs) => ({ get value() { return n++; } });", "refuted", None),
        ('const f = (xs) => /^(a+)+$/.test("a".repeat(40) + "!");', "refuted", None),
        ('const f = (xs) => "x".repeat(2 ** 29).repeat(4);', "refuted", None),
        ('const f = (xs) => { let s = "x"; for (;;) s += s; };', "refuted", None),
        ("const f = (xs) => new Array(2 ** 32 - 1).fill(0);", "refuted", None),
        ("const f = (xs) => { while (true); };", "refuted", "no_end"),
        ("const f = (xs) => f(xs);", "refuted", None),
        ("process.exit(0); const f = (xs) => 0;", None, None),
        ("Array.prototype[Symbol.iterator] = function* () {}; const f = (xs) => [...xs].length;", "refuted", "wrong"),
    ],
)
def test_every_wrong_one_has_a_clear_end(tmp_path: Path, answer: str, verdict: str | None, reason: str | None) -> None:
    found = checked(tmp_path, SUM, answer)
    assert found.verdict in ({verdict} if verdict else {"refuted", "rejected"})
    assert reason is None or found.reason == reason
    assert found.findings


def test_a_name_that_was_misspelt_is_suggested(tmp_path: Path) -> None:
    found = checked(tmp_path, SUM, f"function F(xs) {{ {LOOP} }}")
    assert any("`F`" in finding.text for finding in found.findings)


@pytest.mark.parametrize("answer", ["const f = (xs: number[]) => 0;", "const f = (xs) => <b/>;"])
def test_what_is_another_language_is_named(tmp_path: Path, answer: str) -> None:
    found = checked(tmp_path, SUM, answer)
    assert any(word in finding.text for finding in found.findings for word in ("TypeScript", "JSX"))
