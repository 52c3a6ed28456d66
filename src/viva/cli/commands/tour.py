"""`viva tour`: one right and one wrong submission in every subject that is installed."""

import click

from viva.cli.examples import Example, examples
from viva.commands.output import complain, paper, write
from viva.core.fault import Fault
from viva.core.terms import Terms
from viva.services.checking import check
from viva.services.registry import SUBJECTS, installed_entries, read_source, template
from viva.showing.outline import outline
from viva.showing.terminal import Paper, as_text


@click.command("tour")
def command() -> int:
    """Examine one right and one wrong submission in every installed subject, and show the reports.

    \b
    Example:
      viva tour
    """
    sheet = paper()
    strange: list[str] = []
    subjects = list(installed_entries(SUBJECTS))
    for name in subjects:
        write(sheet.paint(f"== {name} ==", "heading") + "\n")
        try:
            strange += _visit(name, sheet)
        except Fault as fault:
            strange.append(name)
            complain(str(fault))
    if strange:
        write(f"These did not come out as they should: {', '.join(strange)}.\n")
        return 1
    many = "1 subject" if len(subjects) == 1 else f"{len(subjects)} subjects"
    write(f"{many} visited; every submission came out as it should.\n")
    return 0


def _visit(name: str, sheet: Paper) -> list[str]:
    subject, exercise = read_source(template(name))
    strange = []
    for example in _one_of_each(examples(exercise)):
        kind = "right" if example.right else "wrong"
        write(f"\nA submission that is {kind}, {example.path}:\n\n")
        report = check(subject, exercise, example.submission, Terms())
        page = outline(report, example.submission, exercise.feedback)
        write(as_text(page, sheet) + "\n")
        if problem := example.disagreement(report):
            strange.append(f"{name} {example.path} ({problem})")
    return strange


def _one_of_each(found: tuple[Example, ...]) -> list[Example]:
    first = {example.right: example for example in reversed(found)}
    if len(first) < 2:
        raise Fault("the template of this subject needs an example in examples/right and one in examples/wrong")
    return [first[True], first[False]]
