"""Compiles submissions, in the sandbox."""

from contextlib import AbstractContextManager
from pathlib import Path

from viva.core.isolation import Isolation
from viva.languages import inside
from viva.languages.boxed.program import prepare_by
from viva.languages.program import MOST_BYTES, NoProgram, Program
from viva.languages.sites import Hooks
from viva.sandbox import Sandbox, sandbox_for

INSIDE = Path(inside.__file__).parent
PRELOAD = (
    "vivabox.python.compiling",
    "vivabox.python.running.console",
    "vivabox.python.running.calling",
    "vivabox.python.reading.surveying",
    "vivabox.python.changing.editing",
)


def warm_sandbox(isolation: Isolation | None = None) -> AbstractContextManager[Sandbox]:
    """The sandbox for Python that everyone in this process shares; leaving the block leaves it warm."""
    return sandbox_for([INSIDE], PRELOAD, isolation)


def prepare(
    sandbox: Sandbox, source: bytes, hooks: Hooks | None = None, most_bytes: int = MOST_BYTES
) -> Program | NoProgram:
    """Compiles a submission, in the sandbox and without running any of it."""
    return prepare_by("vivabox.python.compiling:run", sandbox, source, hooks, most_bytes)
