"""`viva worksheet`: variants of exercises on paper, with a separate key."""

from itertools import islice
from pathlib import Path

import click
from markupsafe import Markup

from viva.cli.printing import as_pdf
from viva.commands.options import COUNT, PATH, seed_option
from viva.commands.output import complain, write_file
from viva.core.deciding.leaving import handout
from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.subject import Subject
from viva.core.terms import ENGLISH
from viva.core.texts import catalogue
from viva.grading.statement import statement_html
from viva.services.registry import read_exercise
from viva.services.varying.variants import variants_of
from viva.showing.page import render

_ENDINGS = (".html", ".htm", ".pdf")
_FEWEST_LINES, _MOST_LINES = 3, 14


@dataclass(frozen=True, slots=True)
class Item:
    """One exercise of a sheet: what is asked, with its picture, room to write, and what is right."""

    title: str
    statement: Markup
    drawing: Drawing | None
    lines: int
    answer: str
    answered: Drawing | None


@click.command("worksheet")
@click.argument("exercises", type=PATH, nargs=-1, required=True, metavar="EXERCISE...")
@click.option("--count", type=COUNT, default=1, metavar="N", help="Variants of each, instead of themselves.")
@seed_option("Which variants")
@click.option("--out", "-o", type=PATH, required=True, metavar="FILE", help="The sheet: .html or .pdf.")
@click.option("--key", type=PATH, metavar="FILE", help="Its key: .html or .pdf; FILE-key beside the sheet without it.")
def command(exercises: tuple[Path, ...], count: int, seed: int, out: Path, key: Path | None) -> int:
    """Write exercises on paper, one below the other with room for answers, and a separate key.

    \b
    Example:
      viva worksheet exercises/harmony/intervals --count 4 --seed 7 -o sheet.html --key key.html
    """
    key = key or out.with_name(f"{out.stem}-key{out.suffix}")
    for file in (out, key):
        if file.suffix.lower() not in _ENDINGS:
            raise Fault("the ending of this name is none of a sheet", str(file), remedy="use .html or .pdf")
    if out == key:
        raise Fault("the sheet and its key are the same file", str(out), remedy="name another file for --key")
    asked = click.get_current_context().get_parameter_source("count")
    varied = asked is not None and asked.name != "DEFAULT"
    items: list[Item] = []
    locale = ""
    for folder in exercises:
        subject, exercise = read_exercise(folder)
        locale = locale or exercise.feedback.locale
        chosen = list(islice(variants_of(subject, exercise, seed), count)) if varied else [exercise]
        if varied and len(chosen) < count:
            complain(f"there are only {len(chosen)} variants of {exercise.name} with seed {seed}")
        items += [_item(subject, each) for each in chosen]
    say = catalogue("viva.showing", locale or ENGLISH).say
    title = items[0].title if len(items) == 1 else say("worksheet.title")
    for file, template in ((out, "worksheet.html"), (key, "worksheet_key.html")):
        page = render(template, (), items=items, title=title, locale=locale or ENGLISH)
        write_file(file, as_pdf(page, file) if file.suffix.lower() == ".pdf" else page)
        complain(f"wrote {file}")
    return 0


def _item(subject: Subject, exercise: Exercise) -> Item:
    given = handout(subject, exercise)
    answer = subject.solve(exercise)
    text = "\n".join(content.decode(errors="replace") for _, content in sorted(answer.files.items()))
    answered = subject.draw(exercise, answer) if given.drawing else None
    lines = min(max(text.count("\n"), _FEWEST_LINES), _MOST_LINES)
    statement, drawn = statement_html(given.statement, 3), given.drawing
    return Item(given.title, statement, drawn, lines, text.rstrip("\n"), None if answered == drawn else answered)
