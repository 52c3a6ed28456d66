"""What to write instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from viva.core.rungs import Clue
from viva.core.texts import Say
from viva.subjects.harmony.model import Wrong
from viva.subjects.harmony.naming import show_voices

if TYPE_CHECKING:
    from viva.subjects.harmony.diagnosis import Diagnosis


def fix(first: Wrong, expected: str, say: Say) -> Clue:
    return Clue(say("fix", line=first.line, actual=first.text, expected=expected))


def fix_of_parts(why: Diagnosis, names: Sequence[str], say: Say, language: str) -> Clue:
    """The least change of one chord that mends it, or four parts that keep all rules."""
    change = why.smallest_change()
    if change is None:
        whole = why.whole_answer()
        if whole is None:
            return Clue(say("fix_none"))
        chords = " | ".join(show_voices(each.voices[::-1], language) for each in whole)
        return Clue(say("fix_whole", chords=chords))
    at, moment = change
    bar, beat = why.sung.places[at]
    moved = [
        say("fix_part", part=say(part), old=show_voices([old], language), new=show_voices([new], language))
        for part, old, new in why.changes(at, moment)
    ]
    told = say("fix_chord", bar=bar, beat=beat, chord=names[at], parts=", ".join(moved))
    left = why.left_after(at, moment)
    return Clue(f"{told} {say('fix_left', count=left)}" if left else told)
