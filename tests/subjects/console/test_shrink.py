"""Small counterexamples: few reads, then simple values; and none that one more step would have made smaller."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import pytest

from tests.engines.dialogues.mutants import mutants, random_case, random_exercise, run_of
from tests.examining import Examiner
from tests.subjects.console.test_examine import fields
from viva.engines.dialogues.model import Spec, Value
from viva.engines.dialogues.notations.symbols import show
from viva.engines.dialogues.running import right_run
from viva.engines.dialogues.suites.cases import Case, case_of
from viva.engines.dialogues.suites.ways.paths import Trails, Walker
from viva.engines.dialogues.trials.judging import Failure, Observed, judge
from viva.engines.dialogues.trials.rules import Rules
from viva.subjects.console.shrink import smallest


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("notation", "program", "inputs"),
    [
        (
            "[>n]^N ( [>x]^Z )->(n_C) [{sum(x_A)} >]",
            "n = int(input())\nt = 0\nfor i in range(n):\n    x = int(input())\n"
            "    t += x if i < 12 or x != 7 else 0\nprint(t)",
            ["13", *["0"] * 12, "7"],
        ),
        (
            "[>n]^{1..30} ( [>d]^D )->(n_C) [{sum(d_A)} >]",
            "n = int(input())\nprint(sum(int(float(input())) for _ in range(n)))",
            ["1", "0.5"],
        ),
        (
            "[>d]^{0.0..100.0} ( [{1} >] <d_C > 0.0> [{2} >] )",
            "print(2 if float(input()) >= 0.3 else 1)",
            ["0.25"],
        ),
    ],
    ids=["a value late in a long run", "decimals", "a small decimal"],
)  # fmt: skip
def test_a_counterexample_is_small(examine: Examiner, notation: str, program: str, inputs: list[str]) -> None:
    assert fields(examine(notation, program))["inputs"] == inputs


@dataclass
class Stand:
    """Stands in for a trial: the program is one that does what another specification says."""

    other: Spec
    tired: bool = False
    passed: dict[tuple[Value, ...], Case] = field(default_factory=dict)

    def failure(self, case: Case) -> Failure | None:
        run = run_of(self.other, case) or right_run(case.general)
        found = judge(case, Observed(run, None, None, (None,) * len(case.inputs)), Rules())
        if found is None:
            self.passed[case.inputs] = case
        return found

    def failures(self, cases: Iterable[Case]) -> Iterator[tuple[Case, Failure | None]]:
        for case in cases:
            yield case, self.failure(case)


@pytest.mark.thorough
def test_no_stretch_can_be_left_out_and_no_value_be_simpler() -> None:
    randomness = random.Random(5)
    shrunk = 0
    while shrunk < 12:
        spec = random_exercise(randomness)
        trails = Trails(Walker(spec))
        cases = [case for _ in range(12) if (case := random_case(spec, randomness)) and len(case.inputs) < 40]
        programs = list(mutants(spec))
        for other in randomness.sample(programs, min(6, len(programs))):
            trial = Stand(other)
            failure = next((found for _, found in trial.failures(cases) if found), None)
            if failure is None:
                continue
            small = smallest(trails, failure, trial, lambda _: True).case  # type: ignore[arg-type]
            assert trial.failure(small)
            assert small.size <= failure.case.size
            for case in _smaller_by_hand(spec, small):
                assert not trial.failure(case), (show(spec), show(other), small.inputs, case.inputs)
            shrunk += 1


def _smaller_by_hand(spec: Spec, case: Case) -> Iterator[Case]:
    """Any stretch of reads left out, also with a number before it less by its length; any value 0, 1 or a."""
    inputs = case.inputs
    candidates: list[tuple[Value, ...]] = []
    for start in range(len(inputs)):
        for end in range(start + 1, len(inputs) + 1):
            left = (*inputs[:start], *inputs[end:])
            candidates.append(left)
            first = left[0] if left else None
            if start and isinstance(first, int) and not isinstance(first, bool):
                candidates.append((first - (end - start), *left[1:]))
    for place, value in enumerate(inputs):
        simple: tuple[Value, ...] = ("a",) if isinstance(value, str) else (type(value)(0), type(value)(1))
        candidates += [(*inputs[:place], other, *inputs[place + 1 :]) for other in simple]
    for one in candidates:
        found = case_of(spec, one)
        if found and found.size < case.size:
            yield found
