"""Where the first mistake stands, and where the others do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from viva.core.rungs import Clue
from viva.core.texts import Say
from viva.core.where import Bar
from viva.subjects.harmony.draw import colour_breaches
from viva.subjects.harmony.model import Wrong

if TYPE_CHECKING:
    from viva.subjects.harmony.diagnosis import Diagnosis

_MOST_OTHERS = 8


def places(wrong: Sequence[Wrong], say: Say) -> Clue:
    first, *others = wrong
    told = say("place", number=first.number + 1, line=first.line)
    if others:
        told += " " + say("place_others", numbers=", ".join(str(each.number + 1) for each in others))
    return Clue(told, Bar(first.question.bar, first.question.beat))


def places_of_parts(why: Diagnosis, slots: dict[str, str], say: Say) -> Clue:
    """In four parts: by bar and beat, with the notes in colour."""
    at = why.first.chord
    bar, beat = why.sung.places[at]
    told = say("place_voices", bar=bar, beat=beat, **slots)
    others = list(dict.fromkeys(why.sung.places[each.chord] for each in why.found if each.chord != at))
    if others:
        named = ", ".join(say("place_of", bar=bar, beat=beat) for bar, beat in others[:_MOST_OTHERS])
        told += " " + say("place_more", places=named)
    return Clue(told, Bar(bar, beat), drawing=colour_breaches(why.sung, why.found))
