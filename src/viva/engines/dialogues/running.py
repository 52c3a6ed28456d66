"""A specification as a program that is run: its inputs as lines, one right run for them, and all right runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from viva.engines.dialogues.evaluation import Undefined, as_value
from viva.engines.dialogues.model import AnyText, Spec
from viva.engines.dialogues.outputs import Output, Pattern, Step
from viva.engines.dialogues.predicates import Piece, example, example_line
from viva.engines.dialogues.semantics import Diverges, Way, begin, give
from viva.engines.dialogues.traces import General, Run, Written, show_line, show_value

_FREE = "…"


def way_of(spec: Spec, lines: Sequence[str]) -> Way | None:
    """The way of these lines, each a value of the read it is for; None where the specification is not given them, or
    says nothing for them."""
    try:
        way: Way | None = begin(spec)
        for line in lines:
            if way is None or way.asks is None:
                return None
            way = give(way, as_value(line, way.asks.read.values))
    except (Undefined, Diverges):
        return None
    return way


def right_run(general: General, *, all_that_may_be: bool = False) -> Run:
    """One right run, that of the program which `programs` makes: nothing is written that may be left out, or all."""
    blocks = []
    for block in general.blocks:
        lines = []
        for step in block:
            if isinstance(step, Output) and (all_that_may_be or not step.optional):
                pattern = min(step.patterns, key=lambda one: sum(isinstance(piece, AnyText) for piece in one.pieces))
                lines.append(example_line(pattern.pieces))
        blocks.append(Written("".join(f"{line}\n" for line in lines)))
    return Run(general.inputs, tuple(blocks))


def accepted_runs(general: General) -> Iterator[str]:
    """As the paper writes runs; first the one that writes all it may. Free text is …, and of all values that satisfy a
    predicate one is shown. Lazy: there may be many."""
    steps = [step for block in general.blocks for step in block]
    for choice in product(*map(_choices, steps)):
        lines = iter(choice)
        shown: list[str] = []
        for number, block in enumerate(general.blocks):
            shown.extend(f"!{line}" for _, line in zip(block, lines, strict=False) if line is not None)
            shown.append(f"?{show_value(general.inputs[number])}" if number < len(general.inputs) else "stop")
        yield " ".join(shown)


def _choices(step: Step) -> list[str | None]:
    if not isinstance(step, Output):
        return [None, _FREE]
    lines: list[str | None] = [_line(pattern) for pattern in step.patterns]
    return [*lines, None] if step.skippable else lines


def _line(pattern: Pattern) -> str:
    shown = "".join(map(_piece, pattern.pieces))
    return shown if _FREE in shown else show_line(shown)


def _piece(piece: Piece) -> str:
    return _FREE if isinstance(piece, AnyText) else example(piece)
