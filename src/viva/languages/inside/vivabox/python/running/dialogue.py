"""The consoles that a submission can have: a dialogue with the examiner, or none at all."""

import _thread
import os
from collections.abc import Callable
from typing import Any, NoReturn

from ..compiling import Channel
from ..hooks.ticks import Ticks
from .lacking import Lacking
from .loading import current_line

_AT_ONCE = 8192  # characters that may wait to be sent with the next read


class Dialogue:
    """Each read is a question to the examiner; what was written before goes out with it, in order.

    Events are `["write", text, line]` and `["prompt", text, line]`.
    """

    def __init__(self, channel: Channel, most_output: int, ticks: Ticks, lacking: Lacking) -> None:
        self._channel = channel
        self._room = most_output
        self._ticks = ticks
        self._lacking = lacking
        self._events: list[list[Any]] = []
        self._waiting = 0
        self._lock = _thread.RLock()
        self._exit = os._exit

    def read_line(self) -> str | None:
        with self._lock:
            self._channel.send({"events": self._taken(), "read": current_line()})
            answer = self._channel.receive()
        line = answer["line"]
        return None if line is None else str(line) + "\n"

    def write(self, text: str) -> None:
        self._add("write", text)

    def prompt(self, text: str) -> None:
        self._add("prompt", text)

    def leave(self, code: int) -> NoReturn:
        self.end(None, exit=code & 0xFF)

    def stop(self) -> NoReturn:
        """No steps are left."""
        self.end("step_limit", line=current_line())

    def overslept(self) -> NoReturn:
        self.end("time_limit", line=current_line())

    def refuse(self, name: str) -> NoReturn:
        self.end("forbidden", line=current_line(), name=name)

    def end(self, reason: str | None, **details: Any) -> NoReturn:
        """Says how the program ended, and ends the process: nothing of the submission runs after it."""
        self.tell_end(reason, **details)
        self._exit(0)

    def tell_end(self, reason: str | None, **details: Any) -> None:
        lacked = self._lacking.told(details.get("problem"))
        self._channel.send({"events": self._taken(), "end": reason, "steps": self._ticks.steps(), **lacked, **details})

    def leave_silently(self) -> NoReturn:
        self._exit(0)

    def _add(self, kind: str, text: str) -> None:
        line = current_line()
        text = text.encode("utf-8", "backslashreplace").decode("utf-8")
        with self._lock:
            if len(text) > self._room:
                self._events.append([kind, text[: self._room], line])
                self.end("output_limit", line=line)
            self._room -= len(text)
            if self._events and self._events[-1][0] == kind == "write" and self._events[-1][2] == line:
                self._events[-1][1] += text
            else:
                self._events.append([kind, text, line])
            self._waiting += len(text)
            if self._waiting > _AT_ONCE:
                self._channel.send({"events": self._taken()})

    def _taken(self) -> list[list[Any]]:
        events, self._events, self._waiting = self._events, [], 0
        return events


class Silence:
    """No one answers: reading meets the end of the input, and what is written is kept, up to a bound."""

    def __init__(self, channel: Channel, most_output: int) -> None:
        self._channel = channel
        self._most = most_output
        self._exit = os._exit
        self.told: Callable[[], dict[str, Any]] = dict
        """What else is said of a run that is ended here: what was counted in it."""
        self.begin()

    def begin(self) -> None:
        self._written: list[str] = []
        self._room = self._most
        self.read_at: list[int | None] = []

    @property
    def used(self) -> bool:
        """Whether something was written or read."""
        return bool(self._written or self.read_at)

    def written(self) -> str:
        return "".join(self._written)

    def read_line(self) -> None:
        if not self.read_at:
            self.read_at.append(current_line())

    def write(self, text: str) -> None:
        if len(text) > self._room:
            self.end("output_limit")
        self._room -= len(text)
        self._written.append(text.encode("utf-8", "backslashreplace").decode("utf-8"))

    prompt = write

    def leave(self, code: int) -> NoReturn:
        self.end("no_result", exit=code & 0xFF)

    def stop(self) -> NoReturn:
        self.end("step_limit")

    def refuse(self, name: str) -> NoReturn:
        self.end("forbidden", name=name)

    def end(self, reason: str, **details: Any) -> NoReturn:
        stopped = {"stopped": reason, "line": current_line(), "written": self.written()}
        self._channel.send({**self.told(), **stopped, **details})
        self._exit(0)
