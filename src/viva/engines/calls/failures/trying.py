"""Quick trials of a submission with changes in it: cases as questions that are asked inside of the sandbox.

Nothing but a proposal may rest on what they say.
"""

from __future__ import annotations

from collections.abc import Sequence

from viva.engines.calls.oracle import Case
from viva.engines.calls.trial import Trial
from viva.engines.faults.angelic import Angelic, angelic
from viva.languages.edits import Change, Probe

_MOST_STEPS = 100_000
_LONGEST = 200  # characters of a value
_QUICK = 3_000  # steps
_FIRST = 3  # tests that are asked of every place


def as_probe(trial: Trial, case: Case) -> Probe:
    """A case as a quick test."""
    comparison, expected = trial.question.comparison, case.expected
    if expected is None:
        return Probe(case.arguments, None)
    return Probe(
        case.arguments,
        expected.value,
        expected.arguments if comparison.arguments else None,
        expected.written if comparison.output else None,
        expected.problem.kind if expected.problem else None,
    )


def loosely(trial: Trial) -> list[str]:
    """How quick tests compare where the exercise does not compare as usual."""
    comparison = trial.question.comparison
    return ["any_order"] if comparison.any_order or comparison.equality else []


def answers(trial: Trial, cases: Sequence[Case], changes: Sequence[Change], steps: int) -> list[str]:
    """For each change what came of all cases with it: 1 where it is right. Cases of which the reference took long have
    more than `steps`. Nothing comes of it in a language without quick trials."""
    if not changes:
        return []
    enough = min(max(steps, 20 * max(case.steps for case in cases)), _MOST_STEPS)
    submission = trial.submission
    if submission.language.mends is None:
        return ["" for _ in changes]
    with submission.language.mends.tries(
        submission.sandbox, trial.program.text, submission.function, [as_probe(trial, case) for case in cases],
        steps=enough, comparison=loosely(trial), drain=any(case.drained for case in cases),
    ) as tries:  # fmt: skip
        said = tries.answers([(change,) for change in changes])
        trial.meter.charge(tries.steps)
        return said


def angels(trial: Trial, spans: Sequence[tuple[int, int]], failing: Sequence[Case]) -> list[Angelic]:
    """The places for which there are values with which failing cases come out right: those that are expected are
    tried, and a few constants. A place that has none for the first of them is left out."""
    tests = [case for case in failing if case.expected is not None]
    if not tests:
        return []
    values = [case.expected.value for case in tests if case.expected and case.expected.value is not None]
    shown = [trial.submission.calls.show(value, _LONGEST + 1) for value in values]
    pool = [text for text in shown if len(text) <= _LONGEST]
    few = tests[:_FIRST]
    hopeful = angelic(spans, pool, len(few), lambda changes: answers(trial, few, changes, _QUICK))
    if len(few) == len(tests):
        return hopeful
    kept = [(place.begin, place.end) for place in hopeful]
    return angelic(kept, pool, len(tests), lambda changes: answers(trial, tests, changes, _QUICK))
