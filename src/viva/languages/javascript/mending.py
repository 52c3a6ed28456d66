"""Changes that may mend a program, proposed inside of the sandbox, and quick trials of them.

Only small edits are proposed: nothing is learnt from other programs, and a text that is no program is not completed. A
trial shares a process with others, and answers are compared out here as those of any submission.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from viva.core.json import Json
from viva.languages import wire
from viva.languages.boxed.calling import read_outcome, written_call
from viva.languages.edits import Change, Edit, Edited, Probe, Scripts, Traces, read_changes
from viva.languages.heap import Heap, Malformed, Node, Reference
from viva.languages.javascript.equality import equal
from viva.languages.outcome import Outcome
from viva.languages.program import read_program
from viva.languages.protocol.runs import OUTPUT
from viva.languages.sites import Hooks
from viva.sandbox import Conversation, Limits, Sandbox

_PROPOSING = Limits(cpu_seconds=5.0, wall_seconds=30.0, memory=1 << 30, output=64 << 20)
_TRYING = Limits(cpu_seconds=2.0, wall_seconds=20.0, memory=256 << 20, output=16 << 20)
_LARGEST = 20_000  # characters of a text of which changes are proposed
_MOST = 250
_MOST_BURNT = 3
_STAGES = (1, 4, 16)  # how many tests are asked before the next ones
_NO_ANSWER = frozenset({"step_limit", "time_limit", "memory_limit", "recursion_limit", "output_limit"})


def small_changes(
    sandbox: Sandbox,
    text: str,
    numbers: Sequence[int] = (),
    texts: Sequence[str] = (),
    *,
    most: int = 1000,
    further: bool = False,
) -> list[Change]:
    if len(text) > _LARGEST or further:
        return []
    job: Json = {"text": text, "numbers": list(numbers), "texts": list(texts), "most": min(most, _MOST)}
    run = sandbox.run("vivajs.compiling:edits", job, _PROPOSING)
    return read_changes(run.messages[0]) if run.messages else []


def edited(
    sandbox: Sandbox, source: bytes, numbers: Sequence[int] = (), texts: Sequence[str] = (), most: int = 300
) -> list[Edited]:
    """Empty for what is long or broken."""
    text = source.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    single = [one for one in small_changes(sandbox, text, numbers, texts, most=most) if len(one.pieces) == 1]
    job: Json = {
        "source": base64.b64encode(source).decode(),
        "edits": [[[piece.begin, piece.end, piece.new] for piece in one.pieces] for one in single],
    }
    run = sandbox.run("vivajs.compiling:edited", job, _PROPOSING)
    found: list[Edited] = []
    try:
        answers = wire.items(run.messages[0]) if run.messages else []
        for number, (change, answer) in enumerate(zip(single, answers, strict=False)):
            if answer is not None and "code" in wire.record(answer):
                said = wire.record(answer)
                program = read_program(said, wire.text(said.get("text")), Hooks())
                found.append(Edited(_edit(number, change, text), program))
    except Malformed:
        return []
    return found


def _edit(number: int, change: Change, text: str) -> Edit:
    piece = change.pieces[0]
    places = [_place(text, piece.begin), _place(text, piece.end)]
    return Edit(number, change.kind, *places[0], *places[1], text[piece.begin : piece.end], piece.new)


def _place(text: str, offset: int) -> tuple[int, int]:
    before = text[:offset]
    return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1


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
    """None: nothing is learnt from other programs."""
    del sandbox, text, function, others, names, most, borrowed
    return Scripts()


def completions(sandbox: Sandbox, text: str, most: int = 200) -> list[Change]:
    """None: a text that is no program is explained, and not completed."""
    del sandbox, text, most
    return []


def rephrased(text: str, function: str, most: int = 100) -> tuple[str, ...]:
    """The source as it is."""
    del function, most
    return (text,)


def traces(sandbox: Sandbox, text: str, function: str, calls: Sequence[Sequence[object] | Heap]) -> Traces:
    """None: what variables hold on the way is not looked at."""
    del sandbox, text, function, calls
    return {}


class _Tries:
    """See `protocol.Tries`. All programs are asked in one process, as long as it lives, and each is asked in stages:
    most of them fail the first test."""

    def __init__(
        self,
        sandbox: Sandbox,
        text: str,
        function: str,
        tests: Sequence[Probe],
        *,
        steps: int,
        comparison: Sequence[str],
        drain: bool,
    ) -> None:
        self.steps = self.runs = 0
        self._sandbox = sandbox
        self._tests = tests
        self._limit = steps
        self._any_order = "any_order" in comparison
        self._burnt = 0
        self._conversation: Conversation | None = None
        report: list[Json] = ["arguments"] if any(test.changed is not None for test in tests) else []
        self._told: dict[str, Json] = {
            "text": text, "function": function, "calls": [written_call(test.arguments) for test in tests],
            "steps": steps, "report": report, "output": OUTPUT, "drain": drain,
        }  # fmt: skip

    def close(self) -> None:
        if self._conversation is not None:
            self._conversation.close()
            self._conversation = None

    def passing(self, programs: Sequence[Sequence[Change]]) -> list[bool]:
        left = list(range(len(programs)))
        first = 0
        for last in (*(stage for stage in _STAGES if stage < len(self._tests)), len(self._tests)):
            said = self._asked([programs[number] for number in left], first, last)
            left = [number for number, digits in zip(left, said, strict=True) if digits == "1" * (last - first)]
            first = last
        return [number in set(left) for number in range(len(programs))]

    def answers(self, programs: Sequence[Sequence[Change]]) -> list[str]:
        return self._asked(programs, 0, len(self._tests))

    def _asked(self, programs: Sequence[Sequence[Change]], first: int, last: int) -> list[str]:
        """For each program a digit for each of these tests; nothing where there is no program, or none that ends."""
        found: list[str] = []
        while len(found) < len(programs):
            if self._burnt >= _MOST_BURNT:
                return [*found, *("" for _ in range(len(found), len(programs)))]
            found += self._visit(programs[len(found) :], first, last)
        return found

    def _visit(self, programs: Sequence[Sequence[Change]], first: int, last: int) -> Iterator[str]:
        """As far as the process lives; who ends it has said nothing."""
        if self._conversation is None:
            self._conversation = self._sandbox.converse("vivajs.trying:run", self._told, _TRYING)
        pieces: list[Json] = [
            [[piece.begin, piece.end, piece.new] for change in program for piece in change.pieces]
            for program in programs
        ]
        self._conversation.send([pieces, first, last])
        for _ in programs:
            message = self._conversation.receive()
            if message is None or isinstance(message, dict):
                self._burnt += self._conversation.close().reason in _NO_ANSWER
                self._conversation = None
                yield ""
                return
            yield self._digits(message, first)

    def _digits(self, said: Json, first: int) -> str:
        try:
            outcomes = [read_outcome(wire.record(answer)) for answer in wire.items(said)]
        except Malformed:
            return ""
        self.runs += len(outcomes)
        self.steps += sum(min(outcome.steps or 1, self._limit) for outcome in outcomes)
        return "".join(map(self._digit, self._tests[first:], outcomes))

    def _digit(self, test: Probe, outcome: Outcome) -> str:
        problem = outcome.problem
        if problem is not None and problem.reason in _NO_ANSWER:
            return "2"
        if test.exception is not None:
            return "1" if problem is not None and problem.kind == test.exception else "0"
        if problem is not None or outcome.value is None:
            return "0"
        right = test.expected is None or self._same(test.expected, outcome.value)
        if right and test.changed is not None and outcome.arguments is not None:
            right = equal(test.changed, outcome.arguments, tolerance=1e-9)
        if right and test.written is not None:
            right = test.written.split() == outcome.written.split()
        return "1" if right else "0"

    def _same(self, expected: Heap, actual: Heap) -> bool:
        if self._any_order and isinstance(expected.root, Reference) and isinstance(actual.root, Reference):
            one, two = expected.nodes[expected.root.node], actual.nodes[actual.root.node]
            if one.kind in ("list", "tuple") and two.kind == "list":
                expected, actual = _as_set(expected, one), _as_set(actual, two)
        return equal(expected, actual, tolerance=1e-9)


def _as_set(heap: Heap, node: Node) -> Heap:
    return Heap(Reference(len(heap.nodes)), (*heap.nodes, Node("set", "", node.children)))


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
) -> Iterator[_Tries]:
    """Quick trials of changes; no verdict may rest on them."""
    trying = _Tries(sandbox, text, function, tests, steps=steps, comparison=comparison, drain=drain)
    try:
        yield trying
    finally:
        trying.close()
