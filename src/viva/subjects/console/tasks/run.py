"""Give the run for these inputs: what is read and written, in order, by a program that does what is specified.

`inputs = ["3", "1", "2"]` are the lines of input. The answer is a run as the paper writes it, on one line or several:
`?3 ?1 ?2 !6 stop`. Where several runs are right, each of them is. The statement may say `{inputs}` for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING

from viva.core.deciding import outcome
from viva.core.deciding.proof_basis import Decision
from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.kinds import Asked
from viva.core.records import dataclass
from viva.core.report import Report, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.core.text.escape import visible_line
from viva.core.texts import Say, catalogue
from viva.engines.dialogues.evaluation import as_line
from viva.engines.dialogues.model import Value
from viva.engines.dialogues.running import right_run, way_of
from viva.engines.dialogues.suites.cases import Case, case_of_way
from viva.engines.dialogues.traces import Difference, first_difference, normalise
from viva.engines.dialogues.variants.difficulty import effort
from viva.subjects.console.examine import by_specification
from viva.subjects.console.model import Task as Program
from viva.subjects.console.notation import read_run, read_task

if TYPE_CHECKING:
    from viva.core.drawing import Drawing

_FREE = "…"
INPUTS = "inputs"
_LONGEST = 20_000


@dataclass(frozen=True, slots=True)
class Task:
    program: Program
    inputs: tuple[Value, ...]
    case: Case


def read(settings: Table, source: Source) -> Asked:
    asked = read_task(settings, source)
    lines = settings.strings("inputs")
    way = way_of(asked.spec, lines)
    case = case_of_way(way) if way else None
    if case is None:
        more = way is not None and way.asks is not None
        problem = "end before the specification has read all" if more else "are not ones that the specification reads"
        raise settings.fault("inputs", problem, "`viva spec --run` shows what a specification does with inputs")
    return Asked(Task(asked, case.inputs, case), effort(asked.spec), fields={INPUTS: ", ".join(lines)})


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    file, text = submission.text((".txt",))
    say = catalogue("viva.subjects.console", terms.locale).say
    read_run(text[:_LONGEST], exercise.task_as(Task).program.spec, file, say)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    file, text = submission.text((".txt",))
    say = catalogue("viva.subjects.console", terms.locale).say
    trace = read_run(text[:_LONGEST], task.program.spec, file, say)
    run = normalise(trace)
    difference = first_difference(task.case.general, run)
    if difference is None:
        report = by_specification(exercise, terms, say, "run_right", inputs=len(task.inputs))
        return outcome.proved(report, Decision("the specification accepts the run"))
    kind = difference.kind.value
    fields: dict[str, Json] = {
        "inputs": [as_line(value) for value in task.inputs],
        "expected": (right_run(task.case.general) if task.program.secret else task.case.general).show(),
        "actual": visible_line(run.show()),
        "outcome": kind,
    }
    expected, got = what_belongs(say, difference, one=task.program.secret), visible_line(difference.got)
    example = say("run_example", step=difference.block + 1, expected=expected, got=got)
    ladder = Ladder(kind, hint=say(f"run_hint_{kind}"), example=Clue(example, witness=Witness("run", fields)))
    report = by_specification(exercise, terms, say, "run_wrong", inputs=len(task.inputs))
    return outcome.refuted(report, "wrong", 0.0, ladder.findings())


def what_belongs(say: Say, difference: Difference, *, one: bool) -> str:
    """What belongs there, as the student writes it: all that would be right, or `one` where that is not to be told."""
    patterns = difference.patterns[:1] if one else difference.patterns
    return say("row_or").join(f"!{pattern.show(_FREE, ' ')}" for pattern in patterns) or difference.expected


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    """Other inputs, about as many, and the slots of the specification filled otherwise. The statement says the inputs
    where it has `{inputs}`; where it has not, they stay."""
    from viva.engines.dialogues.suites.samples import varied_inputs  # noqa: PLC0415
    from viva.services.varying.variants import Changes  # noqa: PLC0415
    from viva.subjects.console.vary import itself, names_for, others, told_by  # noqa: PLC0415

    task = exercise.task_as(Task)
    names = names_for(exercise, seed)
    asked = [(itself(exercise), task.program), *others(exercise, task.program, seed)]
    if not told_by(exercise, INPUTS):
        yield from (names.named(source, Changes()) for source, _ in asked[1:])
        return
    rows = [varied_inputs(program.spec, task.inputs, f"{seed} {place}") for place, (_, program) in enumerate(asked)]
    for row in zip_longest(*rows):
        for inputs, (source, _) in zip(row, asked, strict=True):
            if inputs is not None:
                yield names.named(source, Changes(settings={"inputs": inputs}))


def solve(exercise: Exercise) -> Submission:
    case = exercise.task_as(Task).case
    return Submission.from_text(right_run(case.general).show() + "\n", "answer.txt")


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    from viva.subjects.console.draw import draw_asked  # noqa: PLC0415

    task = exercise.task_as(Task)
    return draw_asked(exercise, task.program, thing, " ".join(f"?{value}" for value in task.inputs))
