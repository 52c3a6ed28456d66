"""Runs of a program: traces, their normal form, generalised traces, and the covering relation of section 6.1.

In the paper's normal form adjacent outputs are one step. Here that is a row of blocks, one before each read and one
before the end, each possibly empty; a generalised trace has the same shape, with what is allowed in each block.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from viva.subjects.console.model import Value
from viva.subjects.console.outputs import Anything, Block, Output, States, advance, ends, start
from viva.subjects.console.tokens import quoted


@dataclass(frozen=True, slots=True)
class Input:
    """?v"""

    value: Value


@dataclass(frozen=True, slots=True)
class Line:
    """!v: one line of output"""

    text: str


Trace = tuple[Input | Line, ...]  # the paper's Tr; each ends with `stop`


@dataclass(frozen=True, slots=True)
class Written:
    """All that was written between two reads. `prompt` is the part that was handed to `input(...)`, at the end.

    `marks` says for offsets into text and prompt together which line of the source wrote from there on.
    """

    text: str = ""
    prompt: str = ""
    marks: tuple[tuple[int, int], ...] = field(default=(), compare=False)

    @property
    def lines(self) -> list[str]:
        return (self.text + self.prompt).split("\n")

    def source_line(self, line: int) -> int | None:
        """The line of the source that wrote the given line of output, or its first part."""
        text = self.text + self.prompt
        begin = sum(len(part) + 1 for part in text.split("\n")[:line])
        shown = text[begin:].split("\n", 1)[0]
        begin += len(shown) - len(shown.lstrip())
        return next((number for offset, number in reversed(self.marks) if offset <= begin), None)


@dataclass(frozen=True, slots=True)
class Run:
    """The normal form of a trace: one block more than there are inputs."""

    inputs: tuple[Value, ...]
    blocks: tuple[Written, ...]

    def show(self, prompts: Sequence[bool] = ()) -> str:
        """As the paper prints it; a prompt is shown for the blocks named in `prompts`, or everywhere."""
        shown: list[str] = []
        for number, block in enumerate(self.blocks):
            wanted = block.lines if not prompts or prompts[number] else block.text.split("\n")
            shown.extend(f"!{show_line(line)}" for line in wanted if line.strip())
            shown.append(f"?{show_value(self.inputs[number])}" if number < len(self.inputs) else "stop")
        return " ".join(shown)


@dataclass(frozen=True, slots=True)
class General:
    """A generalised trace (the paper's Tr_G): all runs that are right for these inputs."""

    inputs: tuple[Value, ...]
    blocks: tuple[Block, ...]

    def show(self) -> str:
        shown: list[str] = []
        for number, block in enumerate(self.blocks):
            shown.extend(f"!{step}" for step in block)
            shown.append(f"?{show_value(self.inputs[number])}" if number < len(self.inputs) else "stop")
        return " ".join(shown)


def show_value(value: Value) -> str:
    return quoted(value) if isinstance(value, str) else str(value)


def show_line(line: str) -> str:
    """A line that is just a number as the paper shows it, any other as a text in quotes."""
    return line.strip() if re.fullmatch(r"\s*-?[0-9]+\s*", line) else quoted(line)


def normalise(trace: Trace) -> Run:
    """The paper's ⌈t⌉."""
    inputs: list[Value] = []
    blocks = [""]
    for event in trace:
        match event:
            case Input(value):
                inputs.append(value)
                blocks.append("")
            case Line(text):
                blocks[-1] += f"{text}\n"
    return Run(tuple(inputs), tuple(Written(text) for text in blocks))


class Kind(StrEnum):
    """How a run first departs from what is allowed."""

    OUTPUT = "wrong_output"
    SPACING = "white_space"
    MISSING = "missing_output"
    EXTRA = "extra_output"
    ENDS_EARLY = "ends_early"
    READS_ON = "reads_on"
    INPUT = "other_input"


@dataclass(frozen=True, slots=True)
class Difference:
    """At the given block, and line of it where one is at fault. `expected` and `got` are as the paper writes them."""

    kind: Kind
    block: int
    line: int | None
    expected: str
    got: str

    def __str__(self) -> str:
        """The error messages of the paper's section 7."""
        if self.kind in (Kind.OUTPUT, Kind.SPACING):
            return f"OutputMismatch:\n  the value {self.got[1:]} is not covered by {self.expected[1:]}"
        return f"AlignmentMismatch:\n  Expected: {self.expected}\n  Got: {self.got}"


def covers(general: General, run: Run) -> bool:
    """The paper's ≺."""
    return first_difference(general, run) is None


def first_difference(general: General, run: Run) -> Difference | None:
    """Where the run leaves what the generalised trace covers, or None."""
    for number, written in enumerate(run.blocks):
        block = general.blocks[number]
        expected_next = _action(general.inputs, number)
        got_next = _action(run.inputs, number)
        problem = _block_difference(block, written)
        kind = problem.kind if problem else None
        if expected_next == "stop" and got_next != "stop" and kind in (None, Kind.MISSING):
            return Difference(Kind.READS_ON, number, None, problem.expected if problem else "stop", got_next)
        if got_next == "stop" and expected_next != "stop" and kind in (None, Kind.MISSING, Kind.EXTRA):
            expected = problem.expected if problem and kind == Kind.MISSING else expected_next
            got = problem.got if problem and kind == Kind.EXTRA else "stop"
            return Difference(Kind.ENDS_EARLY, number, problem.line if problem else None, expected, got)
        if problem:
            expected = expected_next if kind == Kind.EXTRA else problem.expected
            got = got_next if kind == Kind.MISSING else problem.got
            return Difference(problem.kind, number, problem.line, expected, got)
        if expected_next != got_next:
            return Difference(Kind.INPUT, number, None, expected_next, got_next)
    return None


def _action(inputs: Sequence[Value], number: int) -> str:
    return f"?{show_value(inputs[number])}" if number < len(inputs) else "stop"


def _block_difference(block: Block, written: Written) -> Difference | None:
    """A prompt counts as output where it is asked for and is free where it is not: it may end at any of its lines."""
    states = start(block)
    plain = written.text.split("\n")
    for number, line in enumerate(plain[:-1]):
        after = advance(block, states, line)
        if not after:
            return _wrong(block, states, number, line)
        states = after
    unprompted = advance(block, states, plain[-1])
    if ends(block, unprompted):
        return None
    for number, line in enumerate(written.lines[len(plain) - 1 :], len(plain) - 1):
        after = advance(block, states, line)
        if not after:
            return _wrong(block, states, number, line)
        states = after
        if ends(block, states):
            return None
    return Difference(Kind.MISSING, 0, None, f"!{block[_next_required(block, states)]}", "")


def _next_required(block: Block, states: States) -> int:
    """The furthest step that was reached: all before it is done."""
    return max(state for state in states if state < len(block))


def _wrong(block: Block, states: States, number: int, line: str) -> Difference:
    got = f"!{show_line(line)}"
    ahead = [block[state] for state in sorted(states) if state < len(block)]
    if not ahead:
        return Difference(Kind.EXTRA, 0, number, "", got)
    expected = f"!{_union(ahead, ends(block, states))}"
    squeezed = re.sub(r"\s", "", line)
    patterns = [pattern for step in ahead if isinstance(step, Output) for pattern in step.patterns]
    spacing = any(pattern.without_blanks().fits(squeezed) for pattern in patterns)
    return Difference(Kind.SPACING if spacing else Kind.OUTPUT, 0, number, expected, got)


def _union(steps: Sequence[Output | Anything], optional: bool) -> Output:
    """What could have been written next, as one step."""
    patterns = dict.fromkeys(pattern for step in steps if isinstance(step, Output) for pattern in step.patterns)
    return Output(tuple(patterns), optional)
