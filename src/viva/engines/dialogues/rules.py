"""How strictly the output of a program is held to its specification."""

from __future__ import annotations

from dataclasses import dataclass, replace

from viva.engines.dialogues.model import ANY, AnyText
from viva.engines.dialogues.outputs import Anything, Block, Output, Pattern, Step
from viva.engines.dialogues.predicates import Piece
from viva.engines.dialogues.traces import General, Run, Written


@dataclass(frozen=True, slots=True)
class Rules:
    """None of them makes a run wrong that is right without it.

    `prompts`: lines before a read are free once all that is due there was written. `around`: free text may stand
    before and after what is due on its line. `batch`: the program may read everything before it writes, so that only
    what it wrote counts, and the end of the input may be met.
    """

    prompts: bool = False
    around: bool = False
    batch: bool = False


def applied(rules: Rules, general: General) -> General:
    """The same inputs with all that the rules allow."""
    blocks = list(general.blocks)
    if rules.around:
        blocks = [tuple(_surrounded(step) for step in block) for block in blocks]
    if rules.prompts:
        blocks = [(*block, Anything()) for block in blocks[:-1]] + blocks[-1:]
    if rules.batch:
        whole: Block = tuple(step for block in blocks for step in block)
        return General((), (whole,))
    return General(general.inputs, tuple(blocks))


def seen(rules: Rules, run: Run) -> Run:
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
