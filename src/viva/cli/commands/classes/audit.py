"""`viva audit`: what a class tells about its exercise."""

import os
from collections.abc import Collection, Mapping
from pathlib import Path

import click

from viva.cli.engine import engine_options, hire_from
from viva.commands.options import COUNT, PATH, exercise_argument, json_option
from viva.commands.output import paper, write, write_document
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.submission import Submission
from viva.core.terms import ENGLISH, Terms
from viva.core.text.escape import visible_line
from viva.core.texts import catalogue
from viva.grading.audit.auditing import audit
from viva.grading.audit.foreseen import examined_examples, post_for
from viva.grading.audit.labels import read_labels
from viva.grading.audit.showing import audit_page, sections
from viva.grading.batch import hire_here
from viva.grading.grade import RESULTS, opened_class, read_rows
from viva.services.checking import handed_in
from viva.services.registry import exercise_folder, read_exercise


@click.command("audit")
@exercise_argument
@click.argument("results", type=PATH)
@click.option("--labels", type=PATH, metavar="FILE", help="Your own marks: a CSV with the columns student and mark.")
@click.option("--submissions", type=PATH, metavar="FOLDER", help="What was graded, for the ways that answers go.")
@click.option("--html", type=PATH, metavar="FILE", help="Write it as a page.")
@click.option("--jobs", type=COUNT, metavar="N", help="Worker processes; one per processor without it.")
@engine_options
@json_option("what was found")
def command(
    exercise: Path,
    results: Path,
    *,
    labels: Path | None,
    submissions: Path | None,
    html: Path | None,
    jobs: int | None,
    engine: str | None,
    tls: Path | None,
    as_document: bool,
) -> int:
    """Say what the RESULTS of a class, a folder of `viva grade`, tell about the exercise.

    Which of its mistakes nobody makes, which tests separate nobody, where marks differ from yours, which right answers
    go an unexpected way, which wrong ones nobody is told of, what stood in the way of proofs, and how difficult it was.

    \b
    Example:
      viva audit exercises/console/sum-of-n results --labels marks.csv --html audit.html
    """
    _, asked = read_exercise(exercise)
    file = results / RESULTS if results.is_dir() else results
    if not file.is_file():
        raise Fault(f"there is no {RESULTS}", file=str(results), remedy="name the folder that `viva grade --out` wrote")
    rows = read_rows(file)
    if not any(row.exercise == asked.name for row in rows):
        raise Fault(f"there is no row for the exercise {asked.name}", file=str(file), remedy="name its own results")
    marks = read_labels(labels) if labels else None
    answers = _answers(exercise, submissions) if submissions else None
    locale = next((row.report.locale for row in rows if row.report and row.report.locale), ENGLISH)
    say = catalogue("viva.grading", locale).say
    hire = hire_from(engine, tls) if engine else hire_here(jobs or os.cpu_count() or 1)
    executor = hire(post_for(asked, Terms(locale=locale)))
    try:
        foreseen = examined_examples(asked, executor)
    finally:
        executor.end()
    others = _others(exercise_folder(exercise), asked, {row.exercise for row in rows})
    found = audit(asked, rows, foreseen, say, locale, labels=marks, answers=answers, others=others)
    if html is not None:
        html.write_text(audit_page(found, say, locale), "utf-8", errors="backslashreplace")
    if as_document:
        write_document(found.to_json())
        return 0
    sheet = paper()
    write(f"{sheet.paint(visible_line(say('audit.title', title=found.title)), 'heading')}\n")
    for section in sections(found, say, locale):
        write(f"\n{sheet.paint(section.heading, 'heading')}\n")
        for line in sheet.fold(section.note, ""):
            write(f"{line}\n")
        for sentence in section.told:
            for line in sheet.fold(sentence, "    "):
                write(f"{line}\n")
    return 0


def _others(folder: Path, asked: Exercise, graded: Collection[str]) -> list[Exercise]:
    """The exercises of the subject that were graded together with this one, as far as they lie beside it."""
    found: list[Exercise] = []
    for name in sorted({*graded} - {asked.name}):
        beside = (folder if folder.is_dir() else folder.parent).resolve().parent / Path(name).name
        try:
            other = read_exercise(beside)[1]
        except Fault:  # it lies elsewhere, or is somebody else's to mend
            continue
        if other.subject == asked.subject and other.name == name:
            found.append(other)
    return found


def _answers(exercise: Path, folder: Path) -> Mapping[str, Submission]:
    """What was handed in, by the student; of several files of one the first."""
    found: dict[str, Submission] = {}
    with opened_class(exercise, folder) as group:
        for entry in group.roster.entries:
            answer = handed_in(entry.path)
            if isinstance(answer, Submission):
                found.setdefault(entry.student, answer)
    return found
