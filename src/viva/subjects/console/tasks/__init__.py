"""The kinds of tasks about console programs, each a module with the functions of `Kind`. Start reading in `program`.

`task = "..."` in the table `[console]` of an exercise names one of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.report import Report, Witness
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms

DEFAULT = "program"
TASKS = (DEFAULT, "run", "runs", "difference", "equivalent", "holes")


class Kind(Protocol):
    """What a module in this folder answers. A task of its own class is defined in the module itself."""

    def read(self, settings: Table, source: Source) -> tuple[object, float]:
        """What is asked, and how difficult it is. Raises Fault."""

    def check(self, exercise: Exercise, submission: Submission, terms: Terms) -> Report: ...

    def vary(self, exercise: Exercise, seed: int) -> Iterator[Source]: ...

    def solve(self, exercise: Exercise) -> Submission: ...

    def draw(self, exercise: Exercise, thing: Submission | Witness | None) -> Drawing: ...
