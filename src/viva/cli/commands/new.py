"""`viva new`: a new exercise, begun from the small complete one that its subject ships."""

from pathlib import Path

import click

from viva.commands.options import PATH
from viva.commands.output import write
from viva.core.text.escape import visible_line
from viva.services.registry import template


@click.command("new")
@click.argument("subject")
@click.argument("folder", type=PATH, metavar="DIR")
def command(subject: str, folder: Path) -> int:
    """Begin a new exercise in DIR from a small complete one of SUBJECT.

    \b
    Example:
      viva new console my-exercise
    """
    source = template(subject)
    source.write(folder)
    place = visible_line(str(folder))
    write(
        f"{place} is a complete exercise of {subject} with {len(source.files)} files; change what you like, then run:\n"
    )
    write(f"  viva test-exercise {place}\n")
    return 0
