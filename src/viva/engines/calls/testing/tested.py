"""Runs the cases of a suite, and knows when more of the same would only cost time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import field

from viva.core.records import dataclass
from viva.engines.calls.inputs.behaviour import Behaviour, behaviour
from viva.engines.calls.judge import LACKING, Failure
from viva.engines.calls.oracle import Case
from viva.engines.calls.testing.silent import never_answers
from viva.engines.calls.testing.slow import Point, at_least, was_cut_off
from viva.engines.calls.trial import Trial
from viva.engines.shapes import size

_COSTLY = 4
_MOST_COSTLY = 24
_MOST_SLOW = 4
_MOST_BURNT = 2
_MOST_UNANSWERED = 24
_STRIDE = 7  # so that the first that are run are of all sizes
_FEWEST = 20  # answers on which a verdict about a slow function can rest
_COUNTED = frozenset({"step_limit", "output_limit"})
_TIMED = frozenset({"time_limit", "killed"})


@dataclass(slots=True)
class Tested:
    """`cases` that were answered, in order, and what was wrong with which; `left` were not run.

    A wrong answer that is costly (it ended its process, or is huge) is not asked for again and again: after a few of
    them in one class of behaviour the rest of that class is passed over, because the class is wrong anyway. `slow` are
    inputs without an answer, and `passed_over` those that are as large as one of them or larger; `points` tell what the
    answers took, and `taken` are the branches on their way. `unanswered` are those among the passed over that were run
    for a few steps after all. `lacking` are
    wrong answers of which Viva may be the cause: they count for nothing. `never` is what came of the smallest input of
    a program that never answers, seen again.
    """

    cases: list[Case] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    left: list[Case] = field(default_factory=list)
    slow: list[Failure] = field(default_factory=list)
    passed_over: list[Case] = field(default_factory=list)
    unanswered: list[Failure] = field(default_factory=list)
    lacking: list[Failure] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    costly: Counter[Behaviour] = field(default_factory=Counter)
    taken: set[int] = field(default_factory=set)
    never: Failure | None = None

    @property
    def settled(self) -> bool:
        """Whether there is no need to run more: something is wrong, or the budget has ended."""
        return bool(self.failures or self.left)

    @property
    def burnt(self) -> bool:
        """Whether runs took all their seconds or memory: more of them would take all that there are."""
        return not all(map(_counted, self.slow))

    @property
    def too_few(self) -> bool:
        """Whether nothing can rest on the answers: there are none, or the clock left out more than there are."""
        return not self.cases or (self.timed and len(self.slow) + len(self.passed_over) > len(self.cases))

    @property
    def timed(self) -> bool:
        """Whether the clock left something out, so that it is not known how the work grows."""
        return any(failure.reason in _TIMED for failure in self.slow)

    def add(self, trial: Trial, cases: Sequence[Case], *, first: bool = False) -> None:
        """Runs the cases; `first`: nothing was run before. Where not even the first answer comes, and no count of steps
        ended it, the program may have none at all: then there is no need to wait for more."""
        waiting, going = list(cases), True
        while waiting and going and self.costly.total() < _MOST_COSTLY:
            waiting = self._without_slow(waiting)
            done, going = self._run(trial, waiting)
            waiting = waiting[done:]
            if first and not self.cases and self.burnt and self._never_answers(trial, cases):
                return
            first = False
            if going:
                waiting = [case for case in waiting if self.costly[behaviour(trial.question, case)] < _COSTLY]
        if len(self.cases) >= max(_FEWEST, len(waiting)) and not trial.meter.over:
            self.passed_over += waiting  # slow answers took all the steps there are, and most were right
        else:
            self.left += waiting

    def _never_answers(self, trial: Trial, cases: Sequence[Case]) -> bool:
        self.never = never_answers(trial, cases)
        if self.never is None:
            return False
        self.slow.clear()
        self.failed([self.never])
        self.passed_over += [case for case in cases if case is not self.never.case]
        return True

    def add_briefly(self, trial: Trial) -> None:
        """Once an input is known to have no answer, the others were not passed over because they are slow: they are run
        for a few steps, until it is clear what it is about them."""
        waiting = [case for start in range(_STRIDE) for case in self.passed_over[start::_STRIDE]]
        for case, outcome, failure in trial.briefly(waiting):
            if failure and was_cut_off(failure):
                self.unanswered.append(failure)
                if len(self.unanswered) >= _MOST_UNANSWERED:
                    break
                continue
            if failure:
                self.failed([failure])
                continue
            self.cases.append(case)
            self.taken |= outcome.coverage.branches
        answered = {id(case) for case in self.cases}
        self.passed_over = [case for case in self.passed_over if id(case) not in answered]

    def failed(self, failures: Sequence[Failure]) -> None:
        """Takes in what was found elsewhere."""
        self.lacking += [failure for failure in failures if failure.kind == LACKING]
        failures = [failure for failure in failures if failure.kind != LACKING]
        self.cases += [failure.case for failure in failures]
        self.failures += failures

    def _without_slow(self, cases: Sequence[Case]) -> list[Case]:
        """Without those that would be slow too; after some slow ones, without all that are not smaller than they."""
        kept: list[Case] = []
        enough = len(self.slow) >= _MOST_SLOW or sum(not _counted(failure) for failure in self.slow) >= _MOST_BURNT
        least = min((size(list(failure.case.arguments)) for failure in self.slow), default=None)
        for case in cases:
            slow = any(at_least(case.arguments, failure.case.arguments) for failure in filter(_counted, self.slow))
            if slow or (enough and least is not None and size(list(case.arguments)) >= least):
                self.passed_over.append(case)
            else:
                kept.append(case)
        return kept

    def _run(self, trial: Trial, cases: Sequence[Case]) -> tuple[int, bool]:
        """How many were run, and whether there is a reason to look again at which of the others are to be run."""
        done = 0
        for case, outcome, failure in trial.failures(cases):
            done += 1
            if failure and failure.kind == LACKING:
                self.failed([failure])
                continue
            if failure and was_cut_off(failure) and not outcome.while_loading:
                self.slow.append(failure)
                return done, True
            self.cases.append(case)
            self.taken |= outcome.coverage.branches
            if outcome.steps is not None:
                self.points.append(Point(case.arguments, outcome.steps, len(outcome.written)))
            if failure:
                self.failures.append(failure)
                if failure.costly:
                    kind = behaviour(trial.question, case)
                    self.costly[kind] += 1
                    if self.costly[kind] >= _COSTLY:
                        return done, True
        return done, False


def _counted(failure: Failure) -> bool:
    return failure.outcome.problem is not None and failure.outcome.problem.reason in _COUNTED
