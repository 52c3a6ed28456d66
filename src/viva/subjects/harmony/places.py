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
    """In four parts: by bar and beat, with the notes in colour. What goes wrong on the way from one chord to the next
    may be mended at either, so the place names the chord that the fix changes too."""
    at = why.first.chord
    bar, beat = why.sung.places[at]
    change = why.smallest_change()
    mended = at if change is None else change[0]
    if mended == at:
        where = Bar(bar, beat)
        told = say("place_voices", bar=bar, beat=beat, **slots)
    else:
        old_bar, old_beat = why.sung.places[mended]
        where = Bar(old_bar, old_beat)
        told = say("place_voices_between", old_bar=old_bar, old_beat=old_beat, bar=bar, beat=beat, **slots)
    others = list(dict.fromkeys(why.sung.places[each.chord] for each in why.found if each.chord not in (at, mended)))
    if others:
        named = "; ".join(say("place_of", bar=bar, beat=beat) for bar, beat in others[:_MOST_OTHERS])
        told += " " + say("place_more", places=named)
    return Clue(told, where, drawing=colour_breaches(why.sung, why.found))
