"""What runs of JavaScript show beside their answers: seven patterns, calls for analyses, and what is past a loop."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from viva.core.report import About, Report
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.engines.shapes import rows
from viva.languages import javascript
from viva.languages.program import Program
from viva.languages.sites import Hooks
from viva.sandbox import Sandbox
from viva.services.checking import check
from viva.services.registry import read_exercise
from viva.subjects.functions.model import Task
from viva.subjects.functions.subject import Functions

pytest.importorskip("_quickjs")

CLASS = "class P { constructor(x) { this.x = x; } }\n"
# A wrong and a right sample of each pattern; `docs/javascript.md` shows the same.
SAMPLES = {
    "late_member": (
        CLASS + "function f(n) { const p = new P(n); p.y = 2; return p.x + p.y; }",
        "class P { constructor(x) { this.x = x; this.y = 0; } }\n"
        "function f(n) { const p = new P(n); p.y = 2; return p.x + p.y; }",
    ),
    "member_order": (
        "function f(n) { const a = { u: n, v: 2 }; const b = { v: 1, u: n }; return a.u + b.v; }",
        "function f(n) { const a = { u: n, v: 2 }; const b = { u: n, v: 1 }; return a.u + b.v; }",
    ),
    "changing_type": (
        'function f(n) { let x = n; x = "n" + x; return x; }',
        'function f(n) { const x = n; let text = null; text = "n" + x; return text; }',
    ),
    "array_gap": (
        "function f(n) { const a = []; a[n + 5] = 1; return a.length; }",
        "function f(n) { const a = new Array(9); for (let i = 8; i >= 0; i--) a[i] = n; a[9] = n; return a.length; }",
    ),
    "unset_element": (
        "function f(n) { const a = [1, n]; let s = 0; for (let i = 0; i <= 2; i++) s += a[i] || 0; return s; }",
        "function f(n) { const a = [1, n]; let s = 0; for (let i = 0; i < a.length; i++) s += a[i]; return s; }",
    ),
    "mixed_array": (
        'function f(n) { const a = [1, 2]; a.push("x"); return a.length; }',
        'function f(n) { const a = [1, 2], b = ["y"]; a.push(n); b.push("x"); return a.concat(b).length; }',
    ),
    "mixed_operation": (
        'function f(n) { const t = []; for (const v of [[1], ["a"]]) t.push([v[0] + v[0]]); return t.length; }',
        'function f(n) { let s = ""; for (const v of [1, "a"]) s += `${v}`; return s + n + 1; }',
    ),
}


def seen(text: str) -> set[str]:
    with javascript.runs.warm_sandbox() as sandbox:
        program = javascript.runs.prepare(sandbox, text.encode(), Hooks(calls=True))
        assert isinstance(program, Program)
        outcomes = list(javascript.calls.call(sandbox, program, "f", [(1,), (4,)], report=["ticks"]))
    assert all(outcome.problem is None for outcome in outcomes)
    return {mention.name for outcome in outcomes for mention in outcome.coverage.seen}


@pytest.mark.parametrize("pattern", SAMPLES)
def test_a_pattern_is_seen_where_it_happens_and_nowhere_else(pattern: str) -> None:
    wrong, right = SAMPLES[pattern]
    assert seen(wrong) == {pattern}
    assert seen(right) == set()


def test_all_patterns_have_samples() -> None:
    assert set(javascript.reads.patterns) == set(SAMPLES)


EXERCISES = Path(__file__).parents[3] / "exercises/functions"
RIGHT = sorted(EXERCISES.glob("*/examples/right/*.js"))


@pytest.fixture(scope="module")
def box() -> Iterator[Sandbox]:
    with javascript.runs.warm_sandbox() as sandbox:
        yield sandbox


@pytest.mark.parametrize("file", RIGHT, ids=lambda file: f"{file.parents[2].name}/{file.name}")
def test_right_examples_have_none_of_the_patterns(file: Path, box: Sandbox) -> None:
    """On small inputs, and on some of those that are larger."""
    _, exercise = read_exercise(file.parents[2])
    task = exercise.task
    assert isinstance(task, Task)
    all_of_them = rows(task.question.shapes, 600)
    given = all_of_them[:30] + random.Random(0).sample(all_of_them, min(len(all_of_them), 30))
    program = javascript.runs.prepare(box, file.read_bytes(), Hooks(calls=True))
    assert isinstance(program, Program)
    outcomes = list(javascript.calls.call(box, program, task.function, given, report=["ticks"]))
    assert len(outcomes) == len(given)
    assert {mention.name for outcome in outcomes for mention in outcome.coverage.seen} == set()


@pytest.mark.parametrize(
    ("loop", "left"),
    [
        ("for (;;) { s += n; }", 1),
        ("for (let i = 0; ; i++) s += n;", 1),
        ("a: for (;;) { for (;;) { s += n; continue a; } }", 1),
        ("a: while (true) { do { s += n; if (s < 0) break a; } while (n < 0); }", 1),
        ("do s += n; while (true)", 1),
        ("for (let i = 0; i < 9; i++) { for (;;) { s += n; break; } }", 0),
        ("for (let i = 0; i < 9; i++) { while (true) { if (s++ > 0) break; } }", 0),
        ("const g = () => { for (;;) return n; }; for (const i of [...'123456789']) s += g();", 0),
        ("a: for (const i of [...'123456789']) { let k = 0; do { if (k++) continue a; } while (true); }", 0),
    ],
)
def test_a_loop_is_left_only_when_it_goes_on_in_one_go(loop: str, left: int, box: Sandbox) -> None:
    text = f"function f(n) {{ let s = 0;\n{loop}\n return 'past'; }}"
    program = javascript.runs.prepare(box, text.encode(), Hooks(rounds=9))
    assert isinstance(program, Program)
    (outcome,) = javascript.calls.call(box, program, "f", [(1,)], report=["ticks"])
    assert outcome.problem is None and outcome.value is not None and outcome.value.root == "past"
    assert [(mention.name, mention.line) for mention in outcome.coverage.seen] == [("endless_loop", 2)] * left


ANALYSES = """def no_floor(runs):
    if any(run.calls.get("Math.floor") for run in runs):
        yield "There is no need for Math.floor."
