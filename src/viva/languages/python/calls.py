"""Calls of a function of a submission."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from viva.core.json import Json
from viva.languages.python import wire
from viva.languages.python.console import OUTPUT, STEPS
from viva.languages.python.coverage import NOTHING, Coverage, read_coverage
from viva.languages.python.inside.pythonbox.heap import Heap, Malformed, read
from viva.languages.python.inside.pythonbox.values import rewrite, write
from viva.languages.python.problem import Problem, read_problem, read_reason
from viva.languages.python.program import Program
from viva.sandbox import Limits, Sandbox

TOGETHER = 1000

_LIMITS = Limits(output=64 << 20)
_ADDING_UP = frozenset({"memory_limit", "disk_limit", "process_limit"})


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a call: a `value`, or a `problem`.

    `while_loading`: the problem came before any call, while the submission was loaded. `read`: the function asked for
    input (it got the end of the input). `arguments` are those after the call, if asked for.
    """

    value: Heap | None
    problem: Problem | None
    while_loading: bool = False
    written: str = ""
    read: bool = False
    steps: int | None = None
    arguments: Heap | None = None
    coverage: Coverage = NOTHING


def call(
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
) -> Iterator[Outcome]:
    """The outcome of each call, in order, as they come in; whoever has seen enough may stop.

    A call is a list of arguments, trusted Python values, or a `Heap` of such a list. `function` may name a method as
    `Class.method`. Up to `together` calls share a process, each with fresh arguments; after a call that ended the
    process the rest goes on in a new one. `report` may name `arguments` (as they are after the call) and `ticks`.
    `steps` are for each call, `limits` for a process.
    """
    job = program.job(steps, seed, output, forbidden) | {"function": function, "report": list(report)}
    done = 0
    limits = limits or _LIMITS
    while done < len(calls):
        part: list[Json] = [_written(arguments) for arguments in calls[done : done + together]]
        for outcome in _process(sandbox, program, {**job, "calls": part}, limits):
            done += 1
            yield outcome
            if outcome.while_loading:
                yield from (outcome for _ in range(done, len(calls)))
                return


def _written(arguments: Sequence[object] | Heap) -> Json:
    return rewrite(arguments) if isinstance(arguments, Heap) else write(list(arguments))


def _process(sandbox: Sandbox, program: Program, job: dict[str, Json], limits: Limits) -> Iterator[Outcome]:
    """The outcomes of calls in one process, at least one: the last may be of a call that ended the process.

    What adds up over calls (time, memory, files) is never blamed on a call that was not the first in its process: then
    there is no outcome for it, and the caller tries it again in a new one.
    """
    expected = len(wire.items(job["calls"]))
    with sandbox.converse("pythonbox.calling:run", job, limits) as conversation:
        received = 0
        loading = True
        while received < expected:
            message = conversation.receive()
            try:
                if message is None:
                    reason = conversation.close().reason or "no_result"
                    if received == 0:
                        yield Outcome(None, Problem(reason), while_loading=loading)
                    return
                said = wire.record(message)
                if "stopped" in said:
                    yield replace(_stopped(said), while_loading=loading)
                    return
                if loading:
                    problem = read_problem(said.get("loaded"))
                    loading = problem is not None
                    if problem is not None:
                        yield Outcome(None, problem, while_loading=True, written=wire.text(said.get("written")))
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


def _stopped(said: dict[str, Json]) -> Outcome:
    problem = Problem(
        read_reason(said["stopped"]),
        message=wire.text(said.get("name", "")),
        line=wire.optional_number(said.get("line")),
    )
    return Outcome(None, problem, written=wire.text(said.get("written")))


def _outcome(said: dict[str, Json], program: Program) -> Outcome:
    problem = read_problem(said.get("problem"))
    return Outcome(
        value=read(said.get("value")) if problem is None else None,
        problem=problem,
        written=wire.text(said.get("written", "")),
        read=bool(wire.items(said.get("read", []))),
        steps=wire.optional_number(said.get("steps")),
        arguments=read(said["arguments"]) if "arguments" in said else None,
        coverage=read_coverage(program, said),
    )
