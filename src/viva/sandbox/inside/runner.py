"""Calls the entry function of a run and says how it ended.

The submission shares this process, so nothing said here is believed outside: an end that is claimed too early gains
nothing but an earlier end.
"""

import errno
import importlib
import os

from .channel import Channel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

DETAIL = 4000
SPARE = 1 << 19


def run(channel: Channel) -> "NoReturn":
    """Never returns: what submitted code lets through here must not reach the code that called us."""
    status = 1
    try:
        _call(channel)
        status = 0
    finally:
        os._exit(status)


def _call(channel: Channel) -> None:
    spare = bytes(SPARE)
    reason: str | None = None
    detail: str | None = None
    try:
        order = channel.receive()
        module, function = order["entry"].split(":")
        getattr(importlib.import_module(module), function)(channel, order["job"])
    except BaseException as error:  # noqa: BLE001  whatever the entry function lets through is an outcome
        # Where memory has run out there must be some left to say so.
        del spare
        reason = reason_of(error)
        detail = describe(error) if reason == "crash" else None
    channel.end(reason, detail)


def nothing(_channel: Channel, _job: None) -> None:
    """An entry function to try a sandbox with."""


def reason_of(error: BaseException) -> str:
    match error:
        case MemoryError():
            return "memory_limit"
        case RecursionError():
            return "recursion_limit"
        case OSError(errno=errno.ENOSPC | errno.EFBIG | errno.EDQUOT):
            return "disk_limit"
        case OSError(errno=errno.ENOMEM):
            return "memory_limit"
        case BlockingIOError():
            return "process_limit"
        case RuntimeError(args=("can't start new thread",)):
            return "process_limit"
    return "crash"


def describe(error: BaseException) -> str:
    try:
        import traceback  # noqa: PLC0415  rarely needed, and not cheap

        text = "".join(traceback.format_exception(error))
    except BaseException:  # noqa: BLE001  an exception may be of a submitted class, whose methods may do anything
        text = type(error).__name__
    return text[-DETAIL:]
