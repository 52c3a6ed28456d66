"""Entry: many calls of one function of a submission, each with fresh arguments."""

import _thread
import json
import os
from collections.abc import Callable
from typing import Any, NoReturn, Protocol

from . import engine

_FRAME = 1600  # bytes of the stack for one call of a simple function
_RECURSION = 11_000  # calls nested, as deep as Node lets them be
_DEEPEST = 40_000
_SLACK = 1 << 20
_COMPILED = "(function ($viva"  # how code begins that the tools made
_RUNTIME = engine.runtime()


class Channel(Protocol):
    def send(self, message: Any) -> None: ...
    def receive(self) -> Any: ...


def run(channel: Channel, job: Any) -> None:
    """The job has `code`, `counters`, `steps`, `seed`, `output`, `forbidden`, `function`, `calls`, `report`, and may
    have `recursion`, `drain`, `largest`; `vivabox.python.running.calling` is told the same, and says the same."""

    def calls() -> None:
        caller = Caller(channel, job)
        if caller.loaded():
            for call in job["calls"]:
                channel.send(caller.called(call))

    on_deep_stack(calls, job.get("recursion"))


def answer(channel: Channel, job: Any) -> None:
    """As `run`, but the calls are asked for one by one: each message is `{"call": arguments}`."""

    def conversation() -> None:
        caller = Caller(channel, job)
        if caller.loaded():
            while True:
                channel.send(caller.called(channel.receive()["call"]))

    on_deep_stack(conversation, job.get("recursion"))


