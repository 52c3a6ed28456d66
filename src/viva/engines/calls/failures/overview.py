"""What the failures of a submission have in common, and which of them may stand for the others."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from viva.core.records import dataclass
from viva.engines.calls import Behaviour, Failure, Question, Searcher, Tested, Trial, Voice, behaviour
from viva.engines.calls.failures.around import Seen, Surroundings, at_the_rim
from viva.engines.calls.failures.conditions import Condition, condition
from viva.engines.calls.failures.differences import Group, group_by_kind

_MANY = 20  # tests below which nothing is said of all of them
_COMMON = 0.2  # of the failures: classes of behaviour with so many of them are where an example comes from


@dataclass(frozen=True, slots=True)
class Overview:
    """What the failures of a submission have in common. `groups` are the failures by kind, the commonest first, and
    `kinds` the classes of behaviour in which most of that group are: an example is taken from there. `everywhere`: all
    that was tried failed, in one way; `uniform`: what is said of the first group holds for every failure. `not_run`:
    inputs of the suite that were passed over after one had no answer. `never`: no input was answered at all."""

    groups: tuple[Group, ...]
    condition: Condition | None
    tests: int
    failing: int
    everywhere: bool
    uniform: bool
    kinds: frozenset[Behaviour]
    not_run: int = 0
    never: bool = False

    @property
    def main(self) -> Group:
        return self.groups[0]

    def typical(self, question: Question, failure: Failure) -> bool:
        """Whether it may stand for the others: of the commonest kind, and inside of the pattern."""
        fits = self.condition is None or self.condition.holds(question.filled(failure.case.arguments))
        # Where nothing else says that two failures are alike, they are if they are of a common class.
        alike = self.main.word is not None or self.main.kind.partition(":")[0] not in ("wrong", "type", "crash")
        return fits and self.main.has(failure) and (alike or behaviour(question, failure.case) in self.kinds)


def overview(trial: Trial, tested: Tested, seen: Surroundings, searcher: Searcher, voice: Voice) -> Overview:
    question = trial.question
    constants = searcher.hints(trial.submission).integers
    wrong = {id(failure.case) for failure in tested.failures}
    passing = [case for case in tested.cases if id(case) not in wrong]
    groups = [_checked(group, seen) for group in group_by_kind(tested.failures, passing)]
    found = condition(
        question, voice, Seen(tuple(tested.failures), tuple(passing)), seen, constants,
        followed=lambda rows: searcher.facts(trial.submission, rows),
        source=trial.submission.source,
        rim=None if seen.not_run else lambda: at_the_rim(trial, seen.known),
    )  # fmt: skip
    if found and not any(found.holds(question.filled(failure.case.arguments)) for failure in groups[0].failures):
        found = None
    fitting = [
        failure for failure in groups[0].failures
        if found is None or found.holds(question.filled(failure.case.arguments))
    ]  # fmt: skip
    classes = Counter(behaviour(question, failure.case) for failure in fitting)
    common = max(classes.values()) if classes else 0
    kinds = frozenset(kind for kind, number in classes.items() if number >= min(common, _COMMON * len(fitting)))
    fresh_passing = seen.fresh is None or bool(seen.fresh.passing)
    return Overview(
        groups=tuple(groups),
        condition=found,
        tests=len(tested.cases),
        failing=len(tested.failures),
        everywhere=len(groups) == 1 and len(tested.cases) >= _MANY and not seen.known.passing and not fresh_passing,
        uniform=all(groups[0].has(failure) for failure in _all_failures(tested, seen)),
        kinds=kinds,
        not_run=seen.not_run,
        never=tested.never is not None,
    )


def _all_failures(tested: Tested, seen: Surroundings) -> list[Failure]:
    return [*tested.failures, *seen.known.failures, *(seen.fresh.failures if seen.fresh else ())]


def _checked(group: Group, seen: Surroundings) -> Group:
    """With the words that other failures of its kind bear out too."""
    if seen.fresh is None or seen.whole:
        return group
    others = next(
        (other for other in group_by_kind(seen.fresh.failures, seen.fresh.passing) if other.kind == group.kind), None
    )
    return group if others is None else replace(group, words=tuple(w for w in group.words if w in others.words))


def candidates(question: Question, found: Overview) -> list[Failure]:
    """The failures of which one is shown; inside of the pattern, and as typical as there are."""
    condition = found.condition
    fitting = [
        failure
        for failure in found.main.failures
        if condition is None or condition.holds(question.filled(failure.case.arguments))
    ]
    return [failure for failure in fitting if found.typical(question, failure)] or fitting
