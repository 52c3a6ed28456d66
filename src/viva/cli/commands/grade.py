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
from viva.grading.grade import grade, read_class
from viva.grading.outputs import write_outputs
from viva.grading.pages import summary
from viva.grading.row import Row

_MOST_PROBLEMS = 3


@click.command("grade")
@click.argument("exercise", type=PATH, metavar="COURSE|EXERCISE")
@click.argument("folder", type=PATH)
@click.option("--out", type=PATH, required=True, metavar="DIR", help="The folder to write the results into.")
@click.option("--jobs", type=COUNT, metavar="N", help="Worker processes; one per processor without it.")
@click.option("--resume", is_flag=True, help="Examine only what is new or has changed since the results in DIR.")
@click.option("--attempt", type=COUNT, default=1, metavar="N", help="Which attempt this is; 1 without it.")
@terms_options
def command(
    exercise: Path,
    folder: Path,
    *,
    out: Path,
    jobs: int | None,
    resume: bool,
    attempt: int,
    seed: int,
    seconds: float,
    isolation: str | None,
) -> int:
    """Examine every submission in FOLDER: a table, and a page for each student.

    For an exercise, FOLDER holds files, folders or zips named by student. For a course it holds
    STUDENT/EXERCISE.py or EXERCISE/STUDENT.py.

    DIR gets grades.csv, results.jsonl and index.html for the teacher, and students/ to hand out. The exit status is 0
    when every submission has a verdict, whichever, and 2 when one has none.

    \b
    Example:
      viva grade exercises/console/sum-of-n handed-in --out results
    """
    if out.resolve() == folder.resolve() or folder.resolve() in out.resolve().parents:
        raise Fault("results cannot lie among the submissions", file=str(out), remedy="name a folder elsewhere")
    started = time.monotonic()
    group = read_class(exercise, folder)
    done = itertools.count(1)
    with Progress() as bar:

        def progress(row: Row) -> None:
            bar.show(next(done), len(group.roster.entries), f"{row.student}, {row.exercise}")

        try:
            results = grade(
                group,
                out,
                terms(seed, seconds, isolation, attempt),
                jobs=jobs or os.cpu_count() or 1,
                resume=resume,
                progress=progress,
            )
        except KeyboardInterrupt:
            complain(f"stopped; what is done is in {out}, and --resume goes on from there")
            raise click.Abort from None
    write_outputs(results, out)
    for path in group.roster.leftover:
        complain(f"{path} was left out: it is no submission to any exercise here")
    problems = {str(row.error): row for row in reversed(results.rows) if row.error}
    for problem, row in sorted(problems.items(), key=lambda item: item[1].name)[:_MOST_PROBLEMS]:
        complain(f"{row.student}, {row.exercise}: no verdict: {problem}")
    write(f"{summary(results)} {time.monotonic() - started:.1f} s; see {visible_line(str(out / 'index.html'))}\n")
    return status.WRONG_CALL if problems else status.RIGHT
