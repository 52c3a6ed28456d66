"""`viva preview`: what a student sees, attempt after attempt."""

from dataclasses import replace
from itertools import count
from pathlib import Path

import click

from viva.commands.options import exercise_argument, submission_argument, terms_options
from viva.commands.output import paper, write
from viva.core.deciding.leaving import leaving, reader_of
from viva.core.report import Finding
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.texts import catalogue
from viva.services.checking import examine, handed_in
from viva.services.registry import read_exercise
from viva.showing.outline import headline, outline
from viva.showing.terminal import as_text, section_lines


@click.command("preview")
@exercise_argument
@submission_argument
@terms_options
def command(
    exercise: Path, submission: Path, *, seed: int, seconds: float, isolation: str | None, language: str | None
) -> int:
    """Show what a student sees at attempt 1, 2, 3, … until nothing more appears.

    \b
    Example:
      viva preview exercises/console/sum-of-n wrong.py
    """
    subject, asked = read_exercise(exercise)
    given = handed_in(submission)
    under = Terms.of(seed=seed, seconds=seconds, isolation=isolation, locale=language or "")
    everything = examine(subject, asked, given, under)
    policy, sheet = asked.feedback, paper()
    quoted = given if isinstance(given, Submission) else None
    say = catalogue("viva.cli", everything.locale).say
    before: tuple[Finding, ...] = ()
    for attempt in count(1):
        report = leaving(everything, reader_of(asked, attempt))
        write(("\n" if attempt > 1 else "") + sheet.paint(say("preview.attempt", number=attempt), "heading") + "\n\n")
        if attempt == 1:
            write(as_text(outline(report, quoted, policy), sheet))
        else:
            write(headline(report) + "\n")
            new = replace(report, findings=tuple(finding for finding in report.findings if finding not in before))
            sections = outline(new, quoted).sections
            for section in sections:
                write("\n" + "\n".join(section_lines(section, sheet)) + "\n")
            if not sections:
                write(say("preview.nothing_new") + "\n")
        before = report.findings
        if policy.rungs(attempt) == policy.rungs(attempt + 1):
            write("\n" + say("preview.no_more", number=attempt) + "\n")
            break
    return 0
