"""`viva instruction`: what one instruction does."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from viva.commands.options import PATH, Word, json_option
from viva.commands.output import complain, write, write_document, write_file
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.terms import ENGLISH
from viva.core.text.escape import markup, visible
from viva.core.text.reading import Misread
from viva.core.texts import Say, catalogue
from viva.drawing.sheet import sheet
from viva.engines.x86.program import SYNTAXES, BadProgram
from viva.engines.x86.trace import number
from viva.engines.x86.trying import Row, read_values, try_out
from viva.subjects.assembly.notation import assemble, fault_of

if TYPE_CHECKING:
    from viva.engines.x86.effect import Change

_STYLE = (
    "body{font:16px system-ui,sans-serif;margin:2em;color:var(--ink);background:var(--paper)}"
    "h1,pre,table{font-family:ui-monospace,Menlo,Consolas,monospace}pre{overflow-x:auto}table{border-collapse:collapse}"
    "td,th{padding:.2em 1.2em .2em 0;text-align:left;border-bottom:1px solid var(--rule)}th{font-weight:normal}"
    ".changed{font-weight:bold}.changed th{font-weight:bold}"
)


@click.command("instruction")
@click.argument("text", metavar="INSTRUCTION")
@click.option("--syntax", type=Word(SYNTAXES), default="att", help="att or intel; att without it.")
@click.option("--with", "given", metavar="VALUES", help='Do it with these, as in "eax = 5, CF = 1, w[16] = 3".')
@click.option("-o", "--out", type=PATH, metavar="FILE.html", help="Write it as a page.")
@json_option("the changes")
def instruction(text: str, *, syntax: str, given: str | None, out: Path | None, as_document: bool) -> int:
    """Tell what one instruction does to registers, flags and memory, as formulas over what was there before.

    \b
    Example:
      viva instruction "addl %edx, %eax"
      viva instruction "addl %edx, %eax" --with "eax = 5, edx = -6" -o add.html
      viva instruction "mov [esi + 4], eax" --syntax intel
    """
    from viva.engines.x86.effect import STOPS, changes  # noqa: PLC0415 the solver is slow to load

    try:
        program, _ = assemble(text, syntax)
        first = min(program.lines, default=None)
        if first is None:
            raise Fault("there is no instruction here", remedy='write one, as in "addl %edx, %eax"')
        this = program.instruction(first)
        if program.is_code(this.next):
            raise Fault("there are several instructions here", remedy="ask about one at a time")
        found = changes(this, program.named)
    except BadProgram as problem:
        raise fault_of(problem, "INSTRUCTION") from None
    try:
        rows = None if given is None else try_out(this, read_values(given))
    except Misread as problem:
        raise Fault(f"--with: {problem.problem}", remedy=problem.remedy) from None
    stops = given is not None and rows is None
    if as_document:
        formulas: list[Json] = [{"what": each.what, "value": each.value, "when": each.when or None} for each in found]
        values: list[Json] = [{"what": row.name, "before": row.before, "after": row.after} for row in rows or ()]
        write_document(formulas if given is None else {"changes": formulas, "values": values, "stops": stops})
        return 0
    told = _formulas(this.text, found, STOPS)
    say = catalogue(__package__, ENGLISH).say
    if out is not None:
        write_file(out, _page(this.text, told, rows, say))
        complain(f"wrote {out}")
        return 0
    write(told)
    if stops:
        write(say("instruction_stops") + "\n")
    if rows:
        write("\n" + _table(rows, say))
    return 0


def _formulas(text: str, found: Sequence[Change], stops: str) -> str:
    lines = [visible(text)]
    for when, together in groupby(found, key=lambda each: each.when):
        lines += [f"  when {when}:"] if when else []
        for each in together:
            value = "stops" if each.value == stops else f"= {each.value}"
            lines.append(f"{'    ' if when else '  '}{each.what} {value}")
    return "\n".join(lines if found else [*lines, "  nothing changes"]) + "\n"


def _cells(row: Row, say: Say) -> tuple[str, str, str]:
    after = say("instruction_undefined") if row.after is None else number(row.after)
    return row.name, number(row.before), after


def _table(rows: Sequence[Row], say: Say) -> str:
    """What was there and what is there; what has changed has an arrow."""
    head = ("", say("instruction_before"), say("instruction_after"))
    cells = [head, *(_cells(row, say) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(3)]
    marks = ["", *("  <-" if row.changed else "" for row in rows)]
    lines = [
        "  " + "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)) + mark
        for line, mark in zip(cells, marks, strict=True)
    ]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _page(text: str, told: str, rows: Sequence[Row] | None, say: Say) -> str:
    title = visible(text)
    head = "".join(f'<th scope="col">{markup(say(f"instruction_{key}"))}</th>' for key in ("before", "after"))
    body = "".join(
        f'<tr{" class=changed" if row.changed else ""}><th scope="row">{markup(name)}</th>'
        f"<td>{markup(before)}</td><td>{'→ ' if row.changed else ''}{markup(after)}</td></tr>"
        for row in rows or ()
        for name, before, after in [_cells(row, say)]
    )
    table = f"<table><thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>" if body else ""
    formulas = markup(told.partition("\n")[2])
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">'
        f'<meta name="viewport" content="width=device-width"><title>{markup(title)}</title>'
        f"<style>{_STYLE}{sheet('shapes')}</style></head>"
        f'<body class="drawing"><h1>{markup(title)}</h1><pre>{formulas}</pre>{table}</body></html>\n'
    )
