"""`viva show`: the statement of an exercise as a student reads it."""

from pathlib import Path

import click

from viva.commands.options import exercise_argument
from viva.commands.output import paper, write
from viva.core.deciding.leaving import handout
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.subject import Subject
from viva.core.text.escape import visible, visible_line
from viva.services.registry import read_exercise


@click.command("show")
@exercise_argument
@click.option("--seed", type=int, metavar="N", help="The variant of this seed, not the exercise itself.")
def command(exercise: Path, seed: int | None) -> int:
    """Print what an exercise asks, as a student reads it.

    \b
    Example:
      viva show sum-of-n
      viva show sum-of-n --seed 7
    """
    subject, asked = read_exercise(exercise)
    given = handout(subject, asked if seed is None else _variant(subject, asked, seed))
    write(paper().paint(visible_line(given.title), "heading") + "\n\n" + visible(given.statement.strip()) + "\n")
    if given.drawing:
        write("\n" + visible(given.drawing.text).rstrip("\n") + "\n")
    return 0


def _variant(subject: Subject, asked: Exercise, seed: int) -> Exercise:
    variant = next(iter(subject.vary(asked, seed)), None)
    if variant is None:
        raise Fault("this exercise has no variants", remedy="show it without --seed")
    return variant
