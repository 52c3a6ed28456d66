"""`viva grade`: a whole class."""

import itertools
import os
import time
from pathlib import Path

import click

from viva.commands import status
from viva.commands.options import COUNT, PATH, terms, terms_options
from viva.commands.output import complain, write
from viva.commands.progress import Progress
from viva.core.escape import visible_line
from viva.core.fault import Fault
from viva.core.terms import Terms
from viva.grading.grade import Class, Results, grade, opened_class
from viva.grading.members import read_members
from viva.grading.outputs import write_outputs
from viva.grading.pages import summary
from viva.grading.roster import Stray
from viva.grading.row import Row

_MOST_PROBLEMS = 3
_MOST_LEFT_OUT = 10


@click.command("grade")
@click.argument("exercise", type=PATH, metavar="COURSE|EXERCISE")
@click.argument("folder", type=PATH)
@click.option("--out", type=PATH, required=True, metavar="DIR", help="The folder to write the results into.")
@click.option("--roster", type=PATH, metavar="FILE", help="A list of the class: one name on each line, or a CSV.")
@click.option("--jobs", type=COUNT, metavar="N", help="Worker processes; one per processor without it.")
@click.option("--resume", is_flag=True, help="Examine only what is new or has changed since the results in DIR.")
@click.option("--attempt", type=COUNT, default=1, metavar="N", help="Which attempt this is; 1 without it.")
@terms_options
def command(
    exercise: Path,
    folder: Path,
    *,
    out: Path,
    roster: Path | None,
    jobs: int | None,
    resume: bool,
    attempt: int,
    seed: int,
    seconds: float,
    isolation: str | None,
    language: str | None,
) -> int:
    """Examine every submission in FOLDER: a table, and a page for each student.

    For an exercise, FOLDER holds files, folders or zips named by student. For a course it holds
    STUDENT/EXERCISE.py or EXERCISE/STUDENT.py. FOLDER may be a zip too, as a learning platform hands it out. With
    --roster, those who handed in nothing have a row.

    DIR gets grades.csv, results.jsonl and index.html for the teacher, and students/ and print.html to hand out. The
    exit status is 0 when every submission has a verdict, whichever, and 2 when one has none.

    \b
    Example:
      viva grade exercises/console/sum-of-n handed-in --out results
    """
    if out.resolve() == folder.resolve() or folder.resolve() in out.resolve().parents:
        raise Fault("results cannot lie among the submissions", file=str(out), remedy="name a folder elsewhere")
    started = time.monotonic()
    with opened_class(exercise, folder, read_members(roster) if roster else ()) as group:
        results = _graded(
            group, out, terms(seed, seconds, isolation, attempt, language=language), jobs or os.cpu_count() or 1, resume
        )
    write_outputs(results, out)
    _complain(results)
    problems = {str(row.error): row for row in reversed(results.rows) if row.error}
    for problem, row in sorted(problems.items(), key=lambda item: item[1].name)[:_MOST_PROBLEMS]:
        complain(f"{row.student}, {row.exercise}: no verdict: {problem}")
    write(f"{summary(results)} {time.monotonic() - started:.1f} s; see {visible_line(str(out / 'index.html'))}\n")
    return status.WRONG_CALL if problems else status.RIGHT


def _graded(group: Class, out: Path, under: Terms, jobs: int, resume: bool) -> Results:
    done = itertools.count(1)
    with Progress() as bar:

        def progress(row: Row) -> None:
            bar.show(next(done), len(group.roster.entries), f"{row.student}, {row.exercise}")

        try:
            return grade(group, out, under, jobs=jobs, resume=resume, progress=progress)
        except KeyboardInterrupt:
            complain(f"stopped; what is done is in {out}, and --resume goes on from there")
            raise click.Abort from None


def _complain(results: Results) -> None:
    """What should not be overlooked: who was probably meant is told of each, of the others only who they are."""
    roster = results.group.roster
    for stray in roster.leftover[:_MOST_LEFT_OUT]:
        complain(f"{stray.name} was left out: it is no submission to any exercise here{_meant(stray)}")
    if len(roster.leftover) > _MOST_LEFT_OUT:
        complain(f"{len(roster.leftover) - _MOST_LEFT_OUT} more were left out; the page of the class lists them")
    for stray in roster.strangers:
        if stray.meant:
            complain(f"{stray.name} is not on the list of the class{_meant(stray)}")
    others = [stray.name for stray in roster.strangers if not stray.meant]
    if others:
        more = ", …" if len(others) > _MOST_LEFT_OUT else ""
        complain(f"not on the list of the class: {', '.join(others[:_MOST_LEFT_OUT])}{more}")


def _meant(stray: Stray) -> str:
    return f"; did you mean {stray.meant!r}?" if stray.meant else ""
