"""Runs of a program: traces, their normal form, generalised traces, and the covering relation of section 6.1.

In the paper's normal form adjacent outputs are one step. Here that is a row of blocks, one before each read and one
before the end, each possibly empty; a generalised trace has the same shape, with what is allowed in each block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field
from enum import StrEnum
from itertools import product
from math import prod

from viva.core.records import dataclass
from viva.engines.dialogues.evaluation import as_line
from viva.engines.dialogues.model import Value
from viva.engines.dialogues.notations.tokens import quote
from viva.engines.dialogues.outputs import Block, Output, Pattern, States, advance, ends, start


@dataclass(frozen=True, slots=True)
class Input:
    """?v"""

    value: Value


@dataclass(frozen=True, slots=True)
class Line:
    """!v: one line of output"""

    text: str


_MOST_WORDS = 12

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
    """The normal form of a trace: one block more than there are inputs, and where a program may meet the end of the
    input, one more for each time that it did."""

    inputs: tuple[Value, ...]
    blocks: tuple[Written, ...]

    def show(self, prompts: Sequence[bool] = (), end: str = "stop") -> str:
        """As the paper prints it; a prompt is shown for the blocks named in `prompts`, or everywhere."""
        shown: list[str] = []
        for number, block in enumerate(self.blocks):
            wanted = block.lines if not prompts or prompts[number] else block.text.split("\n")
            shown.extend(f"!{show_line(line)}" for line in wanted if line.strip())
            if number < len(self.inputs):
                shown.append(f"?{show_value(self.inputs[number])}")
            else:
                shown.append("?" if number < len(self.blocks) - 1 else end)
        return " ".join(shown)


@dataclass(frozen=True, slots=True)
class General:
    """A generalised trace (the paper's Tr_G): all runs that are right for these inputs."""

    inputs: tuple[Value, ...]
    blocks: tuple[Block, ...]

    def show(self) -> str:
        shown: list[str] = []
        for number, block in enumerate(self.blocks):
            shown.extend(_show_block(block))
            shown.append(f"?{show_value(self.inputs[number])}" if number < len(self.inputs) else "stop")
        return " ".join(shown)


def _show_block(block: Block) -> list[str]:
    """Adjacent outputs are one step with all that they can write together, as `!{ε, 7, 7 7}`. Where there is nothing to
    choose, more than anyone reads, or a line that has no name, each stands for itself."""
    choices = [step.choices for step in block if isinstance(step, Output)]
    if len(choices) < len(block) or not 1 < prod(map(len, choices)) <= _MOST_WORDS:
        return [f"!{step}" for step in block]
    words = dict.fromkeys(" ".join(filter(None, word)) for word in product(*choices))
    return [f"!{{{', '.join(word or 'ε' for word in words)}}}"]


def show_value(value: Value) -> str:
    return quote(value) if isinstance(value, str) else as_line(value)


def show_line(line: str) -> str:
    """A line that is just a number as the paper shows it, any other as a text in quotes."""
    return line.strip() if re.fullmatch(r"\s*-?[0-9]+\s*", line) else quote(line)


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


class Departure(StrEnum):
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
    """At the given block, and line of it where one is at fault. `expected` and `got` are as the paper writes them;
    `patterns` are the lines that could have been written instead of the one at fault, `written`; none is `needed` where
    all that had to be written was written before."""

    kind: Departure
    block: int
    line: int | None
    expected: str
    got: str
    patterns: tuple[Pattern, ...] = ()
    written: str = ""
    needed: bool = True


def covers(general: General, run: Run) -> bool:
    """The paper's ≺."""
    return first_difference(general, run) is None


def first_difference(general: General, run: Run) -> Difference | None:
    """Where the run leaves what the generalised trace covers, or None."""
    for number, written in enumerate(run.blocks):
        expected_next, got_next = _action(general.inputs, number), _action(run.inputs, number)
        problem = _problem(general.blocks[number], written, before_read=number < len(run.inputs))
        if expected_next == "stop" != got_next and (problem is None or problem.kind == Departure.MISSING):
            return Difference(Departure.READS_ON, number, None, problem.expected if problem else "stop", got_next)
        # An output that nobody had to wait for is not what is wrong with a program that then ends.
        if got_next == "stop" != expected_next and (
            problem is None or problem.done or problem.kind == Departure.MISSING
        ):
            expected = problem.expected if problem and problem.kind == Departure.MISSING else expected_next
            line, got = (problem.line, problem.got or "stop") if problem else (None, "stop")
            return Difference(Departure.ENDS_EARLY, number, line, expected, got)
        if problem:
            expected, got = problem.expected or expected_next, problem.got or got_next
            patterns, needed = problem.patterns, not problem.done
            return Difference(problem.kind, number, problem.line, expected, got, patterns, problem.written, needed)
        if expected_next != got_next:
            return Difference(Departure.INPUT, number, None, expected_next, got_next)
    return None


def _action(inputs: Sequence[Value], number: int) -> str:
    return f"?{show_value(inputs[number])}" if number < len(inputs) else "stop"


@dataclass(frozen=True, slots=True)
class _Problem:
    """What is wrong inside of a block; empty texts stand for what comes after it.

    `done` says that all that had to be written was written before.
    """

    kind: Departure
    line: int | None
    expected: str
    got: str
    done: bool
    patterns: tuple[Pattern, ...] = ()
    written: str = ""


def covers_at_once(block: Block, written: Sequence[Written]) -> bool:
    """Whether these lines are what the block allows, whenever they were written. All but the last are followed by a
    read, so that what is unfinished at their ends may be a prompt."""
    states = start(block)
    for number, part in enumerate(written):
        for line in part.text.split("\n")[:-1]:
            states = advance(block, states, line)
        if number < len(written) - 1:
            states = frozenset().union(*_after_prompt(block, states, part))
        else:
            states = advance(block, states, part.lines[-1])
    return ends(block, states)


def _after_prompt(block: Block, states: States, written: Written) -> Iterator[States]:
    """Where the unfinished line and the prompt lead that is shown on it and after it, free from any of its lines on."""
    unfinished = written.text.split("\n")[-1]
    yield states
    yield advance(block, states, unfinished)
    for line in (unfinished + written.prompt).split("\n"):
        states = advance(block, states, line)
        yield states


def _problem(block: Block, written: Written, before_read: bool) -> _Problem | None:
    """What `input(...)` shows, or an unfinished line before a read, is a prompt. It counts as output where it is asked
    for and is free where it is not: it may be free from any of its lines on."""
    states = start(block)
    plain = written.text.split("\n")
    for number, line in enumerate(plain[:-1]):
        after = advance(block, states, line)
        if not after:
            return _wrong(block, states, number, line)
        states = after
    reached = _after_prompt(block, states, written) if before_read else (advance(block, states, plain[-1]),)
    if any(ends(block, after) for after in reached):
        return None
    for number, line in enumerate(written.lines[len(plain) - 1 :], len(plain) - 1):
        after = advance(block, states, line)
        if not after:
            return _wrong(block, states, number, line)
        states = after
    # The furthest step that was reached: all before it is done.
    required = block[max(states)]
    patterns = required.patterns if isinstance(required, Output) else ()
    return _Problem(Departure.MISSING, None, f"!{required}", "", done=False, patterns=patterns)


def _wrong(block: Block, states: States, number: int, line: str) -> _Problem:
    got, done = f"!{show_line(line)}", ends(block, states)
    ahead = [step for state in sorted(states) if state < len(block) and isinstance(step := block[state], Output)]
    patterns = tuple(dict.fromkeys(pattern for step in ahead for pattern in step.patterns))
    if not patterns:
        return _Problem(Departure.EXTRA, number, "", got, done, written=line)
    squeezed = re.sub(r"\s", "", line)
    spacing = any(pattern.without_blanks().fits(squeezed) for pattern in patterns)
    kind = Departure.SPACING if spacing else Departure.OUTPUT
    return _Problem(kind, number, f"!{Output(patterns, optional=done)}", got, done, patterns, line)
