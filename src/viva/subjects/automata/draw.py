"""Pictures: what is given and asked, a submission beside it, the run of a witness.

Kinds of task differ only in what a submission is: an automaton, an expression, or words.
"""

from __future__ import annotations

from collections.abc import Callable

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.report import Witness
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import ENGLISH
from viva.core.texts import Say, catalogue
from viva.drawing import listing
from viva.drawing.shapes import Emphasis, Label, Shape, text_size
from viva.drawing.svg import bounds, picture
from viva.engines.automata import Machine, automaton_of, name_states, named_nfa
from viva.engines.automata.diagram import Marks, shapes_of, text_of
from viva.engines.automata.diagram import draw as draw_machine
from viva.engines.automata.strips import Strip, draw_strips, steps
from viva.subjects.automata.model import Task
from viva.subjects.automata.notation import (
    AUTOMATA,
    WORDS,
    is_expression,
    read_language,
    submitted_expression,
    submitted_machine,
)

# What can be drawn without an exercise: automata as they are, and the automata of expressions and formulas.
ENDINGS = (*AUTOMATA, ".regex", ".re", ".mosel")
_GAP = 60.0
_MOST_LINES, _WIDEST = 200, 120


Submitted = Callable[[Task, Submission, Say], Drawing]


def automaton(task: Task, submission: Submission, say: Say) -> Drawing:
    _, machine = submitted_machine(submission, say)
    return _beside_asked(task, submission, machine, say)


def expression(task: Task, submission: Submission, say: Say) -> Drawing:
    answer = submitted_expression(task, submission, 1, 1, say)
    return _beside_asked(task, submission, named_nfa(answer.automaton), say)


def words(_: Task, submission: Submission, say: Say) -> Drawing:
    text = submission.text(WORDS)[1]
    lines = listing.lines_of(text, _MOST_LINES, _WIDEST)
    return listing.draw(say("drawing_submission", file=submission.name), lines)


def draw(
    exercise: Exercise,
    thing: Submission | Witness | None,
    submitted: Submitted = automaton,
    locale: str = ENGLISH,
) -> Drawing:
    task = exercise.task_as(Task)
    say = catalogue(__package__, locale).say
    match thing:
        case None:
            given = list(zip(task.given_files, task.given, strict=True))
            return _beside(exercise.title, [*given, (say("asked"), _asked(task))])
        case Submission():
            return submitted(task, thing, say)
        case Witness(fields=fields):
            word = str(fields.get("word", ""))
            if any(letter not in task.alphabet for letter in word):
                word = ""
            accepted = task.asked.accepts(word)
            run = steps(word, [f"s{state}" for state in task.asked.run(word)])
            ending = say("run_accepts" if accepted else "run_rejects")
            return draw_strips(exercise.title, [Strip(say("asked"), run, accepted, ending, Emphasis.GOOD)])


def file(given: Submission, locale: str = ENGLISH) -> Drawing:
    """A file that belongs to no exercise."""
    say = catalogue(__package__, locale).say
    if given.name.lower().endswith(AUTOMATA):
        _, machine = submitted_machine(given, say)
    else:
        language = read_language(Source("", given.files), given.name, None)
        described = language.description
        expression = automaton_of(described, language.alphabet) if is_expression(described) else None
        machine = name_states(language.minimal) if expression is None else named_nfa(expression)
    return draw_machine(machine, say("drawing_file", file=given.name))


def _beside_asked(task: Task, submission: Submission, machine: Machine, say: Say) -> Drawing:
    title = say("drawing_submission", file=submission.name)
    return _beside(title, [(say("yours"), machine), (say("asked"), _asked(task))])


def _asked(task: Task) -> Machine:
    return name_states(task.asked, [f"s{state}" for state in range(len(task.asked.moves))])


def _beside(title: str, machines: list[tuple[str, Machine]]) -> Drawing:
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
