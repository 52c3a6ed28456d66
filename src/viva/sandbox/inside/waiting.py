"""Tells the examiner when a program may be about to wait for its input: before it reads standard input, or waits for
several things at once, of which that may be one. The call is held up until the examiner lets it go on, so that all that
was written before it is known to have been written before it.

Where a program may not start another process, the examiner is told of that too, and refuses it: a filter alone would
refuse without a word. This is a second filter beside that of `seccomp`; what that one refuses never comes here.
"""

import ctypes
import struct

from . import seccomp
from .seccomp import Instruction
from .system import check, system_call

_SECCOMP = 317
_SET_MODE_FILTER = 1
_NEW_LISTENER = 8
_NOTIFY = 0x7FC0_0000
_ALLOW = 0x7FFF_0000

_LOAD, _EQUAL, _AND, _RETURN = 0x20, 0x15, 0x54, 0x06
_NUMBER, _ARCH, _ARGUMENTS = 0, 4, 16
_AUDIT_ARCH_X86_64 = 0xC000_003E

_READ, _READV = 0, 19
_WAITS = (7, 23, 232, 270, 271, 281, 441)  # poll, select, epoll_wait, and their kin


def install(alone: bool) -> int:
    """A descriptor from which the examiner reads who is about to wait, or, with `alone`, to start another process. No
    new privileges must be given up before."""
    if not seccomp.available():
        raise OSError("there is no table of system calls for this machine")
    code = b"".join(struct.pack("=HBBI", *instruction) for instruction in _program(alone))
    wanted = seccomp.Program(len(code) // 8, code)
    return check(system_call(_SECCOMP, _SET_MODE_FILTER, _NEW_LISTENER, ctypes.byref(wanted)), "seccomp listener")


def _program(alone: bool) -> list[Instruction]:
    notify, allow = (_RETURN, 0, 0, _NOTIFY), (_RETURN, 0, 0, _ALLOW)
    code = [(_LOAD, 0, 0, _ARCH), (_EQUAL, 1, 0, _AUDIT_ARCH_X86_64), allow, (_LOAD, 0, 0, _NUMBER)]
    for number in (_READ, _READV):
        code += [(_EQUAL, 0, 4, number), _word(0), (_EQUAL, 0, 1, 0), notify, allow]
    for number in _WAITS:
        code += [(_EQUAL, 0, 1, number), notify]
    if alone:
        for number in (seccomp.FORK, seccomp.VFORK):
            code += [(_EQUAL, 0, 1, number), notify]
        thread = seccomp.CLONE_THREAD
        code += [(_EQUAL, 0, 5, seccomp.CLONE), _word(0), (_AND, 0, 0, thread), (_EQUAL, 1, 0, thread), notify, allow]
    return [*code, allow]


def _word(index: int, offset: int = 0) -> Instruction:
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * index + offset)
