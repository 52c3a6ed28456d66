"""The word of a witness, letter by letter, on the automaton that was handed in."""

from __future__ import annotations

from collections.abc import Iterator

from viva.core.drawing import Drawing, Frames
from viva.core.exercise import Exercise
from viva.core.report import Witness
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.core.text.escape import visible_line
from viva.core.texts import Say, catalogue
from viva.core.where import State, Transition, Where
from viva.drawing.frames import Moment, frames_of
from viva.drawing.shapes import Box, Emphasis, Outline, Shape, text_size
from viva.drawing.svg import picture
from viva.engines.automata import Machine, as_nfa, named_nfa
from viva.engines.automata.diagram import Marks
from viva.engines.automata.diagram import draw as draw_machine
from viva.subjects.automata.model import Task
from viva.subjects.automata.notation import submitted_expression, submitted_machine

_PITCH = 34.0
_MOST_LETTERS = 60  # of a word that is tried out
Edges = tuple[tuple[int, str, int], ...]


def frames(exercise: Exercise, submission: Submission, witness: Witness, terms: Terms) -> Frames | None:
    """Of an automaton."""
    _, machine = submitted_machine(submission, catalogue(__package__, terms.locale).say)
    return _reading(exercise, machine, witness, terms)


def frames_of_expression(exercise: Exercise, submission: Submission, witness: Witness, terms: Terms) -> Frames | None:
    """Of an expression: on the automaton that it stands for."""
    say = catalogue(__package__, terms.locale).say
    answer = submitted_expression(exercise.task_as(Task), submission, 1, 1, say)
    return _reading(exercise, named_nfa(answer.automaton), witness, terms)


def _reading(exercise: Exercise, machine: Machine, witness: Witness, terms: Terms) -> Frames | None:
    word, alphabet = witness.fields.get("word"), exercise.task_as(Task).alphabet
    if not isinstance(word, str) or any(letter not in alphabet for letter in word):
        return None
    say = catalogue(__package__, terms.locale).say
    return frames_of(say("drawing_run"), list(_moments(machine, alphabet, word, say)))


def _moments(machine: Machine, alphabet: tuple[str, ...], word: str, say: Say) -> Iterator[Moment]:
    """One before the first letter, one for each letter, and one that says how it ends. With several states at once all
    of them are marked, and where none is left it stops."""
    automaton = as_nfa(machine, alphabet)
    known: dict[tuple[frozenset[int], Edges, Emphasis], Drawing] = {}

    def drawn(states: frozenset[int], edges: Edges = (), emphasis: Emphasis = Emphasis.GOOD) -> Drawing:
        named = frozenset(state for state in states if state < len(machine.names))
        key = (named, edges, emphasis)
        if key not in known:
            marks = Marks(good_states=named, good_edges=edges)
            if emphasis is Emphasis.BAD:
                marks = Marks(bad_states=named, bad_edges=edges)
            known[key] = draw_machine(machine, say("yours"), marks)
        return known[key]

    def names(states: frozenset[int]) -> str:
        """States behind a label of several letters have none of their own."""
        named = [f"`{visible_line(machine.names[each])}`" for each in sorted(states) if each < len(machine.names)]
        return ", ".join(named) or say("frame_between")

    def places(states: frozenset[int], edges: Edges = ()) -> tuple[Where, ...]:
        named = (State(machine.names[each]) for each in sorted(states) if each < len(machine.names))
        return (*named, *(Transition(machine.names[one], label, machine.names[other]) for one, label, other in edges))

    visited = automaton.run(word)
    first = visited[0]
    yield Moment(say("frame_start", state=names(first)), (_strip(word, -1), drawn(first)), places(first))
    for place, letter in enumerate(word):
        before, after = visited[place], visited[place + 1]
        if not after:
            text = say("frame_stuck", letter=letter, state=names(before))
            yield Moment(text, (_strip(word, place), drawn(before, (), Emphasis.BAD)), places(before))
            return
        taken = tuple((each.source, each.label, each.target) for each in machine.edges
                      if each.label == letter and each.source in before and each.target in after)  # fmt: skip
        text = say("frame_letter", letter=letter, before=names(before), after=names(after))
        yield Moment(text, (_strip(word, place), drawn(after, taken)), places(after, taken))
    accepts = not automaton.accepting.isdisjoint(visited[-1])
    key = "frame_accepts" if accepts else "frame_rejects"
    last = visited[-1]
    yield Moment(say(key, state=names(last)), (_strip(word, len(word)), drawn(last)), places(last))


def _strip(word: str, here: int) -> Drawing:
    """The letters in a row, the one that is read marked."""
    shapes: list[Shape] = []
    at = 0.0
    for place, letter in enumerate(word or "ε"):
        text = visible_line(letter)
        width = max(_PITCH, text_size(text)[0] + 16)
        emphasis = Emphasis.GOOD if place == here else Emphasis.FAINT if place < here else Emphasis.PLAIN
        shapes.append(Box((at + width / 2, 0.0), (width, _PITCH), text, Outline.RECTANGLE, emphasis))
        at += width + 4
    shown = visible_line(word) or "ε"
    marked = f"{shown}\n{' ' * len(visible_line(word[:here]))}^" if 0 <= here < len(word) else shown
    return picture(shown, shapes, marked)


def witness_of_input(exercise: Exercise, text: str, terms: Terms) -> Witness:
    """A word that somebody tries out."""
    word, alphabet = text.strip(), exercise.task_as(Task).alphabet
    strange = next((letter for letter in word if letter not in alphabet), None)
    if strange is not None:
        say = catalogue(__package__, terms.locale).say
        raise Unreadable("input", say("try_letter", letter=strange, alphabet=", ".join(alphabet)))
    return Witness("word", {"word": word[:_MOST_LETTERS]})
