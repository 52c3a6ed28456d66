"""What a program waits for, as the kernel tells it in /proc, from outside of its box.

Nothing here is said by the program: its calls, its descriptors and the memory that a call names are the kernel's own
account. What cannot be read is told as None, never guessed.
"""

import contextlib
import os
import select
import struct
from collections.abc import Iterator
from pathlib import Path

from viva.core.records import dataclass
from viva.sandbox.inside.system import check, system_call

READ, POLL, READV, SELECT, NAP, EPOLL_WAIT, CLOCK_NAP = 0, 7, 19, 23, 35, 232, 230
PSELECT, PPOLL, EPOLL_PWAIT, EPOLL_PWAIT2, FUTEX = 270, 271, 281, 441, 202
CLONE, FORK, VFORK = 56, 57, 58
READS = (READ, READV)
STARTS = (CLONE, FORK, VFORK)
_SIGNALS_AND_CHILDREN = (34, 61, 128, 130, 247)  # pause, wait4, sigtimedwait, sigsuspend, waitid
_OTHER_READS = (17, 45, 47, 219, 295, 327, 449)  # pread, recv and their kin; a wait that is taken up again; futex_waitv
_SELECTS = (POLL, SELECT, PSELECT, PPOLL, EPOLL_WAIT, EPOLL_PWAIT, EPOLL_PWAIT2)
_REST = frozenset((*READS, *_SELECTS, NAP, CLOCK_NAP, FUTEX, *_SIGNALS_AND_CHILDREN, *_OTHER_READS))
_NUMBERED = {POLL: 2, EPOLL_WAIT: 3, EPOLL_PWAIT: 3}  # the time to wait is a number: which argument it is
_POINTED = {SELECT: 4, PSELECT: 4, PPOLL: 2, EPOLL_PWAIT2: 3, FUTEX: 3}  # or the address of one
_WAITING_FUTEX = (0, 9)
_MOST_POLLED = 4096
_READABLE = 0x1 | 0x40  # POLLIN, POLLRDNORM; EPOLLIN has the same number
_NEGATIVE = 0x8000_0000
_GET_DESCRIPTOR = 438  # pidfd_getfd


@dataclass(frozen=True, slots=True)
class Runtime:
    """What of a program belongs to the runtime of its language: `threads` begin with these names, and with `naps` its
    threads sleep now and then without a meaning. With `hands_out` a nap has one: work that waits is handed to a thread
    after it."""

    threads: tuple[str, ...] = ()
    naps: bool = False
    hands_out: bool = False


NO_RUNTIME = Runtime()


def has_end(call: int, arguments: tuple[int, ...]) -> bool:
    """Whether a call that waits gives up at some time."""
    if call in _NUMBERED:
        return arguments[_NUMBERED[call]] & 0xFFFF_FFFF < _NEGATIVE
    return call in _POINTED and arguments[_POINTED[call]] != 0


def is_for_input_alone(call: int, arguments: tuple[int, ...]) -> bool:
    """Of a call that waits for input: whether it waits for nothing else, and for longer than no time at all."""
    if call in (POLL, PPOLL):
        return arguments[1] == 1 and (call == PPOLL or arguments[2] != 0)
    return call in (SELECT, PSELECT) and arguments[0] == 1


def waits_for_input(thread: int, call: int, arguments: tuple[int, ...]) -> bool | None:
    """Whether what a call waits for is, among others, standard input; None where that cannot be seen."""
    try:
        match call:
            case 7 | 271:
                return _polled(thread, arguments[0], arguments[1])
            case 23 | 270:
                asked = arguments[0] & 0xFFFF_FFFF and arguments[1]
                return bool(asked) and bool(_memory(thread, arguments[1], 1)[0] & 1)
            case 232 | 281 | 441:
                return _registered(thread, arguments[0] & 0xFFFF_FFFF)
    except OSError:
        return None
    return call in READS


def has_other_news(thread: int, call: int, arguments: tuple[int, ...]) -> bool | None:
    """Of a call that waits for input among others: whether one of the others is there already, so that it would not
    wait at all; None where that cannot be seen. What another thread has just finished is told in this way."""
    if call in READS:
        return False
    try:
        asked = [(number, events) for number, events in _asked_for(thread, call, arguments) if number]
        if not asked:
            return False
        process = os.pidfd_open(_process_of(thread))
        with contextlib.ExitStack() as stack:
            stack.callback(os.close, process)
            poll = select.poll()
            for number, events in asked:
                copy = check(system_call(_GET_DESCRIPTOR, process, number, 0), "pidfd_getfd")
                stack.callback(os.close, copy)
                poll.register(copy, events)
            return bool(poll.poll(0))
    except OSError:
        return None


