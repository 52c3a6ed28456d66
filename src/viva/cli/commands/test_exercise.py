"""`viva test-exercise`: does an exercise keep its own promises?"""

import os
from pathlib import Path

import click

from viva.commands import status
from viva.commands.options import PATH, terms_options
from viva.commands.output import complain, paper, write
from viva.core import mistake
from viva.core.fault import Fault
from viva.core.terms import Terms
from viva.core.text.escape import visible_line
from viva.services.promises import Outcome, check_promises
from viva.services.registry import read_exercise


@click.command("test-exercise")
@click.argument("exercises", type=PATH, nargs=-1, required=True, metavar="EXERCISE...")
@terms_options
def command(exercises: tuple[Path, ...], seed: int, seconds: float, isolation: str | None, language: str | None) -> int:
    """See that an exercise's own examples come out as they should.

    The examples in examples/right must be right, those in examples/wrong refuted or rejected, as their
    NAME.expect.toml says; the model answer must be right, there must be a statement, and answers that do not do the
    task (of labs: nothing, always the same, one sensor ignored) must not reach half of the marks.

    \b
    Example:
      viva test-exercise exercises/console/*
    """
    for folder in exercises:
        if not folder.exists():
            raise Fault("there is no such exercise", file=str(folder), remedy="name the folder of an exercise")
    under = Terms.of(seed=seed, seconds=seconds, isolation=isolation, locale=language or "")
    sheet = paper()
    failed = mistaken = 0
    for folder in exercises:
        write(sheet.paint(visible_line(str(folder)), "heading") + "\n")
        try:
            subject, exercise = read_exercise(folder)
            outcomes = list(check_promises(subject, exercise, under))
        except Fault as fault:
            outcomes = [Outcome("exercise", "fault", str(fault))]
        except Exception as problem:
            # No promise of the exercise is broken, and the other exercises are still to be tested.
            if os.environ.get("VIVA_DEBUG"):
                raise
            sentence = f"this is a mistake in Viva, not yours ({mistake.told(problem)})"
            complain(f"{folder}: {sentence}; {mistake.REMEDY}")
            outcomes = [Outcome("exercise", "no verdict", sentence)]
            mistaken += 1
        width = max(len(visible_line(outcome.what)) for outcome in outcomes)
        for outcome in outcomes:
            mark = sheet.paint(*_mark(outcome))
            told = outcome.problem or outcome.warning
            why = f": {visible_line(told)}" if told else ""
            write(f"  {mark}  {visible_line(outcome.what).ljust(width)}  {outcome.came}{why}\n")
        failed += any(outcome.problem for outcome in outcomes)
    if failed:
        write(f"\n{failed} of {len(exercises)} exercises do not keep their promises.\n")
        return status.WRONG_CALL if mistaken else status.WRONG
    write(
        f"\n{'The exercise keeps' if len(exercises) == 1 else f'All {len(exercises)} exercises keep'} every promise.\n"
    )
    return status.RIGHT


def _mark(outcome: Outcome) -> tuple[str, str]:
    if outcome.problem:
        return "✗ fails", "bad"
    return ("! warns", "open") if outcome.warning else ("✓ holds", "good")