def on_deep_stack(action: Callable[[], None], recursion: int | None = None) -> None:
    """A recursion is as deep as there is stack for it, and the stack of a thread is as large as it is asked to be."""
    depth = min(recursion or _RECURSION, _DEEPEST)
    size = depth * _FRAME
    done = _thread.allocate_lock()
    failed: list[BaseException] = []

    def act() -> None:
        try:
            _RUNTIME[0].set_max_stack_size(size)
            action()
        except BaseException as error:  # noqa: BLE001 what the thread lets through is raised where it was started
            failed.append(error)
        finally:
            done.release()

    done.acquire()
    _thread.stack_size(-(-(size + _SLACK) // 4096) * 4096)
    _thread.start_new_thread(act, ())
    done.acquire()
    if failed:
        raise failed[0]


class Silence:
    """No one answers: reading meets the end of the input, and what is written is kept, up to a bound."""

    def __init__(self, channel: Channel, most_output: int) -> None:
        self._channel = channel
        self._most = most_output
        self._exit = os._exit
        self.line: Callable[[], int | None] = lambda: None
        self.told: Callable[[], dict[str, Any]] = dict
        """What else is said of a run that is ended here: what was counted in it."""
        self.begin()

    def begin(self) -> None:
        self._written: list[str] = []
        self._room = self._most
        self.read_at: list[int | None] = []

    def written(self) -> str:
        return "".join(self._written)

    def read_line(self, to_the_end: bool = False) -> None:  # noqa: ARG002 there is no line in any case
        if not self.read_at:
            self.read_at.append(self.line())

    def write(self, text: str) -> None:
        if len(text) > self._room:
            self.end("output_limit")
        self._room -= len(text)
        self._written.append(text.encode("utf-8", "backslashreplace").decode("utf-8"))

    prompt = write

    def leave(self, code: int) -> NoReturn:
        self.end("no_result", exit=int(code) & 0xFF)

    def stop(self) -> NoReturn:
        self.end("step_limit")

    def overslept(self) -> NoReturn:
        self.end("time_limit")

    def refuse(self, name: str) -> NoReturn:
        self.end("forbidden", name=name)

    def end(self, reason: str, **details: Any) -> NoReturn:
        """Ends the process: nothing of the submission runs after it, no `catch` and no `finally`."""
        stopped = {"stopped": reason, "line": self.line(), "written": self.written()}
        self._channel.send({**self.told(), **stopped, **details})
        self._exit(0)


class Runtime:
    """The context of a run, with its console."""

    def __init__(self, job: Any, console: Any, ran: Callable[[int], None] | None = None) -> None:
        self.context, self.ask = _RUNTIME
        names = {
            "write": console.write, "prompt": console.prompt, "readLine": console.read_line, "leave": console.leave,
            "stop": console.stop, "overslept": console.overslept, "refuse": console.refuse,
        }  # fmt: skip
        if ran is not None:
            names["ran"] = ran
        for name, function in names.items():
            self.context.add_callable(f"viva_{name}", function)
        told = ", ".join(f"{name}: viva_{name}" for name in names)
        forget = "; ".join(f"delete globalThis.viva_{name}" for name in names)
        host = self.context.eval(f"(() => {{ const host = {{ __proto__: null, {told} }}; {forget}; return host; }})()")
        console.line = self.line
        self.ask("start", json.dumps(job), host)

    def line(self) -> int | None:
        found = self.ask("line")
        return int(found) if found.isdigit() else None

    def lacked(self) -> dict[str, str]:
        """What the program asked for and Viva does not have, if there is such a thing."""
        found = self.ask("lacked")
        return {"lacked": found} if found else {}

    def jobs(self) -> None:
        """All that promises wait for."""
        while self.context.execute_pending_job():
            pass

    def jobs_of_program(self) -> Any:
        """The same for a whole program, which may wait at its top and fail there; None, or the problem."""
        self.jobs()
        found = self.ask("top")
        return None if found == "pending" else json.loads(found)

    def waited(self) -> Any:
        """Goes on until nothing at the top of the program waits; None, or the problem."""
        self.jobs()
        while self.ask("top") == "pending":
            turned = self.ask("turn")
            if turned != "more":
                return json.loads(turned or self.ask("stuck"))
            self.jobs()
        return json.loads(self.ask("top"))


class Caller:
    def __init__(self, channel: Channel, job: Any) -> None:
        self.channel = channel
        self.problem: Any = None
        if not job["code"].startswith(_COMPILED):
            job = {**job, **self._compiled(job["code"])}
        self.silence = Silence(channel, job["output"])
        told = {name: job[name] for name in ("code", "steps", "seed", "forbidden", "function", "report")}
        told |= {name: job[name] for name in ("drain", "largest", "keeps") if name in job}
        self.runtime = Runtime({**told, "counters": len(job["counters"])}, self.silence, self.ran)
        self.silence.told = self.told
        self.counts = "ticks" in job["report"]

    def ran(self, counter: int) -> None:
        """Of a call that is asked what it did `so far`: the counters that move, as they do."""
        self.channel.send({"ran": {"count": [int(counter), 1]}})

    def told(self) -> dict[str, Any]:
        """What is said of a run that is ended, beside what ended it."""
        counts = {"counts": json.loads(self.runtime.ask("counts"))} if self.counts else {}
        return {**counts, **self.runtime.lacked()}

    def _compiled(self, text: str) -> dict[str, Any]:
        """What was not compiled before is compiled here: many programs that differ in little are run once each."""
        from .compiling import asked  # noqa: PLC0415 which needs the channel of this module

        found = asked("compile", {"text": text, "hooks": {"steps": True}})
        self.problem = found.get("problem")
        return {"code": found.get("code", f"{_COMPILED}more) {{}})"), "counters": found.get("counters", [])}

    def loaded(self) -> bool:
        ask = self.runtime.ask
        if self.problem is not None:
            self.channel.send({"loaded": _no_room(str(self.problem.get("message"))), "written": ""})
            return False
        problem = json.loads(ask("load"))
        if problem is None:
            problem = self.runtime.waited() or json.loads(ask("find"))
        self.channel.send({"loaded": problem, "written": self.silence.written(), **self.runtime.lacked()})
        return problem is None

    def called(self, call: Any) -> dict[str, Any]:
        self.silence.begin()
        try:
            answer: dict[str, Any] = json.loads(self._called(json.dumps(call)))
        except engine.engine().JSException as error:  # no room is left even to say what happened
            answer = {"problem": _no_room(str(error))}
        answer |= {"written": self.silence.written(), "read": self.silence.read_at}
        return answer

    def _called(self, call: str) -> str:
        ask = self.runtime.ask
        ask("forget")
        found: str = ask("call", call)
        while found == "pending":
            self.runtime.jobs()
            found = ask("settled")
            if found == "pending" and not ask("turn"):
                self.runtime.jobs()
                found = ask("settled")
                return ask("unsettled") if found == "pending" else found
        return found


def _no_room(message: str) -> dict[str, Any]:
    first = message.partition("\n")[0]
    reason = (
        "recursion_limit"
        if "call stack" in first
        else "memory_limit"
        if "memory" in first or first == "null"
        else "crash"
    )
    return {"reason": reason, "kind": "InternalError", "message": first[:1000], "line": None, "frames": []}


def describe(channel: Channel, job: Any) -> None:
    """One answer: how loading went. How a function can be called is not said: it takes whatever it is given."""

    def load() -> None:
        Caller(channel, job).loaded()

    on_deep_stack(load)


def drive(channel: Channel, job: Any) -> None:
    """As `answer`, for thousands of calls: each message is a list of numbers. The function is called with an object of
    them under the `names` of the job, and with one that stays from call to call."""
    names = job["names"]

    def conversation() -> None:
        caller = Caller(channel, {**job, "keeps": True})
        if caller.loaded():
            while True:
                numbers = [part for pair in zip(names, channel.receive(), strict=True) for part in pair]
                slots = [slot if isinstance(slot, str | int) else ["float", repr(slot)] for slot in numbers]
                call = {"root": ["at", 0], "nodes": [["list", [["at", 1]]], ["dict", slots]]}
                channel.send({**caller.called(call), "words": None})

    on_deep_stack(conversation)
