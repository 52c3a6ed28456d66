"""How attacks are run: as source text in the box, with the channel and `send` within reach.

`weak` is the same box with protections taken out, in which the attack must succeed: otherwise a test of the
protection would show nothing.
"""

import functools
from pathlib import Path

from viva.core.isolation import Isolation
from viva.core.json import Json
from viva.sandbox import Limits, Run, Sandbox
from viva.sandbox.launch import Weaknesses

TOOLS = Path(__file__).parent / "tools"

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
    return Sandbox([TOOLS], ["attack"], isolation, Weaknesses(without, unfiltered))


def attack(source: str, sandbox: Sandbox | None = None, **limits: float) -> Run:
    return (sandbox or box()).run("attack:execute", source, _limits(**limits))


def said(source: str, sandbox: Sandbox | None = None, **limits: float) -> Json:
    """The one message of an attack that must run to its end."""
    run = attack(source, sandbox, **limits)
    assert run.ending.reason is None, run.ending
    (message,) = run.messages
    return message


def reason(source: str, sandbox: Sandbox | None = None, **limits: float) -> str | None:
    return attack(source, sandbox, **limits).ending.reason


def weak(*without: str, unfiltered: tuple[int, ...] = ()) -> Sandbox:
    return box(Isolation.FULL, frozenset(without), frozenset(unfiltered))


def limited(*without: str, unfiltered: tuple[int, ...] = ()) -> Sandbox:
    return box(Isolation.LIMITED, frozenset(without), frozenset(unfiltered))


def none() -> Sandbox:
    return box(Isolation.NONE)


def _limits(**limits: float) -> Limits:
    whole = {name: int(value) if name in ("memory", "disk", "output") else value for name, value in limits.items()}
    return Limits(**whole)  # type: ignore[arg-type]
