"""`viva step`: the run that shows what is wrong, to be stepped forward and back."""

from __future__ import annotations

from pathlib import Path

import click

from viva.commands.options import PATH, json_option
from viva.commands.output import complain, write, write_document, write_file
from viva.commands.status import of
from viva.core.fault import Fault
from viva.core.terms import Terms
from viva.core.text.escape import visible
from viva.core.texts import catalogue
from viva.services.checking import check_path
from viva.services.registry import read_exercise
from viva.subjects.assembly import stepping


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
