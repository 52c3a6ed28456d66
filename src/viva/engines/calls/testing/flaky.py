"""A second run of right answers: a function of its arguments answers the same each time."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.records import dataclass
from viva.engines.calls.oracle import Case, shares
from viva.engines.calls.trial import Trial
from viva.languages.outcome import Outcome

MOST_AGAIN = 240
_SEEDS = 4
INSTANCES = frozenset({"opaque", "class", "object", "dataclass", "sub", "mixed"})
_BURNT = frozenset({"time_limit", "killed"})


@dataclass(frozen=True, slots=True)
class Unsteady:
    """Two calls with the same arguments that came out differently."""

    case: Case
    first: Outcome
    second: Outcome


@dataclass(frozen=True, slots=True)
class Again:
    """What a second run has shown: which cases came out `right` again, what the program `kept` from one call to the
    next, the cases whose arguments it `changed` or `shared` with its answer, whether an answer was only `near` the
    expected one, and whether one was `odd`: of a class of its own, of which nobody knows what it does."""

    right: tuple[Case, ...] = ()
    kept: tuple[str, ...] = ()
    changed: tuple[Case, ...] = ()
    near: bool = False
    shared: tuple[Case, ...] = ()
    odd: bool = False


def second_run(trial: Trial, cases: Sequence[Case], watch: bool = False) -> Unsteady | Again:
    """A second run of right answers, in the other order, in other processes and with other seeds. `watch`: look at what
    is kept and changed, and at how near answers are, which only a proof needs.

    The first run had them all in one process, where state shows late: where nobody counts them, `MOST_AGAIN` suffice.
    """
    apart = watch and not trial.question.comparison.arguments
    report = ["kept", *(["arguments", "result"] if apart else [])] if watch else []
    right: list[Case] = []
    kept: set[str] = set()
    changed: list[Case] = []
    shared: list[Case] = []
    near = odd = False
    backwards = list(reversed(cases))
    part = len(backwards) // _SEEDS + 1
    for number in range(_SEEDS):
        asked = backwards[number * part : (number + 1) * part]
        for case, second in zip(asked, trial.outcomes(asked, seed=number + 1, report=report), strict=False):
            kept |= set(second.kept)
            changed += [case] if second.changed else []
            shared += [case] if apart and shares(second) else []
            odd = odd or (watch and _is_odd(case, second))
            failure = trial.judge.failure(case, second)
            right += [] if failure else [case]
            near = near or (watch and failure is None and not trial.judge.is_exact(case, second))
            if failure and failure.reason != "recursion_limit" and not ended_by_clock(second):
                first = trial.run(case)
                if trial.judge.failure(case, first) is None:
                    return Unsteady(case, first, second)
    return Again(tuple(right), tuple(sorted(kept)), tuple(changed), near, tuple(shared), odd)


def _is_odd(case: Case, outcome: Outcome) -> bool:
    """Whether the answer has an instance in it where none is expected: what it does is its own affair."""
    expected = case.expected.value if case.expected else None
    wanted = {node.kind for node in expected.nodes} if expected else set()
    return outcome.value is not None and any(node.kind in INSTANCES - wanted for node in outcome.value.nodes)


def ended_by_clock(outcome: Outcome) -> bool:
    """Whether the clock ended it: that says nothing about the function."""
    return outcome.problem is not None and outcome.problem.reason in _BURNT
