"""What happens in time, from the pictures of its moments: what two of them have in common is kept once.

A picture is taken apart into the pieces that lie directly in it, one for a shape, a line of text or a curve. So whoever
can draw a moment can show how it goes on, and writes nothing else for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from viva.core.drawing import Drawing, Frames, Pane, Still, View
from viva.core.records import dataclass
from viva.core.text.escape import visible_line
from viva.core.where import Where

_ROOT = re.compile(r'<svg [^>]*class="drawing (\w+)"[^>]*viewBox="([^"]+)"[^>]*>')
_PAPER = re.compile(r'<rect class="paper"[^>]*/>')
_TAG = re.compile(r"<(/?)[A-Za-z][^>]*?(/?)>")
MOST = 240  # moments: who wants to see more of them looks at a shorter run


@dataclass(frozen=True, slots=True)
class Moment:
    """A sentence, and the pictures beside each other: as many in each moment, each of one kind. `places` as in
    `Still`."""

    text: str
    drawings: tuple[Drawing, ...]
    places: tuple[Where, ...] = ()


def frames_of(title: str, moments: Sequence[Moment]) -> Frames | None:
    """The moments as frames, None where there are none; of very many the first."""
    moments = moments[:MOST]
    if not moments:
        return None
    beside = [_pane([each.drawings[number].svg for each in moments]) for number in range(len(moments[0].drawings))]
    stills = tuple(
        Still(
            visible_line(each.text),
            "\n\n".join(drawing.text for drawing in each.drawings),
            tuple(shown[at] for _, shown in beside),
            each.places,
        )
        for at, each in enumerate(moments)
    )
    return Frames(visible_line(title), tuple(pane for pane, _ in beside), stills)


def _pane(pictures: Sequence[str]) -> tuple[Pane, list[tuple[int, ...]]]:
    """One pane, and the numbers of what is seen of it in each picture."""
    roots = [_ROOT.search(each) for each in pictures]
    assert all(roots), "a drawing of ours begins with its kind and its view"
    found = [root for root in roots if root]
    pieces = [list(dict.fromkeys(_pieces(each))) for each in pictures]
    numbers = {piece: number for number, piece in enumerate(_in_order(pieces))}
    pane = Pane(found[0][1], _around([_view(root[2]) for root in found]), tuple(numbers))
    return pane, [tuple(sorted(numbers[piece] for piece in each)) for each in pieces]


def _pieces(svg: str) -> Iterator[str]:
    """What lies directly in the picture, below its paper."""
    paper = _PAPER.search(svg)
    assert paper, "a drawing of ours lies on paper"
    depth = 0
    start = paper.end()
    for tag in _TAG.finditer(svg, paper.end()):
        closes, empty = tag.groups()
        if closes and not depth:
            return  # the end of the picture itself
        depth += -1 if closes else 0 if empty else 1
        if not depth:
            yield svg[start : tag.end()]
            start = tag.end()


def _in_order(pieces: Sequence[Sequence[str]]) -> Iterator[str]:
    """Every piece once, such that in each picture what is above stays above, as far as the pictures agree on it."""
    following: dict[str, str] = {}
    first = ""
    known: set[str] = set()
    for each in pieces:
        before = ""
        for piece in each:
            if piece not in known:
                known.add(piece)
                following[piece] = following.get(before, "") if before else first
                if before:
                    following[before] = piece
                else:
                    first = piece
            before = piece
    while first:
        yield first
        first = following[first]


def _view(written: str) -> View:
    left, top, width, height = map(float, written.split())
    return left, top, width, height


def _around(views: Sequence[View]) -> View:
    left, top = min(each[0] for each in views), min(each[1] for each in views)
    right = max(each[0] + each[2] for each in views)
    return left, top, right - left, max(each[1] + each[3] for each in views) - top
