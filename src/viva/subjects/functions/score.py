"""The score: the share of tests that are right, each kind of input by its weight, above what needs no work.

A kind is a class of the teacher's, or a class of behaviour of the reference; where that has only one, the rough size of
the arguments. Every kind counts as much as it weighs, however many tests there are of it, so that one easy case is not
half the points. What the best stub reaches, a constant or an argument given back unchanged, is the zero of the scale
(`viva.core.deciding.scale`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from viva.core.deciding.scale import Right, scale_above_stubs, share
from viva.core.records import dataclass
from viva.engines.calls import Case, Judge, Question, kinds
from viva.languages.heap import Heap, read
from viva.languages.outcome import Outcome
from viva.languages.values import write

_CONSTANTS = 8


@dataclass(frozen=True, slots=True)
class Marks:
    """`stub` is the share that is reached without work, the zero of the scale; `kinds` is how many kinds of input
    count."""

    score: float
    stub: float
    kinds: int


def score(
    question: Question, judge: Judge, cases: Sequence[Case], wrong: Iterable[Case], not_run: Iterable[Case]
) -> Marks:
    """What was not run is not right."""
    bad = {id(case) for case in (*wrong, *not_run)}
    worth = _worth(question, cases)
    right = frozenset(number for number, case in enumerate(cases) if id(case) not in bad)
    usual = _usual(cases, worth)
    stubs = [_right(answers, judge, cases) for answers in _stubs(cases, usual)]
    reached, stub = scale_above_stubs(right, stubs, worth)
    count = len({kind for kind in kinds(question, cases) if kind.weight > 0})
    return Marks(round(reached, 4), round(stub, 4), count)


def _worth(question: Question, cases: Sequence[Case]) -> list[float]:
    """For each case its part of the whole."""
    found = kinds(question, cases)
    sizes = Counter(found)
    total = sum(kind.weight for kind in sizes)
    return [kind.weight / total / sizes[kind] if total else 0.0 for kind in found]


def _usual(cases: Sequence[Case], worth: Sequence[float]) -> list[Right]:
    """The cases with the same answer, those of the answer that is worth most first."""
    found: dict[Heap, set[int]] = {}
    for number, case in enumerate(cases):
        if case.expected is not None and case.expected.value is not None:
            found.setdefault(case.expected.value, set()).add(number)
    return sorted(map(frozenset, found.values()), key=lambda numbers: (-share(numbers, worth), min(numbers)))


def _stubs(cases: Sequence[Case], usual: Sequence[Right]) -> Iterator[Sequence[Heap | None]]:
    """What those would answer who do nothing: nothing, the constants that are most often right, each argument."""
    constants = [case.expected.value for found in usual[:_CONSTANTS] if (case := cases[min(found)]).expected]
    for constant in (Heap(None, ()), *constants):
        yield [constant for _ in cases]
    for place in range(max((len(case.arguments) for case in cases), default=0)):
        yield [read(write(case.arguments[place])) if place < len(case.arguments) else None for case in cases]


def _right(answers: Sequence[Heap | None], judge: Judge, cases: Sequence[Case]) -> Right:
    """Where two values are all that it takes, each two are compared once: many inputs have the same answer."""
    known: dict[tuple[Heap, Heap], bool] = {}

    def is_right(case: Case, answer: Heap) -> bool:
        expected = case.expected.value if case.expected is not None else None
        if expected is None or judge.asks_for_more(expected):
            return judge.failure(case, _unchanged(judge, case, answer)) is None
        if (expected, answer) not in known:
            known[expected, answer] = judge.failure(case, _unchanged(judge, case, answer)) is None
        return known[expected, answer]

    return frozenset(
        number
        for number, (answer, case) in enumerate(zip(answers, cases, strict=True))
        if answer is not None and is_right(case, answer)
    )


def _unchanged(judge: Judge, case: Case, answer: Heap) -> Outcome:
    """An answer that writes nothing and leaves the arguments as they were."""
    arguments = read(write(list(case.arguments))) if judge.comparison.arguments else None
    return Outcome(answer, None, arguments=arguments)
