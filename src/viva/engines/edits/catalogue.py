"""The one catalogue of the kinds of edits: what each is about, how rarely people make what it undoes, and how it shows.

A language proposes edits under these names (`Mends.small_changes`, `Mends.scripts`); whatever else is said of a
kind of edit is said here. `about` is the kind of mistake that it undoes, coarse on purpose: the same mistake in a `for`
and in a `while` is one, and none of the words says what would have to be written. None: that depends on the place.
"""

from __future__ import annotations

from typing import Literal

from viva.core.records import dataclass

About = Literal[
    "boundary", "condition", "start", "leaving", "name", "update", "empty", "type", "missing", "superfluous", "walk",
    "work", "word", "order", "again",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Kind:
    """`rare`: undoing what few people do is an unlikely way to mend, the more so the larger it is. `moves`: it puts a
    line elsewhere, and is told in a sentence of its own. `upwards`: the line that it moves is its last one."""

    about: About | None = None
    rare: int = 0
    moves: bool = False
    upwards: bool = False


CATALOGUE: dict[str, Kind] = {
    "off_by_one": Kind("boundary"),
    "index": Kind("boundary"),
    "slice_dropped": Kind("boundary"),
    "part": Kind("boundary"),
    "boundary": Kind("boundary"),
    "comparison": Kind("condition"),
    "condition": Kind("condition"),
    "constant": Kind(),
    "connective": Kind("condition"),
    "negated": Kind("condition", rare=1),
    "forced": Kind("condition", rare=5),
    "made_loop": Kind("condition", rare=4),
    "made_branch": Kind("condition", rare=5),
    "into_else": Kind("condition"),
    "branch_added": Kind("condition"),
    "start": Kind("start"),
    "start_added": Kind("start"),
    "before_loop": Kind("start", moves=True, upwards=True),
    "start_repeated": Kind("again", moves=True),
    "moved_out": Kind("leaving", moves=True),
    "after_loop": Kind("leaving", moves=True),
    "left": Kind("leaving"),
    "way_out_added": Kind("leaving"),
    "printed": Kind("leaving"),
    "not_returned": Kind("leaving"),
    "return_added": Kind("leaving"),
    "in_place": Kind("leaving"),
    "not_kept": Kind("leaving"),
    "not_called": Kind("leaving"),
    "given": Kind("leaving"),
    "return": Kind("leaving"),
    "name": Kind("name", rare=1),
    "misspelt": Kind("name"),
    "shadowed": Kind("name"),
    "element": Kind("name"),
    "index_dropped": Kind("name"),
    "operator": Kind("update"),
    "overwritten": Kind("update"),
    "step_added": Kind("update"),
    "keyword": Kind("update"),
    "turned": Kind("update"),
    "swapped": Kind("update"),
    "operand_dropped": Kind("update", rare=2),
    "argument_dropped": Kind("update"),
    "copied": Kind("walk"),
    "direction": Kind("walk"),
    "walk": Kind("walk"),
    "order": Kind("order"),
    "guard_added": Kind("empty"),
    "wrapped": Kind(rare=1),
    "unwrapped": Kind(),
    "brackets": Kind("type"),
    "word": Kind("word"),
    "moved_in": Kind("missing", rare=1, moves=True),
    "taken_apart": Kind("update"),
    "statement_dropped": Kind("superfluous", rare=4),
    "removed": Kind("superfluous"),
    "superfluous": Kind("superfluous"),
    "repeated": Kind("missing"),
    "added": Kind(),
    "statement_added": Kind(),
    "borrowed": Kind(),
    "expression": Kind(),
    "replaced": Kind(),
}
"""By the names under which languages propose them."""

RARE = {name: kind.rare for name, kind in CATALOGUE.items() if kind.rare}


def kind_named(name: str) -> Kind:
    """A kind that nobody has described is about nothing in particular."""
    return CATALOGUE.get(name, Kind())
