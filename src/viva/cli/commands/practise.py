"""`viva practise`: another exercise of the same kind."""

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import click

from viva.cli.practice import Practice, Wrong
from viva.commands.options import PATH, exercise_argument, seed_option
from viva.commands.output import complain, flush, paper, write
from viva.commands.progress import Waiting
from viva.core.deciding.following import doing
from viva.core.deciding.leaving import handout
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.subject import Subject
from viva.core.submission import Submission
from viva.core.terms import ENGLISH, Terms
from viva.core.text.escape import visible, visible_line
from viva.core.texts import Say, catalogue
from viva.services.checking import check
from viva.services.registry import read_exercise
from viva.showing.outline import outline
from viva.showing.terminal import as_text

_LONGEST_LINE = 10_000
_MOST_LINES = 1000
_LOOK_AT = 12  # for each that fits; the first variants have little in common, and each takes a while
_PATIENCE = 60.0  # seconds after which no further variant is made in the hope that it fits


@click.command("practise")
@exercise_argument
@click.option("--harder", "wish", flag_value="harder", help="One that its subject calls more difficult.")
@click.option("--easier", "wish", flag_value="easier", help="One that its subject calls less difficult.")
@seed_option("Which row of variants")
@click.option(
    "--out", type=PATH, default=Path("practice"), metavar="DIR", help="Where folders go; ./practice without it."
)
@click.option("--drill", is_flag=True, help="One after the other: answers are read from the terminal until you stop.")
@click.option("--forget", is_flag=True, help="Forget what went wrong with this exercise; nothing else is done.")
def command(exercise: Path, wish: str | None, seed: int, out: Path, *, drill: bool, forget: bool) -> int:
    """Another exercise of the same kind: prints its statement and writes its folder. Each call gives a new one.

    With --drill no folder is written: an answer is typed, ended by an empty line, and looked at; then comes the next.
    What went wrong is remembered, and that kind is asked again until it is right.

    \b
    Example:
      viva practise exercises/console/sum-of-n --harder
      viva practise exercises/harmony/intervals --drill
    """
    subject, asked = read_exercise(exercise)
    locale = asked.feedback.locale or ENGLISH
    row = Row(subject, asked, seed, wish, catalogue("viva.cli", locale).say)
    if forget:
        return _forgotten(row)
    if drill:
        return _drilled(row, Practice.of(asked))
    folder = _next_free(out, asked.name)
    number = int(folder.name.rpartition("-")[2])
    with Waiting(locale):
        doing("varying")
        found = [variant for _, variant in islice(_questions(row), number)]
    if len(found) < number:
        told = row.say("practise.no_more", count=len(found), title=visible_line(asked.title), folder=out)
        raise Fault(told, remedy=row.say("practise.other_seed", option="--seed"))
    variant = found[-1]
    variant.source.write(folder)
    write(paper().paint(visible_line(variant.title), "heading") + "\n\n")
    write(visible(variant.statement.strip()) + "\n\n")
    write(row.say("practise.hand_in", folder=visible_line(str(folder))) + "\n")
    return 0


@dataclass(frozen=True, slots=True)
class Row:
    """The variants of an exercise with a seed, and whether they should be `harder` or `easier`."""

    subject: Subject
    asked: Exercise
    seed: int
    wish: str | None
    say: Say


def _questions(row: Row) -> Iterator[tuple[int, Exercise]]:
    """Those that are as wished, with their numbers in the row; where none of the first is, all of them, and that is
    told. Ends where none has fitted for long."""
    variants = enumerate(_variants(row), 1)
    looked: list[tuple[int, Exercise]] = []
    if row.wish and row.asked.difficulty is not None:
        since, began, found = 0, time.monotonic(), False
        for number, variant in variants:
            if _fits(variant, row.wish, row.asked):
                yield number, variant
                since, began, found = 0, time.monotonic(), True
                continue
            since += 1
            looked += [] if found else [(number, variant)]
            if since == _LOOK_AT or time.monotonic() - began > _PATIENCE:
                break
        if found:
            return
    if row.wish:
        complain(row.say(f"practise.none_{row.wish}"))
    yield from looked
    yield from variants


def _variants(row: Row) -> Iterator[Exercise]:
    """That there are none is told as a student would be told it."""
    variants = iter(row.subject.vary(row.asked, row.seed))
    first = next(variants, None)
    if first is None:
        raise Fault(
            row.say("practise.no_variants", title=visible_line(row.asked.title)),
            remedy=row.say("practise.other_exercise", subject=row.asked.subject),
        )
    yield first
    yield from variants


def _forgotten(row: Row) -> int:
    practice = Practice.of(row.asked)
    if not practice.write(()):
        raise Fault("this file cannot be removed", file=str(practice.file), remedy="remove it yourself")
    write(row.say("practise.forgotten", title=visible_line(row.asked.title)) + "\n")
    return 0


def _drilled(row: Row, practice: Practice) -> int:
    """What went wrong before first, then variant after variant, until there are no more or nothing more is typed. Where
    an answer is wrong, the next question is of the same kind."""
    right = answered = 0
    questions, wrong = _questions(row), list(practice.read())
    if wrong:
        write(row.say("practise.again", count=len(wrong)) + "\n\n")
    while True:
        again = wrong.pop(0) if wrong else None
        with Waiting(row.asked.feedback.locale or ENGLISH):
            doing("varying")
            number, variant = (0, _alike(row, again)) if again else next(questions, (0, None))
        if variant is None:
            if again is None:
                break
            practice.write(wrong)  # the row that it was in has changed
            continue
        was_right = _asked(row, variant)
        if was_right is None:
            break
        answered += 1
        right += was_right
        if not was_right:
            wrong.insert(0, again.once_more() if again else Wrong(row.seed, number))
        practice.write(wrong)
    write("\n" + row.say("practise.score", right=right, answered=answered) + "\n")
    if practice.read():
        write(row.say("practise.remembered", file=visible_line(str(practice.file))) + "\n")
    return 0


def _alike(row: Row, wrong: Wrong) -> Exercise | None:
    """Another one of the kind that went wrong: a variant of that variant, or itself where it has none."""
    first = next(islice(row.subject.vary(row.asked, wrong.seed), wrong.number - 1, None), None)
    return None if first is None else next(iter(row.subject.vary(first, wrong.seed + wrong.times)), first)


def _asked(row: Row, variant: Exercise) -> bool | None:
    """Whether the answer to this one is right; None where none was typed."""
    sheet, given = paper(), handout(row.subject, variant)
    write(sheet.paint(visible_line(given.title), "heading") + "\n\n" + visible(given.statement.strip()) + "\n\n")
    if given.drawing:
        write(visible(given.drawing.text).rstrip("\n") + "\n\n")
    write(row.say("practise.type_it") + "\n")
    flush()
    answer = _typed()
    if answer is None:
        return None
    submission = Submission.from_text(answer, "answer.txt")
    report = check(row.subject, variant, submission, Terms(attempt=1))
    write("\n" + as_text(outline(report, submission, variant.feedback), sheet) + "\n")
    return report.verdict.right


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
