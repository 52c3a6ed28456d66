"""No end: slow or endless? Slow is not wrong, so a run that was ended for its steps refutes only where there is more.

It is wrong if the steps jump there: those of the runs that ended do not grow towards so many, and several times as many
are not enough either, in a run of its own. Where they grow, as a power or an exponential of some size of the input, or
where a number was read to which no program has to count, the input is left out.

Other limits of a run (time, memory, processes) refute only a program that never answers: each of the five smallest
inputs uses up such a limit, and the smallest does alone with ten times as much. To what a specification asks for on its
smallest inputs no limit comes near.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from viva.core.deciding.growth import growth_explains
from viva.engines.dialogues.model import Value
from viva.engines.dialogues.suites.cases import Case, numbers_in
from viva.engines.dialogues.trials.judging import Failure, judge
from viva.engines.dialogues.trials.trial import STEPS, Trial

LARGE = 10_000  # a program may count up to a number it was given; of one this large nobody asks for that
_ENDED_FROM_OUTSIDE = ("step_limit", "time_limit", "memory_limit", "process_limit")
_SMALLEST = 5


def was_cut_off(failure: Failure) -> bool:
    """Whether the run was right as far as it came, and may only have needed more than it was given."""
    return failure.difference is None and failure.observed.ended in _ENDED_FROM_OUTSIDE


def is_large(failure: Failure) -> bool:
    """Whether a number was read to which nobody asks a program to count."""
    read = failure.case.inputs[: len(failure.observed.reads)]
    return any(abs(number) > LARGE for number in numbers_in(read))


def endless(trial: Trial, failure: Failure) -> Failure | None:
    """What refutes: the run with several times as many steps, if it is needed and does not end, or ends wrong."""
    if failure.observed.ended != "step_limit" or is_large(failure) or grows(failure.case.inputs, trial.took):
        return None
    again = judge(failure.case, trial.run_patiently(failure.case), trial.rules)
    if again is None or (was_cut_off(again) and again.observed.ended != "step_limit"):
        return None
    return again


def never_answers(trial: Trial, tests: Sequence[Case], left_out: Sequence[Failure]) -> Failure | None:
    """What refutes a program that has answered nothing: the smallest test, alone and with ten times the limit."""
    known = {failure.case.inputs: failure for failure in left_out}
    for case in tests[:_SMALLEST]:
        failure = known.get(case.inputs) or judge(case, trial.run(case), trial.rules)
        if failure is None or not was_cut_off(failure) or is_large(failure):
            return None
    if not tests or not trial.has_time_for_long:
        return None
    again = judge(tests[0], trial.run_alone_for_long(tests[0]), trial.rules)
    return again if again and was_cut_off(again) else None


def grows(inputs: Sequence[Value], took: Mapping[tuple[Value, ...], int]) -> bool:
    """Whether the steps of the runs that ended grow towards the limit, with some size of the inputs."""
    known = [(sizes(other), steps) for other, steps in took.items()]
    return any(
        growth_explains([(measures[number], steps) for measures, steps in known], size, STEPS)
        for number, size in enumerate(sizes(inputs))
    )


class Sizes(NamedTuple):
    """Sizes with which the work may grow; `total` is that of all numbers together."""

    lines: float
    letters: float
    largest: float
    total: float


def sizes(inputs: Sequence[Value]) -> Sizes:
    numbers = [float(abs(number)) for number in numbers_in(inputs)]
    letters = sum(len(value) for value in inputs if isinstance(value, str))
    return Sizes(float(len(inputs)), float(letters), max(numbers, default=0.0), sum(numbers))
