"""An edit in a sentence, as the rung `fix` of every subject about programs says it."""

from __future__ import annotations

from viva.core.escape import clipped, visible_line
from viva.core.ladder import Rung
from viva.core.report import Finding
from viva.core.texts import catalogue
from viva.core.where import Passage
from viva.languages.edits import Edit

_WIDEST = 80


def told(edit: Edit, file: str, locale: str) -> Finding:
    """The finding; what is shown of the program comes from the submission, and is made visible."""
    old, new = (clipped(visible_line(piece.strip()), _WIDEST) for piece in (edit.old, edit.new))
    key = "fix_added" if not old else "fix_removed" if new == "pass" else "fix_changed"
    said = catalogue(__package__, locale).say(key, line=edit.line, old=old, new=new)
    return Finding(said, rung=Rung.FIX, where=Passage(file, edit.line))
