"""The system calls a run may make: a list of what is allowed, assembled to BPF.

Guarantees, whatever machine code the submission runs: no new process, no other program, no socket but an unnamed
pair, no signal to anyone but itself, no namespaces, mounts, tracing, keys, performance events, shared memory
segments, anonymous memory files or changes of its limits. What is not named here is refused with EPERM.
"""

import ctypes
import errno
import os
import struct

from .system import check, system_call

PR_SET_NAME = 15
PR_GET_NAME = 16

_SECCOMP = 317
_SECCOMP_SET_MODE_FILTER = 1
_FILTER_TSYNC = 1

_KILL_PROCESS = 0x8000_0000
_ERRNO = 0x0005_0000
_ALLOW = 0x7FFF_0000

_AUDIT_ARCH_X86_64 = 0xC000_003E
_X32 = 0x4000_0000

_LOAD = 0x20
_AND = 0x54
_EQUAL = 0x15
_AT_LEAST = 0x35
_RETURN = 0x06

_NUMBER, _ARCH, _ARGUMENTS = 0, 4, 16

ANY_PROCESS = 0x7654_3210  # stands for the number of the process, and for nothing else

# x86-64 numbers, in groups that a reader can check.
ALLOWED = {
    "read": 0, "write": 1, "open": 2, "close": 3, "stat": 4, "fstat": 5, "lstat": 6, "poll": 7, "lseek": 8,
    "mmap": 9, "mprotect": 10, "munmap": 11, "brk": 12,
    "rt_sigaction": 13, "rt_sigprocmask": 14, "rt_sigreturn": 15,
    "pread64": 17, "pwrite64": 18, "readv": 19, "writev": 20, "access": 21, "pipe": 22, "select": 23,
    "sched_yield": 24, "mremap": 25, "msync": 26, "madvise": 28,
    "dup": 32, "dup2": 33, "pause": 34, "nanosleep": 35, "getitimer": 36, "alarm": 37, "setitimer": 38,
    "getpid": 39, "sendfile": 40, "recvfrom": 45, "shutdown": 48, "getsockname": 51, "getpeername": 52,
    "getsockopt": 55, "exit": 60, "wait4": 61, "uname": 63, "fsync": 74, "fdatasync": 75,
    "truncate": 76, "ftruncate": 77, "getdents": 78, "getcwd": 79, "chdir": 80, "fchdir": 81, "rename": 82,
    "mkdir": 83, "rmdir": 84, "creat": 85, "link": 86, "unlink": 87, "symlink": 88, "readlink": 89, "chmod": 90,
    "fchmod": 91, "umask": 95, "gettimeofday": 96, "getrlimit": 97, "getrusage": 98, "sysinfo": 99, "times": 100,
    "getuid": 102, "getgid": 104, "geteuid": 107, "getegid": 108, "getppid": 110, "getpgrp": 111, "getgroups": 115,
    "getresuid": 118, "getresgid": 120, "getpgid": 121, "getsid": 124, "rt_sigpending": 127,
    "rt_sigtimedwait": 128, "rt_sigsuspend": 130, "sigaltstack": 131, "utime": 132, "statfs": 137, "fstatfs": 138,
    "getpriority": 140, "sched_getparam": 143, "sched_getscheduler": 145, "sched_get_priority_max": 146,
    "sched_get_priority_min": 147, "gettid": 186, "time": 201, "futex": 202, "sched_getaffinity": 204,
    "epoll_create": 213, "getdents64": 217, "set_tid_address": 218, "restart_syscall": 219, "fadvise64": 221,
    "clock_gettime": 228, "clock_getres": 229, "clock_nanosleep": 230, "exit_group": 231, "epoll_wait": 232,
    "epoll_ctl": 233, "utimes": 235, "waitid": 247, "openat": 257, "mkdirat": 258, "futimesat": 261,
    "newfstatat": 262, "unlinkat": 263, "renameat": 264, "linkat": 265, "symlinkat": 266, "readlinkat": 267,
    "fchmodat": 268, "faccessat": 269, "pselect6": 270, "ppoll": 271, "set_robust_list": 273,
    "get_robust_list": 274, "utimensat": 280, "epoll_pwait": 281, "eventfd": 284, "fallocate": 285,
    "eventfd2": 290, "epoll_create1": 291, "dup3": 292, "pipe2": 293, "preadv": 295, "pwritev": 296, "getcpu": 309,
    "renameat2": 316, "getrandom": 318, "membarrier": 324, "copy_file_range": 326, "preadv2": 327, "pwritev2": 328,
    "statx": 332, "rseq": 334, "close_range": 436, "faccessat2": 439, "epoll_pwait2": 441, "fchmodat2": 452,
}  # fmt: skip

