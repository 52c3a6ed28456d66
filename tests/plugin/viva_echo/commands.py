"""A command as a third party would add it. Importing this module leaves a trace, so that a test can see it."""

import os
from pathlib import Path

import click

if trace := os.environ.get("VIVA_ECHO_IMPORTED"):
    Path(trace).touch()


@click.command("shout")
@click.argument("word")
def shout(word: str) -> int:
    """Say a word in capital letters. And nothing else."""
    click.echo(word.upper())
    return 0
