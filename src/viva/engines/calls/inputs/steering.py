"""Inputs for branches that nothing has taken so far, found by running: where no solver can be asked for them.

Many inputs are run at once, those that take a new branch are kept, and what is kept is changed a little for the next
round, with the constants that the program speaks of. How far that goes is counted in rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viva.engines.calls.inputs.searching import Searcher
from viva.engines.calls.programs import Compiled
from viva.engines.calls.question import Arguments
from viva.engines.shapes import made_rows
from viva.engines.shapes.kin import Kin
from viva.languages.program import Program

ROUNDS = 12
_AT_ONCE = 150
_IN_VAIN = 5  # rounds without anything new
_STEPS = 20_000
_KEPT = 60


def steer(
    searcher: Searcher,
    program: Compiled,
    compiled: Program,
    seeds: Sequence[Arguments],
    taken: frozenset[int],
    *,
    seed: int,
) -> Iterator[Arguments]:
    """Inputs that take a branch of the program that is not among those `taken`, or a new set of branches."""
    shapes, kin = searcher.question.shapes, Kin(searcher.hints(program), seed)
    missing, paths = compiled.branches - taken, set[frozenset[int]]()
    pool = [tuple(row) for row in seeds if len(row) == len(shapes)][:_KEPT]
    vain = 0
    for _ in range(ROUNDS):
        if not missing or vain >= _IN_VAIN:
            return
        rows = [kin.row(shapes) for _ in range(_AT_ONCE // 3)]
        rows += [kin.mutated(shapes, kin.random.choice(pool)) for _ in range(_AT_ONCE - len(rows)) if pool]
        rows = [row for row in made_rows(rows, shapes, searcher.make) if searcher.question.holds(row)]
        outcomes = program.calls.call(
            program.sandbox, compiled, program.function, rows, steps=_STEPS, report=["ticks"], together=_AT_ONCE
        )
        new = False
        for row, outcome in zip(rows, outcomes, strict=False):
            path = outcome.coverage.branches
            if path & missing:
                new = True
                missing -= path
            elif path in paths:
                continue
            paths.add(path)
            pool.append(row)
            yield row
        pool = pool[-_KEPT:]
        vain = 0 if new else vain + 1
