"""A language for the tests, as a third party would add it: Python with German words, in files named `*.schlange`."""

import re

from viva.languages import protocol, python
from viva.languages.heap import Heap
from viva.languages.program import NoProgram, Program
from viva.languages.python import calls as pythons_calls
from viva.languages.python import reads as pythons_reads
from viva.languages.python import runs as pythons_runs
from viva.languages.sites import Hooks
from viva.languages.survey import Survey
from viva.sandbox import Sandbox

_WORDS = {
    "definiere": "def", "gib": "return", "wenn": "if", "sonst": "else", "lies": "input", "schreibe": "print",
    "zahl": "int", "wahr": "True", "falsch": "False",
}  # fmt: skip


def translated(source: bytes) -> bytes:
    text = source.decode()
    return re.sub(r"\w+", lambda word: _WORDS.get(word[0], word[0]), text).encode()


class _Runs:
    warm_sandbox = staticmethod(pythons_runs.warm_sandbox)
    explain = staticmethod(pythons_runs.explain)
    run_console = staticmethod(pythons_runs.run_console)
    run_console_often = staticmethod(pythons_runs.run_console_often)

    @staticmethod
    def prepare(
        sandbox: Sandbox, source: bytes, hooks: Hooks | None = None, most_bytes: int = 1_000_000
    ) -> Program | NoProgram:
        return pythons_runs.prepare(sandbox, translated(source), hooks, most_bytes)


class _Calls:
    iterators: frozenset[str] = frozenset()
    symbolic = None
    call = staticmethod(pythons_calls.call)
    converse = staticmethod(pythons_calls.converse)
    drive = staticmethod(pythons_calls.drive)
    asked_as = staticmethod(pythons_calls.asked_as)
    fits = staticmethod(pythons_calls.fits)
    show_call = staticmethod(pythons_calls.show_call)
    takes = staticmethod(pythons_calls.takes)
    equal = staticmethod(pythons_calls.equal)
    read_type = staticmethod(pythons_calls.read_type)

    @staticmethod
    def show(heap: Heap, length: int = 1000) -> str:
        return {"True": "wahr", "False": "falsch"}.get(shown := pythons_calls.show(heap, length), shown)


class _Reads:
    constructs = ("for", "while")
    given_names: frozenset[str] = frozenset()
    patterns: tuple[str, ...] = ()
    explain_crash = staticmethod(pythons_reads.explain_crash)
    stages = staticmethod(pythons_reads.stages)
    survey_trusted = staticmethod(pythons_reads.survey_trusted)
    documented_calls = staticmethod(pythons_reads.documented_calls)
    guessed_types = staticmethod(pythons_reads.guessed_types)
    library_function = staticmethod(pythons_reads.library_function)
    watching_floats = staticmethod(pythons_reads.watching_floats)
    watching_numbers = staticmethod(pythons_reads.watching_numbers)
    class_definitions = staticmethod(pythons_reads.class_definitions)
    renamed = staticmethod(pythons_reads.renamed)
    outline = staticmethod(pythons_reads.outline)
    with_classes = staticmethod(pythons_reads.with_classes)
    sequence_player = staticmethod(pythons_reads.sequence_player)
    sentences = staticmethod(pythons_reads.sentences)

    @staticmethod
    def survey(sandbox: Sandbox, source: bytes) -> Survey:
        return pythons_reads.survey(sandbox, translated(source))


name = "schlange"
suffixes: tuple[str, ...] = (".schlange",)
runs: protocol.Runs = _Runs()
calls: protocol.Calls = _Calls()
reads: protocol.Reads = _Reads()
mends: protocol.Mends | None = python.mends
