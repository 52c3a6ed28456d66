"""`viva instruction`: what one instruction does."""

from __future__ import annotations

from itertools import groupby

import click

from viva.commands.options import Word, json_option
from viva.commands.output import write, write_document
from viva.core.fault import Fault
from viva.core.text.escape import visible
from viva.engines.x86.program import SYNTAXES, BadProgram
from viva.subjects.assembly.notation import assemble, fault_of


@click.command("instruction")
@click.argument("text", metavar="INSTRUCTION")
@click.option("--syntax", type=Word(SYNTAXES), default="att", help="att or intel; att without it.")
@json_option("the changes")
def instruction(text: str, *, syntax: str, as_document: bool) -> int:
    """Tell what one instruction does to registers, flags and memory, as formulas over what was there before.

    \b
    Example:
      viva instruction "addl %edx, %eax"
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
    if as_document:
        write_document([{"what": each.what, "value": each.value, "when": each.when or None} for each in found])
        return 0
    write(f"{visible(this.text)}\n")
    for when, together in groupby(found, key=lambda each: each.when):
        write(f"  when {when}:\n" if when else "")
        for each in together:
            write(f"{'    ' if when else '  '}{each.what} {'stops' if each.value == STOPS else f'= {each.value}'}\n")
    if not found:
        write("  nothing changes\n")
    return 0
