"""`viva completion`: what a shell needs to complete Viva's commands and options."""

import click
from click.shell_completion import get_completion_class

from viva.commands.options import Word
from viva.commands.output import write


@click.command("completion")
@click.argument("shell", type=Word(["bash", "zsh", "fish"]))
@click.pass_context
def command(context: click.Context, shell: str) -> int:
    """Print the completion script for a shell: bash, zsh or fish.

    \b
    Example:
      viva completion bash >> ~/.bashrc
    """
    complete = get_completion_class(shell)
    assert complete is not None
    write(complete(context.find_root().command, {}, "viva", "_VIVA_COMPLETE").source())
    return 0
