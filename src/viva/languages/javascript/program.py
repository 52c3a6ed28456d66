"""Compiles submissions, in the sandbox."""

from contextlib import AbstractContextManager

from viva.core.isolation import Isolation
from viva.languages.boxed.program import prepare_by
from viva.languages.javascript.engine import INSIDE, engine_file
from viva.languages.program import MOST_BYTES, NoProgram, Program
from viva.languages.sites import Hooks
from viva.sandbox import Sandbox, sandbox_for

PRELOAD = ("vivajs.compiling", "vivajs.calling", "vivajs.console", "vivajs.symbolic", "vivajs.trying")


def warm_sandbox(isolation: Isolation | None = None) -> AbstractContextManager[Sandbox]:
    """The sandbox for JavaScript that everyone in this process shares; leaving the block leaves it warm."""
    return sandbox_for([INSIDE, engine_file()], PRELOAD, isolation)


def prepare(
    sandbox: Sandbox, source: bytes, hooks: Hooks | None = None, most_bytes: int = MOST_BYTES
) -> Program | NoProgram:
    """Compiles a submission, in the sandbox and without running any of it."""
    return prepare_by("vivajs.compiling:run", sandbox, source, hooks, most_bytes)
