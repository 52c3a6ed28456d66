"""What makes a language here: how its sources are built and run, and how its compiler speaks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from types import MappingProxyType

from viva.core.records import dataclass
from viva.sandbox import Executable, Limits
from viva.sandbox.watching import NO_RUNTIME, Runtime

NOTHING: Mapping[str, str] = MappingProxyType({})
MEBIBYTE = 1 << 20
COMMENTS = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
BUILDING = Limits(cpu_seconds=10.0, wall_seconds=60.0, memory=1 << 30, disk=64 * MEBIBYTE, output=MEBIBYTE)


@dataclass(frozen=True, slots=True)
class Layout:
    """How a source is laid out: the name of its file, the arguments of its compiler, files of ours that are compiled
    with it to make its output unbuffered, and the arguments with which the program is started. `lacks` is what a source
    that can be compiled lacks to be started."""

    file: str
    build: tuple[str, ...] = ()
    beside: Mapping[str, bytes] = field(default_factory=lambda: MappingProxyType({}))
    run: tuple[str, ...] = ()
    lacks: str = ""


@dataclass(frozen=True, slots=True)
class Recipe:
    """`tool` finds the compiler, or what looks through a source that is then run itself; `made` are the files that
    come of it, and `archive` one that is unpacked. `starts` finds what runs the program, where it is not the
    program itself. `package` is what Debian calls it, `dialect` how its messages are read. `own_buffer` is found in
    sources that hold back what they write; `lazy` in such as read without anyone knowing when; `others` in such as
    start other processes, which they may not. `startup` are seconds of the processor that go by before a program
    begins. With `flushed`, what is written comes out at once. `bits` are those of the whole numbers that beginners
    use. With `reads_on`, its runtime reads to the end of the input by itself, also for a program that asks for no
    more. `threads` is found in sources that do several things at once; the runtime of such a program is
    `runtime_of_threads`, if that is another one.
    """

    name: str
    suffixes: tuple[str, ...]
    package: str
    tool: Callable[[], Executable]
    lay_out: Callable[[str], Layout]
    made: tuple[str, ...] = ()
    archive: str = ""
    processes: int = 1
    build_environment: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    starts: Callable[[], Executable] | None = None
    environment: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    reserves: bool = False
    memory: int = 0
    runtime: Runtime = NO_RUNTIME
    threads: re.Pattern[str] | None = None
    runtime_of_threads: Runtime = NO_RUNTIME
    dialect: str = ""
    own_buffer: re.Pattern[str] | None = None
    lazy: re.Pattern[str] | None = None
    others: re.Pattern[str] | None = None
    startup: float = 0.0
    flushed: bool = True
    reads_on: bool = False
    bits: int | None = 32
    comments: re.Pattern[str] = COMMENTS
