"""A language for the tests, as a third party would add it: Python with German words, in files named `*.schlange`."""

import re
from collections.abc import Sequence

from viva.languages import python
from viva.languages.edits import Edited
from viva.languages.heap import Heap
from viva.languages.program import NoProgram, Program
from viva.languages.python import (
    call,
    completions,
    converse,
    documented_calls,
    drive,
    equal,
    explain,
    explain_crash,
    guessed_types,
    library_function,
    renamed,
    rephrased,
    run_console,
    run_console_often,
    scripts,
    small_changes,
    survey_trusted,
    traces,
    tries,
    warm_sandbox,
)
from viva.languages.sites import Hooks
from viva.languages.survey import Survey
from viva.sandbox import Sandbox

__all__ = [
    "call",
    "completions",
    "converse",
    "documented_calls",
    "drive",
    "equal",
    "explain",
    "explain_crash",
    "guessed_types",
    "library_function",
    "renamed",
    "rephrased",
    "run_console",
    "run_console_often",
    "scripts",
    "small_changes",
    "survey_trusted",
    "traces",
    "tries",
    "warm_sandbox",
]  # fmt: skip

name = "schlange"
suffixes: tuple[str, ...] = (".schlange",)
given_names: frozenset[str] = frozenset()
constructs: tuple[str, ...] = ("for", "while")
iterators: frozenset[str] = frozenset()
_WORDS = {
    "definiere": "def", "gib": "return", "wenn": "if", "sonst": "else", "lies": "input", "schreibe": "print",
    "zahl": "int", "wahr": "True", "falsch": "False",
}  # fmt: skip


def translated(source: bytes) -> bytes:
    text = source.decode()
    return re.sub(r"\w+", lambda word: _WORDS.get(word[0], word[0]), text).encode()


def prepare(
    sandbox: Sandbox, source: bytes, hooks: Hooks | None = None, most_bytes: int = 1_000_000
) -> Program | NoProgram:
    return python.prepare(sandbox, translated(source), hooks, most_bytes)


def survey(sandbox: Sandbox, source: bytes) -> Survey:
    return python.survey(sandbox, translated(source))


def edited(
    sandbox: Sandbox, source: bytes, numbers: Sequence[int] = (), texts: Sequence[str] = (), most: int = 300
) -> list[Edited]:
    return python.edited(sandbox, translated(source), numbers, texts, most)


def show(heap: Heap, length: int = 1000) -> str:
    return {"True": "wahr", "False": "falsch"}.get(shown := python.show(heap, length), shown)
