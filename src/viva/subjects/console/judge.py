"""One run of a program beside what its test allows. All of this happens outside of the sandbox."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from viva.languages.python import Problem, Prompt, Read, Transcript, Write
from viva.subjects.console.model import Value
from viva.subjects.console.suite import Case
from viva.subjects.console.terms import as_line
from viva.subjects.console.traces import Difference, Kind, Run, Written, first_difference

_REASONS = {
    Kind.OUTPUT: "wrong",
    Kind.SPACING: "wrong",
    Kind.EXTRA: "wrong",
    Kind.ENDS_EARLY: "wrong",
    Kind.MISSING: "no_output",
    Kind.READS_ON: "unexpected_read",
    Kind.INPUT: "protocol_error",
}
_MORE = "more"
LIMITS = ("step_limit", "time_limit", "memory_limit", "output_limit", "disk_limit", "process_limit", "killed")


@dataclass(frozen=True, slots=True)
class Observed:
    """A run as it was seen. `ended` is None for a program that came to its end, or the word for what ended it.

    `reads` are the lines of the source that asked for input, where they are known. A run that asked for more input than
    there is has one read more than there are inputs.
    """

    run: Run
    ended: str | None
    error: Problem | None
    reads: tuple[int | None, ...]
    asked_for_more: bool = False

    def show(self, prompts: Sequence[bool] = ()) -> str:
        """As the paper prints it; a run that did not stop by itself ends with the word for what ended it."""
        if self.asked_for_more:
            return Run(self.run.inputs[:-1], self.run.blocks[:-1]).show(prompts, "?")
        return self.run.show(prompts, self.ended or "stop")

    @property
    def outcome(self) -> tuple[Run | tuple[Value, ...], str | None]:
        """What two equal runs have in common. How far a run came before a limit stopped it may differ."""
        return (self.run.inputs if self.ended in LIMITS else self.run), self.ended


@dataclass(frozen=True, slots=True)
class Failure:
    """A run that its test does not allow. `difference` is None where the run was ended before it went wrong."""

    case: Case
    observed: Observed
    difference: Difference | None

    @property
    def kind(self) -> str:
        return self.difference.kind.value if self.difference else str(self.observed.ended)

    @property
    def reason(self) -> str:
        return _REASONS[self.difference.kind] if self.difference else str(self.observed.ended)

    @property
    def block(self) -> int:
        return self.difference.block if self.difference else len(self.observed.run.blocks) - 1


def lines(inputs: Sequence[Value]) -> list[str]:
    """The lines that are given: numbers in decimal, texts as they are."""
    return [as_line(value) for value in inputs]


def observe(transcript: Transcript, inputs: Sequence[Value]) -> Observed:
    """The run until it came to its end, was ended, or asked for more input than there is."""
    blocks: list[Written] = []
    reads: list[int | None] = []
    text, prompt = "", ""
    marks: list[tuple[int, int]] = []
    for event in transcript.events:
        if isinstance(event, Read):
            blocks.append(Written(text, prompt, tuple(marks)))
            reads.append(event.line)
            text, prompt, marks = "", "", []
            if event.text is None:
                given = (*inputs, _MORE)
                return Observed(
                    Run(given, (*blocks, Written())), None, transcript.error, tuple(reads), asked_for_more=True
                )
            continue
        if event.line is not None:
            marks.append((len(text) + len(prompt), event.line))
        match event:
            case Write(written):
                text, prompt = text + prompt + written, ""
            case Prompt(shown):
                prompt += shown
    blocks.append(Written(text + prompt, "", tuple(marks)))
    run = Run(tuple(inputs[: len(reads)]), tuple(blocks))
    return Observed(run, transcript.ended, transcript.error, tuple(reads))


def judge(case: Case, observed: Observed) -> Failure | None:
    """The first thing that is wrong with the run. What a broken-off run wrote last is not held against it."""
    difference = first_difference(case.general, observed.run)
    if observed.ended is not None and (difference is None or difference.block >= len(observed.run.blocks) - 1):
        return Failure(case, observed, None)
    return Failure(case, observed, difference) if difference else None


def place(failure: Failure) -> int | None:
    """The line of the source that wrote, read or failed where the run first went wrong."""
    observed, difference = failure.observed, failure.difference
    if difference is None:
        return observed.error.line if observed.error else None
    written = observed.run.blocks[difference.block]
    if difference.line is not None:
        return written.source_line(difference.line)
    if difference.kind == Kind.ENDS_EARLY:
        marks = [mark[1] for mark in written.marks]
        return marks[-1] if marks else (*observed.reads, None)[difference.block - 1]
    return observed.reads[difference.block] if difference.block < len(observed.reads) else None
