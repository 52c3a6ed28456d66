"""Compiles submissions, in the sandbox."""

import base64
from collections.abc import Iterable
from dataclasses import asdict

from viva.core.json import Json
from viva.languages import wire
from viva.languages.heap import Malformed
from viva.languages.program import MOST_BYTES, NoProgram, Program, read_no_program, read_program
from viva.languages.sites import Hooks
from viva.sandbox import Limits, Sandbox

COMPILING = Limits(cpu_seconds=10.0, wall_seconds=40.0, memory=1 << 30, output=64 << 20)


def prepare_by(
    entry: str, sandbox: Sandbox, source: bytes, hooks: Hooks | None = None, most_bytes: int = MOST_BYTES
) -> Program | NoProgram:
    """Compiles a submission by an entry of the sandbox, without running any of it."""
    hooks = Hooks() if hooks is None else hooks
    if len(source) > most_bytes:
        return NoProgram("too_large", "", f"{len(source)} bytes, and {most_bytes} are allowed", "")
    asked: Json = {"source": base64.b64encode(source).decode(), "hooks": dict(asdict(hooks))}
    run = sandbox.run(entry, asked, COMPILING)
    plain = source.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    if len(run.messages) != 1:
        return NoProgram("too_complex", "", f"compiling it ended with {run.ending.reason}", plain)
    try:
        answer = wire.record(run.messages[0])
        text = wire.optional_text(answer.get("text"))
        shown = plain if text is None else text
        if "problem" in answer:
            return read_no_program(wire.record(answer["problem"]), shown)
        return read_program(answer, shown, hooks)
    except Malformed as error:
        return NoProgram("too_complex", "", f"compiling it gave no code: {error}", plain)


def job(program: Program, steps: int, seed: int, output: int, forbidden: Iterable[str]) -> dict[str, Json]:
    """What every run of the program is told."""
    return {
        "code": program.code,
        "counters": [int(passes_value) for passes_value in program.counters],
        "sites": len(program.sites),
        "steps": steps,
        "seed": seed,
        "output": output,
        "forbidden": list(forbidden),
    }
