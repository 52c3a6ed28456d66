"""The runs that a generalised trace stands for, one by one: the specification as a program that is run."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from viva.engines.dialogues.model import AnyText
from viva.engines.dialogues.outputs import Anything, Pattern, Step
from viva.engines.dialogues.predicates import Piece, example
from viva.engines.dialogues.traces import General, show_line, show_value

_FREE = "…"


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
    if isinstance(step, Anything):
        return [None, _FREE]
    lines: list[str | None] = [_line(pattern) for pattern in step.patterns]
    return [*lines, None] if step.skippable else lines


def _line(pattern: Pattern) -> str:
    shown = "".join(map(_piece, pattern.pieces))
    return shown if _FREE in shown else show_line(shown)


def _piece(piece: Piece) -> str:
    return _FREE if isinstance(piece, AnyText) else example(piece)
