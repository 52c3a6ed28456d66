"""Which of these runs can occur: the numbers of those that a program which does what the specification says can have.

`runs = "runs.txt"` has one run on each line as the paper writes them: `?3 ?1 ?2 !"so far" !6 stop`. The answer names
the lines by their numbers, from 1. The statement shows them where it has `{runs}`. It is decided by `accept`, so a
right answer is proved.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from viva.core.deciding import outcome
from viva.core.deciding.proof_basis import Decision
from viva.core.exercise import Exercise
from viva.core.kinds import Asked
from viva.core.records import dataclass
from viva.core.report import Report, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.source import Source
from viva.core.submission import Submission, Unreadable
from viva.core.table import Table
from viva.core.terms import Terms
from viva.core.texts import Say, catalogue
from viva.engines.dialogues.model import Spec
from viva.engines.dialogues.semantics import accept
from viva.engines.dialogues.variants.difficulty import effort
from viva.subjects.console.examine import by_specification
from viva.subjects.console.model import Task as Program
from viva.subjects.console.notation import read_runs, read_task

if TYPE_CHECKING:
    from viva.core.drawing import Drawing

RUNS = "runs"
_MOST = 200
_ROWS = 100


@dataclass(frozen=True, slots=True)
class Task:
    program: Program
    file: str
    runs: tuple[str, ...]
    possible: frozenset[int]

    @property
    def spec(self) -> Spec:
        return self.program.spec


def read(settings: Table, source: Source) -> Asked:
    asked = read_task(settings, source)
    file = settings.string("runs", "runs.txt")
    lines = [line.strip() for line in source.text(file).splitlines() if line.strip()]
    if not 1 <= len(lines) <= _MOST:
        raise settings.fault("runs", f"has {len(lines)} runs, expected 1 to {_MOST}", "write one run on each line")
    traces = read_runs(lines, asked.spec, file)
    possible = frozenset(number for number, trace in enumerate(traces, 1) if accept(asked.spec, trace))
    listed = "\n".join(f"{number}. `{line}`" for number, line in enumerate(lines, 1))
    return Asked(Task(asked, file, tuple(lines), possible), effort(asked.spec), fields={RUNS: listed})


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    file, text = submission.text((".txt",))
    say = catalogue("viva.subjects.console", terms.locale).say
    _numbers(text, file, len(exercise.task_as(Task).runs), say)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    """Each run that is judged wrongly costs its share."""
    task = exercise.task_as(Task)
    file, text = submission.text((".txt",))
    say = catalogue("viva.subjects.console", terms.locale).say
    named = _numbers(text, file, len(task.runs), say)
    wrong = sorted(named ^ task.possible)
    if not wrong:
        report = by_specification(exercise, terms, say, "runs_right", runs=len(task.runs))
        return outcome.proved(report, Decision("the specification accepts every run"))
    first = wrong[0]
    missing = first in task.possible
    key = "runs_missing" if missing else "runs_impossible"
    run = task.runs[first - 1]
    witness = Witness("runs", {"number": first, "run": run, "possible": missing})
    ladder = Ladder(
        f"{key}@{'+'.join(map(str, wrong))}",
        hint=say("runs_hint"),
        pattern=say(f"{key}_pattern", count=len(wrong)),
        example=Clue(say(key, number=first, run=run), witness=witness),
    )
    report = by_specification(exercise, terms, say, "runs_wrong", runs=len(task.runs))
    return outcome.refuted(report, "wrong", 1 - len(wrong) / len(task.runs), ladder.findings())


def _numbers(text: str, file: str, most: int, say: Say) -> frozenset[int]:
    words = re.split(r"[\s,;]+", text.strip())
    if words in ([""], ["none"]):
        return frozenset()
    if not all(word.isascii() and word.isdigit() and 1 <= int(word[:9]) <= most for word in words):
        raise Unreadable("wrong_files", say("runs_unreadable", file=file, most=most))
    return frozenset(map(int, words))


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    """Other runs, right ones and ones with one output or input changed, and the slots of the specification filled
    otherwise. The statement shows the runs where it has `{runs}`; without it there are no variants."""
    from viva.engines.dialogues.suites.samples import mixed_runs  # noqa: PLC0415
    from viva.services.varying.variants import Changes  # noqa: PLC0415
    from viva.subjects.console.vary import itself, names_for, others, told_by  # noqa: PLC0415

    task = exercise.task_as(Task)
    if not told_by(exercise, RUNS):
        return
    names = names_for(exercise, seed)
    asked = [(itself(exercise), task.program), *others(exercise, task.program, seed)]
    seen = {task.runs}
    for number in range(_ROWS):
        for place, (source, program) in enumerate(asked):
            randomness = random.Random(f"{seed} {number} {place} {exercise.name}")
            runs = tuple(mixed_runs(program.spec, randomness, len(task.runs)))
            if len(runs) == len(task.runs) and runs not in seen:
                seen.add(runs)
                yield names.named(source, Changes({task.file: ("\n".join(runs) + "\n").encode()}))


def solve(exercise: Exercise) -> Submission:
    possible = sorted(exercise.task_as(Task).possible)
    return Submission.from_text((", ".join(map(str, possible)) or "none") + "\n", "answer.txt")


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    from viva.subjects.console.draw import draw_asked  # noqa: PLC0415

    task = exercise.task_as(Task)
    return draw_asked(exercise, task.program, thing, "\n".join(f"{n}. {run}" for n, run in enumerate(task.runs, 1)))
