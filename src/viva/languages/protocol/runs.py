"""Console programs: what a language has to offer to be examined at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

from viva.core.isolation import Isolation
from viva.core.terms import ENGLISH
from viva.languages.program import MOST_BYTES, Explanation, NoProgram, Program
from viva.languages.sites import Hooks
from viva.sandbox import Limits, Sandbox

if TYPE_CHECKING:
    from viva.languages.transcript import Transcript

STEPS = 1_000_000
OUTPUT = 1_000_000


class Runs(Protocol):
    """A program that cannot say what is in it has no functions, sites and constants; one without steps is held by the
    limits of the sandbox."""

    def warm_sandbox(self, isolation: Isolation | None = None) -> AbstractContextManager[Sandbox]:
        """The sandbox that everyone in this process shares; leaving the block leaves it warm."""

    def prepare(
        self, sandbox: Sandbox, source: bytes, hooks: Hooks | None = None, most_bytes: int = MOST_BYTES
    ) -> Program | NoProgram:
        """Compiles a submission without running any of it. Without hooks steps are counted."""

    def explain(self, problem: NoProgram, locale: str = ENGLISH) -> Explanation:
        """Why there is no program, for a beginner."""

    def run_console(
        self,
        sandbox: Sandbox,
        program: Program,
        inputs: Iterable[str],
        *,
        steps: int = STEPS,
        seed: int = 0,
        output: int = OUTPUT,
        forbidden: Iterable[str] = (),
        limits: Limits | None = None,
    ) -> Transcript:
        """Runs the program; a line is taken from `inputs` only when the program asks for one."""

    def run_console_often(
        self,
        sandbox: Sandbox,
        runs: Iterable[tuple[Program, Iterable[str]]],
        *,
        steps: int = STEPS,
        seed: int = 0,
        output: int = OUTPUT,
        forbidden: Iterable[str] = (),
        limits: Limits | None = None,
    ) -> Iterator[Transcript]:
        """Runs programs on inputs, one after the other; several may share a process, as `Transcript.shared` says."""
