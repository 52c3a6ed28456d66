"""`viva tour`: one right and one wrong submission in every subject that is installed, or all of one."""

import importlib.util

import click

from viva.commands.output import complain, paper, write
from viva.core.fault import Fault
from viva.core.source import Source
from viva.core.terms import Terms
from viva.services.checking import check
from viva.services.examples import Example, examples
from viva.services.registry import SUBJECTS, installed_entries, read_source, subject_named, template
from viva.services.shipped import shipped_named
from viva.showing.outline import outline
from viva.showing.terminal import Paper, as_text

# Languages beside Python: an exercise that shows them, and the module that they cannot do without.
_LANGUAGES = {"javascript": "functions/quicksort"}
_LANGUAGES_NEED = {"javascript": "_quickjs"}


@click.command("tour")
@click.argument("subject", required=False)
def command(subject: str | None) -> int:
    """Examine one right and one wrong submission in every installed subject, as a student sees them the first time.

    With the name of a SUBJECT: all examples of its small exercise, with everything that a teacher sees.

    \b
    Example:
      viva tour
      viva tour console
    """
    sheet = paper()
    strange: list[str] = []
    subjects = list(installed_entries(SUBJECTS))
    if subject is not None:
        subject_named(subject)
        subjects = [subject]
    for name in subjects:
        write(sheet.paint(f"== {name} ==", "heading") + "\n")
        try:
            strange += _visit(name, template(name), sheet, whole=subject is not None)
        except Fault as fault:
            strange.append(name)
            complain(str(fault))
    for name, path in _LANGUAGES.items() if "functions" in subjects and subject is None else ():
        if (engine := _LANGUAGES_NEED[name]) and importlib.util.find_spec(engine) is None:
            continue
        write(sheet.paint(f"== {name} ==", "heading") + "\n")
        strange += _visit(name, Source.from_folder(shipped_named(path).folder), sheet, whole=False)
    if strange:
        write(f"These did not come out as they should: {', '.join(strange)}.\n")
        return 1
    if subject is None:
        write("`viva tour SUBJECT` shows more of one: every example, and all that its teacher sees.\n")
    many = "1 subject" if len(subjects) == 1 else f"{len(subjects)} subjects"
    write(f"{many} visited; every submission came out as it should.\n")
    return 0


def _visit(name: str, source: Source, sheet: Paper, *, whole: bool) -> list[str]:
    subject, exercise = read_source(source)
    strange = []
    found = examples(exercise)
    for example in found if whole else _one_of_each(found):
        kind = "right" if example.right else "wrong"
        write(f"\nA submission that is {kind}, {example.path}:\n\n")
        report = check(subject, exercise, example.submission, Terms(attempt=None if whole else 1))
        page = outline(report, example.submission, exercise.feedback)
        write(as_text(page, sheet) + "\n")
        if problem := example.disagreement(report, told=whole):
            strange.append(f"{name} {example.path} ({problem})")
    return strange


def _one_of_each(found: tuple[Example, ...]) -> list[Example]:
    first = {example.right: example for example in reversed(found)}
    if len(first) < 2:
        raise Fault("the template of this subject needs an example in examples/right and one in examples/wrong")
    return [first[True], first[False]]
