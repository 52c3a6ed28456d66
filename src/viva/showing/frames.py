"""Frames as a part of a page: the pictures with all that is ever seen in them, and the steps as a list.

The list can be read by itself. A script shows one moment after the other: each item says which of the parts that come
and go are seen then. Without one the pictures show the first moment.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, groupby

from markupsafe import Markup

from viva.core.drawing import Frames, Pane
from viva.core.records import dataclass
from viva.core.where import where_to_json
from viva.drawing.svg import px
from viva.showing.inline import inline_svg


@dataclass(frozen=True, slots=True)
class Step:
    """`shown`: for each picture the numbers of the parts that are seen of those that come and go, as `0-3,7;2`.
    `places`: as JSON what the step is about, for an editor that draws the same model; empty where that is nothing."""

    text: str
    shown: str
    places: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    """`lines`: as JSON the lines of a program that the run has reached, and those that it has not."""

    title: str
    pictures: tuple[Markup, ...]
    steps: tuple[Step, ...]
    lines: str = "[[], []]"


def player_of(frames: Frames) -> Player:
    changing = [_changing([still.shown[number] for still in frames.stills]) for number in range(len(frames.panes))]
    first = frames.stills[0]
    pictures = (
        _picture(pane, numbers, frozenset(seen), frames.title)
        for pane, numbers, seen in zip(frames.panes, changing, first.shown, strict=True)
    )
    steps = tuple(
        Step(
            still.text,
            ";".join(
                _ranges(part[each] for each in seen if each in part)
                for part, seen in zip(changing, still.shown, strict=True)
            ),
            json.dumps([where_to_json(place) for place in still.places]) if still.places else "",
        )
        for still in frames.stills
    )
    lines = json.dumps([frames.reached, frames.missed])
    return Player(frames.title, tuple(each for each in pictures if each), steps, lines)


def _changing(shown: Sequence[tuple[int, ...]]) -> dict[int, int]:
    """The parts that are not always seen, by what the page counts them as."""
    always = frozenset[int].intersection(*(frozenset(each) for each in shown))
    return dict(zip(sorted({part for each in shown for part in each} - always), count(), strict=False))


def _picture(pane: Pane, changing: dict[int, int], first: frozenset[int], title: str) -> Markup:
    left, top, width, height = map(px, pane.view)
    body = "".join(
        f'<g class="part{"" if number in first else " off"}">{part}</g>' if number in changing else part
        for number, part in enumerate(pane.parts)
    )
    svg = inline_svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing {pane.kind}" viewBox="{left} {top} {width} {height}" '
        f'width="{width}" height="{height}"><rect class="paper" x="{left}" y="{top}" width="{width}" '
        f'height="{height}"/>{body}</svg>'
    )
    assert svg is not None, title
    return Markup(svg)


def _ranges(numbers: Iterable[int]) -> str:
    return ",".join(_range(list(each)) for each in _runs(sorted(numbers)))


def _runs(numbers: Sequence[int]) -> Iterator[Iterable[int]]:
    for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        yield [number for _, number in run]


def _range(run: Sequence[int]) -> str:
    return str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}"
