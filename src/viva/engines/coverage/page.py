"""Coverage as one self-contained page."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.escape import markup
from viva.engines.coverage.marking import Line
from viva.engines.coverage.states import State

_STYLE = (
    "body{font:16px system-ui,sans-serif;margin:2em;color:#1a1a1a;background:#fff}"
    "pre{font:14px/1.5 ui-monospace,Menlo,Consolas,monospace}"
    ".never{background:#ffe680;border-bottom:2px dashed #7a5c00}"
    ".true{background:#c9ecc9;border-bottom:2px solid #1b6e1b}"
    ".false{background:#fbd0cb;border-bottom:2px dotted #a61b0f}"
    ".number{color:#767676;user-select:none}"
)
_WORDS = {State.NEVER: "never evaluated", State.TRUE: "always true", State.FALSE: "always false"}


def as_page(lines: Sequence[Line], title: str, runs: int) -> str:
    """States are told by the line below a piece and by its title too, never by colour alone."""
    legend = ", ".join(f'<span class="{state}">{word}</span>' for state, word in _WORDS.items())
    body = "\n".join(_line(line) for line in lines)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{markup(title)}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{markup(title)}</h1>"
        f"<p>{runs} run{'' if runs == 1 else 's'}. {legend}.</p><pre>{body}</pre></body></html>\n"
    )


def _line(line: Line) -> str:
    pieces = [
        f'<span class="{piece.state}" title="{_WORDS[piece.state]}">{markup(piece.text)}</span>'
        if piece.state in _WORDS
        else markup(piece.text)
        for piece in line.pieces
    ]
    return f'<span class="number">{line.number:>4}</span>  {"".join(pieces)}'
