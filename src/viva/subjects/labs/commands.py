"""Commands of this subject: `viva runs` drives controllers and keeps what they did, as traces for `viva mine`."""

from __future__ import annotations

import re
from pathlib import Path

import click

from viva.commands.options import PATH, exercise_argument, json_option
from viva.commands.output import write, write_document, write_file
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.core.text.escape import visible_line
from viva.core.texts import catalogue
from viva.engines.signals import robustness
from viva.services.registry import read_exercise
from viva.subjects.labs.controllers import drive_environment
from viva.subjects.labs.model import Task


@click.command("runs")
@exercise_argument
@click.argument("controllers", nargs=-1, required=True, type=PATH, metavar="CONTROLLER…")
@click.option("--out", type=PATH, metavar="DIR", help="Write the signals of each run into DIR/CONTROLLER-ARENA.csv.")
@json_option("the runs")
def runs(exercise: Path, *, controllers: tuple[Path, ...], out: Path | None, as_document: bool) -> int:
    """Drive controllers to the end in every environment of a lab: which goals are met, which known faults show.

    With --out the signals of all runs are kept, for `viva monitor` and `viva mine`: that is how the formula of a fault
    is found from runs that have it and runs that do not.

    \b
    Example:
      viva runs exercises/labs/wall-recovery mine/*.py --out traces
    """
    found = _lab(exercise)
    say = catalogue(__package__).say
    rows = [row for file in controllers for row in _driven(found, file, out)]
    if as_document:
        write_document([*rows])
        return 0
    for row in rows:
        goals, faults = row["missed"], row["faults"]
        assert isinstance(goals, list) and isinstance(faults, list)
        key = "runs_broken" if row["broken"] else "runs_missed" if goals else "runs_met"
        line = say(
            key,
            controller=row["controller"],
            arena=row["arena"],
            seconds=f"{row['seconds']:g}",
            goals=", ".join(map(str, goals)),
        )
        if faults:
            line += " " + say("runs_faults", faults=", ".join(map(str, faults)))
        write(visible_line(line) + "\n")
    return 0


def _lab(folder: Path) -> Exercise:
    _, found = read_exercise(folder)
    if not isinstance(found.task, Task):
        raise Fault("this exercise is no lab", file=str(folder), remedy="name one of the subject `labs`")
    return found


def _driven(exercise: Exercise, file: Path, out: Path | None) -> list[dict[str, Json]]:
    task = exercise.task_as(Task)
    submission = Submission.from_path(file)
    rows: list[dict[str, Json]] = []
    for environment in task.environments:
        try:
            episode = drive_environment(exercise, submission, environment, Terms(), watch=False).episode
        except Unreadable as problem:
            raise Fault(f"this is no controller: {problem}", str(file)) from None
        trace = episode.trace()
        rows.append(
            {
                "controller": file.stem,
                "arena": environment.title,
                "seconds": episode.end,
                "broken": episode.broken is not None,
                "missed": [goal.name for goal in task.goals if robustness(goal.formula, trace) < 0],
                "faults": [slip.name for slip in task.slips if robustness(slip.formula, trace) > 0],
            }
        )
        if out is not None:
            names = list(episode.columns)
            columns = [episode.times, *(episode.columns[name] for name in names)]
            lines = [",".join(("time", *names)), *(",".join(map(repr, row)) for row in zip(*columns, strict=True))]
            title = re.sub(r"[^\w.-]+", "-", f"{file.stem}-{environment.title}").strip("-")
            out.mkdir(parents=True, exist_ok=True)
            write_file(out / f"{title}.csv", "\n".join(lines) + "\n")
    return rows
