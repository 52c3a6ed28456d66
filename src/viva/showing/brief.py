"""A report where there is little room: as a few lines of text, and in the cell of a notebook."""

from viva.core.report import Report
from viva.showing.outline import outline
from viva.showing.terminal import Paper, section_lines

_MOST_LINES = 20


def in_short(report: Report) -> str:
    """The title, the verdict, how many tests failed, and the first thing there is to think about."""
    shown = outline(report)
    lines = [shown.title, f"{shown.mark} {shown.headline}", *filter(None, [shown.counts])]
    for section in shown.sections[:1]:
        lines += ["", *section_lines(section, Paper())]
    return "\n".join(lines if len(lines) <= _MOST_LINES else [*lines[: _MOST_LINES - 1], "…"])


def as_html(report: Report) -> str:
    # Imported here: jinja2 is only for those who want a page.
    from viva.showing.page import as_cell  # noqa: PLC0415

    return as_cell(outline(report))
