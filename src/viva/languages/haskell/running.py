"""A module as a whole program on given input, with its ticks."""

from __future__ import annotations

from collections.abc import Iterable

from viva.languages.coverage import NOTHING, Coverage, read_coverage
from viva.languages.executable import crashes
from viva.languages.haskell import compiler
from viva.languages.haskell.program import program_of
from viva.languages.heap import Malformed
from viva.languages.problem import Problem
from viva.languages.program import NoProgram, Program
from viva.languages.transcript import Transcript, Write
from viva.sandbox import Command, Limits, Sandbox

_LIMITS = Limits(cpu_seconds=5.0, wall_seconds=20.0, output=4 << 20)
_STOPPED = 124
_TICKS = "ticks"


def run(sandbox: Sandbox, program: Program, inputs: Iterable[str], steps: int) -> Transcript:
    """All input is there from the beginning: when a line was read cannot be told, and what was written is one piece."""
    try:
        built = program_of(sandbox, program.code, steps)
    except KeyError:
        return _not_run(Problem("missing_function", message="main"))
    if isinstance(built, NoProgram):
        return _not_run(Problem("type_error", kind="type", message=built.message.partition("\n")[0]))
    command = Command(compiler.runnable(), (), {"driver": built.executable})
    done = sandbox.execute(command, _LIMITS, "".join(f"{line}\n" for line in inputs).encode("utf-8", "surrogatepass"))
    errors, _, counts = done.stderr.decode("utf-8", "replace").rstrip("\n").rpartition("\n")
    text = done.stdout.decode("utf-8", "replace")
    reason, error = done.ending.reason, None
    if done.ending.exit_code == _STOPPED:
        reason, error = "step_limit", Problem("step_limit")
    elif reason == "crash" or (reason is None and done.ending.exit_code):
        error = crashes.read("ghc", done.ending, errors)
        reason = "crash" if error else reason
    return Transcript(
        events=(Write(text, None),) if text else (),
        ended=reason,
        error=error,
        steps=None,
        exit_code=done.ending.exit_code,
        coverage=_coverage(program, counts),
        cpu_seconds=done.ending.cpu_seconds,
        uncertain="buffered",
    )


def _not_run(problem: Problem) -> Transcript:
    return Transcript((), problem.reason, problem, None, None, NOTHING)


def _coverage(program: Program, line: str) -> Coverage:
    """Said by the process that ran the submission: whatever it is, it is read as data."""
    first, *counts = line.split()[: 1 + len(program.counters)] or [""]
    try:
        pairs = [tuple(map(int, one.split(":"))) for one in counts] if first == _TICKS else []
        moved = [[box, count] for box, count in pairs if 0 <= box < len(program.counters) and 0 < count < 2**53]
        return read_coverage(program, {"counts": moved})  # type: ignore[dict-item]
    except (Malformed, ValueError):
        return NOTHING
