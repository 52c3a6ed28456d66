"""Commands of this subject: `viva candidates` shows what variants could be, and keeps what a teacher thinks of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path

import click

from viva.commands.options import COUNT, exercise_argument, json_option, seed_option
from viva.commands.output import complain, write, write_document, write_file
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.text.escape import visible_line
from viva.engines.hybrid.generating import Candidate, readable
from viva.services.registry import read_exercise
from viva.subjects.hybrid import vary
from viva.subjects.hybrid.model import Task

_RATINGS = "ratings.toml"


def _hybrid(folder: Path) -> Exercise:
    _, found = read_exercise(folder)
    if not isinstance(found.task, Task):
        raise Fault("this exercise is not about a hybrid system", file=str(folder))
    return found


@click.command("candidates")
@exercise_argument
@click.option("--count", type=COUNT, default=20, metavar="N", help="How many to try; 20 without it.")
@click.option("--sweep", is_flag=True, help="Take one parameter at a time through its range, the others as they are.")
@seed_option("Fixes which are tried")
@click.option("--approve", type=COUNT, multiple=True, metavar="N", help="You like the N-th.")
@click.option("--reject", type=COUNT, multiple=True, metavar="N", help="You do not like the N-th.")
@click.option("--rate", multiple=True, metavar="N=MARK", help="A mark between 0 and 1 for the N-th.")
@json_option("the candidates")
def candidates(
    exercise: Path,
    *,
    count: int,
    sweep: bool,
    seed: int,
    approve: tuple[int, ...],
    reject: tuple[int, ...],
    rate: tuple[str, ...],
    as_document: bool,
) -> int:
    """Show candidates for variants with what speaks against each, and say which you like.

    \b
    Example:
      viva candidates exercises/hybrid/thermostat --count 10
      viva candidates exercises/hybrid/thermostat --sweep
      viva candidates exercises/hybrid/thermostat --count 10 --approve 2 --reject 5 --rate 3=0.7
    """
    found = _hybrid(exercise)
    tried = list(vary.sweep(found) if sweep else islice(vary.candidates(found, seed), count))
    ranges = found.task_as(Task).variation.ranges
    marks = {**dict.fromkeys(approve, 1.0), **dict.fromkeys(reject, 0.0), **dict(_mark(each) for each in rate)}
    if marks:
        _rate(exercise, found, tried, marks)
        return 0
    if as_document:
        write_document([_told(each) for each in tried])
        return 0
    for number, each in enumerate(tried, 1):
        _show(number, each, ranges)
    kept = sum(not each.objections for each in tried)
    write(f"{kept} of {len(tried)} make sense.\n")
    reasons = Counter(kind for each in tried for kind in dict.fromkeys(objection.kind for objection in each.objections))
    if reasons:
        write(
            f"What speaks against the others: {', '.join(f'{kind} {many}' for kind, many in reasons.most_common())}.\n"
        )
    return 0


def _show(number: int, each: Candidate, ranges: Iterable[str]) -> None:
    values = "  ".join(f"{name} = {readable(each.values[name])}" for name in ranges)
    write(f"{number}. {'kept     ' if not each.objections else 'discarded'}  {values}\n")
    for objection in each.objections:
        write(f"   {objection.kind}: {visible_line(objection.what)}\n")


def _mark(text: str) -> tuple[int, float]:
    number, _, mark = text.partition("=")
    try:
        found = int(number), float(mark)
    except ValueError:
        raise Fault(f"{text!r} is no mark", remedy="write N=MARK, as in --rate 3=0.7") from None
    if not 0 <= found[1] <= 1:
        raise Fault(f"{text!r} is no mark between 0 and 1")
    return found


def _rate(folder: Path, exercise: Exercise, tried: list[Candidate], marks: Mapping[int, float]) -> None:
    import tomlkit  # noqa: PLC0415 only for who rates

    base = folder if folder.is_dir() else folder.parent
    text = exercise.source.text(_RATINGS) if _RATINGS in exercise.source.files else ""
    document = tomlkit.parse(text)
    ranges = exercise.task_as(Task).variation.ranges
    rows = document.get("candidate") or tomlkit.aot()
    for number, mark in marks.items():
        if number > len(tried):
            raise Fault(f"there is no candidate {number}", remedy=f"there are {len(tried)}; --count shows more")
        values = tomlkit.inline_table()
        _show(number, tried[number - 1], ranges)
        values.update({name: readable(tried[number - 1].values[name]) for name in ranges})
        row = tomlkit.table()
        row["score"] = mark
        row["values"] = values
        rows.append(row)
    document["candidate"] = rows
    write_file(base / _RATINGS, tomlkit.dumps(document))
    complain(f"wrote {base / _RATINGS}")


def _told(candidate: Candidate) -> Json:
    return {
        "values": {name: readable(value) for name, value in candidate.values.items()},
        "kept": not candidate.objections,
        "objections": [{"kind": each.kind, "what": each.what} for each in candidate.objections],
    }
