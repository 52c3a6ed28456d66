"""The programs of an exercise for the symbolic engine, and the inputs that it proposes.

Everything a search says is a proposal: it is run plainly before it counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from itertools import islice

from viva.core.isolation import Isolation
from viva.engines import symbolic
from viva.engines.mining import Constants
from viva.engines.shapes import Maker, Row, made_rows, recorded
from viva.engines.shapes.making import Hidden
from viva.engines.symbolic import (
    LANGUAGE,
    Bounds,
    Counters,
    Target,
    compile_target,
    differ,
    explore,
    mined,
    symbolic_sandbox,
)
from viva.engines.symbolic.chance import frame_for
from viva.languages.protocol import Language
from viva.sandbox import Sandbox
from viva.subjects.functions.model import Arguments, Task
from viva.subjects.functions.oracle import requires_name

EXPLORING = Bounds(runs=100, solver_calls=40)
DIFFERING = Bounds(runs=200, solver_calls=80)


def sandbox_for(language: Language, isolation: Isolation | None = None) -> AbstractContextManager[Sandbox]:
    """The sandbox of a language, which for Python is the one that symbolic runs need."""
    return symbolic_sandbox(isolation) if language.name == LANGUAGE else language.warm_sandbox(isolation)


def target_in(language: Language, sandbox: Sandbox, source: bytes, function: str) -> Target | None:
    """The function for symbolic runs; None where there are none in its language."""
    return compile_target(sandbox, source, function) if language.name == LANGUAGE else None


class Searcher:
    """The programs of an exercise, compiled for symbolic runs; not `able` where the engine has no such values."""

    def __init__(self, sandbox: Sandbox, task: Task, make: Maker | None) -> None:
        self.sandbox = sandbox
        self.task = task
        self.make = make
        self.able = all(map(symbolic.fitting, task.shapes))
        self.reference: Target | None = None
        self.requires: Target | None = None
        if self.able and task.reference_language.name == LANGUAGE:
            if task.reference is not None:
                self.reference = compile_target(sandbox, task.reference.encode(), task.reference_name)
            if task.requires is not None:
                self.requires = compile_target(sandbox, task.requires.encode(), requires_name(task))

    def random(self, number: int, seed: int, *others: Target | None) -> list[Arguments]:
        """Random values with the constants of the reference, and of other programs."""
        if not self.able:
            return []
        proposed = symbolic.random_inputs(self.task.shapes, self.hints(*others), seed)
        return list(made_rows(islice(proposed, number), self.make))

    def hints(self, *others: Target | None) -> Constants:
        return mined([target for target in (self.reference, *others) if target is not None])

    def lengths(self, *others: Target | None) -> tuple[int, int]:
        """How long lists and texts get in a search."""
        frame = frame_for(self.task.shapes if self.able else (), self.hints(*others))
        return frame.longest, frame.longest_text

    def branches(self, target: Target | None, counters: Counters, bounds: Bounds = EXPLORING) -> Iterator[Arguments]:
        """Inputs for the branches of one program."""
        if not self.able or target is None:
            return
        proposed = explore(
            self.sandbox, target, self.task.shapes, requires=self.requires, bounds=bounds, counters=counters,
            hints=self.hints(target),
        )  # fmt: skip
        yield from made_rows((found.arguments for found in proposed), self.make)

    def differences(
        self, submission: Target, seeds: Sequence[Arguments], counters: Counters
    ) -> Iterator[tuple[Arguments, bool]]:
        """Inputs on which submission and reference may differ, and whether their symbolic runs did."""
        if not self.able or self.reference is None:
            return
        for found in differ(
            self.sandbox, submission, self.reference, self.task.shapes, requires=self.requires, bounds=DIFFERING,
            counters=counters, seeds=list(self._recorded(seeds)),
        ):  # fmt: skip
            for arguments in made_rows([found.arguments], self.make):
                yield arguments, found.suspected

    def _recorded(self, rows: Sequence[Arguments]) -> Iterator[Row]:
        for row in rows:
            try:
                yield tuple(map(recorded, self.task.shapes, row))
            except Hidden:
                continue
