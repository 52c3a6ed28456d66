"""`viva generate`: exercises made at random, by the command of the subject whose things are asked for."""

from typing import Any

import click

from viva.cli.plugins import generators, load_command
from viva.commands.options import Word


class _Generate(click.Command):
    """Becomes the command that knows what is asked for: each has options of its own."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        named = next((word for word in args if word in generators()), None)
        if named is None:
            return super().make_context(info_name, args, parent, **extra)
        return load_command(generators()[named]).make_context(info_name, args, parent, **extra)


@click.command("generate", cls=_Generate)
@click.argument("what", type=Word(tuple(generators())), metavar="WHAT")
@click.argument("folder", metavar="DIR")
def command(what: str, folder: str) -> int:
    """Write exercises that are made at random, as difficult as you like.

    WHAT is console, a program that reads and writes lines, or one of chord, interval, key, modulation, note,
    progression and scale, a thing of music. Each has options of its own: see `viva generate WHAT --help`.

    \b
    Example:
      viva generate console tasks --difficulty 3 --count 10
      viva generate chord chords --types 'm7, 7, M7' --inversions 3
    """
    raise AssertionError(f"{what} into {folder}: whoever makes it is called instead")
