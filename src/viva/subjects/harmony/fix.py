"""What to write instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from viva.core.report import Witness
from viva.core.rungs import Clue
from viva.core.texts import Say
from viva.core.where import Bar
from viva.subjects.harmony.model import Wrong
from viva.subjects.harmony.naming import show_voices

if TYPE_CHECKING:
    from viva.subjects.harmony.diagnosis import Diagnosis


def fix(first: Wrong, expected: str, say: Say) -> Clue:
    question = first.question
    notes = question.accepted[0].split() if question.kind == "notes" else []
    heard = sounds(question.bar, question.beat, notes, first.text) if notes else None
    return Clue(say("fix", line=first.line, actual=first.text, expected=expected), witness=heard)


def sounds(bar: int, beat: str | None, expected: Sequence[str], actual: str) -> Witness:
    """What should sound at a place, for whoever listens to it: names in English."""
    return Witness("sounds", {"bar": bar, "beat": beat, "expected": " ".join(expected), "actual": actual})


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
    actual = " ".join(map(str, why.moments[at].voices))
    heard = sounds(bar, beat, [str(voice) for voice in moment.voices], actual)
    return Clue(f"{told} {say('fix_left', count=left)}" if left else told, Bar(bar, beat), heard)
