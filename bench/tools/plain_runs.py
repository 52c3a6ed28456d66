"""Runs calls of a program as Python itself would, inside of a sandbox: nothing here knows how Viva examines.

A job has the source, the calls as texts, and how many lines each may run. The answers are texts too: `value` with what
`repr` writes, `raised` with the kind, `endless` after too many lines, `unloaded` if the file itself breaks off.
"""

import ast
import copy
import io
import sys
import types
from contextlib import redirect_stdout
from typing import Any, Protocol


class _TooLong(BaseException):
    pass


class _Channel(Protocol):
    def send(self, message: object) -> None: ...


def answers(channel: _Channel, job: dict[str, Any]) -> None:
    module = types.ModuleType("submission")
    watched = _Watched(job["lines"])
    with redirect_stdout(io.StringIO()):
        try:
            exec(compile(job["source"], "submission.py", "exec"), module.__dict__)
        except BaseException as problem:  # noqa: BLE001 whatever a program does is an answer
            channel.send([["unloaded", type(problem).__name__] for _ in job["calls"]])
            return
        for call in job["calls"]:
            channel.send([_answer(module, call, watched, job["arguments"])])
    channel.send({"called": sorted(watched.called)})


def _answer(module: types.ModuleType, call: str, watched: "_Watched", arguments: bool) -> list[str]:
    name = call[: call.index("(")]
    row, named = eval(call, {**vars(module), name: lambda *row, **named: (row, named)})
    given = copy.deepcopy(row)
    try:
        with watched:
            value = vars(module)[name](*row, **named)
            if isinstance(value, types.GeneratorType | map | filter | zip | reversed):
                value = ("iterator", list(value))
    except _TooLong:
        return ["endless", ""]
    except BaseException as problem:  # noqa: BLE001 whatever a program does is an answer
        return ["raised", type(problem).__name__]
    if isinstance(value, dict):
        value = dict(value)  # a Counter equals a dict
    try:
        text = repr((value, row)) if arguments else repr(value)
        ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return ["value", f"<{type(value).__name__}>"]
    return ["value", text, repr(given)]


class _Watched:
    """Counts lines, and notes which of the builtin functions were called by the program itself."""

    def __init__(self, lines: int) -> None:
        self.lines, self.left = lines, lines
        self.called: set[str] = set()

    def __enter__(self) -> None:
        self.left = self.lines
        sys.settrace(self._line)
        sys.setprofile(self._call)

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)
        sys.setprofile(None)

    def _line(self, _frame: types.FrameType, _event: str, _argument: object) -> Any:
        self.left -= 1
        if self.left < 0:
            raise _TooLong
        return self._line

    def _call(self, frame: types.FrameType, event: str, called: Any) -> None:
        if event == "c_call" and frame.f_code.co_filename == "submission.py":
            self.called.add(called.__name__)
