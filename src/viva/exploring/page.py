"""Coverage as one self-contained page."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.text.escape import markup
from viva.drawing.listing import Line, as_html, legend_html
from viva.drawing.sheet import sheet
from viva.engines.coverage.marking import MARKS

_STYLE = (
    "body{font:16px system-ui,sans-serif;margin:2em;color:var(--ink);background:var(--paper)}"
    "pre{font:14px/1.5 ui-monospace,Menlo,Consolas,monospace}"
)


def as_page(lines: Sequence[Line], title: str, runs: int) -> str:
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">'
        f"<title>{markup(title)}</title><style>{_STYLE}{sheet('listing')}</style></head>"
        f'<body class="drawing listing"><h1>{markup(title)}</h1>'
        f"<p>{runs} run{'' if runs == 1 else 's'}. {legend_html(MARKS.values())}.</p>"
        f"<pre>{as_html(lines)}</pre></body></html>\n"
    )
