"""Runs the cases of a suite, and knows when more of the same would only cost time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from viva.engines.calls.behaviour import Behaviour, behaviour
from viva.engines.calls.judge import Failure
from viva.engines.calls.oracle import Case
from viva.engines.calls.trial import Trial, lost_by

_COSTLY = 4
_MOST_COSTLY = 24


@dataclass(slots=True)
class Tested:
    """`cases` that were run, in order, and what was wrong with which; `left` were not run.

    A wrong answer that is costly (it ended its process, or is huge) is not asked for again and again: after a few of
    them in one class of behaviour the rest of that class is passed over, because the class is wrong anyway.
    """

    cases: list[Case] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    left: list[Case] = field(default_factory=list)
    costly: Counter[Behaviour] = field(default_factory=Counter)
    lost: int = 0

    @property
    def settled(self) -> bool:
        """Whether there is no need to run more: something is wrong, or the budget has ended."""
        return bool(self.failures or self.left)

    def add(self, trial: Trial, cases: Sequence[Case]) -> None:
        waiting, enough = list(cases), True
        while waiting and enough and self.costly.total() < _MOST_COSTLY:
            done, enough = self._run(trial, waiting)
            waiting = waiting[done:]
            if enough:
                waiting = [case for case in waiting if self.costly[behaviour(trial.question, case)] < _COSTLY]
        self.left += waiting

    def failed(self, failures: Sequence[Failure]) -> None:
        """Takes in what was found elsewhere."""
        self.cases += [failure.case for failure in failures]
        self.failures += failures

    def _run(self, trial: Trial, cases: Sequence[Case]) -> tuple[int, bool]:
        """How many were run, and whether it broke off because there are enough costly answers in a class."""
        done = 0
        for case, failure in trial.failures(cases, lost=self.lost):
            done += 1
            self.cases.append(case)
            if failure:
                self.lost += lost_by(failure.outcome)
                self.failures.append(failure)
                if failure.costly:
                    kind = behaviour(trial.question, case)
                    self.costly[kind] += 1
                    if self.costly[kind] >= _COSTLY:
                        return done, True
        return done, False
