"""What programs really gave, for translations to be held against (`evaluating`): outcomes of runs in the sandbox.

Some inputs are run for the purpose, small ones and others with the constants of the programs, those among them for
which the programs raise something too; what else was run is taken as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from viva.engines.proofs.checking.evaluating import Answer, Run
from viva.engines.shapes import Shape, rows
from viva.engines.symbolic import mine_constants, random_inputs
from viva.languages.heap import Heap, read
from viva.languages.outcome import Outcome
from viva.languages.target import Target
from viva.languages.values import TooLarge, write

SMALL, RANDOM = 60, 60
"""So many inputs are run for a proof, whoever asks for it."""
STEPS = 5_000
"""Of a program, for one of these."""
_SEED = 29  # apart from those of the suites

Arguments = tuple[object, ...]
Calls = Callable[[Sequence[Arguments]], Iterable[Outcome]]
"""The outcomes of calls of a function, in order; fewer where its process has had enough."""
Same = Callable[[Heap, Heap], bool]
"""Whether Python calls two values equal, or also of one type, where the claim is about that."""
_NO_ROOM = frozenset({"MemoryError", "OverflowError", "RecursionError"})


def inputs_for(shapes: Sequence[Shape], targets: Iterable[Target | None]) -> list[Arguments]:
    """The smallest inputs, and random ones with the constants of the programs."""
    hints = mine_constants(each for each in targets if each is not None)
    return [*rows(shapes, SMALL), *islice(random_inputs(shapes, hints, _SEED), RANDOM)]


def run_both(inputs: Sequence[Arguments], reference: Calls, submission: Calls, same: Same) -> list[Run]:
    """The inputs are admitted by the precondition. Those without an answer by a program, for want of time or room, are
    left out: a claim says nothing about these."""
    found = []
    for arguments, one, two in zip(inputs, reference(inputs), submission(inputs), strict=False):
        if _is_answer(one) and _is_answer(two):
            found.append(Run(arguments, answer_of(one, same), answer_of(two, same)))
    return found


def answer_of(outcome: Outcome, same: Same) -> Answer:
    value = outcome.value
    return None if value is None else lambda found: _is(value, found, same)


def _is(value: Heap, found: object, same: Same) -> bool:
    try:
        return same(value, read(write(found)))
    except TooLarge:
        return False


def _is_answer(outcome: Outcome) -> bool:
    problem = outcome.problem
    if problem is None:
        return outcome.value is not None
    return problem.reason == "crash" and problem.kind not in _NO_ROOM and not outcome.while_loading
