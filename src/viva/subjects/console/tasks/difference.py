"""Find an input on which these two programs differ.

`programs = ["first.py", "second.py"]`; the specification says which inputs may be given. The answer has one input a
line. A difference that is seen is proof enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from viva.core.deciding import outcome
from viva.core.deciding.proof_basis import Decision
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.kinds import Asked
from viva.core.records import dataclass
from viva.core.report import Report, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.core.text.escape import visible_line
from viva.core.texts import catalogue
from viva.engines.dialogues.model import Value
from viva.engines.dialogues.trials.pairs import Pair, Shown, first_difference, show_pair
from viva.engines.dialogues.variants.difficulty import effort
from viva.subjects.console.examine import by_specification
from viva.subjects.console.model import Task as Program
from viva.subjects.console.notation import read_inputs, read_pair, read_task

if TYPE_CHECKING:
    from viva.core.drawing import Drawing


@dataclass(frozen=True, slots=True)
class Task:
    """The inputs of `program` may be given to the `pair`; `equivalent` is what its teacher says of the two."""

    program: Program
    pair: Pair
    equivalent: bool = False


def read(settings: Table, source: Source) -> Asked:
    asked = read_task(settings, source)
    return Asked(Task(asked, read_pair(settings, source)), effort(asked.spec))


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    _, text = submission.text((".txt",))
    return judged(exercise, terms, task.pair, read_inputs(text, task.program.spec))


def judged(exercise: Exercise, terms: Terms, pair: Pair, inputs: tuple[Value, ...] | None) -> Report:
    """Whether the programs differ on these inputs; None stands for inputs that are never given."""
    say = catalogue("viva.subjects.console", terms.locale).say
    if inputs is None:
        ladder = Ladder("not_given", hint=say("difference_not_given"))
        report = by_specification(exercise, terms, say, "difference_wrong")
        return outcome.refuted(report, "wrong", 0.0, ladder.findings())
    seen = show_pair(pair, inputs, terms.isolation)
    if seen.differ:
        return outcome.proved(
            by_specification(exercise, terms, say, "difference_right"),
            Decision("both specifications were run on the answer"),
        )
    example = say("difference_example", inputs=", ".join(seen.inputs), run=visible_line(seen.first))
    ladder = Ladder("no_difference", hint=say("difference_hint"), example=Clue(example, witness=witness(seen)))
    report = by_specification(exercise, terms, say, "difference_wrong")
    return outcome.refuted(report, "wrong", 0.0, ladder.findings())


def witness(seen: Shown) -> Witness:
    runs = {"first": visible_line(seen.first), "second": visible_line(seen.second)}
    return Witness("runs", {"inputs": list(seen.inputs), **runs})


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    """The slots of the programs and the specification filled otherwise, as far as the programs then differ."""
    from viva.subjects.console.vary import pairs  # noqa: PLC0415

    task = exercise.task_as(Task)
    return pairs(exercise, task.program, seed)


def solve(exercise: Exercise) -> Submission:
    from viva.engines.dialogues.suites.suite import suite  # noqa: PLC0415

    task = exercise.task_as(Task)
    seen = first_difference(task.pair, suite(task.program.spec, 0).tests, None)
    if seen is None:
        raise Fault("no test of the specification shows a difference between the two programs")
    return Submission.from_text("".join(f"{line}\n" for line in seen.inputs), "answer.txt")


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    from viva.subjects.console.draw import draw_asked  # noqa: PLC0415

    task = exercise.task_as(Task)
    text = "\n\n".join(f"{name}:\n{text}" for name, text in zip(task.pair.names, task.pair.texts, strict=True))
    return draw_asked(exercise, task.program, thing, text)
