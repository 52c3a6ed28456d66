"""`viva check`: one submission, one report, one exit status."""

from pathlib import Path

import click
from click.core import ParameterSource

from viva.commands import status
from viva.commands.options import (
    COUNT,
    PATH,
    Word,
    exercise_argument,
    json_option,
    submission_argument,
    terms_options,
)
from viva.commands.output import paper, write, write_document, write_file
from viva.commands.progress import Waiting
from viva.core.deciding.following import doing
from viva.core.fault import Fault
from viva.core.ladder import Policy, Rung
from viva.core.report import Report
from viva.core.submission import Submission
from viva.core.terms import ENGLISH, Terms
from viva.services.checking import check, handed_in
from viva.services.registry import read_exercise
from viva.showing.junit import Suite, as_junit, case_of
from viva.showing.outline import Outline, outline
from viva.showing.terminal import as_text


@click.command("check")
@exercise_argument
@submission_argument
@json_option("the report")
@click.option("--html", type=PATH, metavar="FILE", help="Write the report as one self-contained page.")
@click.option("--junit", type=PATH, metavar="FILE", help="Write the result as JUnit XML, for a build server.")
@click.option(
    "--rung",
    type=Word([rung.value for rung in Rung]),
    metavar="RUNG",
    help="Tell no more than this: verdict, hint, pattern, example, place or fix.",
)
@click.option("--server", metavar="URL", help="Hand in at a site (`viva serve`), and tell what it tells.")
@click.option("--attempt", type=COUNT, metavar="N", help="Tell what a student is told at this attempt.")
@click.option("--fixes", type=COUNT, default=1, metavar="N", help="Tell so many changes that put it right (functions).")
@terms_options
def command(
    exercise: Path,
    submission: Path,
    *,
    as_document: bool,
    html: Path | None,
    junit: Path | None,
    rung: str | None,
    server: str | None,
    attempt: int | None,
    fixes: int,
    seed: int,
    seconds: float,
    isolation: str | None,
    language: str | None,
) -> int:
    """Examine one submission: a file, a folder or a zip.

    The exit status is 0 when it is right (proved or passed), 1 when it is not (refuted or rejected), 3 when the
    budget ended first, and 2 when there is no verdict: the call or the exercise is wrong, or Viva is.

    \b
    Example:
      viva check exercises/console/sum-of-n submission.py --html report.html
    """
    if server is not None:
        _refuse_for_site(click.get_current_context())
    under = Terms.of(
        attempt=attempt, rung=rung, seed=seed, seconds=seconds, isolation=isolation, locale=language or "", fixes=fixes
    )
    report, quoted, policy = (
        _checked(exercise, submission, under) if server is None else _at(server, exercise, submission, under)
    )

    def shown() -> Outline:
        return outline(report, quoted, policy)

    if as_document:
        write_document(report.to_json())
    else:
        write(as_text(shown(), paper()))
    if html:
        write_page(html, shown())
    if junit:
        write_file(junit, as_junit([Suite(report.exercise, (case_of(report, submission.name),))]))
    return status.of(report.verdict)


def _refuse_for_site(context: click.Context) -> None:
    """A site decides these itself; better to say so than to hand in and tell something else than was asked for."""
    decided = ("attempt", "rung", "seed", "seconds", "isolation", "fixes")
    given = [name for name in decided if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    if given:
        raise Fault(f"with --server the site decides --{given[0]}", remedy="leave it out")


def _checked(exercise: Path, submission: Path, under: Terms) -> tuple[Report, Submission | None, Policy | None]:
    subject, asked = read_exercise(exercise)
    given = handed_in(submission)
    with Waiting(under.locale or asked.feedback.locale or ENGLISH):
        report = check(subject, asked, given, under)
    return report, given if isinstance(given, Submission) else None, asked.feedback


def _at(server: str, exercise: Path, submission: Path, under: Terms) -> tuple[Report, Submission | None, Policy | None]:
    from viva.web.api.client import check_at

    with Waiting(under.locale or ENGLISH):
        return check_at(server, exercise.as_posix(), submission, under.locale, doing)


def write_page(file: Path, shown: Outline) -> None:
    # Imported here: jinja2 is only for those who want a page.
    from viva.showing.page import as_page

    write_file(file, as_page(shown))