# What programs other than our interpreter need besides: clocks that Haskell's runtime reads from a descriptor.
FOREIGN = {"timerfd_create": 283, "timerfd_settime": 286, "timerfd_gettime": 287}

MMAP, EXECVE, ARCH_PRCTL, EXECVEAT = 9, 59, 158, 322
IOCTL, SOCKETPAIR, SENDTO, CLONE, FORK, VFORK, KILL, FCNTL, PRCTL, TGKILL, PRLIMIT, CLONE3 = (
    16, 53, 44, 56, 57, 58, 62, 72, 157, 234, 302, 435,
)  # fmt: skip

_TERMINAL_AND_BUFFER_QUESTIONS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)  # TCGETS TIOCGWINSZ FION*, FIO*CLEX
_FCNTL_WITHOUT_OWNERS = (0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030, 1032)  # no F_SETOWN, F_SETSIG: they send signals
CLONE_THREAD = 0x0001_0000
_CLONE_NAMESPACES = 0x7E02_0080
_SHARED_ANONYMOUS = 0x21
_THREAD_POINTERS = (0x1002, 0x1003)  # ARCH_SET_FS, ARCH_GET_FS: every program begins with the first
_AT_EMPTY_PATH = 0x1000

# The descriptor of the program that is started: more than a run may have, so that no other file gets this number.
PROGRAM = 1000  # above all that the examiner may have open when it starts a box

NOTHING, ASKS, MANY = "nothing", "asks", "many"

Instruction = tuple[int, int, int, int]
Rules = dict[int, list[Instruction]]


def _statement(code: int, value: int) -> Instruction:
    return (code, 0, 0, value)


def _argument(index: int, high: bool = False) -> Instruction:
    return _statement(_LOAD, _ARGUMENTS + 8 * index + (4 if high else 0))


def _refuse(error: int) -> Instruction:
    return _statement(_RETURN, _ERRNO | error)


_PERMIT = _statement(_RETURN, _ALLOW)
_DENY = _refuse(errno.EPERM)


def _only_values(index: int, values: tuple[int, ...]) -> list[Instruction]:
    code = [_argument(index)]
    for value in values:
        code += [(_EQUAL, 0, 1, value), _PERMIT]
    return [*code, _DENY]


def _only_null(index: int) -> list[Instruction]:
    return [
        _argument(index), (_EQUAL, 0, 3, 0),
        _argument(index, high=True), (_EQUAL, 0, 1, 0), _PERMIT,
        _DENY,
    ]  # fmt: skip


def rules(own: int) -> Rules:
    """The calls that are decided by their arguments, for a process whose own number is `own`."""
    return {
        IOCTL: _only_values(1, _TERMINAL_AND_BUFFER_QUESTIONS),
        FCNTL: _only_values(1, _FCNTL_WITHOUT_OWNERS),
        PRCTL: _only_values(0, (PR_SET_NAME, PR_GET_NAME)),
        SENDTO: _only_null(4),
        PRLIMIT: _only_null(2),
        SOCKETPAIR: [
            _argument(0), (_EQUAL, 1, 0, 1), _DENY,
            _argument(1), _statement(_AND, 0xF), (_EQUAL, 1, 0, 1), _DENY,
            _PERMIT,
        ],
        CLONE: [
            _argument(0), _statement(_AND, _CLONE_NAMESPACES | CLONE_THREAD), (_EQUAL, 1, 0, CLONE_THREAD),
            _refuse(errno.EAGAIN), _PERMIT,
        ],
        FORK: [_refuse(errno.EAGAIN)],
        VFORK: [_refuse(errno.EAGAIN)],
        CLONE3: [_refuse(errno.ENOSYS)],
        KILL: _only_values(0, (own,)),
        TGKILL: _only_values(0, (own,)),
    }  # fmt: skip


