"""The run of a word, step by step: as text, and as a strip of states."""

from __future__ import annotations

from viva.core.drawing import Drawing
from viva.core.escape import visible_line
from viva.core.texts import catalogue
from viva.drawing.shapes import Arrow, Circle, Emphasis, Label, Shape, text_size
from viva.drawing.svg import picture
from viva.engines.automata import DFA
from viva.engines.automata.machine import clipped
from viva.subjects.automata.answer import Answer, subset_name

_MOST_STEPS = 12
_TEXTS = catalogue(__package__)

Step = tuple[str, str]  # the letter read, and the state after it


def steps_of(answer: Answer, word: str) -> tuple[list[Step], bool]:
    """The states a word visits, the first with no letter, and whether it is accepted; long runs are cut."""
    if answer.machine is None:
        return [], answer.automaton.accepts(word)
    if answer.is_deterministic and answer.deterministic is not None:
        visited = [answer.names[state] for state in answer.deterministic.run(word)]
    else:
        visited = [subset_name(answer.machine, subset) for subset in answer.automaton.run(word)]
    return _cut(list(zip(["", *word], visited, strict=True))), answer.automaton.accepts(word)


def run_text(answer: Answer, word: str) -> str:
    steps, accepted = steps_of(answer, word)
    end = _TEXTS.say("run_accepts" if accepted else "run_rejects")
    if not steps:
        return _TEXTS.say("run_expression", end=end)
    pieces = [clipped(visible_line(steps[0][1]))]
    pieces += [f"-{visible_line(letter)}-> {clipped(visible_line(state))}" for letter, state in steps[1:]]
    return _TEXTS.say("run", run=" ".join(pieces), end=end)


def draw_run(answer: Answer, word: str) -> Drawing | None:
    """The run of the answer only: that of the asked automaton would give away where the transitions have to lead."""
    steps, accepted = steps_of(answer, word)
    if not steps:
        return None
    return strips(_TEXTS.say("drawing_run"), [(_TEXTS.say("yours"), steps, accepted, Emphasis.BAD)])


def asked_steps(asked: DFA, word: str) -> list[Step]:
    return _cut(list(zip(["", *word], [f"s{state}" for state in asked.run(word)], strict=True)))


def strips(title: str, rows: list[tuple[str, list[Step], bool, Emphasis]]) -> Drawing:
    """One strip of states for each run, under each other; the last state of an accepted run is a double circle."""
    shapes: list[Shape] = []
    lines = []
    names = [_short(state) for _, steps, _, _ in rows for _, state in steps]
    radius = max(22.0, *(text_size(name)[0] / 2 + 6 for name in names))
    pitch = 2 * radius + 44
    for number, (heading, steps, accepted, emphasis) in enumerate(rows):
        y = number * (2 * radius + 56)
        shapes.append(Label((text_size(heading)[0] / 2 - radius, y - radius - 14), heading))
        for index, (letter, state) in enumerate(steps):
            x = index * pitch
            last = index == len(steps) - 1
            shapes.append(
                Circle((x, y), radius, _short(state), last and accepted, emphasis if last else Emphasis.PLAIN)
            )
            if index:
                shapes.append(Arrow(((x - pitch + radius, y), (x - radius, y))))
                shapes.append(Label((x - pitch / 2, y - 11), visible_line(letter)))
        verdict = _TEXTS.say("run_accepts" if accepted else "run_rejects")
        x = (len(steps) - 1) * pitch + radius + text_size(verdict)[0] / 2 + 12
        shapes.append(Label((x, y), verdict, emphasis))
        way = " ".join([clipped(steps[0][1]), *(f"-{letter}-> {clipped(state)}" for letter, state in steps[1:])])
        lines.append(f"{heading}: {visible_line(way)}: {verdict}")
    return picture(title, shapes, "\n".join(lines))


def _short(state: str) -> str:
    return clipped(visible_line(state), 16)


def _cut(steps: list[Step]) -> list[Step]:
    if len(steps) <= _MOST_STEPS:
        return steps
    half = _MOST_STEPS // 2
    return [*steps[:half], ("…", "…"), *steps[-half:]]
