"""The class of runs that an obligation fails on."""

from __future__ import annotations

from viva.core.rungs import Clue
from viva.core.texts import Say
from viva.subjects.assembly.diagnosis import Diagnosis


def pattern(why: Diagnosis, say: Say) -> Clue:
    return Clue(why.sentence("pattern", say))
