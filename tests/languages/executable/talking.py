"""How the tests compile and run programs: once for each source."""

import functools

from viva.core.isolation import Isolation
from viva.languages.finding import language_named
from viva.languages.program import NoProgram, Program
from viva.languages.transcript import Read, Transcript
from viva.sandbox import Limits, Sandbox, sandbox_for

HEAD = """
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <unistd.h>
"""


@functools.cache
def box() -> Sandbox:
    return sandbox_for([], (), Isolation.FULL).__enter__()


@functools.cache
def prepared(language: str, source: str) -> Program | NoProgram:
    return language_named(language).runs.prepare(box(), source.encode())


def ran(language: str, source: str, inputs: list[str], **limits: float) -> Transcript:
    program = prepared(language, source)
    assert isinstance(program, Program), program
    runs = language_named(language).runs
    return runs.run_console(box(), program, inputs, limits=Limits(**limits) if limits else None)  # type: ignore[arg-type]


def in_c(statements: str, inputs: list[str], **limits: float) -> Transcript:
    return ran("c", HEAD + "int main(int argc, char **argv) { " + statements + " }", inputs, **limits)


def told(transcript: Transcript) -> str:
    """`?` and the line that was read, `?` alone where there was none left, everything else as it was written."""
    shown = (f"?{event.text or ''}" if isinstance(event, Read) else event.text for event in transcript.events)
    return "|".join(shown)
