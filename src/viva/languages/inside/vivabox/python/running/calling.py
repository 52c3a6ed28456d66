"""Entry: many calls of one function of a submission, each with fresh arguments."""

import builtins
import functools
import gc
import inspect
import itertools
import types
from collections import ChainMap
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ...heap import EXACT, read
from ...reviving import Missing, revive
from ...values import NODES, TooLarge, write
from ..compiling import Channel
from ..hooks.ticks import Ticks
from . import clock
from .dialogue import Silence
from .keeping import Keeping
from .lacking import Lacking
from .lasting import Lasting
from .loading import RECURSION, attempt, load, module_named, prepare
from .named import Named
from .streams import install
from .watching import Watch

_MOST_YIELDED = 10_000
_MOST_KEPT = 5
_FEW = 16  # numbers that are handed back as they are
_ROOM = 30  # characters for each part of a result, where their number is bounded


def run(channel: Channel, job: Any) -> None:
    """The job has `code`, `counters`, `sites`, `steps`, `seed`, `output`, `forbidden`, `function`, `calls`, `report`.

    The first answer says how loading went; then there is one for each call, in order, until all are done or one ends
    the process. `report` names what is sent besides the outcome: `arguments`, `result` (as a last one of them), `kept`,
    `ticks`, `so far` (as they come, in messages `{"ran": …}` before the answer). Further keys, optional:
    `recursion` (how deep calls may be nested), `drain` (an iterator that is returned is sent as the list of what it
    yields), `last` (how many steps are looked at when they run out, before the process ends) with `text`, the source,
    `largest` (how many parts a result may have), `named` (see `named.py`).
    """
    caller = _Caller(channel, job)
    function, problem = caller.loaded()
    channel.send(caller.begun(problem))
    if function is not None:
        for call in job["calls"]:
            if "so far" in job["report"]:
                caller.ticks.tell_first(lambda ran: channel.send({"ran": ran}))
            channel.send(caller.called(function, call))


def answer(channel: Channel, job: Any) -> None:
    """As `run`, but the calls are asked for one by one: each message is `{"call": arguments}`."""
    _converse(channel, _Caller(channel, job))


def drive(channel: Channel, job: Any) -> None:
    """As `answer`, for thousands of calls of a program that keeps things: each message is a list of numbers. The
    function is called with a dictionary of them under the `names` of the job, and with one that stays from call to
    call. What is called is not counted, and what is drawn by chance goes on. With `kept` in the `report` each answer
    says how much the program keeps.

    An answer that is a few numbers and nothing else is `[steps, words that are kept, kind, numbers]`.
    """
    caller = _Caller(channel, job, count_calls=False)
    names, kept = job["names"], dict[object, object]()
    function, problem = caller.loaded()
    channel.send(caller.begun(problem))
    while function is not None:
        channel.send(caller.driven(function, dict(zip(names, channel.receive(), strict=True)), kept))


def _converse(channel: Channel, caller: "_Caller") -> None:
    function, problem = caller.loaded()
    channel.send(caller.begun(problem))
    while function is not None:
        asked = channel.receive()
        channel.send(caller.called(function, asked["call"]))


def describe(channel: Channel, job: Any) -> None:
    """One answer: how loading went, and how the function can be called, where that can be said."""
    caller = _Caller(channel, job)
    function, problem = caller.loaded()
    channel.send({"loaded": problem, "takes": _takes(function)})


