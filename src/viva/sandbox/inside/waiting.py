"""Tells the examiner when a program is about to wait for its input: before it reads standard input, or waits without
end for anything. The call is held up until the examiner lets it go on, so that all that was written before it is
known to have been written before it.

This is a second filter beside that of `seccomp`: it refuses nothing, and where that one refuses, that one holds.
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

_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER, _ARCH, _ARGUMENTS = 0, 4, 16
_AUDIT_ARCH_X86_64 = 0xC000_003E

_READ, _READV = 0, 19
# Where the time to wait is a number, and where it is an address; and which argument it is.
_POLL, _EPOLL_WAIT, _EPOLL_PWAIT = (7, 2), (232, 3), (281, 3)
_PPOLL, _SELECT, _PSELECT, _EPOLL_PWAIT2 = (271, 2), (23, 4), (270, 4), (441, 3)


def install() -> int:
    """A descriptor from which the examiner reads who is about to wait. No new privileges must be given up before."""
    if not seccomp.available():
        raise OSError("there is no table of system calls for this machine")
    code = b"".join(struct.pack("=HBBI", *instruction) for instruction in _program())
    wanted = seccomp.Program(len(code) // 8, code)
    return check(system_call(_SECCOMP, _SET_MODE_FILTER, _NEW_LISTENER, ctypes.byref(wanted)), "seccomp listener")


def _program() -> list[Instruction]:
    notify, allow = (_RETURN, 0, 0, _NOTIFY), (_RETURN, 0, 0, _ALLOW)
    code = [(_LOAD, 0, 0, _ARCH), (_EQUAL, 1, 0, _AUDIT_ARCH_X86_64), allow, (_LOAD, 0, 0, _NUMBER)]
    for number in (_READ, _READV):
        code += [(_EQUAL, 0, 4, number), _word(0), (_EQUAL, 0, 1, 0), notify, allow]
    for number, index in (_POLL, _EPOLL_WAIT, _EPOLL_PWAIT):
        code += [(_EQUAL, 0, 4, number), _word(index), (_AT_LEAST, 0, 1, 0x8000_0000), notify, allow]
    for number, index in (_PPOLL, _SELECT, _PSELECT, _EPOLL_PWAIT2):
        code += [
            (_EQUAL, 0, 6, number), _word(index), (_EQUAL, 0, 3, 0), _word(index, 4), (_EQUAL, 0, 1, 0), notify, allow,
        ]  # fmt: skip
    return [*code, allow]


def _word(index: int, offset: int = 0) -> Instruction:
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * index + offset)
