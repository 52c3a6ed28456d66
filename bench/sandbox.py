"""The sandbox beside plain processes: cold start, isolated runs, round trips, pure calls in one process."""

import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from measure import Row, fewer, timed

from viva.core.isolation import Isolation
from viva.core.json import Json
from viva.sandbox import Command, Limits, Sandbox
from viva.sandbox.bubblewrap import program
from viva.sandbox.programs import built, find, find_compiler

ASK = '#include <stdio.h>\nint main(void) { int n; while (scanf("%d", &n) == 1) printf("%d\\n", n + 1); }'
TOOLS = [Path(__file__).parent / "tools"]
PLENTY = Limits(cpu_seconds=60, wall_seconds=120, output=1 << 28)


def versions() -> dict[str, str]:
    bwrap = program()
    told = subprocess.run([bwrap, "--version"], capture_output=True, text=True, check=True).stdout if bwrap else "none"
    return {"bwrap": told.strip().removeprefix("bubblewrap ")}


def rows() -> Iterator[Row]:
    yield _plain("python -c (subprocess)", [])
    yield _plain("python -I -S -B -c (subprocess)", ["-I", "-S", "-B"])
    for isolation in (Isolation.FULL, Isolation.LIMITED):
        yield _cold(isolation)
        yield _isolated_runs(isolation)
    yield _round_trips()
    yield _pure_calls()
    for what, command in _foreign().items():
        yield _cold_program(what, command)
        yield _programs(what, command)
    yield _asked_lines()


def _plain(what: str, flags: list[str], repetitions: int = fewer(40)) -> Row:
    command = [getattr(sys, "_base_executable", sys.executable), *flags, "-c", "print(sum([1, 2, 3]))"]

    def work() -> None:
        for _ in range(repetitions):
            subprocess.run(command, capture_output=True, check=True)

    return timed(what, repetitions, work)


def _cold(isolation: Isolation, repetitions: int = fewer(20)) -> Row:
    """Until the first answer is there; the processor time is that of the whole life, close included."""
    waits = []

    def work() -> None:
        for _ in range(repetitions):
            start = time.perf_counter()
            with Sandbox(TOOLS, ["trivial"], isolation) as sandbox:
                assert sandbox.run("trivial:once", [1, 2, 3], Limits()).messages == (6,)
                waits.append(time.perf_counter() - start)

    whole = timed(f"{isolation}: cold start to first answer", repetitions, work, "< 60 ms")
    return replace(whole, wall_ms=1000 * statistics.median(waits))


def _isolated_runs(isolation: Isolation, repetitions: int = fewer(1000)) -> Row:
    def work() -> None:
        with Sandbox(TOOLS, ["trivial"], isolation) as sandbox:
            for _ in range(repetitions):
                assert sandbox.run("trivial:once", [1, 2, 3], Limits()).messages == (6,)

    return timed(f"{isolation}: isolated runs", repetitions, work, "> 250/s per core")


def _round_trips(repetitions: int = fewer(20000)) -> Row:
    def work() -> None:
        with Sandbox(TOOLS, ["trivial"]) as sandbox, sandbox.converse("trivial:echo", None, PLENTY) as conversation:
            for _ in range(repetitions):
                conversation.send([1, 2, 3])
                assert conversation.receive() == 6

    return timed("round trips in one conversation", repetitions, work)


def _pure_calls(repetitions: int = fewer(50000)) -> Row:
    jobs: list[Json] = [[number, 2, 3] for number in range(repetitions)]

    def work() -> None:
        with Sandbox(TOOLS, ["trivial"]) as sandbox:
            assert len(sandbox.run("trivial:calls", jobs, PLENTY).messages) == repetitions

    return timed("pure calls in one process", repetitions, work, "> 5,000/s per core")


def _foreign() -> dict[str, Command]:
    with Sandbox(()) as sandbox:
        compile_it = Command(
            find_compiler(), ("-O2", "main.c", "-o", "main"), {"main.c": ASK.encode()}, ("main",), processes=8
        )
        compiled = sandbox.execute(compile_it).files["main"]
    return {
        "execute: a small C program": Command(built("main"), files={"main": compiled}),
        "execute: node -e": Command(find("node", reserves=True), ("-e", "console.log(1 + 1)")),
        "execute: gcc, compile and link": compile_it,
    }


def _cold_program(what: str, command: Command, repetitions: int = fewer(10)) -> Row:
    """As for our own runs: until the first answer is there, in a box that was not there before."""
    waits = []

    def work() -> None:
        for _ in range(repetitions):
            with Sandbox(()) as sandbox:
                start = time.perf_counter()
                assert sandbox.execute(command, stdin=b"1").ending.exit_code == 0
                waits.append(time.perf_counter() - start)

    whole = timed(f"{what}, cold", repetitions, work)
    return replace(whole, wall_ms=1000 * statistics.median(waits))


def _programs(what: str, command: Command, repetitions: int = fewer(100)) -> Row:
    def work() -> None:
        with Sandbox(()) as sandbox:
            for _ in range(repetitions):
                assert sandbox.execute(command, stdin=b"1").ending.exit_code == 0

    return timed(what, repetitions, work)


def _asked_lines(repetitions: int = fewer(2000)) -> Row:
    """One line to a C program and its answer."""
    (command, *_) = _foreign().values()

    def work() -> None:
        with Sandbox(()) as sandbox, sandbox.interact(command, PLENTY) as talk:
            for number in range(repetitions):
                talk.receive()
                talk.send(b"%d" % number)

    return timed("interact: lines asked for and answered", repetitions, work)
