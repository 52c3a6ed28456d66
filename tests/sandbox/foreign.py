"""How attacks by foreign programs are run: as C, compiled in the box and run in a box of its own.

`said` is what such a program printed; `TRY` prints "done" or the name of the error.
"""

import functools
from collections.abc import Mapping

from viva.sandbox import Command, Execution, Sandbox
from viva.sandbox.programs import built, find_compiler

from .attacks import _limits, box

HEAD = """
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#define TRY(call) do { errno = 0; long r = (long)(call); puts(r >= 0 ? "done" : strerrorname_np(errno)); } while (0)
"""


@functools.cache
def compiled(source: str) -> bytes:
    """The program, which may be the body of `main` only."""
    whole = source if "main(" in source else f"int main(int argc, char **argv) {{ {source}\nreturn 0; }}"
    command = Command(
        find_compiler("gcc"),
        ("-O0", "-w", "main.c", "-o", "main", "-pthread"),
        files={"main.c": (HEAD + whole).encode()},
        wanted=("main",),
        processes=8,
    )
    done = box().execute(command)
    assert done.ending.exit_code == 0, done
    return done.files["main"]


def program(source: str, *arguments: str, wanted=(), processes: int = 1, files: Mapping[str, bytes] | None = None):
    return Command(
        built("main"), arguments, {"main": compiled(source), **(files or {})}, tuple(wanted), processes=processes
    )


def attack(
    source: str,
    sandbox: Sandbox | None = None,
    stdin: bytes = b"",
    processes: int = 1,
    wanted=(),
    **limits: float,
) -> Execution:
    command = program(source, wanted=wanted, processes=processes)
    return (sandbox or box()).execute(command, _limits(**limits), stdin)


def said(source: str, sandbox: Sandbox | None = None, **options) -> str:
    """What an attack that must end by itself, with status 0, has printed."""
    done = attack(source, sandbox, **options)
    assert (done.ending.reason, done.ending.exit_code) == (None, 0), done
    return done.stdout.decode()


def reason(source: str, sandbox: Sandbox | None = None, **options) -> str | None:
    return attack(source, sandbox, **options).ending.reason
