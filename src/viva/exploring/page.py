"""What was covered of a file as one self-contained page: figures, an index of its functions, the source with marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from viva.core.text.escape import markup
from viva.drawing.listing import as_html, legend_html
from viva.drawing.sheet import sheet
from viva.engines.calls import Voice
from viva.engines.coverage import Accumulated, figures, mark_lines
from viva.engines.coverage.marking import MARKS
from viva.exploring.reporting import Row, cells, report

_STYLE = (
    "body{font:16px system-ui,sans-serif;margin:2em;color:var(--ink);background:var(--paper)}"
    "pre{font:14px/1.5 ui-monospace,Menlo,Consolas,monospace;margin:0;overflow-x:auto}"
    "a{color:var(--first)}.wide{overflow-x:auto;margin:1em 0}table{border-collapse:collapse}"
    "td,th{padding:.2em 1em .2em 0;text-align:right;border-bottom:1px solid var(--rule);white-space:nowrap}"
    "td:first-child,th:first-child{text-align:left}#source{margin-top:1em}"
)


def as_page(seen: Accumulated, functions: Sequence[Row], title: str, voice: Voice) -> str:
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{markup(title)}</title><style>{_STYLE}{sheet('listing')}</style></head>"
        f'<body class="drawing listing"><h1>{markup(title)}</h1>'
        f"<p>{seen.runs} run{'' if seen.runs == 1 else 's'}. {legend_html(MARKS.values())}.</p>"
        f"<pre>{markup(report(voice, figures(seen)))}</pre>"
        f"{_index(functions, voice)}"
        f'<div id="source">{"".join(_source(seen, functions))}</div></body></html>\n'
    )


def _index(functions: Sequence[Row], voice: Voice) -> str:
    names = ("function", "expressions", "conditions", "alternatives")
    head = "".join(f'<th scope="col">{markup(voice.say(f"explore_column_{name}"))}</th>' for name in names)
    body = "".join(
        f'<tr><td><a href="#{_anchor(row)}">{markup(row.name)}</a> ({row.first})</td>'
        + "".join(f"<td>{markup(cell)}</td>" for cell in cells(row.figures))
        + "</tr>"
        for row in functions
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _source(seen: Accumulated, functions: Sequence[Row]) -> Iterator[str]:
    """The source in pieces that begin where a function does."""
    lines = mark_lines(seen)
    starts = {row.first: row for row in reversed(functions) if row.first <= len(lines)}
    bounds = sorted({1, *starts, len(lines) + 1})
    for first, after in pairwise(bounds):
        name = f' id="{_anchor(starts[first])}"' if first in starts else ""
        yield f"<pre{name}>{as_html(lines[first - 1 : after - 1])}</pre>"


def _anchor(row: Row) -> str:
    return f"line-{row.first}"
