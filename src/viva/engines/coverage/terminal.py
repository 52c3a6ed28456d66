"""Coverage for a terminal: HPC's colours, and below each line plain marks for those who see no colours."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.escape import visible_line
from viva.engines.coverage.marking import Line
from viva.engines.coverage.states import State

_COLOURS = {State.NEVER: "\x1b[30;43m", State.TRUE: "\x1b[30;42m", State.FALSE: "\x1b[37;41m"}
_MARKS = {State.NEVER: "-", State.TRUE: "T", State.FALSE: "F", State.DONE: " "}
_END = "\x1b[0m"

LEGEND = "- never evaluated (yellow)   T always true (green)   F always false (red)"


def as_text(lines: Sequence[Line], colour: bool) -> str:
    """Numbered lines; with colour the pieces are painted, without it they have marks below."""
    return "".join(_painted(line) if colour else _plain(line) for line in lines)


def _painted(line: Line) -> str:
    pieces = [
        f"{_COLOURS[piece.state]}{visible_line(piece.text)}{_END}"
        if piece.state in _COLOURS
        else visible_line(piece.text)
        for piece in line.pieces
    ]
    return f"{line.number:>4}  {''.join(pieces)}\n"


def _plain(line: Line) -> str:
    text = "".join(visible_line(piece.text) for piece in line.pieces)
    marks = "".join(_MARKS[piece.state] * len(visible_line(piece.text)) for piece in line.pieces).rstrip()
    shown = f"{line.number:>4}  {text}".rstrip() + "\n"
    return f"{shown}      {marks}\n" if marks else shown
