"""`viva vary`: variants of an exercise, each a folder of its own."""

from itertools import islice
from pathlib import Path

import click

from viva.commands.options import COUNT, PATH, exercise_argument, seed_option
from viva.commands.output import complain, write
from viva.core.text.escape import visible_line
from viva.services.registry import read_exercise
from viva.services.varying.variants import variants_of


@click.command("vary")
@exercise_argument
@click.option("--count", type=COUNT, default=1, metavar="N", help="How many; 1 without it.")
@seed_option("Which ones")
@click.option("--out", type=PATH, required=True, metavar="DIR", help="The folder to write them into.")
def command(exercise: Path, count: int, seed: int, out: Path) -> int:
    """Write variants of an exercise, each a complete exercise folder.

    \b
    Example:
      viva vary exercises/console/sum-of-n --count 5 --seed 7 --out variants
    """
    subject, asked = read_exercise(exercise)
    written = 0
    for variant in islice(variants_of(subject, asked, seed), count):
        written += 1
        folder = out / f"{asked.name}-{written}"
        variant.source.write(folder)
        write(f"{visible_line(str(folder))}\n")
    if written < count:
        found = "is only 1 variant" if written == 1 else f"are only {written} variants"
        complain(f"there {found} of {asked.name} with seed {seed}; {count} were asked for")
    return 0