def _asked_for(thread: int, call: int, arguments: tuple[int, ...]) -> list[tuple[int, int]]:
    """The descriptors that a call waits for, each with its events. That of `epoll` stands for all that it has: it can
    be read when one of them is there, and to look at it takes nothing away."""
    if call in (POLL, PPOLL):
        count = min(arguments[1], _MOST_POLLED)
        entries = struct.iter_unpack("=ihh", _memory(thread, arguments[0], 8 * count) if count else b"")
        return [(number, events) for number, events, _ in entries if number >= 0]
    if call in (SELECT, PSELECT):
        count = min(arguments[0] & 0xFFFF_FFFF, _MOST_POLLED)
        asked = []
        for address, events in zip(arguments[1:4], (select.POLLIN, select.POLLOUT, select.POLLPRI), strict=True):
            bits = int.from_bytes(_memory(thread, address, (count + 7) // 8), "little") if address and count else 0
            asked += [(number, events) for number in range(count) if bits >> number & 1]
        return asked
    return [(arguments[0] & 0xFFFF_FFFF, select.POLLIN)]


def _process_of(thread: int) -> int:
    lines = Path(f"/proc/{thread}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Tgid:"))


def _polled(thread: int, address: int, count: int) -> bool:
    entries = _memory(thread, address, 8 * min(count, _MOST_POLLED)) if count else b""
    return any(which == 0 and events & _READABLE for which, events, _ in struct.iter_unpack("=ihh", entries))


def _registered(thread: int, descriptor: int) -> bool:
    for line in Path(f"/proc/{thread}/fdinfo/{descriptor}").read_text().splitlines():
        words = line.split()
        if words[:2] == ["tfd:", "0"]:
            return bool(int(words[3], 16) & _READABLE)
    return False


def _memory(thread: int, address: int, size: int) -> bytes:
    with open(f"/proc/{thread}/mem", "rb", buffering=0) as memory:  # noqa: PTH123  at an address
        return os.pread(memory.fileno(), size, address)


def leads_to(thread: int, descriptor: int, pipe: int) -> bool:
    """Whether the descriptor is an end of the pipe with this number."""
    try:
        return str(Path(f"/proc/{thread}/fd/{descriptor}").readlink()) == f"pipe:[{pipe}]"
    except OSError:
        return descriptor == 0  # not to be seen: as it was in the beginning


def reader_of_copy(process: int, pipe: int) -> bool:
    """Whether a thread is in a read of the pipe by another descriptor than that of standard input."""
    return any(
        call in READS and arguments[0] != 0 and leads_to(process, arguments[0], pipe)
        for _, call, arguments in _calls(process)
        if call is not None
    )


def is_restless(process: int, but: int, runtime: Runtime, asleep: bool) -> bool:
    """Whether another thread of the program than this one, which waits, runs, or, with `asleep`, will by itself. Where
    this one runs, too, or is gone, it is being ended together with the program."""
    calls = {thread: (call, arguments) for thread, call, arguments in _calls(process)}
    mine, _ = calls.pop(but, (None, ()))
    return mine is None or any(
        (_is_at_work(call, runtime) or (asleep and _wakes_up(call, arguments, runtime)))
        and not _is_of_runtime(process, thread, runtime)
        for thread, (call, arguments) in calls.items()
    )


def _is_at_work(call: int | None, runtime: Runtime) -> bool:
    """Who is in another call than those that wait is about to come out of it, or to end the program."""
    return call not in _REST or (runtime.hands_out and call in (NAP, CLOCK_NAP))


def _wakes_up(call: int | None, arguments: tuple[int, ...], runtime: Runtime) -> bool:
    if call in (NAP, CLOCK_NAP):
        return not runtime.naps
    if call == FUTEX:
        return not runtime.naps and arguments[1] & 0x7F in _WAITING_FUTEX and has_end(call, arguments)
    return call is not None and has_end(call, arguments)


def _is_of_runtime(process: int, thread: int, runtime: Runtime) -> bool:
    if not runtime.threads:
        return False
    try:
        return Path(f"/proc/{process}/task/{thread}/comm").read_text().startswith(runtime.threads)
    except OSError:
        return True  # it is gone


def _is_dead(process: int, thread: str) -> bool:
    """Whether it has ended and only its name is left, as of a first thread that others outlive."""
    try:
        return Path(f"/proc/{process}/task/{thread}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def _calls(process: int) -> Iterator[tuple[int, int | None, tuple[int, ...]]]:
    """Each thread with the call that it is in; None for one that runs."""
    try:
        threads = os.listdir(f"/proc/{process}/task")  # noqa: PTH208  numbers
    except OSError:
        return
    for thread in threads:
        try:
            words = Path(f"/proc/{process}/task/{thread}/syscall").read_text().split()
        except OSError:
            continue  # it is gone, or cannot be seen
        if words[0] == "running" or (words[0] == "-1" and not _is_dead(process, thread)):
            yield int(thread), None, ()
        elif len(words) > 7:
            yield int(thread), int(words[0]), tuple(int(word, 16) for word in words[1:7])
