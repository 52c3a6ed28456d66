"""Start reading here: what a repair is, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from viva.languages.edits import Change, put_in

Way = Literal["edit", "edits", "guided", "whole", "syntax"]
"""How a repair was found: one small edit, several, along another right program, that program in the place of all that
was there, or by making a program of what was none."""

_SMALL = 0.3

Certainty = Literal["proved", "bounded", "tested"]


@dataclass(frozen=True, slots=True)
class Checked:
    """What is known of a repaired program. `proved`: it does as the reference on every input. `bounded`: on every input
    up to the size `bound`, as the enumeration counts it, and on others, `inputs` in all, among them those on which a
    search suspected a difference; `tested` where inputs cannot be counted off so, and with 0 `inputs` where nothing is
    known but that it is a program."""

    certainty: Certainty
    inputs: int
    bound: int = 0


@dataclass(frozen=True, slots=True)
class Repair:
    """`before` with the `changes` in it is right. `size` is how many words and signs are changed, and `share` of how
    many that were there."""

    before: str
    changes: tuple[Change, ...]
    way: Way
    size: int
    share: float
    checked: Checked

    @property
    def is_small(self) -> bool:
        """Whether most of what was there stays."""
        return self.way != "whole" and self.share <= _SMALL

    @property
    def after(self) -> str:
        return put_in(self.before, (piece for change in self.changes for piece in change.pieces))
