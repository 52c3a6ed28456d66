# ruff: noqa: E501 a program stands on its line
"""A program does not see what is put into it: the text of a function is the one that was written."""

import pytest

from tests.languages.javascript.calling import compiled
from tests.languages.javascript.test_instrument import HOOKS
from viva.languages.javascript.runs import run_console
from viva.languages.transcript import Write
from viva.sandbox import Sandbox

# Each stands between brackets as it is, and says of itself how it is written.
WRITTEN = [
    "function f(a, b = () => 1) { for (const x of a) if (x) b(); else { while (0) ; } return a && b || (a ? 1 : 2) }",
    "(a,b) => a + b",
    "async x => { switch (x) { case 1: await x; /* } */ } }",
    "function* (n) { 'use strict'; a: for (;;) { if (n) break a; yield n } }",
    "class A extends Object { #p = 1; static s = () => 2; get v() { return this.#p } static { this.t = 3 } constructor() { super(); } }",
    "function () { return `é😀${(() => { return 'z' })()}` }",
    "() => ({ m() { return 1 }, get g() { return 2 }, async *k() {} })",
    "function outer() { return function inner(x) { if (x) return x; try { x() } catch { return 1 } } }",
]
METHODS = ["m(a) { return a ? 1 : 2 }", "async * g(n) { yield n }", "get v() { while (0) {} }", "['c' + 1](x) { x() }"]


def said(box: Sandbox, text: str, number: int) -> str:
    transcript = run_console(box, compiled(box, text, HOOKS[number]), [])
    assert transcript.ended is None, transcript
    return "".join(event.text for event in transcript.events if isinstance(event, Write))


@pytest.mark.parametrize("number", range(len(HOOKS)))
def test_functions_are_shown_as_they_were_written(box: Sandbox, number: int) -> None:
    text = f"// \ue000 é\nconst all = [{', '.join(f'({one})' for one in WRITTEN)}]\n"
    ways = [
        "f.toString()",
        "String(f)",
        "`${f}`",
        "'' + f",
        "Function.prototype.toString.call(f)",
        "[f].join()",
        "'%s', f",
    ]
    text += "\n".join(f"for (const f of all) console.log({way})" for way in ways)
    assert said(box, text, number) == "".join(f"{one}\n" for one in WRITTEN) * len(ways)


@pytest.mark.parametrize("number", range(len(HOOKS)))
def test_methods_are_shown_as_they_were_written(box: Sandbox, number: int) -> None:
    body = "; static /* no part */ ".join(METHODS)
    text = f"class A {{ static {body} }}\nconst o = {{ {', '.join(METHODS)} }}\n"
    text += "for (const x of [A, o]) for (const k of ['m', 'g', 'v', 'c1']) { const d = Object.getOwnPropertyDescriptor(x, k); console.log(String(d.value ?? d.get)) }"
    assert said(box, text, number) == "".join(f"{one}\n" for one in METHODS * 2)


def test_a_function_made_of_the_text_of_another_does_the_same(box: Sandbox) -> None:
    text = "const add = (a, b) => { let s = a; for (const x of [b]) s += x; return s }\nconst copy = new Function('return ' + add)()\nconsole.log(copy(2, 3), eval(`(${add})`)(4, 5))"
    assert said(box, text, 2) == "5 9\n"


def test_the_program_as_a_whole_and_the_method_itself_are_shown_without_hooks(box: Sandbox) -> None:
    text = "console.log(String(arguments.callee).includes('vi' + 'va'), String(Function.prototype.toString).includes('[native code]'))\nfor (const x of [1]) ;\ntry { Function.prototype.toString.call({}) } catch (e) { console.log(e.name) }"
    assert said(box, text, 1) == "false true\nTypeError\n"


def test_what_a_program_does_to_built_in_objects_does_not_show_the_hooks(box: Sandbox) -> None:
    text = "function f(x) { while (x) x--; return x }\nJSON.parse = (t) => ({ text: t, spans: [] }); Map.prototype.get = (k) => k; String.prototype.slice = () => ''\nprocess.stdout.write(f.toString())"
    assert said(box, text, 1) == "function f(x) { while (x) x--; return x }"
