"""Entries: a console program, once or several times in one process."""

import json
import os
from collections.abc import Callable
from typing import Any, NoReturn

from .calling import Channel, Runtime, on_deep_stack

_AT_ONCE = 8192  # characters that may wait to be sent with the next read


class Dialogue:
    """Each read is a question to the examiner; what was written before goes out with it, in order."""

    def __init__(self, channel: Channel, most_output: int) -> None:
        self._channel = channel
        self._room = most_output
        self._events: list[list[Any]] = []
        self._waiting = 0
        self._exit = os._exit
        self.line: Callable[[], int | None] = lambda: None
        self.told: Callable[[], dict[str, Any]] = dict

    def read_line(self, to_the_end: bool = False) -> str | None:
        self._channel.send({"events": self._taken(), "read": self.line(), "to_the_end": bool(to_the_end)})
        line = self._channel.receive()["line"]
        return None if line is None else str(line)

    def write(self, text: str) -> None:
        self._add("write", text)

    def prompt(self, text: str) -> None:
        self._add("prompt", text)

    def leave(self, code: int) -> NoReturn:
        self.end(None, exit=int(code) & 0xFF)

    def stop(self) -> NoReturn:
        self.end("step_limit", line=self.line())

    def overslept(self) -> NoReturn:
        self.end("time_limit", line=self.line())

    def refuse(self, name: str) -> NoReturn:
        self.end("forbidden", line=self.line(), name=name)

    def end(self, reason: str | None, **details: Any) -> NoReturn:
        """Says how the program ended, and ends the process: nothing of the submission runs after it."""
        self._channel.send({"events": self._taken(), "end": reason, **self.told(), **details})
        self._exit(0)

    def _add(self, kind: str, text: str) -> None:
        line = self.line()
        text = text.encode("utf-8", "backslashreplace").decode("utf-8")
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


def run(channel: Channel, job: Any) -> None:
    """The job has `code`, `counters`, `steps`, `seed`, `output`, `forbidden`. What is read, written and said at the end
    is as `vivabox.python.running.console` has it. A process runs one program: a second one would find what the first
    did to built-in objects."""
    on_deep_stack(lambda: _run(channel, job))


def run_again(channel: Channel, job: Any) -> None:
    run(channel, job)


def _run(channel: Channel, job: Any) -> None:
    dialogue = Dialogue(channel, job["output"])
    told = {name: job[name] for name in ("code", "steps", "seed", "forbidden")}
    runtime = Runtime({**told, "counters": len(job["counters"]), "function": "", "report": []}, dialogue)
    dialogue.told = lambda: {
        "steps": int(runtime.ask("steps")),
        "counts": json.loads(runtime.ask("counts")),
        **runtime.lacked(),
    }
    problem = json.loads(runtime.ask("load"))
    while problem is None:
        problem = runtime.jobs_of_program()
        if problem is not None:
            break
        turned = runtime.ask("turn")
        if turned == "":
            break
        problem = None if turned == "more" else json.loads(turned)
    if problem is None:
        left = json.loads(runtime.ask("leave"))
        if isinstance(left, int):
            dialogue.end(None, exit=left)
        problem = left
    dialogue.end(problem["reason"], problem={**problem, "exit": 1})
