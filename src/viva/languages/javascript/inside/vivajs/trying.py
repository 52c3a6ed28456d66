"""Entry: many programs that differ from one source in a few pieces, each asked a few questions.

Only proposals rest on what is said here: what is told of a program that comes out right was run anew, in a process of
its own. So all of them share one context, and the limit of steps is an exception there.
"""

import json
from typing import Any

from . import engine
from .calling import Channel, Runtime, Silence, on_deep_stack
from .compiling import asked

_MOST_CALLS = 4000  # deep enough for all that is tried, and soon over where a recursion has no end


def run(channel: Channel, job: Any) -> None:
    """The job has `text`, `function`, `calls`, `steps`, `report`, `output`, `drain`.

    A message is `[[pieces, …], from, until]`: each list of pieces is a program, which is asked the calls between the two.
    One answer is sent for each program, in order: what came of its calls, or None where it is none.
    """

    def conversation() -> None:
        taker = _Taker(channel, job)
        while True:
            try:
                programs, first, last = channel.receive()
            except EOFError:
                return
            for pieces in programs:
                channel.send(taker.said(pieces, first, last))

    on_deep_stack(conversation, _MOST_CALLS)


class _Taker:
    def __init__(self, channel: Channel, job: Any) -> None:
        self.text = job["text"]
        self.calls = [json.dumps(call) for call in job["calls"]]
        self.compiled: dict[str, tuple[str, int] | None] = {}
        self.silence = Silence(channel, job["output"])
        told = {name: job[name] for name in ("steps", "function", "report", "drain")}
        begun = {**told, "code": "", "seed": 0, "forbidden": [], "counters": 0, "trying": True}
        self.runtime = Runtime(begun, self.silence)

    def said(self, pieces: Any, first: int, last: int) -> list[Any] | None:
        code = self.code(pieces)
        if code is None:
            return None
        ask = self.runtime.ask
        self.silence.begin()
        try:
            ask("swap", *code)
            problem = json.loads(ask("load")) or self.runtime.waited() or json.loads(ask("find"))
        except engine.engine().JSException:
            return None
        if problem is not None:
            return None
        return [self.answer(call) for call in self.calls[first:last]]

    def code(self, pieces: Any) -> tuple[str, int] | None:
        text = _changed(self.text, pieces)
        if text not in self.compiled:
            found = asked("compile", {"text": text, "hooks": {"steps": True}})
            self.compiled[text] = (found["code"], len(found["counters"])) if "code" in found else None
        return self.compiled[text]

    def answer(self, call: str) -> dict[str, Any]:
        self.silence.begin()
        ask = self.runtime.ask
        ask("forget")
        try:
            found = ask("call", call)
            while found == "pending":
                self.runtime.jobs()
                found = ask("settled")
                if found == "pending" and not ask("turn"):
                    found = ask("unsettled")
            answer: dict[str, Any] = json.loads(found)
        except engine.engine().JSException:
            answer = {"problem": {"reason": "memory_limit", "kind": "", "message": "", "line": None, "frames": []}}
        return {**answer, "written": self.silence.written(), "read": []}


def _changed(text: str, pieces: Any) -> str:
    """The text with the pieces put in; those at one place in their order, and none inside of another."""
    parts: list[str] = []
    at = 0
    for begin, end, new in sorted(pieces, key=lambda piece: (piece[0], piece[1])):
        if begin >= at:
            parts += [text[at:begin], new]
        at = max(at, end)
    return "".join([*parts, text[at:]])
