"""Pictures: the program with its lines, what was handed in, and the run of a witness."""

from __future__ import annotations

from typing import Any, cast

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.report import Witness
from viva.core.submission import Submission
from viva.core.texts import catalogue
from viva.drawing import listing
from viva.engines.x86.trace import number
from viva.subjects.assembly.model import Task

_MOST_LINES, _WIDEST = 300, 120


def draw(exercise: Exercise, thing: Submission | Witness | None, locale: str = "en") -> Drawing:
    """The given program; what was handed in; or the lines of a run, those that it came to marked."""
    task = exercise.task_as(Task)
    say = catalogue("viva.subjects.assembly", locale).say
    match thing:
        case None:
            text = task.text or _disassembled(task)
            return listing.draw(exercise.title, listing.lines_of(text, _MOST_LINES, _WIDEST))
        case Submission():
            _, text = thing.text((".inv", ".s", ".asm", ".txt"))
            title = say("drawing_submission", file=thing.name)
            return listing.draw(title, listing.lines_of(text, _MOST_LINES, _WIDEST))
        case Witness(fields=fields):
            steps = cast("list[dict[str, Any]]", fields.get("trace", []))
            rows = [f"{step['label'] or '':10} {step['instruction']:32} {_changed(step)}".rstrip() for step in steps]
            return listing.draw(exercise.title, listing.lines_of("\n".join(rows), _MOST_LINES, _WIDEST))


def _changed(step: dict[str, Any]) -> str:
    told = [f"{name} = {number(value)}" for name, value in step["registers"].items()]
    told += [f"b[{address}] = {byte}" for address, byte in step["memory"].items()]
    return ", ".join(told)


def _disassembled(task: Task) -> str:
    """The instructions that can be reached, for a program without a source."""
    from viva.subjects.assembly.notation import job_of  # noqa: PLC0415

    theory = job_of(task, "").theory()
    rows = []
    for at in sorted(theory.flow().instructions() - theory.exits):
        label = task.program.label(at)
        rows += [f"{label}:"] if label else []
        rows.append(f"    {task.program.instruction(at).text}")
    return "\n".join(rows)
