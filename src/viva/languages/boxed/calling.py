"""Calls of a function of a submission. `Calling` is what a language offers, with the names of its entries."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import field, replace
from types import TracebackType
from typing import Self

from viva.core.deciding.outcome import LIMITS
from viva.core.json import Json
from viva.core.records import dataclass
from viva.languages import wire
from viva.languages.boxed.program import job
from viva.languages.boxed.telling import read_lacked, tellable
from viva.languages.coverage import read_coverage
from viva.languages.heap import EXACT, Heap, Malformed, Node, Reference, read
from viva.languages.outcome import Outcome, Stage
from viva.languages.problem import Problem, read_moment, read_problem, read_reason
from viva.languages.program import Program
from viva.languages.protocol.calls import TOGETHER, Answers, Driven
from viva.languages.protocol.runs import OUTPUT, STEPS
from viva.languages.takes import Takes
from viva.languages.values import rewrite, write
from viva.sandbox import Conversation, Limits, Sandbox

_LIMITS = Limits(output=64 << 20)
_ADDING_UP = frozenset({"memory_limit", "disk_limit", "process_limit"})


class _Process:
    """Begun with the first question, and one answer to each. A call that ends it is answered with its problem."""

    def __init__(self, entry: str, sandbox: Sandbox, program: Program, told: dict[str, Json], limits: Limits) -> None:
        self._entry = entry
        self._sandbox = sandbox
        self._program = program
        self._told = told
        self._limits = limits
        self._conversation: Conversation | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._conversation is not None:
            self._conversation.close()
            self._conversation = None

    @property
    def lives(self) -> bool:
        return self._conversation is not None

    def answer(self, question: Json) -> Outcome:
        try:
            if self._conversation is None:
                self._conversation = self._sandbox.converse(self._entry, self._told, self._limits)
                loading = self._received()
                if isinstance(loading, Outcome):
                    return replace(loading, while_loading=True)
                said = wire.record(loading)
                problem = read_problem(said.get("loaded"))
                if problem is not None:
                    self.close()
                    return _not_loaded(problem, said, self._program)
            self._conversation.send(question)
            answer = self._received()
            if isinstance(answer, Outcome):
                return answer
            return _numbers(answer) if isinstance(answer, list) else _outcome(wire.record(answer), self._program)
        except Malformed:
            self.close()
            return Outcome(None, Problem("protocol_error"))

    def _received(self) -> Json | Outcome:
        """A message, or the outcome of a process that ended."""
        assert self._conversation is not None
        message = self._conversation.receive()
        if message is None:
            reason = self._conversation.close().reason or "no_result"
            self._conversation = None
            return Outcome(None, Problem(reason))
        if isinstance(message, dict) and "stopped" in message:
            self.close()
            return _stopped(wire.record(message), self._program)
        return message


class _Answers(_Process):
    """After a call that ended the process, the next one begins a new one.

    What adds up over calls (time, memory, files, output) is never blamed on one that was not the first in its process:
    it is asked again in a new one.
    """

    foresees = False

    def ask(self, arguments: Sequence[object] | Heap) -> Outcome:
        question: Json = {"call": written_call(arguments)}
        first = not self.lives
        outcome = self.answer(question)
        adds_up = outcome.problem is not None and outcome.problem.reason in LIMITS.keys() - {"step_limit"}
        if adds_up and not first:
            self.close()
            return self.answer(question)
        return outcome

    def knows(self, arguments: Sequence[object] | Heap) -> bool:  # noqa: ARG002 see `viva.languages.protocol`
        return False

    def foresee(self, calls: Sequence[Sequence[object] | Heap]) -> None:
        """There is nothing to gain: one process answers call after call."""


class _Driven(_Process):
    """Numbers go as they are, and come back so where they can: to write them as a heap costs more than the call."""

    _last: Outcome | None = None

    def ask(self, numbers: Sequence[float]) -> Outcome:
        if self._last is None:
            outcome = self.answer(list(numbers))
            if not self.lives:
                self._last = outcome
            return outcome
        return self._last


def written_call(arguments: Sequence[object] | Heap) -> Json:
    return rewrite(arguments) if isinstance(arguments, Heap) else write(list(arguments))


def _process(
    entry: str, sandbox: Sandbox, program: Program, told: dict[str, Json], limits: Limits
) -> Iterator[Outcome]:
    """The outcomes of calls in one process, at least one: the last may be of a call that ended the process.

    What adds up over calls (time, memory, files) is never blamed on a call that was not the first in its process: then
    there is no outcome for it, and the caller tries it again in a new one.
    """
    expected = len(wire.items(told["calls"]))
    so_far = _SoFar()
    with sandbox.converse(entry, told, limits) as conversation:
        received = 0
        loading = True
        while received < expected:
            message = conversation.receive()
            try:
                if message is None:
                    reason = conversation.close().reason or "no_result"
                    if received == 0:
                        coverage = read_coverage(program, so_far.told())
                        yield Outcome(None, Problem(reason), coverage=coverage, while_loading=loading)
                    return
                said = wire.record(message)
                if "ran" in said:
                    so_far.hear(wire.record(said["ran"]))
                    continue
                if "stopped" in said:
                    yield replace(_stopped(said, program), while_loading=loading)
                    return
                if loading:
                    problem = read_problem(said.get("loaded"))
                    loading = problem is not None
                    so_far = _SoFar()
                    if problem is not None:
                        yield _not_loaded(problem, said, program)
                        return
                else:
                    outcome = _outcome(said, program)
                    if received and outcome.problem and outcome.problem.reason in _ADDING_UP:
                        return
                    received += 1
                    yield outcome
            except Malformed:
                yield Outcome(None, Problem("protocol_error"), while_loading=loading)
                return


@dataclass(slots=True)
class _SoFar:
    """What a call says of itself while it runs: the last that is known of one that is ended from outside."""

    hits: set[int] = field(default_factory=set)
    counts: set[int] = field(default_factory=set)

    def hear(self, ran: dict[str, Json]) -> None:
        if "hit" in ran:
            self.hits |= {wire.number(site) for site in wire.items(ran["hit"])}
        else:
            self.counts.add(wire.number(wire.pair(ran.get("count"))[0]))

    def told(self) -> dict[str, Json]:
        return {"hits": list(self.hits), "counts": [[counter, 1] for counter in self.counts]}


def _not_loaded(problem: Problem, said: dict[str, Json], program: Program) -> Outcome:
    written, lacked = wire.text(said.get("written")), read_lacked(said, program)
    return Outcome(None, tellable(problem, program), while_loading=True, written=written, lacked=lacked)


def _stopped(said: dict[str, Json], program: Program) -> Outcome:
    problem = Problem(
        read_reason(said["stopped"]),
        message=wire.text(said.get("name", "")),
        line=wire.optional_number(said.get("line")),
    )
    last = tuple(map(read_moment, wire.items(said.get("last", []))))
    back = wire.flag(said.get("back", False))
    coverage = read_coverage(program, said)
    written = wire.text(said.get("written"))
    lacked = read_lacked(said, program)
    return Outcome(None, problem, written=written, coverage=coverage, last=last, came_back=back, lacked=lacked)


def _numbers(said: Sequence[Json]) -> Outcome:
    """An answer that is numbers and nothing else: `[steps, words that are kept, kind, numbers]`."""
    match said:
        case [steps, words, "int" | "float", [number]]:
            value = Heap(_number(number), ())
        case [steps, words, "list" | "tuple" as kind, list(numbers)]:
            value = Heap(Reference(0), (Node(kind, "", tuple([_number(number) for number in numbers])),))
        case _:
            raise Malformed("not an answer in numbers")
    return Outcome(value, None, steps=wire.number(steps), kept_words=wire.optional_number(words))


def _number(data: Json) -> int | float:
    if type(data) is float or (type(data) is int and -EXACT <= data <= EXACT):
        return data
    raise Malformed("not a number")


def _outcome(said: dict[str, Json], program: Program) -> Outcome:
    found = read_outcome(said)
    problem, lacked = tellable(found.problem, program), read_lacked(said, program)
    return replace(found, problem=problem, coverage=read_coverage(program, said), lacked=lacked)


def read_outcome(said: dict[str, Json]) -> Outcome:
    """What is said of a call, without what hooks counted."""
    problem = read_problem(said.get("problem"))
    return Outcome(
        value=read(said.get("value")) if problem is None else None,
        problem=problem,
        written=wire.text(said.get("written", "")),
        read=bool(wire.items(said.get("read", []))),
        steps=wire.optional_number(said.get("steps")),
        arguments=read(said["arguments"]) if "arguments" in said else None,
        kept=tuple(map(wire.text, wire.items(said.get("kept", [])))),
        changed=wire.flag(said.get("changed", False)),
        kept_words=wire.optional_number(said.get("words")),
    )


class Calling:
    """The functions of the sandbox that are told to `run` many calls, to `answer` one after the other, to be `driven`,
    to `describe` how a function is called, and to `step` through a call, where that can be done."""

    def __init__(self, *, run: str, answer: str, driven: str, describe: str, step: str = "") -> None:
        self._run = run
        self._answer = answer
        self._driven = driven
        self._describe = describe
        self._step = step

    def converse(
        self, sandbox: Sandbox, program: Program, function: str, *, steps: int = STEPS, limits: Limits | None = None
    ) -> AbstractContextManager[Answers]:
        """The function of a submission, to be asked one call at a time."""
        told = job(program, steps, 0, OUTPUT, ()) | {"function": function, "report": ["ticks"]}
        return _Answers(self._answer, sandbox, program, told, limits or _LIMITS)

    def drive(
        self,
        sandbox: Sandbox,
        program: Program,
        function: str,
        names: Sequence[str],
        *,
        steps: int = STEPS,
        weigh: bool = False,
        limits: Limits | None = None,
    ) -> AbstractContextManager[Driven]:
        """See `viva.languages.protocol`. With a seed that is not 0: what a program draws by chance goes on from call to
        call."""
        told = job(program, steps, 1, OUTPUT, ())
        told |= {"function": function, "names": list(names), "report": ["kept"] if weigh else []}
        return _Driven(self._driven, sandbox, program, told, limits or _LIMITS)

    def call(
        self,
        sandbox: Sandbox,
        program: Program,
        function: str,
        calls: Sequence[Sequence[object] | Heap],
        *,
        steps: int = STEPS,
        seed: int = 0,
        output: int = OUTPUT,
        forbidden: Iterable[str] = (),
        report: Sequence[str] = (),
        together: int = TOGETHER,
        limits: Limits | None = None,
        recursion: int | None = None,
        drain: bool = False,
        last: int = 0,
        largest: int | None = None,
        named: bool = False,
    ) -> Iterator[Outcome]:
        """See `viva.languages.protocol`. After a call that ended the process the rest goes on in a new one."""
        told = job(program, steps, seed, output, forbidden) | {"function": function, "report": list(report)}
        told |= {"drain": drain, "last": last, "text": program.text if last else ""}
        if recursion is not None:
            told["recursion"] = recursion
        if largest is not None:
            told["largest"] = largest
        if named:
            told["named"] = True
        done = 0
        limits = limits or _LIMITS
        written: list[Json] = []
        while done < len(calls):
            # After a call that ended the process the rest is sent again, but not written again.
            written += [written_call(arguments) for arguments in calls[len(written) : done + together]]
            part = written[done : done + together]
            for outcome in _process(self._run, sandbox, program, {**told, "calls": part}, limits):
                done += 1
                yield outcome
                if outcome.while_loading:
                    yield from (outcome for _ in range(done, len(calls)))
                    return

    def stages(
        self,
        sandbox: Sandbox,
        program: Program,
        function: str,
        call: Heap,
        *,
        steps: int,
        largest: int,
        plain: bool = False,
    ) -> tuple[Stage, ...]:
        """See `viva.languages.protocol`."""
        told = job(program, steps, 0, OUTPUT, ()) | {
            "function": function,
            "call": rewrite(call),
            "largest": largest,
            "plain": plain,
        }
        run = sandbox.run(self._step, told, _LIMITS)
        found: list[Stage] = []
        try:
            for message in run.messages:
                said = wire.record(message)
                if "seen" in said:
                    found.append(Stage(wire.optional_number(said.get("line")), read(said["seen"])))
        except Malformed:
            return ()
        return tuple(found)

    def takes(self, sandbox: Sandbox, program: Program, function: str) -> Takes | None:
        """See `viva.languages.protocol`."""
        told = job(program, STEPS, 0, OUTPUT, ()) | {"function": function, "report": []}
        run = sandbox.run(self._describe, told, _LIMITS)
        try:
            said = wire.record(wire.record(run.messages[0]).get("takes")) if run.messages else {}
            names = [tuple(map(wire.text, wire.items(said.get(key)))) for key in ("parameters", "others")]
            return Takes(names[0], read(said.get("defaults")), names[1])
        except Malformed:
            return None
