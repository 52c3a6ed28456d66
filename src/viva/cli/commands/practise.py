"""`viva practise`: another exercise of the same kind."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path

import click

from viva.cli.practice import Practice, Wrong
from viva.commands.options import PATH, exercise_argument, seed_option
from viva.commands.output import complain, flush, paper, write
from viva.commands.progress import Waiting
from viva.core.deciding.following import doing
from viva.core.deciding.leaving import handout
from viva.core.exercise import Exercise, Wish
from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.subject import Subject, TellsDifficulty
from viva.core.submission import Submission
from viva.core.terms import ENGLISH, Terms
from viva.core.text.escape import visible, visible_line
from viva.core.texts import Say, catalogue
from viva.services.checking import check
from viva.services.registry import exercise_folder, read_exercise
from viva.services.varying.levels import neighbour, wished_variants
from viva.services.varying.variants import NoVariants
from viva.showing.outline import outline
from viva.showing.terminal import as_text

_LONGEST_LINE = 10_000
_MOST_LINES = 1000
_NO_MORE: tuple[Wish, int, None] = ("like", 0, None)


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
def command(exercise: Path, wish: Wish | None, seed: int, out: Path, *, drill: bool, forget: bool) -> int:
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
    row = Row(subject, asked, exercise_folder(exercise), seed, wish or "like", catalogue("viva.cli", locale).say)
    if forget:
        return _forgotten(row)
    if drill:
        return _drilled(row, Practice.of(asked))
    folder = _next_free(out, asked.name)
    number = int(folder.name.rpartition("-")[2])
    with Waiting(locale):
        doing("varying")
        found = list(islice(_questions(row), number))
    if len(found) < number:
        told = row.say("practise.no_more", count=len(found), title=visible_line(asked.title), folder=out)
        raise Fault(told, remedy=row.say("practise.other_seed", option="--seed"))
    wish, _, variant = found[-1]
    variant.source.write(folder)
    write(paper().paint(visible_line(variant.title), "heading") + "\n\n")
    write(visible(variant.statement.strip()) + "\n\n")
    if wish != "like" and isinstance(subject, TellsDifficulty):
        write(subject.tell_difficulty(wish, locale) + "\n")
    write(row.say("practise.hand_in", folder=visible_line(str(folder))) + "\n")
    return 0


@dataclass(frozen=True, slots=True)
class Row:
    """The variants of an exercise in a folder with a seed, and whether they should be `harder` or `easier`."""

    subject: Subject
    asked: Exercise
    folder: Path
    seed: int
    wish: Wish
    say: Say


def _questions(row: Row) -> Iterator[tuple[Wish, int, Exercise]]:
    """Those that are as wished, with what was wished and their numbers in the row; where there is none, that is told,
    and others like the exercise come."""
    if row.wish != "like":
        none_yet = True
        with suppress(NoVariants):
            for number, variant in wished_variants(row.subject, row.asked, row.seed, row.wish):
                none_yet = False
                yield row.wish, number, variant
        if not none_yet:
            return
    yield from (("like", number, variant) for number, variant in _others_like_it(row))


def _others_like_it(row: Row) -> Iterator[tuple[int, Exercise]]:
    """That there are none is told as a student would be told it."""
    beside = _beside(row)
    variants = wished_variants(row.subject, row.asked, row.seed)
    try:
        first = next(variants, None)
    except NoVariants:
        first = None
    if first is None:
        remedy = beside or row.say("practise.other_exercise", subject=row.asked.subject)
        raise Fault(row.say("practise.no_variants", title=visible_line(row.asked.title)), remedy=remedy)
    if row.wish != "like":
        complain(row.say(f"practise.none_{row.wish}"))
        if beside:
            complain(beside)
    yield first
    yield from variants


def _beside(row: Row) -> str | None:
    """Which exercise in the same folder of exercises is the next harder or easier one."""
    if row.wish == "like":
        return None
    found = neighbour(row.subject, row.asked, row.folder.parent.iterdir(), row.wish)
    if found is None:
        return None
    folder, other = found
    return row.say(f"practise.next_{row.wish}", title=visible_line(other.title), folder=visible_line(str(folder)))


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
            wish, number, variant = (row.wish, 0, _alike(row, again)) if again else next(questions, _NO_MORE)
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
            wrong.insert(0, again.once_more() if again else Wrong(row.seed, number, wish=wish))
        practice.write(wrong)
    write("\n" + row.say("practise.score", right=right, answered=answered) + "\n")
    if practice.read():
        write(row.say("practise.remembered", file=visible_line(str(practice.file))) + "\n")
    return 0


def _alike(row: Row, wrong: Wrong) -> Exercise | None:
    """Another one of the kind that went wrong: a variant of that variant, or itself where it has none."""
    asked = replace(row.asked, wish=wrong.wish)
    first = next(islice(row.subject.vary(asked, wrong.seed), wrong.number - 1, None), None)
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
    told = replace(outline(report, submission), notes=())  # the next question is another one: no attempt follows
    write("\n" + as_text(told, sheet) + "\n")
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


def _next_free(folder: Path, name: str) -> Path:
    """The first of NAME-1, NAME-2, … that is not there yet."""
    number = 1
    while (folder / f"{name}-{number}").exists():
        number += 1
    return folder / f"{name}-{number}"