def foreign_rules(own: int, end_of_memory: int, starts: str, signals: bool, shared_memory: bool) -> Rules:
    """As `rules`, for a program that is not ours. It `starts` `NOTHING`, or `MANY` processes and other programs that it
    can see; of one that `ASKS` it is the examiner who refuses to start processes (`waiting`).

    The first start of a program goes through the filter, and no second one: it is permitted for the descriptor
    `PROGRAM` only, which is closed by it and whose number is beyond the limit of open files; and with a path at the
    last byte of memory only, where there is room for the empty path and for no other.
    """
    chosen = rules(own)
    chosen[ARCH_PRCTL] = _only_values(0, _THREAD_POINTERS)
    # Rust starts others with a pair of packets, which is connected as one of streams is.
    chosen[SOCKETPAIR] = [
        _argument(0), (_EQUAL, 1, 0, 1), _DENY,
        _argument(1), _statement(_AND, 0xF), (_EQUAL, 2, 0, 1), (_EQUAL, 1, 0, 5), _DENY,
        _PERMIT,
    ]  # fmt: skip
    if not shared_memory:
        # It is no data of a process, which is what is bounded where address space is not.
        chosen[MMAP] = [
            _argument(3), _statement(_AND, _SHARED_ANONYMOUS), (_EQUAL, 0, 1, _SHARED_ANONYMOUS), _DENY, _PERMIT,
        ]  # fmt: skip
    if starts != NOTHING:
        chosen[CLONE] = [
            _argument(0), _statement(_AND, _CLONE_NAMESPACES), (_EQUAL, 1, 0, 0), _refuse(errno.EAGAIN), _PERMIT,
        ]  # fmt: skip
        chosen[FORK] = chosen[VFORK] = [_PERMIT]
    if starts == MANY:
        for number in (EXECVE, EXECVEAT):
            chosen[number] = [_PERMIT]
        if signals:
            chosen[KILL] = chosen[TGKILL] = [_PERMIT]
    else:
        chosen[EXECVEAT] = [
            _argument(0), (_EQUAL, 1, 0, PROGRAM), _DENY,
            _argument(1), (_EQUAL, 1, 0, end_of_memory & 0xFFFF_FFFF), _DENY,
            _argument(1, high=True), (_EQUAL, 1, 0, end_of_memory >> 32), _DENY,
            _argument(4), (_EQUAL, 1, 0, _AT_EMPTY_PATH), _DENY,
            _PERMIT,
        ]  # fmt: skip
    return chosen


def program(decided: Rules, allowed: frozenset[int] = frozenset(), without: frozenset[int] = frozenset()) -> bytes:
    """The filter as bytes; system calls in `without` go through unchecked, to show what the filter is good for."""
    code: list[Instruction] = [
        _statement(_LOAD, _ARCH), (_EQUAL, 1, 0, _AUDIT_ARCH_X86_64), _statement(_RETURN, _KILL_PROCESS),
        _statement(_LOAD, _NUMBER), (_AT_LEAST, 0, 1, _X32), _DENY,
    ]  # fmt: skip
    for number, body in decided.items():
        if number not in without:
            code += [(_EQUAL, 0, len(body), number), *body]
    for first, last in _ranges((set(ALLOWED.values()) - decided.keys()) | allowed | without):
        if first == last:
            code += [(_EQUAL, 0, 1, first), _PERMIT]
        else:
            code += [(_AT_LEAST, 0, 2, first), (_AT_LEAST, 1, 0, last + 1), _PERMIT]
    code.append(_DENY)
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in code)


def _ranges(numbers: set[int]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found


class Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


class Filter:
    """The filter, ready to be installed in process after process: only their own number differs."""

    def __init__(
        self, decided: Rules, allowed: frozenset[int] = frozenset(), without: frozenset[int] = frozenset()
    ) -> None:
        """`decided` are rules for `ANY_PROCESS`."""
        if not available():
            raise OSError(f"there is no table of system calls for {os.uname().machine}")
        self._template = program(decided, allowed, without)

    def install(self) -> None:
        """Holds for this process from now on. Without new privileges, which must be given up before."""
        code = self._template.replace(struct.pack("=I", ANY_PROCESS), struct.pack("=I", os.getpid()))
        wanted = Program(len(code) // 8, code)
        check(system_call(_SECCOMP, _SECCOMP_SET_MODE_FILTER, _FILTER_TSYNC, ctypes.byref(wanted)), "seccomp")


def available() -> bool:
    return os.uname().machine == "x86_64"
