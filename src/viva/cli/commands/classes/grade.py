"""`viva grade`: a whole class."""

import itertools
import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import click

from viva.cli.engine import engine_options, hire_from
from viva.commands import status
from viva.commands.options import COUNT, PATH, Word, terms_options
from viva.commands.output import complain, write
from viva.commands.progress import Progress
from viva.core.fault import Fault
from viva.core.terms import ENGLISH, Terms
from viva.core.text.escape import visible_line
from viva.core.texts import Say, catalogue
from viva.grading.batch import Hire
from viva.grading.exports import FORMATS
from viva.grading.grade import Class, Keeps, Results, grade, opened_class, refuse_among, reserve_folder
from viva.grading.handed_in.members import read_members
from viva.grading.handed_in.roster import Stray
from viva.grading.outputs import write_outputs
from viva.grading.pages import say_of, summary
from viva.grading.references import propose
from viva.grading.row import Row
from viva.showing.outline import number

_MOST_PROBLEMS = 3
_MOST_LEFT_OUT = 10


@click.command("grade")
@click.argument("exercise", type=PATH, metavar="COURSE|EXERCISE")
@click.argument("folder", type=PATH)
@click.option("--out", type=PATH, required=True, metavar="DIR", help="The folder to write the results into.")
@click.option("--roster", type=PATH, metavar="FILE", help="A list of the class: one name on each line, or a CSV.")
@click.option("--jobs", type=COUNT, metavar="N", help="Worker processes; one per processor without it.")
@engine_options
@click.option(
    "--database", metavar="URL", help="Keep the rows there too: sqlite:///FILE or postgresql://user@host/name."
)
@click.option("--batch", metavar="NAME", help="What the class is called in the database; without it as DIR is.")
@click.option("--resume", is_flag=True, help="Examine only what is new or has changed since the results in DIR.")
@click.option(
    "--propose-references", "proposals", type=PATH, metavar="DIR",
    help="Write right submissions that would prove others right, for you to add to the exercise.",
)  # fmt: skip
@click.option(
    "--format", "formats", type=Word(list(FORMATS)), multiple=True, metavar="NAME",
    help="Write the results for another system too: gradescope, junit, moodle or xlsx. May be given several times.",
)  # fmt: skip
@click.option("--attempt", type=COUNT, default=1, metavar="N", help="Which attempt this is; 1 without it.")
@terms_options
def command(
    exercise: Path,
    folder: Path,
    *,
    out: Path,
    roster: Path | None,
    jobs: int | None,
    engine: str | None,
    tls: Path | None,
    database: str | None,
    batch: str | None,
    resume: bool,
    proposals: Path | None,
    formats: tuple[str, ...],
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
    if batch and not database:
        raise Fault("--batch is what the class is called in a database", remedy="name that too: --database URL")
    refuse_among(folder, *filter(None, (out, proposals)))
    under = Terms.of(attempt=attempt, seed=seed, seconds=seconds, isolation=isolation, locale=language or "")
    hire = hire_from(engine, tls) if engine else None
    started = time.monotonic()
    with opened_class(exercise, folder, read_members(roster) if roster else ()) as group, reserve_folder(out):
        with _kept(database, batch or out.resolve().name) as kept:
            results = _graded(group, out, under, jobs, resume, hire=hire, kept=kept)
        say = say_of(results)
        proposed = propose(results, proposals, say) if proposals else []
        write_outputs(results, out)
        remarks = [told for name in dict.fromkeys(formats) for told in FORMATS[name](results, out, roster)]
    _complain(results, say)
    for remark in remarks:
        complain(remark)
    problems = {str(row.error): row for row in reversed(results.rows) if row.error}
    for problem, row in sorted(problems.items(), key=lambda item: item[1].name)[:_MOST_PROBLEMS]:
        complain(say("terminal.no_verdict", student=row.student, exercise=row.exercise, problem=problem))
    took = number(round(time.monotonic() - started, 1), results.locale)
    page = visible_line(str(out / "index.html"))
    write(say("terminal.done", summary=summary(results), seconds=took, page=page) + "\n")
    for sentence in proposed:
        write(sentence + "\n")
    return status.WRONG_CALL if problems else status.RIGHT


def _kept(url: str | None, name: str) -> AbstractContextManager[Keeps | None]:
    if url is None:
        return nullcontext()
    try:
        from viva.grading.database.keeping import kept_in
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.startswith("viva"):
            raise
        told = f"a database needs {missing.name}, which is not installed"
        raise Fault(told, remedy="pip install 'viva[database]'") from None
    return kept_in(url, name)


def _graded(
    group: Class, out: Path, under: Terms, jobs: int | None, resume: bool, *, hire: Hire | None, kept: Keeps | None
) -> Results:
    done = itertools.count(1)
    with Progress() as bar:

        def progress(row: Row) -> None:
            bar.show(next(done), len(group.roster.entries), f"{row.student}, {row.exercise}")

        try:
            return grade(group, out, under, jobs=jobs, hire=hire, resume=resume, kept=kept, progress=progress)
        except KeyboardInterrupt:
            complain(catalogue("viva.grading", under.locale or ENGLISH).say("terminal.stopped", folder=out))
            raise click.Abort from None


def _complain(results: Results, say: Say) -> None:
    """What should not be overlooked: who was probably meant is told of each, of the others only who they are."""
    roster = results.group.roster
    for stray in roster.leftover[:_MOST_LEFT_OUT]:
        complain(say("terminal.left_out", name=stray.name) + _meant(stray, say))
    if len(roster.leftover) > _MOST_LEFT_OUT:
        complain(say("terminal.more_left_out", count=len(roster.leftover) - _MOST_LEFT_OUT))
    for stray in roster.strangers:
        if stray.meant:
            complain(say("terminal.stranger", name=stray.name) + _meant(stray, say))
    others = [stray.name for stray in roster.strangers if not stray.meant]
    if others:
        more = ", …" if len(others) > _MOST_LEFT_OUT else ""
        complain(say("terminal.strangers", names=", ".join(others[:_MOST_LEFT_OUT]) + more))


def _meant(stray: Stray, say: Say) -> str:
    return say("terminal.meant", meant=repr(stray.meant)) if stray.meant else ""
