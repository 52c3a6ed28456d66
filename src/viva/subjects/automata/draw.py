"""Pictures: the asked automaton, a submission beside it, the run of a witness."""

from __future__ import annotations

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.report import Witness
from viva.core.submission import Submission, Unreadable
from viva.core.texts import catalogue
from viva.drawing import listing
from viva.drawing.shapes import Emphasis, Label, Shape, text_size
from viva.drawing.svg import bounds, picture
from viva.engines.automata import Machine, formats, named, named_nfa
from viva.engines.automata import Unreadable as UnreadableAutomaton
from viva.engines.automata.diagram import Marks, shapes_of, text_of
from viva.subjects.automata.answer import LARGEST, Rejected, read_expression
from viva.subjects.automata.model import Task
from viva.subjects.automata.notation import AUTOMATA, WORDS
from viva.subjects.automata.runs import asked_steps, strips

_GAP = 60.0
_MOST_LINES, _WIDEST = 200, 120
_TEXTS = catalogue(__package__)


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    """What is given and asked; a submission beside it; or the run of a witness on the asked automaton."""
    task = exercise.task_as(Task)
    match thing:
        case None:
            given = [(file, machine) for file, machine in zip(task.given_files, task.given, strict=True)]
            return beside(exercise.title, [*given, (_TEXTS.say("asked"), named(task.asked, asked_names(task)))])
        case Submission():
            return _submission(task, thing)
        case Witness(fields=fields):
            word = str(fields.get("word", ""))
            if any(letter not in task.alphabet for letter in word):
                word = ""
            row = (_TEXTS.say("asked"), asked_steps(task.asked, word), task.asked.accepts(word), Emphasis.GOOD)
            return strips(exercise.title, [row])


def asked_names(task: Task) -> list[str]:
    return [f"s{state}" for state in range(len(task.asked.moves))]


def _submission(task: Task, submission: Submission) -> Drawing:
    title = _TEXTS.say("drawing_submission", file=submission.name)
    if task.kind in ("words", "classes"):
        _, text = submission.text(WORDS)
        return listing.draw(title, listing.lines_of(text, _MOST_LINES, _WIDEST))
    try:
        machine = _machine(task, submission)
    except UnreadableAutomaton as problem:
        raise Unreadable(problem.kind, f"{submission.name}: {problem}.") from None
    except Rejected as problem:
        raise Unreadable(problem.reason, problem.findings[0].text) from None
    asked = (_TEXTS.say("asked"), named(task.asked, asked_names(task)))
    return beside(title, [(_TEXTS.say("yours"), machine), asked])


def _machine(task: Task, submission: Submission) -> Machine:
    if task.kind == "regex":
        return named_nfa(read_expression(task, submission, 1).automaton)
    file, text = submission.text(AUTOMATA, LARGEST)
    return formats.read(file, text)


def beside(title: str, machines: list[tuple[str, Machine]]) -> Drawing:
    """Automata side by side, each under its heading."""
    shapes: list[Shape] = []
    texts = []
    left = 0.0
    for heading, machine in machines:
        drawn = shapes_of(machine, Marks(), left, 24.0)
        shapes.append(Label((left + text_size(heading)[0] / 2, 8.0), heading))
        shapes += drawn
        first, _, width, _ = bounds(drawn)
        left = max(left + text_size(heading)[0], first + width) + _GAP
        texts.append(f"{heading}:\n{text_of(machine, Marks())}")
    return picture(title, shapes, "\n\n".join(texts))
