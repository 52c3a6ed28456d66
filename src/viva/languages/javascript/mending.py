"""Changes that may mend a program, proposed inside of the sandbox, and quick trials of them.

Only small edits are proposed: nothing is learnt from other programs, and a text that is no program is not completed. A
trial is a run of its own, and answers are compared out here as those of any submission.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from viva.core.json import Json
from viva.languages import wire
from viva.languages.edits import Change, Edit, Edited, Probe, Scripts, Traces, put_in, read_changes
from viva.languages.heap import Heap, Malformed, Node, Reference
from viva.languages.javascript.calling import call
from viva.languages.javascript.equality import equal
from viva.languages.outcome import Outcome
from viva.languages.program import Program, read_program
from viva.languages.sites import Hooks
from viva.sandbox import Limits, Sandbox

_PROPOSING = Limits(cpu_seconds=5.0, wall_seconds=30.0, memory=1 << 30, output=64 << 20)
_TRYING = Limits(cpu_seconds=2.0, wall_seconds=20.0, memory=256 << 20, output=16 << 20)
_LARGEST = 20_000  # characters of a text of which changes are proposed
_MOST = 250  # each is a run of its own
_MOST_BURNT = 3
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
    """See `protocol.Tries`."""

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
        self._text = text
        self._function = function
        self._tests = tests
        self._limit = steps
        self._any_order = "any_order" in comparison
        self._drain = drain
        self._burnt = 0

    def passing(self, programs: Sequence[Sequence[Change]]) -> list[bool]:
        return [all(digit == "1" for digit in self._digits(program, whole=False)) for program in programs]

    def answers(self, programs: Sequence[Sequence[Change]]) -> list[str]:
        return ["".join(self._digits(program, whole=True)) for program in programs]

    def _digits(self, changes: Sequence[Change], whole: bool) -> Iterator[str]:
        """One for each test, up to the first that does not come out right unless all are asked for."""
        if self._burnt >= _MOST_BURNT:
            yield "0"
            return
        text = put_in(self._text, [piece for change in changes for piece in change.pieces])
        program = Program(text, Hooks(), text, (), (), (), (), (), 0)
        wants = ["arguments"] if any(test.changed is not None for test in self._tests) else []
        outcomes = call(
            self._sandbox, program, self._function, [test.arguments for test in self._tests],
            steps=self._limit, report=wants, limits=_TRYING, drain=self._drain,
        )  # fmt: skip
        for test, outcome in zip(self._tests, outcomes, strict=False):
            self.runs += 1
            self.steps += min(outcome.steps or 1, self._limit)
            if outcome.while_loading:
                yield "" if whole else "0"
                return
            digit = self._digit(test, outcome)
            self._burnt += outcome.problem is not None and outcome.problem.reason == "time_limit"
            yield digit
            if digit != "1" and not whole:
                return

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
    yield _Tries(sandbox, text, function, tests, steps=steps, comparison=comparison, drain=drain)
