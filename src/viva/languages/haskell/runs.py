"""The part `viva.languages.protocol.runs` of Haskell.

A whole program is only started, as one in any other language (`viva.languages.executable`); with hooks a source is a
module whose functions are asked, and whose ticks are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

from viva.languages.executable.languages import haskell as whole
from viva.languages.haskell import program as modules
from viva.languages.haskell import running
from viva.languages.program import MOST_BYTES, NoProgram, Program
from viva.languages.protocol.runs import OUTPUT, STEPS
from viva.languages.sites import Hooks
from viva.sandbox import Limits, Sandbox

if TYPE_CHECKING:
    from viva.languages.transcript import Transcript

__all__ = ["explain", "prepare", "run_console", "run_console_often", "warm_sandbox"]

warm_sandbox = modules.warm_sandbox
explain = whole.runs.explain


def prepare(
    sandbox: Sandbox, source: bytes, hooks: Hooks | None = None, most_bytes: int = MOST_BYTES
) -> Program | NoProgram:
    """Without hooks a whole program, with a `main`; with them a module."""
    if hooks is None:
        return whole.runs.prepare(sandbox, source, None, most_bytes)
    return modules.prepare(sandbox, source, hooks, most_bytes)


def run_console(
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
    """See `viva.languages.protocol`. Of a module with ticks they are counted; what it wrote is told in one piece."""
    if program.counters:
        return running.run(sandbox, program, inputs, steps)
    return whole.runs.run_console(
        sandbox, program, inputs, steps=steps, seed=seed, output=output, forbidden=forbidden, limits=limits
    )


def run_console_often(
    sandbox: Sandbox,
    runs: Iterable[tuple[Program, Iterable[str]]],
    *,
    steps: int = STEPS,
    seed: int = 0,
    output: int = OUTPUT,
    forbidden: Iterable[str] = (),
    limits: Limits | None = None,
) -> Iterator[Transcript]:
    """Each in a process of its own."""
    waiting = iter(runs)
    for program, inputs in waiting:
        if program.counters:
            yield running.run(sandbox, program, inputs, steps)
        else:
            both = chain([(program, inputs)], waiting)
            yield from whole.runs.run_console_often(
                sandbox, both, steps=steps, seed=seed, output=output, forbidden=forbidden, limits=limits
            )
