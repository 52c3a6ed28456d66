"""The languages themselves, as `viva.languages.protocol` has them: they offer runs, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from viva.core.isolation import Isolation
from viva.core.records import dataclass
from viva.core.terms import ENGLISH
from viva.languages.executable.driving import Controllers
from viva.languages.executable.recipe import Recipe
from viva.languages.executable.recipes import CPP, CPYTHON, GO, HASKELL, JAVA, NODE, RUST, C
from viva.languages.program import MOST_BYTES, Explanation, NoProgram, Program
from viva.languages.protocol.drives import Drives
from viva.languages.protocol.runs import OUTPUT, STEPS
from viva.languages.sites import Hooks
from viva.sandbox import Limits, Sandbox, sandbox_for

if TYPE_CHECKING:
    from viva.languages.transcript import Transcript


@dataclass(frozen=True, slots=True)
class BlackBox:
    """The part `Runs` of a language whose programs are only started."""

    recipe: Recipe

    def warm_sandbox(self, isolation: Isolation | None = None) -> AbstractContextManager[Sandbox]:
        return sandbox_for([], (), isolation)

    def prepare(
        self, sandbox: Sandbox, source: bytes, hooks: Hooks | None = None, most_bytes: int = MOST_BYTES
    ) -> Program | NoProgram:
        from viva.languages.executable.building import build  # noqa: PLC0415

        if len(source) > most_bytes:
            return NoProgram("too_large", "", f"{len(source)} bytes, and {most_bytes} are allowed", "")
        return build(self.recipe, sandbox, source, hooks or Hooks(steps=False))

    def explain(self, problem: NoProgram, locale: str = ENGLISH) -> Explanation:
        from viva.languages.executable.explain import explain  # noqa: PLC0415

        return explain(problem, locale)

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
        """Nothing is known of what a program calls: `seed` and `forbidden` have no meaning here."""
        from viva.languages.executable.console import run  # noqa: PLC0415

        del seed, forbidden
        return run(self.recipe, sandbox, program, inputs, steps=steps, output=output, limits=limits)

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
        """Each in a process of its own. Once a program did not come to rest, nobody waits again before each of its
        lines for threads that only sleep."""
        from viva.languages.executable.console import THREADS, run  # noqa: PLC0415

        del seed, forbidden
        restless: Program | None = None
        for program, inputs in runs:
            patient = program is not restless
            transcript = run(
                self.recipe, sandbox, program, inputs, steps=steps, output=output, limits=limits, patient=patient
            )
            if transcript.uncertain == THREADS:
                restless = program
            yield transcript


@dataclass(slots=True)
class OnlyRuns:
    """A language that offers nothing else."""

    name: str
    suffixes: tuple[str, ...]
    runs: BlackBox
    bits: int | None
    calls: None = None
    reads: None = None
    mends: None = None
    drives: Drives | None = None


def language_of(recipe: Recipe, drives: Drives | None = None) -> OnlyRuns:
    return OnlyRuns(recipe.name, recipe.suffixes, BlackBox(recipe), recipe.bits, drives=drives)


c, cpp, java, go = language_of(C, Controllers(C)), language_of(CPP), language_of(JAVA), language_of(GO)
rust, haskell, node, cpython = language_of(RUST), language_of(HASKELL), language_of(NODE), language_of(CPYTHON)
