"""One run of a program beside what its test allows. All of this happens outside of the sandbox."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from viva.core.deciding.outcome import LIMITS
from viva.core.records import dataclass
from viva.engines.dialogues.evaluation import as_line
from viva.engines.dialogues.model import Value
from viva.engines.dialogues.outputs import Output
from viva.engines.dialogues.suites.cases import Case
from viva.engines.dialogues.traces import Departure, Difference, General, Run, Written, covers_at_once, first_difference
from viva.engines.dialogues.trials.rules import Rules, allowing, apply_rules, normalise_run
from viva.languages.problem import Problem
from viva.languages.transcript import Prompt, Read, Transcript, Write

_MORE = "more"
READS_AHEAD = "reads_ahead"
MISSING_FLUSH = "missing_flush"
_MOST_PIECES = 12
_LONGEST_TOGETHER = 200
LAZY = "lazy"
THREADS = "threads"


@dataclass(frozen=True, slots=True)
class Observed:
    """A run as it was seen. `ended` is None for a program that came to its end, or the word for what ended it.

    `reads` are the lines of the source that asked for input, where they are known. A run that asked for more input than
    there is has one read more than there are inputs; what it wrote after that is `beyond`. `uncertain`, `buffers`
    and `lacked` are those of the transcript.
    """

    run: Run
    ended: str | None
    error: Problem | None
    reads: tuple[int | None, ...]
    asked_for_more: bool = False
    beyond: str = ""
    uncertain: str = ""
    buffers: bool = False
    lacked: str = ""

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
    """A run that its test does not allow. `difference` is None where the run was ended before it went wrong.

    `general` is what is allowed and `run` what was done, both under the rules; `ahead` says that what
    is missing was written later, after more was read, and `unflushed` that the program seems to have written it in time
    and held it back.
    """

    case: Case
    observed: Observed
    difference: Difference | None
    general: General
    run: Run
    ahead: bool = False
    unflushed: bool = False

    @property
    def kind(self) -> str:
        if self.unflushed:
            return MISSING_FLUSH
        if self.ahead:
            return READS_AHEAD
        return self.difference.kind.value if self.difference else str(self.observed.ended)

    @property
    def block(self) -> int:
        return self.difference.block if self.difference else len(self.run.blocks) - 1


def lines(inputs: Sequence[Value]) -> list[str]:
    """The lines that are given: numbers in decimal, texts as they are."""
    return [as_line(value) for value in inputs]


def observe(transcript: Transcript, inputs: Sequence[Value], batch: bool = False) -> Observed:
    """The run until it came to its end, was ended, or asked for more input than there is; with `batch` beyond that, and
    where it is not known when the program reads: a thread may ask for more while another is about to end it."""
    batch = batch or transcript.uncertain in (LAZY, THREADS)
    blocks: list[Written] = []
    reads: list[int | None] = []
    text, prompt = "", ""
    marks: list[tuple[int, int]] = []
    for number, event in enumerate(transcript.events):
        if isinstance(event, Read):
            blocks.append(Written(text, prompt, tuple(marks)))
            reads.append(event.line)
            text, prompt, marks = "", "", []
            if event.text is None and not batch:
                given = (*inputs, _MORE)
                after = "".join(later.text for later in transcript.events[number:] if isinstance(later, Write))
                run = Run(given, (*blocks, Written()))
                seen = Observed(run, None, transcript.error, tuple(reads), asked_for_more=True, beyond=after)
                return _as_told(seen, transcript)
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
    seen = Observed(run, transcript.ended, transcript.error, tuple(reads))
    return _as_told(seen, transcript)


def _as_told(seen: Observed, transcript: Transcript) -> Observed:
    return replace(seen, uncertain=transcript.uncertain, buffers=transcript.buffers, lacked=transcript.lacked)


def judge(case: Case, observed: Observed, rules: Rules) -> Failure | None:
    """The first thing that is wrong with the run. What a broken-off run wrote last is not held against it. Where the
    order of reading and writing is not certain, only what was written counts, and that all was read."""
    if observed.uncertain == LAZY or (observed.uncertain and _has_read_all(case, observed)):
        rules = allowing(rules, ["batch"])
    general, run = apply_rules(rules, case.general), normalise_run(rules, observed.run)
    at_once = rules.batch and any(covers_at_once(general.blocks[0], blocks) for blocks in _as_written(observed))
    difference = None if at_once else first_difference(general, run)
    if observed.ended is not None and (difference is None or difference.block >= len(run.blocks) - 1):
        return Failure(case, observed, None, general, run)
    if difference is None:
        return None
    ahead = _is_ahead(difference, general, run, observed.beyond)
    unflushed = observed.buffers and not rules.batch and _is_right_in_some_order(case, observed, rules)
    return Failure(case, observed, difference, general, run, ahead, unflushed)


def _as_written(observed: Observed) -> Iterator[Sequence[Written]]:
    """What was written, and with lazy input also as if nothing had been read in between: then a line may have begun
    before the read that it waits for (`interact (\\name -> "Hello, " ++ name)`), and is no prompt."""
    yield observed.run.blocks
    if observed.uncertain == LAZY:
        yield (Written("".join(block.text + block.prompt for block in observed.run.blocks)),)


def _is_right_in_some_order(case: Case, observed: Observed, rules: Rules) -> bool:
    """Whether all was read that had to be, and all written, whenever that was."""
    together = allowing(rules, ["batch"])
    if observed.ended is not None or not _has_read_all(case, observed):
        return False
    return judge(case, observed, together) is None or _is_in_pieces(case, observed)


def _is_in_pieces(case: Case, observed: Observed) -> bool:
    """Whether what was written, without its line breaks, is one after the other what was due: prompts that were held
    back come out on one line, and so do those that nobody asked for, before what was asked for."""
    due = [step for block in case.general.blocks for step in block if isinstance(step, Output)]
    written = "\n".join(line for block in observed.run.blocks for line in block.lines)
    if len(due) > _MOST_PIECES or len(written) > _LONGEST_TOGETHER:
        return False
    reached = _beside_breaks({0}, written)
    for step in due:
        after = {
            end
            for begin in (_after_prompts(reached, written) if observed.run.inputs else reached)
            for end in range(begin + 1, _line_end(written, begin) + 1)
            if step.fits(written[begin:end])
        }
        reached = _beside_breaks(after | (reached if step.skippable else set()), written)
    return len(written) in reached


def _beside_breaks(places: set[int], text: str) -> set[int]:
    """The places, and those behind line breaks that follow."""
    found = set(places)
    for place in places:
        rest = text[place:]
        found.update(range(place, place + len(rest) - len(rest.lstrip("\n")) + 1))
    return found


def _after_prompts(places: set[int], text: str) -> set[int]:
    """The places, and those further on in their lines where a prompt may have ended."""
    further = {at for place in places for at in range(place + 1, _line_end(text, place)) if not text[at - 1].isalnum()}
    return places | further


def _line_end(text: str, place: int) -> int:
    found = text.find("\n", place)
    return len(text) if found < 0 else found


def _has_read_all(case: Case, observed: Observed) -> bool:
    """As far as it came, and no more."""
    read = len(observed.run.inputs)
    return not observed.asked_for_more and (read == len(case.inputs) or (observed.ended is not None))


def _is_ahead(difference: Difference, general: General, run: Run, beyond: str) -> bool:
    """Whether the output that is missing before a read comes after it."""
    if difference.kind != Departure.MISSING or difference.block >= len(run.inputs):
        return False
    due = [step for step in general.blocks[difference.block] if isinstance(step, Output) and not step.skippable]
    later = [line for written in run.blocks[difference.block + 1 :] for line in written.lines if line.strip()]
    return any(step.fits(line) for step in due for line in (*later, *beyond.splitlines()))


def place(failure: Failure) -> int | None:
    """The line of the source that wrote, read or failed where the run first went wrong."""
    observed, difference = failure.observed, failure.difference
    if difference is None:
        return observed.error.line if observed.error else None
    written = failure.run.blocks[difference.block]
    if difference.line is not None:
        return written.source_line(difference.line)
    if difference.kind == Departure.ENDS_EARLY:
        marks = [mark[1] for mark in written.marks]
        return marks[-1] if marks else (*observed.reads, None)[difference.block - 1]
    return observed.reads[difference.block] if difference.block < len(observed.reads) else None
