"""Source text becomes code, or a reason that a person can act on; whatever it is, Viva itself stays unharmed."""

import pytest

from viva.languages.program import NoProgram, Program
from viva.languages.python.runs import explain, prepare, run_console
from viva.languages.sites import Hooks
from viva.languages.transcript import Write
from viva.sandbox import Sandbox

ALL = Hooks(True, True, True, True)


@pytest.mark.parametrize(
    ("source", "reason", "line"),
    [
        (b"x = = 3", "syntax_error", 1),
        (b"\n\nreturn 3", "syntax_error", 3),
        (b"x = 1\n\nnonlocal x", "syntax_error", 3),
        (b"", "empty", None),
        (b" \n# only a comment\n\t\n", "empty", None),
        (b"\xef\xbb\xbf", "empty", None),
        (b"x = 1\ny = '\xe9'", "encoding", 2),
        (b"x = 1\n\0", "encoding", 2),
        (b"# coding: klingon\nx = 1", "encoding", 1),
        (b"# coding: rot13\nk = 1", "encoding", 1),
        (b"\xef\xbb\xbf# coding: latin-1\nx = 1", "encoding", 1),
        (b"\x7fELF\x02\x01\x01\0\0\0", "encoding", 1),
        (b"x" * 2_000_000, "too_large", None),
        (b"(" * 1000 + b")" * 1000, "too_complex", 1),
        (b"x = " + b"-" * 100_000 + b"1", "too_complex", None),
        (b"x" + b".a" * 100_000, "too_complex", None),
        (b"x = " + b"+".join([b"1"] * 100_000), "too_complex", None),
        (b"".join(b" " * n + b"if x:\n" for n in range(150)) + b" " * 150 + b"pass", "too_complex", 101),
        (b"x = " + b"[" * 90 + b"]" * 90 + b"\n" + b"x = " + b"{1:" * 500, "too_complex", 2),
        (b"x = " + b"9" * 5000, "syntax_error", 1),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_every_obstacle_has_its_word(sandbox: Sandbox, source: bytes, reason: str, line: int | None) -> None:
    unreadable = prepare(sandbox, source, ALL)
    assert isinstance(unreadable, NoProgram)
    assert (unreadable.reason, unreadable.line) == (reason, line)
    assert explain(unreadable).text


@pytest.mark.parametrize(
    ("source", "printed"),
    [
        (b"\xef\xbb\xbfprint('\xc3\xa9')", "é\n"),
        (b"# -*- coding: latin-1 -*-\nprint('\xe9')", "é\n"),
        (b"#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\nprint('\x80')", "€\n"),
        (b"print('a')\r\nprint('b')\rprint('c')\n", "a\nb\nc\n"),
        (b"print(1)\x0c\nprint(2)", "1\n2\n"),
        (b"if 1:\n\tprint(3)", "3\n"),
    ],
)
def test_every_encoding_and_line_end_of_python_is_read(sandbox: Sandbox, source: bytes, printed: str) -> None:
    program = prepare(sandbox, source, ALL)
    assert isinstance(program, Program)
    events = run_console(sandbox, program, ()).events
    assert "".join(event.text for event in events if isinstance(event, Write)) == printed


def test_long_programs_of_people_are_not_too_complex(sandbox: Sandbox) -> None:
    chain = "x = 300\nif x == 0: pass\n" + "".join(f"elif x == {n}: print({n})\n" for n in range(1, 400))
    total = "print(" + " + ".join(["1"] * 500) + ")\n"
    program = prepare(sandbox, (chain + total).encode(), ALL)
    assert isinstance(program, Program)
    events = run_console(sandbox, program, ()).events
    assert [event.text for event in events if isinstance(event, Write)] == ["300\n", "500\n"]


def test_nothing_of_a_submission_runs_while_it_is_compiled(sandbox: Sandbox) -> None:
    program = prepare(sandbox, b"import os\nos._exit(7)")
    assert isinstance(program, Program)


def test_functions_and_classes_are_known_without_running(sandbox: Sandbox) -> None:
    source = b"""
def f(a, b=1, *c, d, e=2): pass
def g():
    yield 1
def h():
    def inner(): yield
async def k(): pass
class A:
    def m(self, x): return [(yield) for _ in ()] if 0 else 1
if True:
    def hidden(): pass
"""
    source = source.replace(b"[(yield) for _ in ()] if 0 else 1", b"x")
    program = prepare(sandbox, source)
    assert isinstance(program, Program)
    f, g, h, k = program.functions
    assert (f.parameters, f.required, f.any_number, f.keyword_only) == (("a", "b"), 1, True, ("d",))
    assert [function.generator for function in (f, g, h, k)] == [False, True, False, False]
    assert k.coroutine
    assert [method.name for method in program.classes[0].methods] == ["m"]
    assert [g.takes(n) for n in (0, 1)] == [True, False]
    assert not f.takes(1)
    assert program.depth == 3


def test_positions_are_those_of_the_source(sandbox: Sandbox) -> None:
    program = prepare(sandbox, "äöü = (\n  1 /\n  0)\n".encode(), ALL)
    assert isinstance(program, Program)
    transcript = run_console(sandbox, program, ())
    assert transcript.error is not None
    assert transcript.error.line == 2
