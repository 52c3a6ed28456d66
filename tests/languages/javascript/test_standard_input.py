# ruff: noqa: E501 a program stands on its line
"""The ways in which Node reads, and what happens at the end: each program says what Node says."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.languages.javascript.calling import compiled
from viva.languages.javascript.runs import run_console
from viva.languages.transcript import Prompt, Write
from viva.sandbox import Sandbox

# Given the lines "4" and "5é"; what they say.
PROGRAMS = [
    ("const rl = require('readline').createInterface({ input: process.stdin, output: process.stdout }); const q = require('util').promisify(rl.question).bind(rl); (async () => { console.log(await q('a')); rl.close() })()", "a4\n"),
    ("const { once } = require('events'); const rl = require('readline').createInterface({ input: process.stdin }); (async () => { const [a] = await once(rl, 'line'); console.log(a); rl.close() })()", "4\n"),
    ("let d = ''; process.stdin.on('readable', () => { let c; while ((c = process.stdin.read()) !== null) d += c }); process.stdin.on('end', () => console.log(JSON.stringify(d)))", '"4\\n5é\\n"\n'),
    ("const all = []; process.stdin.on('data', (c) => all.push(c)); process.stdin.on('end', () => console.log(Buffer.concat(all).toString().split('\\n')))", "[ '4', '5é', '' ]\n"),
    ("const fs = require('fs'); const b = Buffer.alloc(1); let s = []; while (fs.readSync(0, b, 0, 1, null)) s.push(b[0]); console.log(Buffer.from(s).toString(), s.length)", "4\n5é\n 6\n"),
    ("const b = Buffer.alloc(9); const n = require('fs').readSync(0, b); console.log(b.toString('utf8', 0, n).split('\\n')[0], b.subarray(0, 1).toString('hex'))", "4 34\n"),
    ("process.on('exit', (c) => console.log('exit', c)); process.exitCode = 4; console.log(1)", "1\nexit 4\n"),
    ("process.once('exit', (c) => { console.log('exit', c); process.exit(7) }); setTimeout(() => process.exit(3), 5)", "exit 3\n"),
    ("const half = require('util').promisify(function (x, done) { done(x % 2 ? new Error('odd') : null, [this?.k, x / 2]) }); half.call({ k: 1 }, 4).then(console.log); half(3).catch((e) => console.log(e.message))", "[ 1, 2 ]\nodd\n"),
    ("console.log(Buffer.from([0xff, 0x41, 0xe2, 0x82, 0xf0, 0x9f, 0x98, 0x80, 0xed, 0xa0, 0x80]).toString() === '\\ufffdA\\ufffd😀\\ufffd\\ufffd\\ufffd', Buffer.byteLength('é'))", "true 2\n"),
]  # fmt: skip
LINES = ["4", "5é"]


@pytest.mark.parametrize(("text", "expected"), PROGRAMS)
def test_what_is_there_does_what_it_does_in_node(box: Sandbox, text: str, expected: str) -> None:
    transcript = run_console(box, compiled(box, text), LINES)
    said = [event.text for event in transcript.events if isinstance(event, Write | Prompt)]
    assert transcript.ended is None and "".join(said) == expected


@pytest.mark.thorough
@pytest.mark.needs_node
@pytest.mark.parametrize(("text", "expected"), PROGRAMS)
def test_node_says_the_same(tmp_path: Path, text: str, expected: str) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    file = tmp_path / "program.js"
    file.write_text(text, "utf-8")
    given = "".join(f"{line}\n" for line in LINES)
    done = subprocess.run([node, str(file)], input=given, capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout == expected


@pytest.mark.parametrize(
    "text", ["Buffer.from('aa', 'base64')", "require('fs').writeFileSync('a.txt', 'b')", "process.stdin.read(3)"]
)
def test_what_is_not_there_says_so(box: Sandbox, text: str) -> None:
    transcript = run_console(box, compiled(box, text), LINES)
    assert transcript.ended == "crash" and transcript.lacked and transcript.lacked in str(transcript.error)
