"""Whole runs, for tests to look at."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from viva.engines.x86.interpreter import Run, Start, Step
from viva.engines.x86.machine import REGISTERS, State
from viva.engines.x86.obligations.replaying import Replay
from viva.engines.x86.program import Program


def known_registers(state: State) -> dict[str, int]:
    return {name: cast(int, state.registers[name]) for name in REGISTERS}


def run(program: Program, start: Start, exits: Collection[int], most: int) -> tuple[Run, list[Step]]:
    """A whole run of at most so many steps."""
    made = Run(program, start.state(program), exits)
    steps: list[Step] = []
    while len(steps) < most:
        done = made.forward()
        if done is None:
            break
        steps.append(done)
    return made, steps


def repeated(replay: Replay, program: Program) -> Run:
    """The replay done again from its start, step by step: where it comes to."""
    run = Run(program, replay.start.state(program), ())
    for _ in replay.steps:
        run.forward()
    return run
