"""Start reading here: what is to be mended, and what a repair is, as frozen values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from viva.core.records import dataclass
from viva.core.terms import Meter
from viva.languages.edits import Change, Probe, put_in
from viva.languages.protocol import Mends, Reads
from viva.sandbox import Sandbox

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
class Wrong:
    """A program that is to be mended, as the search sees it: all that a subject brings to have a repair found.

    `functions` makes one of its cases with `calls.of_calls`; a subject with runs of another kind makes its own, and
    asks `Search(wrong).repair()`:

    - `reads` and `mends` are what its language offers; without them nothing is mended.
    - `text` is the program, `function` what is asked of it: `f`, or a method as `Class.method`. Helpers and other
      methods may be changed too. Nothing is changed before the character `begin`: what stands there was put in.
    - `tests` are some twenty quick questions, failing and passing ones: a `Probe` has the arguments (for a method a
      heap of a list: the object, then the arguments), the value that is expected and, where that counts, `changed`,
      the arguments as they should be afterwards. Instances are compared by the fields that are written in there, so
      a field that does not count is left out of `expected` and `changed`; a class may have another name. Only
      proposals rest on them.
    - `others` are right programs of the same language, the reference first; each defines `function` under this name.
    - `judged` says of a changed text what is known of it after all tests were run anew, in the subject's own way, or
      a probe that does not come out right (it is asked from then on), or None where there is nothing more to say than
      that it is not right.
    """

    reads: Reads
    mends: Mends
    sandbox: Sandbox
    text: str
    function: str
    tests: tuple[Probe, ...]
    others: tuple[str, ...]
    judged: Callable[[str], Checked | Probe | None]
    meter: Meter
    forbidden: frozenset[str] = frozenset()
    comparison: tuple[str, ...] = ()
    drain: bool = False
    steps: int = 3_000
    begin: int = 0


@dataclass(frozen=True, slots=True)
class Repair:
    """`before` with the `changes` in it is right. `size` is how many words and signs are changed, and `share` of how
    many that were there. `others` are further repairs, where they were asked for, the smallest first."""

    before: str
    changes: tuple[Change, ...]
    way: Way
    size: int
    share: float
    checked: Checked
    others: tuple[Repair, ...] = ()

    @property
    def is_small(self) -> bool:
        """Whether most of what was there stays."""
        return self.way != "whole" and self.share <= _SMALL

    @property
    def after(self) -> str:
        return put_in(self.before, (piece for change in self.changes for piece in change.pieces))