class _Caller:
    def __init__(self, channel: Channel, job: Any, count_calls: bool = True) -> None:
        self.job = job
        self.count_calls = count_calls
        self.code = load(job["code"])
        self.ticks = Ticks(job["counters"], job["sites"])
        self.silence = Silence(channel, job["output"])
        self.silence.told = self.so_far
        self.watch = Watch(job["forbidden"], self.silence.refuse)
        self.lasting = Lasting(job["last"], job["text"], self.code, self.silence.end) if job.get("last") else None
        self.lacking = Lacking()
        install(self.silence)
        clock.install()
        self.lacking.install()
        self.ticks.install()
        if count_calls:
            self.ticks.watch_calls(self.watch.called)
        self.namespace = module_named("submission")
        self.keeping: Keeping | None = None
        self.named: Named | None = None
        self.number = 0  # of calls so far

    def loaded(self) -> tuple[Callable[..., object] | None, dict[str, Any] | None]:
        self.begin()
        self.watch.guard()
        _, problem = attempt(lambda: exec(self.code, self.namespace))
        self.lacking.loaded()
        if problem is not None:
            return None, self.read_instead(problem)
        function = _found(self.namespace, self.job["function"])
        self.keeping = Keeping(self.namespace) if "kept" in self.job["report"] else None
        self.named = Named(self.namespace) if self.job.get("named") else None
        return function, None if function else _problem("missing_function", self.job["function"])

    def begun(self, problem: dict[str, Any] | None) -> dict[str, Any]:
        """How loading went."""
        return {"loaded": problem, "written": self.silence.written(), **self.lacking.told(problem)}

    def begin(self) -> None:
        # With a seed other than 0 every call has chances of its own: what rests on them shows.
        prepare(self.job["seed"] * (1 + self.number), self.job.get("recursion", RECURSION))
        self.count_anew()

    def count_anew(self) -> None:
        self.silence.begin()
        self.lacking.begin()
        self.watch.calls.clear()
        self.ticks.clear()
        self.ticks.limit_steps(self.job["steps"], self.lasting.look if self.lasting else self.silence.stop)

    def called(self, function: Callable[..., object], call: Any) -> dict[str, Any]:
        try:
            classes = ChainMap(self.namespace, vars(builtins))
            arguments = self.named.revived(read(call), classes) if self.named else revive(read(call), classes)
        except (Missing, TypeError, KeyError, AttributeError) as error:
            return {"problem": _problem("type_error", str(error))}
        assert isinstance(arguments, list | tuple)
        return self.called_with(function, arguments)

    def driven(self, function: Callable[..., object], numbers: dict[str, float], kept: dict[object, object]) -> Any:
        self.count_anew()
        result, problem = attempt(lambda: function(numbers, kept))
        steps = self.ticks.steps()
        words = self.keeping.words(kept) if self.keeping else None
        if problem is None and not self.silence.used and (plain := _in_numbers(result)) is not None:
            return [steps, words, type(result).__name__, plain]
        answer: dict[str, Any] = {"steps": steps, "words": words}
        answer |= {"written": self.silence.written(), "read": self.silence.read_at}
        try:
            if problem is None:
                answer["value"] = self.written(result)
        except TooLarge as error:
            problem = _problem("unserialisable", str(error))
        answer |= self.lacking.told(problem)
        return answer if problem is None else {**answer, "problem": self.read_instead(problem)}

    def called_with(self, function: Callable[..., object], arguments: Sequence[object]) -> dict[str, Any]:
        before = write(arguments) if self.keeping else None
        self.begin()
        self.number += 1
        result, problem = attempt(lambda: self.result(function(*arguments)))
        answer: dict[str, Any] = {
            "steps": self.ticks.steps(),
            "written": self.silence.written(),
            "read": self.silence.read_at,
        }
        if self.count_calls:
            answer["calls"] = dict(self.watch.calls)
        answer |= self.counted()
        try:
            if problem is None:
                answer["value"] = self.written(result)
            if "arguments" in self.job["report"]:
                shared = [result] if problem is None and "result" in self.job["report"] else []
                answer["arguments"] = self.written([*arguments, *shared])
            if self.keeping:
                answer |= {"kept": self.keeping.changed()[:_MOST_KEPT], "changed": write(arguments) != before}
        except TooLarge as error:
            problem = _problem("unserialisable", str(error))
        if problem is not None:
            answer["problem"] = self.read_instead(problem)
        return answer | self.lacking.told(problem)

    def counted(self) -> dict[str, Any]:
        """What the hooks saw, also of a call that does not end: it ran, as far as it came."""
        ticks = "ticks" in self.job["report"]
        return {"hits": self.ticks.hits(), "counts": self.ticks.counts()} if ticks else {}

    def so_far(self) -> dict[str, Any]:
        return self.counted() | self.lacking.told(None)

    def written(self, value: object) -> Any:
        """As data; raises TooLarge for more parts than the job lets a result have."""
        largest = self.job.get("largest", NODES)
        return write(value) if largest >= NODES else write(value, largest, _ROOM * largest)

    def result(self, value: object) -> object:
        """What counts as the result: a list of what an iterator yields, if the job asks for that."""
        if self.job.get("drain") and isinstance(value, Iterator):
            return list(itertools.islice(value, _MOST_YIELDED))
        return value

    def read_instead(self, problem: dict[str, Any]) -> dict[str, Any]:
        """A function that fails because there is nothing to read has a problem of its own."""
        if problem["kind"] == "EOFError" and self.silence.read_at:
            return {**problem, "reason": "unexpected_read", "line": self.silence.read_at[0]}
        return problem


def _found(namespace: dict[str, Any], name: str) -> Callable[..., object] | None:
    """A function by its name, or a method as `Class.method`."""
    first, *rest = name.split(".")
    found = namespace.get(first)
    for part in rest:
        found = getattr(found, part, None)
    return found if callable(found) else None


def _in_numbers(value: object) -> list[int | float] | None:
    """A number, or a few of them in a list or tuple, that can be written as they are; None for all else."""
    kind = type(value)
    if kind is tuple or kind is list:
        assert isinstance(value, tuple | list)
        if len(value) > _FEW:
            return None
        numbers: list[Any] = list(value)
    else:
        numbers = [value]
    for number in numbers:
        if type(number) is float:
            if number - number != 0.0:  # infinite, or no number
                return None
        elif type(number) is not int or not -EXACT <= number <= EXACT:
            return None
    return numbers


_Cached = type(functools.lru_cache(lambda: None))


def _takes(function: object) -> dict[str, Any] | None:
    """Of a function that is written in Python and nothing else: what others are called with is theirs to say."""
    if type(function) is _Cached:  # what it calls, and not what it says that it does
        inside = [each for each in gc.get_referents(function) if type(each) is types.FunctionType]
        function = inside[0] if len(inside) == 1 else None
    if type(function) is not types.FunctionType:
        return None
    code = function.__code__
    positional, named = code.co_argcount, code.co_argcount + code.co_kwonlyargcount
    starred = bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
    return {
        "parameters": list(code.co_varnames[:positional]),
        "others": list(code.co_varnames[positional : named + starred]),
        "defaults": write(function.__defaults__ or ()),
    }


def _problem(reason: str, message: str) -> dict[str, Any]:
    return {"reason": reason, "kind": "", "message": message, "line": None, "frames": []}
