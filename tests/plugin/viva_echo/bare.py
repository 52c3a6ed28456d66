"""A language for the tests that can be run and called, and not looked into: what there is at first of a new one. It is
Python in files named `*.bare`, without steps, lines, sites and symbolic values."""

from dataclasses import replace

from viva.languages import protocol
from viva.languages.program import MOST_BYTES, NoProgram, Program
from viva.languages.python import calls as pythons_calls
from viva.languages.python import runs as pythons_runs
from viva.languages.sites import Hooks
from viva.sandbox import Sandbox


class _Runs:
    warm_sandbox = staticmethod(pythons_runs.warm_sandbox)
    explain = staticmethod(pythons_runs.explain)
    run_console = staticmethod(pythons_runs.run_console)
    run_console_often = staticmethod(pythons_runs.run_console_often)

    @staticmethod
    def prepare(
        sandbox: Sandbox, source: bytes, hooks: Hooks | None = None, most_bytes: int = MOST_BYTES
    ) -> Program | NoProgram:
        program = pythons_runs.prepare(sandbox, source, Hooks(steps=False), most_bytes)
        return replace(program, constants=(), depth=0) if isinstance(program, Program) else program


class _Calls:
    iterators: frozenset[str] = frozenset()
    symbolic = None
    call = staticmethod(pythons_calls.call)
    converse = staticmethod(pythons_calls.converse)
    drive = staticmethod(pythons_calls.drive)
    asked_as = staticmethod(pythons_calls.asked_as)
    fits = staticmethod(pythons_calls.fits)
    takes = staticmethod(pythons_calls.takes)
    equal = staticmethod(pythons_calls.equal)
    show = staticmethod(pythons_calls.show)
    show_call = staticmethod(pythons_calls.show_call)
    read_type = staticmethod(pythons_calls.read_type)


name = "bare"
suffixes: tuple[str, ...] = (".bare",)
runs: protocol.Runs = _Runs()
calls: protocol.Calls | None = _Calls()
reads: protocol.Reads | None = None
mends: protocol.Mends | None = None