"""


def checked(text: str) -> Report:
    table = (
        'subject = "functions"\n[functions]\nreference = "reference.js"\nfunction = "sum"\nanalyses = "analyses.py"\n'
        'languages = ["javascript"]\npast_loops = true\nloop_rounds = 500\n'
    )
    reference = "/** @param {number[]} xs */\nfunction sum(xs) { let s = 0; for (const x of xs) s += x; return s; }"
    files = {"exercise.toml": table.encode(), "reference.js": reference.encode(), "analyses.py": ANALYSES.encode()}
    exercise = Functions().read(Source("sum", files))
    return check(Functions(), exercise, Submission.from_text(text, "sum.js"), Terms())


def test_patterns_and_analyses_are_told_of_a_right_function() -> None:
    report = checked(
        "function sum(xs) {\n  let s = 0;\n  for (let i = 0; i <= xs.length; i++) s += xs[i] || 0;\n"
        "  return Math.floor(s);\n}"
    )
    told = {finding.signature: finding for finding in report.findings if finding.about is About.QUALITY}
    assert {"pattern:unset_element", "analysis:no_floor"} <= told.keys()
    assert "Line 3" in told["pattern:unset_element"].text


@pytest.mark.thorough
def test_what_is_past_an_endless_loop_is_told() -> None:
    report = checked(
        "function sum(xs) {\n  let s = 0, i = 0;\n  while (i < xs.length || xs.length === 2) {\n"
        "    if (i < xs.length) s += xs[i];\n    i++;\n  }\n  return s;\n}"
    )
    assert report.reason == "no_end"
    told = next(finding for finding in report.findings if finding.signature == "past_loops")
    assert "line 3" in told.text and "500 rounds" in told.text and "right answer" in told.text
