"""Changes that may mend a program, proposed inside of the sandbox, and quick trials of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from viva.core.json import Json
from viva.languages import wire
from viva.languages.edits import Change, Probe, Scripts, Traces, read_changes
from viva.languages.heap import Heap, Malformed
from viva.languages.values import rewrite, write
from viva.sandbox import Conversation, Limits, Sandbox

_PROPOSING = Limits(cpu_seconds=5.0, wall_seconds=30.0, memory=1 << 30, output=64 << 20)
_TRYING = Limits(cpu_seconds=20.0, wall_seconds=200.0, memory=256 << 20, output=64 << 20)
_LARGEST = 40_000  # characters of a text of which changes are proposed
_OUTPUT = 100_000
_TOGETHER = 120
_LINES = 3_000  # of one run whose values are looked at
_MOST_DEATHS = 20  # programs that end their process, after which no more are tried
_MOST_BURNT = 2  # processes that take all their time


def small_changes(
    sandbox: Sandbox,
    text: str,
    numbers: Sequence[int] = (),
    texts: Sequence[str] = (),
    *,
    most: int = 1000,
    further: bool = False,
) -> list[Change]:
    if len(text) > _LARGEST:
        return []
    job: Json = {
        "text": text, "numbers": list(numbers), "texts": list(texts), "most": most, "further": further,
    }  # fmt: skip
    return read_changes(_told(sandbox, "vivabox.python.changing.guiding:edits", job))


def scripts(
    sandbox: Sandbox,
    text: str,
    function: str,
    others: Sequence[str],
    names: Sequence[Mapping[str, str]] = (),
    *,
    most: int = 10,
    borrowed: int = 600,
) -> Scripts:
    if len(text) > _LARGEST:
        return Scripts()
    given: list[Json] = [[[old, new] for old, new in one.items()] for one in names]
    job: Json = {
        "text": text, "function": function, "others": list(others), "names": given, "most": most,
        "borrowed": borrowed,
    }  # fmt: skip
    match _told(sandbox, "vivabox.python.changing.guiding:scripts", job):
        case [int(whole), list(found), pieces, own, nested]:
            scripts = tuple(tuple(read_changes(script)) for script in found)
            return Scripts(whole, scripts, *(tuple(read_changes(each)) for each in (pieces, own, nested)))
    return Scripts()


def completions(sandbox: Sandbox, text: str, most: int = 200) -> list[Change]:
    if len(text) > _LARGEST:
        return []
    return read_changes(_told(sandbox, "vivabox.python.changing.completing:completions", {"text": text, "most": most}))


def traces(sandbox: Sandbox, text: str, function: str, calls: Sequence[Sequence[object] | Heap]) -> Traces:
    job: Json = {
        "text": text, "function": function, "calls": _written(calls), "steps": _LINES, "output": _OUTPUT,
    }  # fmt: skip
    try:
        told = wire.record(_told(sandbox, "vivabox.python.changing.tracing:tracing", job))
        return {
            function: {
                name: tuple(tuple(map(wire.number, wire.items(run))) for run in wire.items(runs))
                for name, runs in wire.record(variables).items()
            }
            for function, variables in told.items()
        }
    except Malformed:
        return {}


class Tries:
    """Programs that differ from one text in a few pieces, asked a few questions each; see `protocol.Tries`."""

    def __init__(self, sandbox: Sandbox, job: Mapping[str, Json]) -> None:
        self.steps = self.runs = 0
        self._sandbox = sandbox
        self._job = job
        self._deaths = 0
        self._burnt = 0
        self._conversation: Conversation | None = None

    def passing(self, programs: Sequence[Sequence[Change]]) -> list[bool]:
        return [said == "1" for said in self._said(programs, whole=False)]

    def answers(self, programs: Sequence[Sequence[Change]]) -> list[str]:
        return self._said(programs, whole=True)

    def close(self) -> None:
        if self._conversation is not None:
            self._conversation.close()
            self._conversation = None

    def _said(self, programs: Sequence[Sequence[Change]], whole: bool) -> list[str]:
        found = ["" for _ in programs]
        order = sorted(range(len(programs)), key=lambda number: _places(programs[number]))  # what is alike together
        for first in range(0, len(order), _TOGETHER):
            numbers = order[first : first + _TOGETHER]
            said = self._asked([programs[number] for number in numbers], whole)
            if said is None:  # one of them ended the process: which?
                said = []
                for number in numbers:
                    given_up = self._deaths >= _MOST_DEATHS or self._burnt >= _MOST_BURNT
                    alone = None if given_up else self._asked([programs[number]], whole)
                    said.append(alone[0] if alone else "")
            for number, one in zip(numbers, said, strict=True):
                found[number] = one
        return found

    def _asked(self, programs: Sequence[Sequence[Change]], whole: bool) -> list[str] | None:
        pieces: list[Json] = [
            [[piece.begin, piece.end, piece.new] for change in program for piece in change.pieces]
            for program in programs
        ]
        return self._sent([pieces, whole], len(programs))

    def _sent(self, message: Json, expected: int) -> list[str] | None:
        if self._conversation is None:
            self._conversation = self._sandbox.converse(
                "vivabox.python.changing.trying:trying", dict(self._job), _TRYING
            )
        self._conversation.send(message)
        match self._conversation.receive():
            case [int(steps), int(runs), [*said]] if len(said) == expected and all(
                isinstance(one, str) for one in said
            ):
                self.steps += max(0, min(steps, 10**9))
                self.runs += max(0, min(runs, 10**9))
                return [str(one) for one in said]
        self._deaths += 1
        self._burnt += self._conversation.close().reason == "time_limit"
        self._conversation = None
        return None


@contextmanager
def tries(
    sandbox: Sandbox,
    text: str,
    function: str,
    tests: Sequence[Probe],
    *,
    steps: int,
    comparison: Sequence[str] = (),
    drain: bool = False,
) -> Iterator[Tries]:
    written: list[Json] = [
        [
            _call(test.arguments),
            None if test.expected is None else rewrite(test.expected),
            None if test.changed is None else rewrite(test.changed),
            test.written,
            test.exception,
        ]
        for test in tests
    ]
    kinds: list[Json] = list(comparison)
    found = Tries(
        sandbox,
        {
            "text": text, "function": function, "tests": written, "steps": steps, "output": _OUTPUT,
            "comparison": kinds, "drain": drain,
        },
    )  # fmt: skip
    try:
        yield found
    finally:
        found.close()


def _places(program: Sequence[Change]) -> list[tuple[int, int]]:
    return sorted((piece.begin, piece.end) for change in program for piece in change.pieces)


def _call(arguments: Sequence[object] | Heap) -> Json:
    return rewrite(arguments) if isinstance(arguments, Heap) else write(list(arguments))


def _written(calls: Sequence[Sequence[object] | Heap]) -> list[Json]:
    return [_call(call) for call in calls]


def _told(sandbox: Sandbox, entry: str, job: Json) -> Json:
    run = sandbox.run(entry, job, _PROPOSING)
    return run.messages[0] if len(run.messages) == 1 else []
