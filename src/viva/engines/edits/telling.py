"""An edit in a sentence, as the rung `fix` of every subject about programs says it."""

from __future__ import annotations

from viva.core.rungs import Clue
from viva.core.text.escape import clip, visible_line
from viva.core.text.homoglyphs import look_alike
from viva.core.texts import catalogue
from viva.core.where import Passage, Replacement
from viva.engines.edits.catalogue import kind_named
from viva.engines.edits.smallest import blamed_line
from viva.languages.edits import Edit

_WIDEST = 80
_WIDEST_TO_WRITE = 300
"""What is to be written is told whole, as far as anyone would write it on a line."""


def edit_clue(edit: Edit, text: str, file: str, locale: str) -> Clue:
    """The clue that an edit is, of `text`; what is shown of that comes from a submission, and is made visible."""
    before, after = (visible_line(_short(piece.strip())) for piece in _pieces(edit, text))
    old, new = clip(before, _WIDEST), clip(after, _WIDEST_TO_WRITE)
    if look_alike(edit.old, edit.new):
        said = catalogue(__package__, locale).say("fix_look_alike", line=edit.line, old=old)
        return Clue(said, Passage(file, edit.line), changes=(_replacement(edit, file),))
    key = "fix_added" if not old else "fix_removed" if new == "pass" else "fix_changed"
    line = blamed_line(edit)
    said = catalogue(__package__, locale).say(f"fix_{edit.kind}", key, line=line, old=old, new=new)
    return Clue(said, Passage(file, line), changes=(_replacement(edit, file),))


def _replacement(edit: Edit, file: str) -> Replacement:
    return Replacement(Passage(file, edit.line, edit.column, edit.end_line, edit.end_column), text=edit.new)


def _short(piece: str) -> str:
    """Of a statement with a block the line that begins it."""
    head, _, block = piece.partition("\n")
    return f"{head} …" if block and head.endswith(":") else piece


def _pieces(edit: Edit, text: str) -> tuple[str, str]:
    """The old and the new piece; the whole line where the old one stands in it more than once, or is nothing."""
    if kind_named(edit.kind).upwards:
        return edit.old, edit.new.split("\n")[0]
    if edit.kind == "after_loop":  # what stood behind the `else` stays where it is
        return edit.old, edit.new.split("\n")[-1]
    line = text.split("\n")[edit.line - 1]
    is_a_line = not edit.old and ("\n" in edit.new or not line.strip())
    if edit.line != edit.end_line or is_a_line or (edit.old and line.count(edit.old) < 2):
        return edit.old, edit.new
    return line, line[: edit.column - 1] + edit.new + line[edit.end_column - 1 :]
