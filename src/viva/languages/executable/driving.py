"""Controllers in C: compiled once together with a `main` of ours, which reads numbers, calls the function and writes
what it gave. A round is a line each way, over pipes, as with any other program; numbers go as hexadecimal floats, so
that none is rounded on its way.

To sleep makes nobody wait: it moves the clocks on, as in Python (`clock.py` there), and who waits for a signal that
never comes has no answer. What a controller prints goes nowhere. A round may take half a second of the processor: it is
stopped from inside by a timer of that, and the counted seconds of the run are the net below.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from types import MappingProxyType, TracebackType
from typing import Self

from viva.core.records import dataclass
from viva.core.terms import Ended
from viva.languages.executable import crashes
from viva.languages.executable.building import build, command_for
from viva.languages.executable.recipe import Layout, Recipe
from viva.languages.heap import Heap, Node, Reference
from viva.languages.outcome import Outcome
from viva.languages.problem import Problem
from viva.languages.program import NoProgram, Program
from viva.languages.protocol.calls import Driven
from viva.languages.sites import Hooks
from viva.sandbox import Interaction, Limits, Sandbox

_FILE, _HEADER, _MAIN = "controller.c", "lab.h", "viva_main.c"
_LONGEST = 4000
_LATE = b"late"
_AT_WORK = 0.5  # of its seconds
_SOURCE = r"""#undef main
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int viva_output;
static long long viva_slept;  /* nanoseconds */

static void viva_late(int number) {
    (void)number;
    if (write(viva_output, "late\n", 5) < 0) _exit(2);
    _exit(0);
}

/* These are found before those of the library. */
static void viva_sleep(long long seconds, long long nanoseconds) {
    if (seconds > 0 && seconds < 1000000000) viva_slept += seconds * 1000000000LL;
    if (nanoseconds > 0) viva_slept += nanoseconds;
}
unsigned sleep(unsigned seconds) { viva_sleep(seconds, 0); return 0; }
int usleep(useconds_t wait) { viva_sleep(0, wait * 1000LL); return 0; }
int nanosleep(const struct timespec *wait, struct timespec *left) {
    viva_sleep(wait->tv_sec, wait->tv_nsec);
    return 0;
}
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wait, struct timespec *left) {
    struct timespec now = {0, 0};
    if (flags & TIMER_ABSTIME) clock_gettime(clock, &now);
    viva_sleep(0, (wait->tv_sec - now.tv_sec) * 1000000000LL + wait->tv_nsec - now.tv_nsec);
    return 0;
}
int thrd_sleep(const struct timespec *wait, struct timespec *left) { return nanosleep(wait, left); }
int select(int count, fd_set *in, fd_set *out, fd_set *other, struct timeval *wait) {
    if (wait == NULL) viva_late(0);
    viva_sleep(wait->tv_sec, wait->tv_usec * 1000LL);
    return 0;
}
int poll(struct pollfd *files, nfds_t count, int wait) {
    if (wait < 0) viva_late(0);
    viva_sleep(0, wait * 1000000LL);
    return 0;
}
int pause(void) { viva_late(0); return -1; }

int clock_gettime(clockid_t clock, struct timespec *now) {
    if (syscall(SYS_clock_gettime, clock, now)) return -1;
    if (clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID) return 0;
    long long later = now->tv_nsec + viva_slept;
    now->tv_sec += later / 1000000000LL;
    now->tv_nsec = later % 1000000000LL;
    return 0;
}
int gettimeofday(struct timeval *now, void *zone) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}
time_t time(time_t *place) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    if (place) *place = exact.tv_sec;
    return exact.tv_sec;
}

/* A line comes whole, and none before the last is answered: to read by letters would cost more than all the rest. */
static int viva_line(char *line, int size) {
    int length = 0;
    while (length < size - 1) {
        int got = read(0, line + length, size - 1 - length);
        if (got <= 0) return 0;
        length += got;
        if (line[length - 1] == '\n') break;
    }
    line[length] = 0;
    return length;
}

static void viva_timer(int microseconds) {
    struct itimerval timer = {{0, 0}, {0, microseconds}};
    setitimer(ITIMER_VIRTUAL, &timer, NULL);
}

