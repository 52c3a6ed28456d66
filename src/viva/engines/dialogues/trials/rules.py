"""How strictly the output of a program is held to its specification."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from viva.core.records import dataclass
from viva.engines.dialogues.model import ANY, AnyText, Spec, Text, Write, parts
from viva.engines.dialogues.outputs import Anything, Block, Output, Pattern, Remark, Step
from viva.engines.dialogues.predicates import Near, Piece
from viva.engines.dialogues.traces import General, Run, Written

_MOST_ON_A_LINE = 4
_MOST_JOINED = 400
_JOINTS = (" ", ", ", ",", "; ", " and ")


@dataclass(frozen=True, slots=True)
class Rules:
    """None of them makes a run wrong that is right without it.

    `prompts`: lines before a read are free once all that is due there was written. `around`: free text may stand
    before and after what is due on its line. `batch`: the program may read everything before it writes, so that only
    what it wrote counts, and the end of the input may be met. `labels`: a line of words may stand before an output.
    `closing`: a line of words may come last. `one_line`: outputs that follow each other may share a line. `capitals`:
    capital and small letters are alike. `reserved` are the texts that the specification writes itself, which are
    therefore no mere words.
    """

    prompts: bool = False
    around: bool = False
    batch: bool = False
    labels: bool = False
    closing: bool = False
    one_line: bool = False
    capitals: bool = False
    reserved: tuple[str, ...] = ()


def allowing(rules: Rules, names: Iterable[str]) -> Rules:
    """The rules with these switched on, by their names."""
    return replace(rules, **dict.fromkeys(names, True))  # type: ignore[arg-type]


def written_texts(spec: Spec) -> tuple[str, ...]:
    """All texts that the specification writes, alone or as a part of a line."""
    items = (
        item
        for part in parts(spec)
        if isinstance(part, Write)
        for alternative in part.alternatives
        for item in alternative
    )
    return tuple(dict.fromkeys(item.value for item in items if isinstance(item, Text) and item.value.strip()))


def apply_rules(rules: Rules, general: General) -> General:
    """The same inputs with all that the rules allow."""
    blocks = list(general.blocks)
    if rules.around:
        blocks = [tuple(_surrounded(step) for step in block) for block in blocks]
    if rules.capitals:
        blocks = [tuple(_in_any_case(step) for step in block) for block in blocks]
    if rules.labels:
        blocks = [tuple(_labelled(block, rules.reserved)) for block in blocks]
    if rules.one_line:
        blocks = [_joined(block) for block in blocks]
    if rules.prompts:
        blocks = [(*block, Anything()) for block in blocks[:-1]] + blocks[-1:]
    if rules.closing and blocks[-1] and _is_known(blocks[-1][-1], rules.reserved):
        blocks[-1] = (*blocks[-1], Remark(rules.reserved))
    if rules.batch:
        whole: Block = tuple(step for block in blocks for step in block)
        return General((), (whole,))
    return General(general.inputs, tuple(blocks))


def normalise_run(rules: Rules, run: Run) -> Run:
    """The run as far as the rules look at it."""
    if not rules.batch:
        return run
    text = ""
    marks: list[tuple[int, int]] = []
    for written in run.blocks:
        # Nobody sees a prompt where input comes from a file; the line it is on ends there.
        text += "" if not text or text.endswith("\n") else "\n"
        marks += [(offset + len(text), line) for offset, line in written.marks]
        text += written.text
    return Run((), (Written(text, "", tuple(marks)),))


def _surrounded(step: Step) -> Step:
    if not isinstance(step, Output):
        return step
    patterns = (Pattern(_surrounded_pieces(pattern.pieces)) for pattern in step.patterns)
    # A text that a predicate gives is the whole line, so that nothing can stand around it.
    return replace(step, patterns=tuple(dict.fromkeys((*patterns, *step.patterns))))


def _surrounded_pieces(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """White space at the ends of what is due does not matter, wherever it stands."""
    first, last = pieces[0], pieces[-1]
    if isinstance(first, str):
        pieces = (first.lstrip(), *pieces[1:])
    if isinstance(last, str):
        pieces = (*pieces[:-1], str(pieces[-1]).rstrip())
    before = () if isinstance(first, AnyText) else (ANY,)
    after = () if isinstance(last, AnyText) else (ANY,)
    return (*before, *pieces, *after)


def _in_any_case(step: Step) -> Step:
    """What a predicate gives is judged as it was written."""
    if not isinstance(step, Output):
        return step
    patterns = (replace(pattern, any_case=True) for pattern in step.patterns)
    return replace(step, patterns=tuple(dict.fromkeys((*step.patterns, *patterns))))


def _labelled(block: Block, reserved: tuple[str, ...]) -> Iterator[Step]:
    """A word before a text that the program computes could be a second answer, unless it ends with a colon."""
    for step in block:
        if isinstance(step, Output):
            yield Remark(reserved, ends_with_colon=not _is_known(step, reserved))
        yield step


def _is_known(step: Step, reserved: tuple[str, ...]) -> bool:
    """Whether no other words could be taken for what is due: it has a number in it, or only texts that are reserved."""
    if not isinstance(step, Output):
        return False
    lines = ([piece for piece in pattern.pieces if not isinstance(piece, AnyText)] for pattern in step.patterns)
    return all(
        any(isinstance(piece, int | Near) for piece in line)
        or (bool(line) and all(piece in reserved for piece in line))
        for line in lines
    )


def _joined(block: Block) -> Block:
    """Each output with the lines that write it and those after it at once."""
    steps: list[Step] = list(block)
    for first, step in enumerate(block):
        if isinstance(step, Output):
            steps[first] = replace(step, joined=tuple(_lines(block, first, step)))
    return tuple(steps)


def _lines(block: Block, first: int, begin: Output) -> Iterator[tuple[int, Pattern]]:
    rows = [(joint, pattern) for joint in _JOINTS for pattern in begin.patterns]
    for number in range(first + 1, min(len(block), first + _MOST_ON_A_LINE)):
        step = block[number]
        if isinstance(step, Remark):
            continue
        if not isinstance(step, Output):
            return
        rows = [
            (joint, Pattern((*row.pieces, joint, *pattern.pieces), row.any_case or pattern.any_case))
            for joint, row in rows
            for pattern in step.patterns
        ][:_MOST_JOINED]
        yield from ((number + 1 - first, row) for _, row in rows)
