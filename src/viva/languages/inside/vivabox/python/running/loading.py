"""Runs the code of a submission as a module, and says what went wrong in plain data."""

import base64
import builtins
import contextlib
import errno
import marshal
import random
import sys
import types
from collections.abc import Callable
from typing import Any

from ...values import TooLarge, class_name, write
from ..compiling import FILENAME

MESSAGE = 1000
FRAMES = 20
RECURSION = 1000
SLACK = 50  # calls that hooks and streams make where Python itself makes none
_RESERVE = 100_000
_DEEPEST = 4
_MOST_VARIABLES = 20


def load(code: str) -> types.CodeType:
    loaded = marshal.loads(base64.b64decode(code))
    assert isinstance(loaded, types.CodeType)
    return loaded


def module_named(name: str) -> dict[str, Any]:
    """The namespace of a new module that imports find under its name."""
    module = types.ModuleType(name)
    module.__file__ = FILENAME
    sys.modules[name] = module
    namespace = vars(module)
    namespace["__builtins__"] = builtins
    return namespace


def prepare(seed: int, recursion: int = RECURSION) -> None:
    """The same start for every run: what is random is seeded, and the depth of our own calls is not counted."""
    random.seed(seed)
    depth, frame = 0, sys._getframe()
    while frame.f_back is not None:
        depth, frame = depth + 1, frame.f_back
    sys.setrecursionlimit(recursion + SLACK + depth)
    sys.argv = [FILENAME]


def attempt(action: Callable[[], object]) -> tuple[object, dict[str, Any] | None]:
    """What the action gives, or else its problem. Nothing the submission raises gets past this."""
    reserve = bytearray(_RESERVE)
    try:
        return action(), None
    except BaseException as error:  # noqa: BLE001 whatever it raises is its outcome
        del reserve  # so that there is memory to say that there is none
        return None, problem(error)


def current_line() -> int | None:
    """The line of the submission that is being executed."""
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename == FILENAME:
            return frame.f_lineno
        frame = frame.f_back
    return None


def problem(error: BaseException) -> dict[str, Any]:
    frames = _frames(error)
    return {
        "reason": reason_of(error),
        "kind": class_name(type(error)),
        "message": _message(error),
        "line": frames[-1][0] if frames else None,
        "frames": frames[-FRAMES:],
        "exit": exit_code(error),
        "deepest": _deepest(error) if isinstance(error, RecursionError) else [],
    }


def reason_of(error: BaseException) -> str:
    match error:
        case MemoryError() | OSError(errno=errno.ENOMEM):
            return "memory_limit"
        case RecursionError():
            return "recursion_limit"
        case OSError(errno=errno.ENOSPC | errno.EFBIG | errno.EDQUOT):
            return "disk_limit"
        case OSError(errno=errno.EAGAIN, filename=None) | RuntimeError(args=("can't start new thread",)):
            return "process_limit"
        case SystemExit():
            return "no_result"
    return "crash"


def exit_code(error: BaseException) -> int | None:
    """The code of a SystemExit, as the shell would see it."""
    if not isinstance(error, SystemExit):
        return None
    code = error.code
    return 0 if code is None else int.__int__(code) & 0xFF if isinstance(code, int) else 1


def _frames(error: BaseException) -> list[list[Any]]:
    """The calls inside the submission that led to the error: `[line, function]`, the innermost last."""
    found: list[list[Any]] = []
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == FILENAME:
            found.append([trace.tb_lineno, trace.tb_frame.f_code.co_name[:200]])
        trace = trace.tb_next
    return found


def _deepest(error: BaseException) -> list[list[Any]]:
    """The last calls of a recursion that was too deep: `[line, function, variables]`, the innermost last."""
    found: list[list[Any]] = []
    trace = error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        if frame.f_code.co_filename == FILENAME:
            found = [*found[-_DEEPEST:], [frame.f_code.co_firstlineno, frame.f_code.co_name[:200], frame]]
        trace = trace.tb_next
    return [[line, name, variables(frame)] for line, name, frame in found[-_DEEPEST:]]


def variables(frame: types.FrameType) -> list[list[Any]]:
    """The local variables of a frame in short: `[name, value]`; those that are too large are left out."""
    found: list[list[Any]] = []
    for name, value in list(frame.f_locals.items())[:_MOST_VARIABLES]:
        if name.isidentifier() and not isinstance(value, types.ModuleType | types.FunctionType | type):
            with contextlib.suppress(TooLarge):
                found.append([name[:200], write(value, nodes=200, characters=2000)])
    return found


def _message(error: BaseException) -> str:
    try:
        text = str.__str__(str(error))
    except BaseException:  # noqa: BLE001 `__str__` may be the submission's
        return ""
    return text[:MESSAGE].encode("utf-8", "backslashreplace").decode("utf-8")
