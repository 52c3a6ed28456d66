"""`viva solve`: a model answer."""

import sys
from pathlib import Path

import click

import viva
from viva.commands.options import PATH, exercise_argument
from viva.commands.output import complain, write, write_bytes, write_file
from viva.core.source import Source
from viva.core.text.escape import visible, visible_line


@click.command("solve")
@exercise_argument
@click.option(
    "--out",
    type=PATH,
    metavar="FILE",
    help="Write it there: a file, whose ending may name the notation, or a folder where it has several files.",
)
@click.option(
    "--in",
    "language",
    metavar="LANGUAGE",
    help="For console programs: python, c, java, javascript or haskell, or pseudo for one to read.",
)
def command(exercise: Path, out: Path | None, language: str | None) -> int:
    """Print a model answer to an exercise; it checks as right.

    \b
    Example:
      viva solve exercises/console/sum-of-n --out model.py
      viva solve exercises/console/sum-of-n --in c
    """
    answer = viva.solve(exercise, language)
    several = len(answer.files) > 1
    if out:
        if several:
            Source(answer.name, answer.files).write(out)
        else:
            write_file(out, answer.in_notation_of(out.name))
        complain(f"wrote {out}")
        for name, content in ({} if several else answer.companions(out.name)).items():
            write_file(out.with_name(name), content)
            complain(f"wrote {out.with_name(name)}, which belongs to it")
        return 0
    for name, content in sorted(answer.files.items()):
        if several:
            write(f"# {visible_line(name)}\n")
        if sys.stdout.isatty():
            write(visible(content.decode(errors="replace")))
        else:
            write_bytes(content)
    return 0
