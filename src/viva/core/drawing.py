"""A picture as a finished value: SVG for pages, and its twin in plain text for terminals and screen readers.

What happens in time is one picture, or a few beside each other, and what of it is seen from moment to moment.
"""

from __future__ import annotations

from typing import cast

from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.where import Where, where_from_json, where_to_json

View = tuple[float, float, float, float]  # left, top, width, height


@dataclass(frozen=True, slots=True)
class Drawing:
    svg: str
    text: str


@dataclass(frozen=True, slots=True)
class Staves:
    """Notes as they are engraved while somebody writes them: of which text, and how each was understood. A note in the
    SVG has an id that says which of the text it is."""

    drawing: Drawing
    text: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pane:
    """All that is ever seen in one picture: pieces of SVG in the order in which they are drawn. `kind` names the sheet
    that they are drawn by."""

    kind: str
    view: View
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Still:
    """One moment: `text` says what happens, `words` are the pictures in words, and `shown` has for each pane the
    numbers of the parts that are seen. It is whole without those before it, so that one can go anywhere at once.
    `places` are the states in which a model is now and the transitions that led there."""

    text: str
    words: str
    shown: tuple[tuple[int, ...], ...]
    places: tuple[Where, ...] = ()


@dataclass(frozen=True, slots=True)
class Frames:
    """What happens in time, for who steps through it on a page or in a terminal. `reached` and `missed` are lines of a
    program on which something is evaluated: those at which the whole run was, and the others."""

    title: str
    panes: tuple[Pane, ...]
    stills: tuple[Still, ...]
    reached: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Json]:
        return {
            "title": self.title,
            "reached": [*self.reached],
            "missed": [*self.missed],
            "panes": [{"kind": each.kind, "view": [*each.view], "parts": [*each.parts]} for each in self.panes],
            "stills": [
                {
                    "text": each.text,
                    "words": each.words,
                    "shown": [[*numbers] for numbers in each.shown],
                    "places": [where_to_json(place) for place in each.places],
                }
                for each in self.stills
            ],
        }

    @classmethod
    def from_json(cls, data: dict[str, Json]) -> Frames:
        panes, stills = (cast("list[dict[str, Json]]", data[key]) for key in ("panes", "stills"))
        return cls(
            str(data["title"]),
            tuple(
                Pane(str(each["kind"]), cast(View, tuple(cast("list[float]", each["view"]))), _texts(each["parts"]))
                for each in panes
            ),
            tuple(
                Still(
                    str(each["text"]),
                    str(each["words"]),
                    tuple(tuple(numbers) for numbers in cast("list[list[int]]", each["shown"])),
                    tuple(where_from_json(place) for place in cast("list[dict[str, Json]]", each["places"])),
                )
                for each in stills
            ),
            *(tuple(cast("list[int]", data[key])) for key in ("reached", "missed")),
        )


def _texts(given: Json) -> tuple[str, ...]:
    return tuple(map(str, cast("list[Json]", given)))
