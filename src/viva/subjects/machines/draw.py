"""Pictures: the problem as nested boxes, a submission, a run step by step, what to look at."""

from __future__ import annotations

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.report import Witness
from viva.core.submission import Submission
from viva.core.text.reading import Misread
from viva.core.texts import Say, catalogue
from viva.drawing import listing
from viva.engines.machines import diagram, formats
from viva.engines.machines.comparing.edits import Edit
from viva.engines.machines.diagram import Marks
from viva.engines.machines.logic.formula_equivalence import anything
from viva.engines.machines.model import Signals, System
from viva.engines.machines.running.behaviour import Behaviour, Reaction
from viva.engines.machines.semantics import Nondeterministic, OutOfRange
from viva.subjects.machines import runs
from viva.subjects.machines.model import Answer, Task
from viva.subjects.machines.notation import ENDINGS as MACHINES
from viva.subjects.machines.notation import LARGEST, parse_system, read_submission, unreadable

# What can be drawn without an exercise; `.json` and `.txt` may be automata, so only the longer endings count.
ENDINGS = (".machine.json", ".machine.txt", ".machine", ".xml", ".moml")


def draw(exercise: Exercise, thing: Submission | Witness | None, locale: str = "en") -> Drawing:
    task = exercise.task_as(Task)
    say = catalogue(__package__, locale).say
    match thing:
        case Submission(name=name) if name.endswith(runs.ENDINGS):
            return run(task.reference or task.solution or anything(task.inputs), _handed_in(task, thing, say), name)
        case Submission():
            return machine(read_submission(task, thing, say).system, say("drawing_submission", file=thing.name))
        case Witness(fields=fields) if task.reference is not None:
            return run(task.reference, _word(fields.get("inputs")), exercise.title, animated=False)
        case _ if task.reference is not None:
            return machine(task.reference, exercise.title)
        case _:
            lines = [f"{each.name}: {each.text}" if each.name != each.text else each.text for each in task.requirements]
            return listing.draw(exercise.title, listing.lines_of("\n".join(lines), 40, 120))


def _handed_in(task: Task, file: Submission, say: Say) -> list[Signals]:
    name, text = file.text(runs.ENDINGS)
    system = task.reference or System(task.inputs, task.outputs, anything(task.inputs).machine)
    try:
        return runs.read_run(system, text, as_json=name.endswith(".json"))
    except Misread as problem:
        raise unreadable(problem, name, say) from None


def _word(inputs: object) -> list[Signals]:
    rows = inputs if isinstance(inputs, list) else []
    return [dict(row) for row in rows if isinstance(row, dict)]


def machine(system: System, title: str, marks: Marks | None = None) -> Drawing:
    return diagram.draw(system, title, marks)


def run(system: System, word: list[Signals], title: str, *, animated: bool = True) -> Drawing:
    """A run step by step, as one picture that moves or as pictures under each other."""
    try:
        return diagram.run_frames(Behaviour(system), word, title, animated=animated)
    except (Nondeterministic, OutOfRange):
        return machine(system, title)


def file(given: Submission, locale: str = "en") -> Drawing:
    """A file that belongs to no exercise."""
    say = catalogue(__package__, locale).say
    name, text = given.text(MACHINES, LARGEST)
    return machine(parse_system(text, name, formats.read, say), say("drawing_file", file=given.name))


def mark(answer: Answer, edit: Edit | None, last: Reaction, say: Say) -> Drawing:
    """The submitted machine with what to look at."""
    if edit is not None and edit.before is not None:
        marks = Marks(bad_arcs=[(edit.path, edit.before)])
    elif edit is not None:
        name = edit.after.source if edit.after is not None else edit.state
        marks = Marks(bad_states=[(edit.path, name)])
    elif last.taken:
        marks = Marks(bad_arcs=[(step.path, step.transition) for step in last.taken])
    else:
        marks = Marks(bad_states=last.before[-1:])
    return diagram.draw(answer.system, say("drawing_place"), marks)
