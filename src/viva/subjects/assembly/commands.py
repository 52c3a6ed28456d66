"""`viva step`: the run that shows what is wrong, to be stepped forward and back; `viva instruction`: what one does."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import click

from viva.commands.options import PATH, Word, json_option
from viva.commands.output import complain, write, write_document, write_file
from viva.commands.status import of
from viva.core.fault import Fault
from viva.core.terms import Terms
from viva.core.text.escape import visible
from viva.core.texts import catalogue
from viva.engines.x86.program import SYNTAXES, BadProgram
from viva.services.checking import check_path
from viva.services.registry import read_exercise
from viva.subjects.assembly import stepping
from viva.subjects.assembly.notation import assemble, fault_of


@click.command("step")
@click.argument("exercise", type=PATH)
@click.argument("submission", type=PATH)
@click.option("-o", "--out", type=PATH, metavar="FILE", help="Write a page with a slider there.")
@json_option("the run")
def step(exercise: Path, submission: Path, *, out: Path | None, as_document: bool) -> int:
    """Show the run that breaks an annotation, or that a program goes wrong on.

    \b
    Example:
      viva step exercises/assembly/fill-with-zero answer.inv -o run.html
    """
    subject, loaded = read_exercise(exercise)
    if loaded.subject != "assembly":
        raise Fault(f"runs are stepped in exercises of assembly, and this is one of {loaded.subject}", str(exercise))
    report = check_path(subject, loaded, submission, Terms())
    found = next((finding for finding in report.findings if finding.witness is not None), None)
    say = catalogue("viva.subjects.assembly", report.locale).say
    if found is None or found.witness is None:
        write(visible(say("step_none")) + "\n")
        return of(report.verdict)
    if as_document:
        write_document(found.witness.to_json())
    elif out is None:
        write(visible(found.text) + "\n")
    if out is not None:
        write_file(out, stepping.page(loaded.title, found.text, found.witness, say))
        complain(f"wrote {out}")
    return of(report.verdict)


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
