"""A module may wait at its top, as in Node."""

import pytest

from tests.languages.javascript.calling import called, compiled, value
from tests.languages.javascript.test_instrument import HOOKS, printed
from viva.languages.javascript.runs import prepare, run_console
from viva.languages.program import NoProgram
from viva.languages.sites import Hooks
from viva.languages.transcript import Read, Write
from viva.sandbox import Sandbox

READS = """import * as readline from 'node:readline/promises';
import { stdin as input, stdout as output } from 'node:process';
const rl = readline.createInterface({ input, output });
const a = await rl.question('a? ');
const b = await rl.question('b? ');
console.log(Number(a) + Number(b));
rl.close();
"""
WAITS = [
    ("console.log(await new Promise((done) => setTimeout(done, 5, 'late')))", "late\n"),
    ("export {}\nfor await (const x of [1, Promise.resolve(2)]) console.log(x)", "1\n2\n"),
    ("const xs = [3].map((x) => x + 1)\nif (await true) { console.log(xs, this) }", "[ 4 ] undefined\n"),
    ("console.log(1); await null; Promise.resolve().then(() => console.log(3)); console.log(2)", "1\n2\n3\n"),
]


@pytest.mark.parametrize("hooks", HOOKS)
def test_a_module_waits_at_its_top(box: Sandbox, hooks: Hooks) -> None:
    for text, expected in WAITS:
        assert printed(box, text, hooks) == (expected, None)


def test_a_module_reads_at_its_top(box: Sandbox) -> None:
    events = run_console(box, compiled(box, READS), ["4", "5"]).events
    assert sum(isinstance(event, Read) for event in events) == 2
    assert "".join(event.text for event in events if isinstance(event, Write)) == "9\n"


def test_how_a_module_ends(box: Sandbox) -> None:
    failed = run_console(box, compiled(box, "console.log(1)\nawait null\nnull.x"), [])
    assert failed.ended == "crash" and failed.error is not None and failed.error.line == 3
    assert run_console(box, compiled(box, "await new Promise(() => {})"), []).exit_code == 13


def test_functions_of_a_module_that_waits_are_called(box: Sandbox) -> None:
    text = "const base = await new Promise((done) => setTimeout(done, 9, 40))\nexport function f(x) { return base + x }"
    assert called(box, text, 2).value == value(box, "42")
    stuck = called(box, "export function f() {}\nawait new Promise(() => {})")
    assert stuck.problem is not None and "never ends" in str(stuck.problem)


@pytest.mark.parametrize("text", ["function f() { await g() }", "const await = 1; await", "let x = await 1 +"])
def test_what_is_no_module_is_still_no_program_or_a_script(box: Sandbox, text: str) -> None:
    assert isinstance(prepare(box, text.encode()), NoProgram) == (not text.startswith("const"))
