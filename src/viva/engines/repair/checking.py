"""How sure it is that a repaired program is right: a proof where there is one, and otherwise all small inputs, fresh
ones, and those on which a search suspects a difference."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from viva.engines.calls import Arguments, Case, Searcher, Trial, distinct
from viva.engines.calls.inputs.suite import key_of, quick
from viva.engines.calls.proving.equality import ProvedEqual, has_no_loops, prove_equal
from viva.engines.repair.model import Checked
from viva.engines.shapes import Fixed, instances, made_rows
from viva.engines.shapes.spaces import space_of_shape
from viva.engines.symbolic import Bounds, Counters

_SMALL = 600  # inputs that are run because they are small
_FRESH = 150
_SEED = 7  # apart from those of the suites
_SEARCH = Bounds(24, 12)
_SEEDS = 6
_EFFORT = 500_000  # for a proof: a repair is told quickly, and known to a bound without one


def check_repair(trial: Trial, searcher: Searcher, cases: Sequence[Case], *, prove: bool = True) -> Checked | Case:
    """What is known of a program that is right on the `cases`, or a case on which it is not. Nobody need `prove` what
    is not told."""
    at_once = prove and has_no_loops(trial)
    if at_once and _is_equal(trial, cases):
        return Checked("proved", len(cases))
    known = {key_of(case.arguments) for case in cases}
    small, bound = _small(searcher)
    inputs = distinct([*small, *searcher.random(_FRESH, _SEED, trial.submission)], known)
    more = quick(trial.oracle.cases(inputs))
    failed = failing(trial, more)
    if failed is None:
        seeds = [case.arguments for case in cases[:: len(cases) // _SEEDS + 1]]
        proposed = [found.arguments for found in searcher.differences(trial.submission, seeds, Counters(), _SEARCH)]
        searched = quick(trial.oracle.cases(distinct(proposed, known)))
        failed = failing(trial, searched)
        more = (*more, *searched)
    if failed is not None:
        return failed
    if prove and not at_once and _is_equal(trial, [*cases, *more]):
        return Checked("proved", len(cases) + len(more))
    return Checked("bounded" if bound else "tested", len(cases) + len(more), bound)


def _is_equal(trial: Trial, right: Sequence[Case]) -> bool:
    programs = trial.oracle.programs
    if programs.reference is None:
        return False
    proof = prove_equal(
        trial.question, [programs.reference], programs.requires, trial.submission, effort=_EFFORT, cases=right
    )  # fmt: skip
    return isinstance(proof, ProvedEqual)


def _small(searcher: Searcher) -> tuple[list[Arguments], int]:
    """All inputs up to a size, in the order of the enumeration, and the size; 0 where even one size has too many."""
    question = searcher.question
    if not question.shapes:
        return [()], 1
    space = space_of_shape(Fixed(question.shapes))
    sizes: list[int] = []
    total = 0
    for size in takewhile(lambda size: space.card(size) <= _SMALL, space.sizes()):
        total += space.card(size)
        if total > _SMALL:
            break
        sizes.append(size)
    rows = [row for size in sizes for row in space.values(size)]
    if any(map(instances, question.shapes)):
        return list(made_rows(rows, question.shapes, searcher.make)), 0
    return rows, sizes[-1] if sizes else 0


def failing(trial: Trial, cases: Sequence[Case]) -> Case | None:
    """The first case that does not come out right; one without an answer is none that does."""
    right = 0
    for case, _, failure in trial.failures(cases):
        if failure is not None:
            return case
        right += 1
    return None if right == len(cases) else cases[right]