int main(void) {
    char line[4096];
    viva_output = dup(1);
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) dup2(nowhere, 1);
    else close(1);
    signal(SIGVTALRM, viva_late);
    while (viva_line(line, sizeof line) > 0) {
        struct sensors sensors;
        char *place = line;
SENSORS_READ
        viva_timer(500000);
        struct commands commands = FUNCTION(sensors);
        viva_timer(0);
        int length = snprintf(line, sizeof line, "FORMAT\n"ANSWERS);
        if (write(viva_output, line, length) != length) return 2;
    }
    return 0;
}
"""


@dataclass(frozen=True, slots=True)
class Controllers:
    """The part `viva.languages.protocol.drives` of C."""

    recipe: Recipe

    def header(self, function: str, names: Sequence[str], answers: Sequence[str]) -> str:
        return (
            "#ifndef LAB_H\n#define LAB_H\n"
            f"struct sensors {{ double {', '.join(names)}; }};\n"
            f"struct commands {{ double {', '.join(answers)}; }};\n"
            f"struct commands {function}(struct sensors sensors);\n"
            "#endif\n"
        )

    def prepare(
        self, sandbox: Sandbox, source: bytes, function: str, names: Sequence[str], answers: Sequence[str]
    ) -> Program | NoProgram:
        main = (
            _SOURCE.replace(
                "SENSORS_READ", "\n".join(f"        sensors.{name} = strtod(place, &place);" for name in names)
            )
            .replace("FUNCTION", function)
            .replace("FORMAT", " ".join("%a" for _ in answers))
            .replace("ANSWERS", "".join(f", commands.{name}" for name in answers))
        )
        beside = {_HEADER: self.header(function, names, answers).encode(), _MAIN: main.encode()}
        usual = self.recipe.lay_out("").build
        options = [word for word in usual if not word.endswith(".c")]
        # The header goes before the source, so that a function of another type is seen; a `main` to try it is not ours.
        arguments = (_FILE, _MAIN, "-include", _HEADER, "-Dmain=main_of_the_controller", *options)
        layout = Layout(_FILE, arguments, MappingProxyType(beside))
        found = build(replace(self.recipe, lay_out=lambda _text: layout), sandbox, source, Hooks(steps=False))
        if isinstance(found, NoProgram) and f"undefined reference to `{function}'" in found.message:
            return replace(found, reason="missing_function")
        return found

    def drive(self, sandbox: Sandbox, program: Program, *, limits: Limits) -> AbstractContextManager[Driven]:
        return _Driven(self.recipe, sandbox, program, limits)


class _Driven:
    def __init__(self, recipe: Recipe, sandbox: Sandbox, program: Program, limits: Limits) -> None:
        self._recipe, self._sandbox, self._program, self._limits = recipe, sandbox, program, limits
        self._talk: Interaction | None = None
        self._last: Outcome | None = None

    def __enter__(self) -> Self:
        self._talk = self._sandbox.interact(
            command_for(self._recipe, self._program), self._limits, terminal=False, runtime=self._recipe.runtime
        )
        self._talk.receive()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._talk is not None:
            ending = self._talk.close().ending
            if kind is None:
                self._sandbox.charge(ending)

    def ask(self, numbers: Sequence[float]) -> Outcome:
        if self._last is not None:
            return self._last
        assert self._talk is not None
        self._talk.send(" ".join(float(number).hex() for number in numbers).encode())
        said = self._talk.receive()
        value = _read(said) if said is not None and self._talk.waits else None
        if value is not None:
            return Outcome(value, None, steps=1)
        self._last = self._ended(said or b"")
        return self._last

    def _ended(self, said: bytes) -> Outcome:
        assert self._talk is not None
        if self._talk.waits:  # before it has answered: it asks for input of its own
            self._talk.close()
            return Outcome(None, Problem("unexpected_read"))
        done = self._talk.close()
        if said.strip() == _LATE:
            return Outcome(None, Problem("step_limit"))
        ending = done.ending
        if ending.reason == "time_limit" and ending.cpu_seconds < _AT_WORK * self._limits.cpu_seconds:
            raise Ended  # it slept, or there was no core for it: nothing is known of what it would have answered
        if ending.reason == "crash":
            found = crashes.read(self._recipe.dialect, ending, done.stderr.decode("utf-8", "replace"))
            return Outcome(None, found or Problem("crash"))
        return Outcome(None, Problem(ending.reason or "no_result"))


def _read(said: bytes) -> Heap | None:
    """The numbers of one line; it may be anything at all."""
    words = said[:_LONGEST].decode("ascii", "replace").split()
    try:
        numbers = tuple(float.fromhex(word) for word in words)
    except (ValueError, OverflowError):
        return None
    return Heap(Reference(0), (Node("list", "", numbers),)) if numbers and said.endswith(b"\n") else None
