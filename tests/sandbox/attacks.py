"""How attacks are run: as source text in the box, with the channel and `send` within reach.

`weak` is the same box with protections taken out, in which the attack must succeed: otherwise a test of the
protection would show nothing.
"""

import functools
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypedDict, Unpack

from viva.core.isolation import Isolation
from viva.sandbox import Limits, Run, Sandbox
from viva.sandbox.launch import Weaknesses

TOOLS = Path(__file__).parent / "tools"
BOXES = ExitStack()
"""Boxes are kept warm between tests and closed with the session."""


class Few(TypedDict, total=False):
    """The limits that an attack is run under, where they are not the usual ones."""

    cpu_seconds: float
    wall_seconds: float
    memory: int
    disk: int
    output: int


SYSTEM_CALLS = """
import ctypes, errno, os
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *arguments):
    ctypes.set_errno(0)
    wide = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    result = libc.syscall(ctypes.c_long(number), *wide)
    return "done" if result >= 0 else errno.errorcode[ctypes.get_errno()]
"""


@functools.cache
def box(
    isolation: Isolation = Isolation.FULL,
    without: frozenset[str] = frozenset(),
    unfiltered: frozenset[int] = frozenset(),
) -> Sandbox:
    return BOXES.enter_context(Sandbox([TOOLS], ["attack"], isolation, Weaknesses(without, unfiltered)))


def attack(source: str, sandbox: Sandbox | None = None, **limits: Unpack[Few]) -> Run:
    return (sandbox or box()).run("attack:execute", source, Limits(**limits))


def said(source: str, sandbox: Sandbox | None = None, **limits: Unpack[Few]) -> Any:
    """The one message of an attack that must run to its end."""
    run = attack(source, sandbox, **limits)
    assert run.ending.reason is None, run.ending
    (message,) = run.messages
    return message


def reason(source: str, sandbox: Sandbox | None = None, **limits: Unpack[Few]) -> str | None:
    return attack(source, sandbox, **limits).ending.reason


def weak(*without: str, unfiltered: tuple[int, ...] = ()) -> Sandbox:
    return box(Isolation.FULL, frozenset(without), frozenset(unfiltered))


def limited(*without: str, unfiltered: tuple[int, ...] = ()) -> Sandbox:
    return box(Isolation.LIMITED, frozenset(without), frozenset(unfiltered))


def none() -> Sandbox:
    return box(Isolation.NONE)
