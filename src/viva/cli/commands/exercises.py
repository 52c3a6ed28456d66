"""`viva exercises`: what comes with Viva, to look at and to begin from."""

from pathlib import Path

import click

from viva.commands.options import PATH, json_option
from viva.commands.output import paper, write, write_document
from viva.core.json import Json
from viva.core.source import Source
from viva.core.text.escape import visible_line
from viva.services.shipped import list_shipped, shipped_named
from viva.services.varying.slots import without_slots


@click.group("exercises", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """The exercises that come with Viva: list them, and copy one to use or to change.

    \b
    Example:
      viva exercises list --subject functions
      viva exercises copy mean my-mean
    """
    if context.invoked_subcommand is None:
        write(f"{context.get_help()}\n")


@command.command("list")
@click.option("--subject", metavar="SUBJECT", help="Only those of one subject.")
@json_option("them")
def list_(subject: str | None, as_document: bool) -> int:
    """List the exercises that come with Viva.

    \b
    Example:
      viva exercises list --subject console
    """
    found = list_shipped(subject)
    if as_document:
        listed: list[Json] = [
            {"subject": each.subject, "name": each.name, "title": each.title, "folder": str(each.folder)}
            for each in found
        ]
        write_document(listed)
        return 0
    sheet = paper()
    width = max(len(each.name) for each in found)
    last = None
    for each in found:
        if each.subject != last:
            write(("" if last is None else "\n") + sheet.paint(each.subject, "heading") + "\n")
            last = each.subject
        write(f"  {each.name.ljust(width)}  {visible_line(each.title)}\n")
    write("\nTo have one of them: viva exercises copy NAME DIR\n")
    return 0


@command.command("copy")
@click.argument("name")
@click.argument("folder", type=PATH, metavar="DIR")
@click.option("--with-slots", is_flag=True, help="Keep the places that variants fill, such as {limit}.")
def copy(name: str, folder: Path, with_slots: bool) -> int:
    """Write the exercise NAME into the new folder DIR, as a student meets it.

    \b
    Example:
      viva exercises copy mean my-mean
    """
    found = shipped_named(name)
    whole = Source.from_folder(found.folder)
    source = whole if with_slots else without_slots(whole)
    source.write(folder)
    place = visible_line(str(folder))
    write(f"{place} is the exercise {found.path} ({visible_line(found.title)}) with {len(source.files)} files.\n")
    write(
        f"Its examples show what comes of right and wrong submissions; try them all with: viva test-exercise {place}\n"
    )
    return 0
