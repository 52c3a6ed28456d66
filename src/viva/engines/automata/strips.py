"""The run of a word as a strip of states: in one line of text, and as a picture."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.drawing import Drawing
from viva.core.records import dataclass
from viva.core.text.escape import clip, visible_line
from viva.drawing.shapes import Arrow, Circle, Emphasis, Label, Shape, text_size
from viva.drawing.svg import picture

_MOST_STEPS = 12


@dataclass(frozen=True, slots=True)
class Strip:
    """`steps` are the letter that was read, at first none, and the state after it; `ending` says how it ends."""

    heading: str
    steps: Sequence[tuple[str, str]]
    accepted: bool
    ending: str
    emphasis: Emphasis


def steps(word: str, states: Sequence[str]) -> list[tuple[str, str]]:
    """The steps of a run through these states; long runs are cut in the middle."""
    found = list(zip(["", *word], states, strict=True))
    if len(found) <= _MOST_STEPS:
        return found
    half = _MOST_STEPS // 2
    return [*found[:half], ("…", "…"), *found[-half:]]


def in_line(steps: Sequence[tuple[str, str]]) -> str:
    """q0 -a-> q1 -b-> q0"""
    way = [clip(visible_line(steps[0][1]))]
    way += [f"-{visible_line(letter)}-> {clip(visible_line(state))}" for letter, state in steps[1:]]
    return " ".join(way)


def draw_strips(title: str, strips: Sequence[Strip]) -> Drawing:
    """One strip for each run, under each other; the last state of an accepted run is a double circle."""
    shapes: list[Shape] = []
    lines = []
    names = [_short(state) for strip in strips for _, state in strip.steps]
    radius = max(22.0, *(text_size(name)[0] / 2 + 6 for name in names))
    pitch = 2 * radius + 44
    for number, strip in enumerate(strips):
        y = number * (2 * radius + 56)
        shapes.append(Label((text_size(strip.heading)[0] / 2 - radius, y - radius - 14), strip.heading))
        for index, (letter, state) in enumerate(strip.steps):
            x = index * pitch
            last = index == len(strip.steps) - 1
            emphasis = strip.emphasis if last else Emphasis.PLAIN
            shapes.append(Circle((x, y), radius, _short(state), last and strip.accepted, emphasis))
            if index:
                shapes.append(Arrow(((x - pitch + radius, y), (x - radius, y))))
                shapes.append(Label((x - pitch / 2, y - 11), visible_line(letter)))
        x = (len(strip.steps) - 1) * pitch + radius + text_size(strip.ending)[0] / 2 + 12
        shapes.append(Label((x, y), strip.ending, strip.emphasis))
        lines.append(f"{strip.heading}: {in_line(strip.steps)}: {strip.ending}")
    return picture(title, shapes, "\n".join(lines))


def _short(state: str) -> str:
    return clip(visible_line(state), 16)
