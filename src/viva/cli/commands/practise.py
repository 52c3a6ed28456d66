"""`viva practise`: another exercise of the same kind."""

import sys
from itertools import islice
from pathlib import Path

import click

from viva.commands.options import PATH, exercise_argument, seed_option
from viva.commands.output import complain, flush, paper, write
from viva.core.deciding.leaving import handout
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.subject import Subject
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.text.escape import visible, visible_line
from viva.services.checking import check
from viva.services.registry import read_exercise
from viva.services.varying.variants import variants_of
from viva.showing.outline import outline
from viva.showing.terminal import as_text

_TYPE_IT = "Type your answer, then an empty line; end with Ctrl-D."
_LONGEST_LINE = 10_000
_MOST_LINES = 1000
_LOOK_AT = 12  # for each that fits; the first variants have little in common, and each takes a while


@click.command("practise")
@exercise_argument
@click.option("--harder", "wish", flag_value="harder", help="One that its subject calls more difficult.")
@click.option("--easier", "wish", flag_value="easier", help="One that its subject calls less difficult.")
@seed_option("Which row of variants")
@click.option(
    "--out", type=PATH, default=Path("practice"), metavar="DIR", help="Where folders go; ./practice without it."
)
@click.option("--drill", is_flag=True, help="One after the other: answers are read from the terminal until you stop.")
def command(exercise: Path, wish: str | None, seed: int, out: Path, *, drill: bool) -> int:
    """Another exercise of the same kind: prints its statement and writes its folder. Each call gives a new one.

    With --drill nothing is written: an answer is typed, ended by an empty line, and looked at; then comes the next.

    \b
    Example:
      viva practise exercises/console/sum-of-n --harder
      viva practise exercises/harmony/intervals --drill
    """
    subject, asked = read_exercise(exercise)
    if drill:
        return _drilled(subject, asked, seed)
    folder = _next_free(out, asked.name)
    number = int(folder.name.rpartition("-")[2])
    if wish and asked.difficulty is None:
        complain(f"the subject {asked.subject} states no difficulty for this exercise, so here is another one like it")
        wish = None
    row = islice(variants_of(subject, asked, seed), _LOOK_AT * number if wish else number)
    fitting = list(islice((variant for variant in row if not wish or _fits(variant, wish, asked)), number))
    if len(fitting) < number:
        raise _no_more(len(fitting), wish, asked, seed, out)
    variant = fitting[-1]
    variant.source.write(folder)
    write(paper().paint(visible_line(variant.title), "heading") + "\n\n")
    write(visible(variant.statement.strip()) + "\n\n")
    write(f"Hand in with: viva check {visible_line(str(folder))} SUBMISSION\n")
    return 0


def _drilled(subject: Subject, asked: Exercise, seed: int) -> int:
    """Variant after variant, until there are no more or nothing more is typed."""
    right = answered = 0
    sheet = paper()
    for variant in subject.vary(asked, seed):
        given = handout(subject, variant)
        write(sheet.paint(visible_line(given.title), "heading") + "\n\n" + visible(given.statement.strip()) + "\n\n")
        if given.drawing:
            write(visible(given.drawing.text).rstrip("\n") + "\n\n")
        write(f"{_TYPE_IT}\n")
        flush()
        answer = _typed()
        if answer is None:
            break
        submission = Submission.from_text(answer, "answer.txt")
        report = check(subject, variant, submission, Terms(attempt=1))
        answered += 1
        right += report.verdict.right
        write("\n" + as_text(outline(report, submission, variant.feedback), sheet) + "\n")
    write(f"\n{right} of {answered} right.\n")
    return 0


def _typed() -> str | None:
    """The lines up to an empty one; None where nothing more comes."""
    lines: list[str] = []
    while line := sys.stdin.readline(_LONGEST_LINE):
        if not line.strip() and lines:
            break
        if line.strip():
            lines.append(line)
        if len(lines) > _MOST_LINES:
            break
    return "".join(lines) or None


def _no_more(found: int, wish: str | None, asked: Exercise, seed: int, out: Path) -> Fault:
    kind = f"{wish} variant" if wish else "variant"
    if not found:
        problem = f"there are no {kind}s of {asked.name} with seed {seed}"
        return Fault(problem, remedy=f"try another --seed, or leave out --{wish}" if wish else "try another --seed")
    problem = f"there is only 1 {kind}" if found == 1 else f"there are only {found} {kind}s"
    where = f"{'it is' if found == 1 else 'they are'} in {out}"
    return Fault(f"{problem} of {asked.name} with seed {seed}, and {where}", remedy="try another --seed")


def _fits(variant: Exercise, wish: str, asked: Exercise) -> bool:
    if variant.difficulty is None or asked.difficulty is None:
        return False
    return variant.difficulty > asked.difficulty if wish == "harder" else variant.difficulty < asked.difficulty


def _next_free(folder: Path, name: str) -> Path:
    """The first of NAME-1, NAME-2, … that is not there yet."""
    number = 1
    while (folder / f"{name}-{number}").exists():
        number += 1
    return folder / f"{name}-{number}"
