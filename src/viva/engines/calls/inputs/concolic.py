"""Inputs that the submission suggests: by its constants, by structures for its paths, by a search for a difference from
the reference, and by one for its branches that nothing has taken so far.

How far the search goes is counted in steps: a step is an input that both are run on symbolically. All steps are spent
before anyone says that no difference was found, whatever the clock says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field

from viva.core.records import dataclass
from viva.engines.calls.inputs.behaviour import representatives
from viva.engines.calls.inputs.searching import Searcher
from viva.engines.calls.inputs.steering import steer
from viva.engines.calls.inputs.suite import distinct, key_of, of_each_answer, quick
from viva.engines.calls.oracle import Case
from viva.engines.calls.question import Arguments
from viva.engines.calls.testing.tested import Tested
from viva.engines.calls.trial import Trial
from viva.engines.shapes import size
from viva.engines.symbolic import Bounds, Counters

STEPS = 300
AFTER_A_PROOF = 50
_RANDOM = 200
_SEEDS = 12
_AT_ONCE = 60
_EDGES = 100
_FAR = 300  # the numbers of an input, added up


def drive(trial: Trial, searcher: Searcher, tested: Tested, seed: int, steps: int = STEPS) -> Counters:
    """Tests further, until something is wrong or all steps are spent or there is nothing left to search; how much was
    searched."""
    add = _Adding(trial, tested).add
    inputs = [*searcher.random(_RANDOM, seed, trial.submission), *searcher.structured(_RANDOM, seed, trial.submission)]
    inputs += searcher.edges(of_each_answer(tested.cases), _EDGES, trial.submission)
    if add(inputs) or add(searcher.structures(trial.submission)):
        return Counters()
    if trial.submission.target is None:
        return _steered(trial, searcher, tested, add, seed)
    waiting: list[Arguments] = []
    seeds = _seeds(trial, tested.cases)
    searched, left = Counters(), 0
    most = 2 * steps // 3
    for found in searcher.differences(trial.submission, seeds, searched, Bounds(most, most // 2)):
        waiting.append(found.arguments)
        left = found.left
        if (found.suspected or len(waiting) >= _AT_ONCE) and add(waiting):
            return searched
    if add(waiting):
        return searched
    if left or not searched.runs:
        searched += _branches(trial, searcher, add, seeds, steps - searched.runs)
    if trial.submission.target.tree is None and not tested.settled:
        _steered(trial, searcher, tested, add, seed)
    return searched


def look_again(trial: Trial, searcher: Searcher, tested: Tested, seed: int) -> Counters:
    """Tests further what is proved, where the suite may have missed something: inputs by constants that only the
    submission has, and inputs for its branches, if some were not taken. If a proof is ever wrong, this may show it."""
    add = _Adding(trial, tested).add
    if searcher.hints(trial.submission) != searcher.hints() and add(searcher.random(_RANDOM, seed, trial.submission)):
        return Counters()
    if trial.program.branches <= tested.taken:
        return Counters()
    return _branches(trial, searcher, add, _seeds(trial, tested.cases), AFTER_A_PROOF)


@dataclass(frozen=True, slots=True)
class _Adding:
    """Runs inputs that were not run before."""

    trial: Trial
    tested: Tested
    known: set[bytes] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.known.update(key_of(case.arguments) for case in self.tested.cases)

    def add(self, inputs: list[Arguments]) -> bool:
        """Whether that settled it; the list is empty then."""
        oracle = self.trial.oracle
        self.tested.add(self.trial, quick(oracle.precise(oracle.cases(distinct(inputs, self.known)))))
        inputs.clear()
        return self.tested.settled


def _steered(
    trial: Trial, searcher: Searcher, tested: Tested, add: Callable[[list[Arguments]], bool], seed: int
) -> Counters:
    """Where there is no solver, or one that sees less than the source: inputs that have to do with each other, with the
    constants of the submission, and then inputs for branches that nothing has taken."""
    if add(searcher.kin(_RANDOM, seed + 1, trial.submission)) or trial.program.branches <= tested.taken:
        return Counters()
    seeds = _seeds(trial, tested.cases)
    found = steer(searcher, trial.submission, trial.program, seeds, frozenset(tested.taken), seed=seed)
    add(list(found))
    return Counters()


def _branches(
    trial: Trial,
    searcher: Searcher,
    add: Callable[[list[Arguments]], bool],
    seeds: Sequence[Arguments],
    steps: int,
) -> Counters:
    searched, waiting = Counters(), list[Arguments]()
    for arguments in searcher.branches(trial.submission, searched, Bounds(steps, steps // 2), seeds):
        waiting.append(arguments)
        if len(waiting) >= _AT_ONCE and add(waiting):
            break
    add(waiting)
    return searched


def _seeds(trial: Trial, cases: Sequence[Case]) -> list[Arguments]:
    """Where the search begins: the smallest input of each class of behaviour, and inputs of all sizes but such that
    make symbolic runs long."""
    near = [case for case in cases if size(list(case.arguments))[1] <= _FAR]
    by_size = sorted(near, key=lambda case: size(list(case.arguments)))
    spread = [case.arguments for case in by_size[:: len(by_size) // _SEEDS + 1]]
    return distinct([*representatives(trial.question, cases, _SEEDS), *spread])
