"""Whole checks of functions in JavaScript: what is searched, what is proved, and what stays right."""

from pathlib import Path

import pytest

from viva.core.ladder import Rung
from viva.core.report import Report
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.services.checking import check, handed_in
from viva.services.registry import read_exercise
from viva.services.shipped import shipped_named

MANIFEST = """subject = "functions"
title = "f"
statement = "statement.md"

[functions]
function = "f"
languages = ["javascript"]
growth = false
"""


def checked(folder: Path, reference: str, answer: str, settings: str = "", attempt: int | None = 1) -> Report:
    if "reference" not in settings:
        (folder / "reference.js").write_text(reference)
        settings += 'reference = "reference.js"\n'
    (folder / "exercise.toml").write_text(MANIFEST + settings)
    (folder / "statement.md").write_text("f")
    (folder / "answer.js").write_text(answer)
    subject, exercise = read_exercise(folder)
    return check(subject, exercise, handed_in(folder / "answer.js"), Terms(attempt=attempt))


SMALL = """/** @param {boolean} a
 * @param {range(0, 9)} n */
function f(a, n) { return a ? n > 4 : n % 3 === 0; }
"""


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("const f = (a, n) => { if (a) return n >= 5; return [0, 3, 6].includes(n); };", "proved"),
        ("let k = 0; const f = (a, n) => { k++; if (a) return n >= 5; return [0, 3, 6].includes(n); };", "passed"),
        ("const f = (a, n) => { if (a) return n >= 5; return [3, 6].includes(n); };", "refuted"),
    ],
)
def test_all_inputs_prove_a_function_that_keeps_nothing(tmp_path: Path, answer: str, verdict: str) -> None:
    assert checked(tmp_path, SMALL, answer).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ('const f = (a, n) => { const e = new Error("no", { cause: a }); return e; };', True),
        ('const f = (a, n) => new Error("no", { cause: !a });', False),
        ('const f = (a, n) => new Error("no");', False),
        ('const f = (a, n) => new TypeError("no", { cause: a });', False),
        ('const f = (a, n) => Object.assign(new Error("no", { cause: a }), { code: 1 });', False),
    ],
)
def test_an_error_that_is_given_is_the_same_only_with_what_it_keeps(tmp_path: Path, answer: str, right: bool) -> None:
    reference = SMALL.replace("a ? n > 4 : n % 3 === 0", 'new Error("no", { cause: a })')
    assert (checked(tmp_path, reference, answer).verdict == "refuted") is not right


def test_a_mistake_that_hides_behind_a_calculation_is_found(tmp_path: Path) -> None:
    reference = "/** @param {number} n */\nfunction f(n) { return n < 0 ? 0 : n; }\n"
    found = checked(tmp_path, reference, "const f = (n) => (n * 7 - 3 === 15243 ? 5 : n < 0 ? 0 : n);")
    assert found.verdict == "refuted"


def test_the_product_with_a_function_of_the_language_finds_a_difference(tmp_path: Path) -> None:
    answer = 'const f = (xs) => (xs.length === 3 && xs[1] === "qux" ? xs : [...xs].sort());'
    settings = 'reference = "Array.prototype.toSorted"\ntypes = ["list[str]"]\n'
    assert checked(tmp_path, "", answer, settings).verdict == "refuted"


def test_a_mean_in_parts_is_right(tmp_path: Path) -> None:
    reference = (
        "/** @param {number[]} xs */\nfunction f(xs) { return xs.reduce((a, b) => a + b, 0) / (xs.length || 1); }\n"
    )
    parts = "const f = (xs) => xs.map((x) => x / xs.length).reduce((a, b) => a + b, 0);"
    assert checked(tmp_path, reference, parts).verdict == "passed"


@pytest.mark.parametrize("given", ["null", "undefined"])
def test_null_is_a_value_that_was_returned_and_undefined_may_be_a_return_that_is_missing(
    tmp_path: Path, given: str
) -> None:
    answer = f"const f = (a, n) => {{ if (a || n) return {given}; return true; }};"
    found = checked(tmp_path, SMALL, answer).findings
    hint = next(finding for finding in found if finding.rung == "hint")
    assert ("Does every way through it end with a `return`?" in hint.text) == (given == "undefined")
    assert f"`{given}`" in hint.text
    assert not any("returns nothing" in finding.text for finding in found if given == "null")


