"""A run of a program as a console program, seen from outside: what it wrote before each line that it asked for."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable

from viva.core.deciding.outcome import ANOTHER_PROCESS
from viva.languages.coverage import NOTHING
from viva.languages.executable import crashes
from viva.languages.executable.building import command_for, limits_for
from viva.languages.executable.recipe import Recipe
from viva.languages.problem import Problem
from viva.languages.program import Program
from viva.languages.transcript import Event, Read, Transcript, Write
from viva.sandbox import Ending, Execution, Limits, Sandbox

THREADS = "threads"
_TICK = 0.01  # seconds: what is less is noise of the machine
_COMMAND = re.compile(r"\bsystem\s*\(")
_STEPS_PER_TICK = 10_000  # a step is a millionth of a second


def run(
    recipe: Recipe,
    sandbox: Sandbox,
    program: Program,
    inputs: Iterable[str],
    *,
    steps: int,
    output: int,
    limits: Limits | None,
    patient: bool = True,
) -> Transcript:
    """Who is not `patient` lets a program go on reading while its other threads sleep: a run that it may well have, but
    not the one that it has at a keyboard, so that what goes wrong then has to be seen again."""
    allowed = limits_for(recipe, limits or Limits(), steps, output)
    events: list[Event] = []
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    lines = iter(inputs)
    several = recipe.threads is not None and recipe.threads.search(program.text)
    runtime = recipe.runtime_of_threads if several else recipe.runtime
    command = command_for(recipe, program)
    with sandbox.interact(command, allowed, terminal=False, runtime=runtime, patient=patient) as talk:
        while (written := talk.receive()) is not None:
            text = decoder.decode(written, final=not talk.waits)
            if text:
                events.append(Write(text, None))
            if talk.waits:
                line = next(lines, None)
                events.append(Read(line, None))
                if line is None:
                    talk.send_end()
                else:
                    talk.send(_encoded(line))
        done = talk.close()
    if recipe.reads_on and events and events[-1] == Read(None, None):
        events.pop()  # nothing came of it: it may be the runtime that asked
    ended, error = _end(recipe, done, allowed)
    uncertain = _uncertain(recipe, program, talk.certain)
    others = _starts_others(recipe, program, talk.refused > 0)
    own = done.ending.cpu_seconds - recipe.startup
    return Transcript(
        events=tuple(events),
        ended=ended,
        error=error,
        steps=_STEPS_PER_TICK * max(1, round(own / _TICK)),
        exit_code=done.ending.exit_code,
        coverage=NOTHING,
        cpu_seconds=max(0.0, own),
        shared=not patient,
        waited=done.ending.waited,
        uncertain=uncertain,
        lacked=crashes.lacked(recipe.dialect, error) or (ANOTHER_PROCESS if others else ""),
        buffers=recipe.own_buffer is not None and bool(recipe.own_buffer.search(program.text)),
    )


def _encoded(line: str) -> bytes:
    if "\n" in line or "\r" in line:
        raise ValueError("a line of input has no line break in it")
    return line.encode("utf-8", "surrogatepass")


def _uncertain(recipe: Recipe, program: Program, certain: bool) -> str:
    """Why the order of what was read and written may be another than that of the program; empty where it is not."""
    if recipe.lazy is not None and recipe.lazy.search(recipe.comments.sub(" ", program.text)):
        return "lazy"
    if not recipe.flushed:
        return "buffered"
    return "" if certain else THREADS


def _starts_others(recipe: Recipe, program: Program, refused: bool) -> bool:
    """Whether it starts other processes, of which it may start none: it names what does so, and may have looked in vain
    for what it would start, or was refused. A command that only pauses or clears a screen does not count."""
    text = recipe.comments.sub(" ", program.text)
    named = recipe.others is not None and recipe.others.search(text) is not None
    return named or (refused and _COMMAND.search(text) is None)


def _end(recipe: Recipe, done: Execution, allowed: Limits) -> tuple[str | None, Problem | None]:
    ending = done.ending
    said = done.stderr.decode("utf-8", "replace")
    if ending.reason == "crash" or (ending.reason is None and ending.exit_code):
        problem = crashes.read(recipe.dialect, ending, said)
        return ("crash", problem) if problem else (None, None)
    if ending.reason == "time_limit" and _used_up(ending, allowed):
        return "step_limit", Problem("step_limit", "seconds", f"{allowed.cpu_seconds - recipe.startup:.0f}")
    return ending.reason, None


def _used_up(ending: Ending, allowed: Limits) -> bool:
    """Whether it was at work all the time, and not asleep."""
    return ending.cpu_seconds >= 0.9 * allowed.cpu_seconds
