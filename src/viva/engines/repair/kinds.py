"""What kind of mistake it was, from the repair: in a word, for a sentence to a student and for a teacher's groups.

The kinds are coarse on purpose: the same mistake in a `for` and in a `while` is of one kind, and none of them says what
would have to be written.
"""

from __future__ import annotations

import re

from viva.engines.repair.model import Repair
from viva.languages.edits import Change

_BY_EDIT = {
    "boundary": ("off_by_one", "index", "slice_dropped", "part"),
    "condition": ("connective", "negated", "forced", "made_loop", "into_else", "branch_added"),
    "start": ("start", "start_added", "before_loop"),
    "leaving": (
        "moved_out", "after_loop", "left", "way_out_added", "printed", "not_returned", "in_place", "not_kept",
        "not_called", "given",
    ),
    "name": ("name", "misspelt", "shadowed", "element", "index_dropped"),
    "update": ("operator", "overwritten", "step_added", "turned", "operand_dropped", "direction", "copied", "order"),
    "empty": ("guard_added",),
    "type": ("wrapped", "unwrapped", "brackets", "word", "argument_dropped"),
    "missing": ("added", "repeated", "moved_in", "taken_apart"),
    "superfluous": ("statement_dropped", "removed", "unwrapped_block"),
}  # fmt: skip
_KIND = {edit: kind for kind, edits in _BY_EDIT.items() for edit in edits}
_BORDERS = ({"<", "<="}, {">", ">="})
_SIGN = re.compile(r"<=|>=|==|!=|<|>|\bnot in\b|\bin\b")


def kind_of(repair: Repair) -> str | None:
    """A word of the catalogue: `boundary`, `condition` and so on; `several` where changes of different kinds belong
    together, and None where too much is changed to say."""
    if not repair.is_small or repair.way == "syntax":
        return None
    kinds = {_kind(repair.before, change) for change in repair.changes}
    if None in kinds:
        return None
    return kinds.pop() if len(kinds) == 1 else "several"


def _kind(text: str, change: Change) -> str | None:
    piece = change.pieces[0]
    old = text[piece.begin : piece.end]
    line = text[text.rfind("\n", 0, piece.begin) + 1 : piece.end]
    if change.kind == "comparison":
        signs = [set(_SIGN.findall(part)) for part in (old, piece.new)]
        return "boundary" if signs[0] ^ signs[1] in _BORDERS else "condition"
    if change.kind == "constant":
        begun = re.match(r"\s*\w+ = -?[\w'\"]*$", line)
        return "start" if begun else "boundary" if old.strip("-").isdigit() else "update"
    return _KIND.get(change.kind)
