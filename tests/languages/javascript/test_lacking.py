"""What Node or a browser has and Viva has not: it is named, and nothing is said of the program that needs it."""

from pathlib import Path

import pytest

from tests.examining import made
from tests.languages.javascript.calling import called, compiled
from tests.languages.javascript.test_bad_input import LOOP, SUM
from tests.languages.javascript.test_checks import checked
from viva.core.ladder import Rung
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.languages.javascript.calls import call
from viva.sandbox import Sandbox
from viva.services.checking import check
from viva.services.registry import read_exercise
from viva.services.shipped import shipped_named
from viva.subjects.console.subject import Console

ASKED = [
    ("fetch('http://a')", "fetch"),
    ("require('lodash')", 'require("lodash")'),
    ("require('./other.js')", 'require("./other.js")'),
    ("require('fs').readFileSync('words.txt', 'utf8')", 'readFileSync("words.txt")'),
    ("require('fs').readdirSync('.')", "fs.readdirSync"),
    ("require('fs').promises.readFile('a')", "fs.promises.readFile"),
    ("new URL('http://a').host", "URL"),
    ("crypto.randomUUID()", "crypto.randomUUID"),
    ("Buffer.from('aa', 'base64')", 'Buffer.from(…, "base64")'),
    ("document.title", "document"),
    ("window.prompt('a')", "window"),
    ("process.cpuUsage()", "process.cpuUsage"),
    ("(1).toLocaleString('fr')", 'toLocaleString("fr")'),
    ("new Date(0).toLocaleDateString('en-US', { month: 'long' })", "toLocaleString({ month: … })"),
    ("'a'.localeCompare('b', 'sv')", 'localeCompare("sv")'),
    ("new Intl.PluralRules('en').select(1)", "Intl.PluralRules"),
    ("require('util').inherits(f, Array)", "util.inherits"),
]


@pytest.mark.parametrize(("text", "name"), ASKED)
def test_what_is_asked_for_in_vain_is_named(box: Sandbox, text: str, name: str) -> None:
    outcome = called(box, f"function f() {{ return {text}; }}")
    assert outcome.problem is not None and outcome.lacked == name


@pytest.mark.parametrize(
    "text",
    [
        "typeof fetch + typeof window + typeof document",
        "(() => { const window = [1]; return window.pop(); })()",
        "(() => { class Mine extends EventTarget {} return Mine.name; })()",
        "require('fs').existsSync('a')",
        "'b'.localeCompare('a', 'en', { numeric: true }) + (1).toLocaleString('de-DE', { minimumFractionDigits: 2 })",
    ],
)
def test_who_only_looks_has_asked_for_nothing(box: Sandbox, text: str) -> None:
    outcome = called(box, f"function f() {{ return {text}; }}")
    assert outcome.problem is None and outcome.lacked == ""


def test_a_name_that_is_nowhere_stays_a_mistake(box: Sandbox) -> None:
    for text in ("fetsh(1)", "window.push(1)", "null.document"):
        outcome = called(box, f"function f() {{ return {text}; }}")
        assert outcome.problem is not None and outcome.lacked == ""


def test_each_call_says_for_itself_what_it_lacked(box: Sandbox) -> None:
    program = compiled(box, "function f(n) { if (n) fetch(n); return 1; }")
    assert [one.lacked for one in call(box, program, "f", [[1], [0]])] == ["fetch", ""]
    loaded = compiled(box, "try { require('lodash'); } catch {} function f(n) { return n; }")
    assert [one.lacked for one in call(box, loaded, "f", [[1], [0]])] == ['require("lodash")'] * 2


@pytest.mark.parametrize(
    "answer",
    [
        "const _ = require('lodash'); const f = (xs) => _.sum(xs);",
        "import _ from 'lodash'; export const f = (xs) => _.sum(xs);",
        f"async function f(xs) {{ await import('./other.js'); {LOOP} }}",
        "const f = (xs) => { try { return fetch('http://a'); } catch { return -1; } };",
        "const f = (xs) => (xs.length > 1 ? localStorage.getItem('a') : xs.length ? xs[0] : 0);",
    ],
)
def test_a_function_that_needs_it_is_not_refuted(tmp_path: Path, answer: str) -> None:
    found = checked(tmp_path, SUM, answer)
    assert (found.verdict, found.reason, found.score) == ("undecided", "lacking", None)
    assert len(found.findings) == 1 and "Viva does not have" in found.findings[0].text


def test_what_is_wrong_without_it_is_wrong(tmp_path: Path) -> None:
    answer = "const f = (xs) => { if (xs.length > 3) fetch('http://a'); return 7; };"
    assert checked(tmp_path, SUM, answer).verdict == "refuted"


def test_who_catches_it_and_is_right_is_right(tmp_path: Path) -> None:
    answer = f"function f(xs) {{ try {{ require('fs').readFileSync('a'); }} catch {{}} {LOOP} }}"
    assert checked(tmp_path, SUM, answer).verdict == "passed"


def test_what_is_forbidden_stays_forbidden(tmp_path: Path) -> None:
    settings = 'reference = "reference.js"\n[functions.forbid]\nmodules = ["lodash"]\n'
    (tmp_path / "reference.js").write_text(SUM)
    answer = "const _ = require('lodash'); const f = (xs) => _.sum(xs);"
    found = checked(tmp_path, SUM, answer, settings)
    assert (found.verdict, found.reason) == ("rejected", "forbidden")


PROPERTY = "def is_none_of_nothing(f, n: int):\n    return f(n) == n\n"


def test_a_property_says_nothing_of_it_either(tmp_path: Path) -> None:
    (tmp_path / "properties.py").write_text(PROPERTY)
    settings = 'properties = "properties.py"  # and no reference\n'
    found = checked(tmp_path, "", "const f = (n) => fetch(n);", settings)
    assert (found.verdict, found.reason) == ("undecided", "lacking")


SPEC = "[>x]^Z [{x_C + 1} >]"
READ = "const x = Number(prompt()); "


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (f"{READ}require('chalk'); console.log(x + 1);", "undecided"),
        (f"{READ}if (x > 2) require('fs').appendFileSync('log', 'a'); console.log(x + 1);", "undecided"),
        (f"{READ}let y = x; try {{ y = fetch('a'); }} catch {{}} console.log(y);", "undecided"),
        (f"{READ}try {{ fetch('a'); }} catch {{}} console.log(x + 1);", "passed"),
        (f"{READ}if (x > 2) require('chalk'); console.log(x);", "refuted"),
    ],
)
def test_console_programs_too(text: str, verdict: str) -> None:
    exercise = made(Console(), '[console]\nspec = "spec.sym"\n', {"spec.sym": SPEC})
    found = check(Console(), exercise, Submission.from_text(text, "main.js"), Terms(rung=Rung.VERDICT))
    assert found.verdict == verdict
    assert (found.reason == "lacking") == (verdict == "undecided")


def test_classes_too() -> None:
    subject, exercise = read_exercise(shipped_named("structures/stack-js").folder)
    text = exercise.source.text("reference.js").replace("const { value }", "fetch(1); const { value }")
    found = check(subject, exercise, Submission.from_text(text, "stack.js"), Terms(rung=Rung.VERDICT))
    assert (found.verdict, found.reason) == ("undecided", "lacking")