OPTIONAL = """/** @param {{on: number, k?: number}} r
 * @param {number | undefined} n */
const f = ({ on, k = 5 }, n = 2) => on + k * n;
"""


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("const f = (r, n) => r.on + (r.k === undefined ? 5 : r.k) * (n === undefined ? 2 : n);", "passed"),
        ('const f = (r, n) => { n ??= 2; return "k" in r ? r.on + r.k * n : r.on + 5 * n; };', "passed"),
        ("const f = (r, n = 2) => (Object.keys(r).length === 2 ? r.on + r.k * n : r.on + 5 * n);", "passed"),
        ("const f = (r, n = 2) => r.on + (r.k || 5) * n;", "refuted"),
        ("const f = (r, n = 2) => r.on + r.k * n;", "refuted"),
        ("const f = ({ on, k = 5 }, n) => on + k * (n === null ? 2 : n);", "refuted"),
    ],
)
def test_what_may_be_missing_is_missing_and_not_null(tmp_path: Path, answer: str, verdict: str) -> None:
    assert checked(tmp_path, OPTIONAL, answer).verdict == verdict


STACK = """class Stack extends Array {
  push(value) { super.push(value); }
  peek() { return this.length ? this[this.length - 1] : null; }
  pop() { return this.length ? super.pop() : null; }
  reverse() { super.reverse(); }
}
"""


@pytest.mark.parametrize(("text", "verdict"), [(STACK, "passed"), (STACK.replace("this.length - 1", "0"), "refuted")])
def test_a_class_that_is_an_array_is_judged_by_what_it_answers(text: str, verdict: str) -> None:
    subject, exercise = read_exercise(shipped_named("structures/stack-js").folder)
    found = check(subject, exercise, Submission.from_text(text, "stack.js"), Terms(rung=Rung.VERDICT))
    assert found.verdict == verdict


def test_types_may_be_written_as_in_the_reference(tmp_path: Path) -> None:
    reference = "function f(xs, n, o) { return xs.length + n + (o ? o.a : 0); }"
    types = 'types = { xs = "number[]", n = "range(1, 10)", o = "{a: number} | null" }\n'
    (tmp_path / "reference.js").write_text(reference)
    found = checked(tmp_path, reference, reference, f'reference = "reference.js"\n{types}')
    assert found.verdict in ("passed", "proved")
    assert (
        checked(tmp_path, reference, "const f = (xs) => xs.length", f'reference = "reference.js"\n{types}').verdict
        == "refuted"
    )


WIDE = "/** @param {string} s */\nfunction f(s) { return [...s].filter((c) => c.codePointAt(0) > 0xffff).length; }"
LONG = "/** @param {string} s */\nfunction f(s) { return s.length; }"


@pytest.mark.parametrize(
    ("reference", "answer", "verdict"),
    [
        (WIDE, "const f = (s) => 0;", "refuted"),
        (WIDE, "const f = (s) => [...s].reduce((n, c) => n + c.length - 1, 0);", "passed"),
        (LONG, "const f = (s) => [...s].length;", "passed"),  # nobody has spoken of letters of two units
    ],
)
def test_letters_beyond_16_bits_are_asked_where_the_reference_speaks_of_them(
    tmp_path: Path, reference: str, answer: str, verdict: str
) -> None:
    assert checked(tmp_path, reference, answer).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("function f(a, n) { const r = 0; r = n; return r; }", "`r` cannot get another value"),
        (
            '"use strict";\nfunction f(a, n) { const r = Object.freeze({ most: n }); r.most = 0; return r.most; }',
            "may not be changed",
        ),
    ],
)
def test_what_cannot_be_changed_is_told_by_what_it_is(tmp_path: Path, answer: str, said: str) -> None:
    report = checked(tmp_path, SMALL, answer)
    assert said in next(each.text for each in report.findings if each.rung is Rung.HINT)
