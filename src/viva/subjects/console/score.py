"""How much of what is asked for a program does: the tests passed, counted by behaviour, above what needs no work.

What a program reaches that always reads as much and writes nothing, or always the same, is the zero of the scale
(`viva.core.deciding.scale`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from viva.core.deciding.scale import Right, scale_above_stubs
from viva.core.records import dataclass
from viva.engines.dialogues.model import Value
from viva.engines.dialogues.running import right_run
from viva.engines.dialogues.suites.cases import Case, Suite
from viva.engines.dialogues.traces import Run, Written
from viva.engines.dialogues.trials.judging import Observed, judge
from viva.engines.dialogues.trials.rules import Rules

_CONSTANTS = 10

Constant = tuple[Written, ...]
"""What is written before each input, and after the last."""


@dataclass(frozen=True, slots=True)
class Marks:
    """`stub` is the share that is reached without work, the zero of the scale; `kinds` is how many behaviours count."""

    score: float
    stub: float
    kinds: int


def score(tests: Suite, rules: Rules, passed: Collection[tuple[Value, ...]]) -> Marks:
    """`passed` are the inputs of tests that were passed; a test that was not run is not among them."""
    sizes = Counter(case.behaviour for case in tests.tests)
    worth = [1.0 / len(sizes) / sizes[case.behaviour] for case in tests.tests]
    right = frozenset(number for number, case in enumerate(tests.tests) if case.inputs in passed)
    reached, stub = scale_above_stubs(
        right, [_passed(tests, rules, constant) for constant in _constants(tests, worth)], worth
    )
    return Marks(round(reached, 4), round(stub, 4), len(sizes))


def _passed(tests: Suite, rules: Rules, constant: Constant) -> Right:
    """The tests that a program passes which reads so many inputs, whatever they are, and always writes the same."""
    return frozenset(
        number
        for number, case in enumerate(tests.tests)
        if len(case.inputs) == len(constant) - 1 and judge(case, _seen(case, constant), rules) is None
    )


def _seen(case: Case, constant: Constant) -> Observed:
    return Observed(Run(case.inputs, constant), None, None, (None,) * len(case.inputs))


def _constants(tests: Suite, worth: Sequence[float]) -> Iterator[Constant]:
    """For each number of inputs nothing, then the outputs that are worth most: whole runs, and last outputs alone."""
    nothing = Written()
    found: dict[Constant, float] = {}
    for case, each in zip(tests.tests, worth, strict=True):
        blocks = right_run(case.general).blocks
        for constant in dict.fromkeys((blocks, (*(nothing for _ in case.inputs), blocks[-1]))):
            found[constant] = found.get(constant, 0.0) + each
    for reads in sorted({len(case.inputs) for case in tests.tests}):
        yield tuple(nothing for _ in range(reads + 1))
    yield from sorted(found, key=lambda constant: -found[constant])[:_CONSTANTS]
