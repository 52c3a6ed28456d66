"""Commands of this subject: `viva runs` drives controllers, or takes what was recorded, and says what came of it."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import click

from viva.commands.options import PATH, exercise_argument, json_option
from viva.commands.output import complain, write, write_document, write_file
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.core.text.escape import cell, visible_line
from viva.core.texts import Say, catalogue
from viva.services.registry import read_exercise
from viva.subjects.labs.controllers import drive_environment
from viva.subjects.labs.model import Task
from viva.subjects.labs.runs import ENDINGS, Recorded, Row, grades, judge_episode, judge_trace, slug, table


@click.command("runs")
@exercise_argument
@click.argument("files", nargs=-1, required=True, type=PATH, metavar="CONTROLLER|TRACE…")
@click.option("--out", type=PATH, metavar="DIR", help="Write the signals of each run into DIR/CONTROLLER-ARENA.csv.")
@click.option(
    "--table", "as_table", is_flag=True, help="Also count, for each arena, which goals runs with a fault miss."
)
@click.option("--grades", "grading", type=PATH, metavar="FILE.csv", help="Write points for each student or controller.")
@json_option("the runs")
def runs(
    exercise: Path,
    *,
    files: tuple[Path, ...],
    out: Path | None,
    as_table: bool,
    grading: Path | None,
    as_document: bool,
) -> int:
    """Drive controllers to the end in every environment of a lab: which goals are met, which known faults show.

    A TRACE is a run that was recorded: STUDENT-ARENA.csv, or a folder of them. With --out the signals of all runs are
    kept, for `viva monitor` and `viva mine`: that is how the formula of a fault is found from runs that have it and
    runs that do not.

    \b
    Example:
      viva runs exercises/labs/wall-recovery mine/*.py --out traces
      viva runs exercises/labs/wall-recovery traces --table --grades grades.csv
    """
    found = _lab(exercise)
    task = found.task_as(Task)
    say = catalogue(__package__).say
    judged: list[Recorded] = []
    for file in files:
        if file.is_dir() and (inside := sorted(each for each in file.iterdir() if each.suffix in ENDINGS)):
            judged += [judge_trace(task, each) for each in inside]
        elif file.suffix in (*ENDINGS, ".gz") and not file.name.endswith(".machine.json"):
            judged.append(judge_trace(task, file))
        else:
            judged += _driven(found, file, out)
    if grading is not None:
        write_file(grading, _grades(found, judged, say))
        complain(f"wrote {grading}")
    tables = {slug(each.title): table(task, each, judged) for each in task.environments}
    if as_document:
        rows = [_told(each) for each in judged]
        write_document({"runs": rows, "tables": _tables(task, tables)} if as_table else rows)
        return 0
    for each in judged:
        write(visible_line(_line(each, say)) + "\n")
    if as_table:
        for title, counted in tables.items():
            write(f"\n{visible_line(title)}\n{_shown(task, counted, say)}")
    return 0


def _lab(folder: Path) -> Exercise:
    _, found = read_exercise(folder)
    if not isinstance(found.task, Task):
        raise Fault("this exercise is no lab", file=str(folder), remedy="name one of the subject `labs`")
    return found


def _driven(exercise: Exercise, file: Path, out: Path | None) -> list[Recorded]:
    task = exercise.task_as(Task)
    submission = Submission.from_path(file)
    found: list[Recorded] = []
    for environment in task.environments:
        try:
            episode = drive_environment(exercise, submission, environment, Terms(), watch=False).episode
        except Unreadable as problem:
            raise Fault(f"this is no controller: {problem}", str(file)) from None
        found.append(judge_episode(task, environment, episode, file.stem))
        if out is not None:
            names = list(episode.columns)
            columns = [episode.times, *(episode.columns[name] for name in names)]
            lines = [",".join(("time", *names)), *(",".join(map(repr, row)) for row in zip(*columns, strict=True))]
            out.mkdir(parents=True, exist_ok=True)
            write_file(out / f"{slug(f'{file.stem}-{environment.title}')}.csv", "\n".join(lines) + "\n")
    return found


def _line(each: Recorded, say: Say) -> str:
    episode = each.run.episode
    key = "runs_broken" if episode.broken is not None else "runs_missed" if each.missed else "runs_met"
    line = say(
        key,
        controller=each.who,
        arena=each.run.environment.title,
        seconds=f"{episode.end:g}",
        goals=", ".join(each.missed),
    )
    return f"{line} {say('runs_faults', faults=', '.join(each.faults))}" if each.faults else line


def _told(each: Recorded) -> Json:
    return {
        "controller": each.who,
        "arena": each.run.environment.title,
        "seconds": each.run.episode.end,
        "broken": each.run.episode.broken is not None,
        "missed": [*each.missed],
        "faults": [*each.faults],
    }


def _tables(task: Task, tables: dict[str, list[Row]]) -> Json:
    return {
        title: [
            {
                "fault": row.fault,
                "runs": row.runs,
                "missed": {goal.name: count for goal, count in zip(task.goals, row.missed, strict=True)},
            }
            for row in rows
        ]
        for title, rows in tables.items()
    }


def _shown(task: Task, rows: Sequence[Row], say: Say) -> str:
    head = [say("table_fault"), say("table_runs"), *(goal.name for goal in task.goals)]
    cells = [head, *([row.fault or say("table_none"), str(row.runs), *map(str, row.missed)] for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(head))]
    lines = []
    for line in cells:
        first, *others = (
            text.ljust(width) if not place else text.rjust(width)
            for place, (text, width) in enumerate(zip(line, widths, strict=True))
        )
        lines.append("  ".join([first, *others]).rstrip())
    return "\n".join(map(visible_line, lines)) + "\n"


def _grades(exercise: Exercise, judged: Sequence[Recorded], say: Say) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(say("grades_columns").split("|"))
    for each in grades(exercise.task_as(Task), judged):
        points = f"{each.share * exercise.points:.2f}"
        cells = [each.who, points, " ".join(each.missed), " ".join(each.faults), " ".join(each.lacking)]
        writer.writerow(map(cell, cells))
    return file.getvalue()
