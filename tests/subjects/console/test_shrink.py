"""Small counterexamples: few reads, then simple values; and none that one more step would have made smaller."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

import pytest

from tests.examining import Examiner
from tests.subjects.console.test_examine import fields
from viva.core.terms import Budget, Meter
from viva.engines.dialogues.judging import Failure, Observed, judge
from viva.engines.dialogues.model import Spec, Value
from viva.engines.dialogues.notations.symbols import parse
from viva.engines.dialogues.rules import Rules
from viva.engines.dialogues.running import right_run
from viva.engines.dialogues.semantics import Diverges, Way, begin, give
from viva.engines.dialogues.suites.cases import Case, case_of
from viva.engines.dialogues.suites.suite import suite
from viva.engines.dialogues.terms import Undefined
from viva.engines.dialogues.traces import Run, Written
from viva.engines.dialogues.varying import varied
from viva.subjects.console.shrink import smallest


@pytest.mark.parametrize(
    ("notation", "program", "inputs"),
    [
        (
            "[>n]^N ( [>x]^Z )->(n_C) [{sum(x_A)} >]",
            "n = int(input())\na = [0] * 12\nfor i in range(n):\n    a[i] = int(input())\nprint(sum(a))",
            ["13", *["0"] * 13],
        ),
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
    ids=["twelve places", "a value late in a long run", "decimals", "a small decimal"],
)  # fmt: skip
def test_a_counterexample_is_small(examine: Examiner, notation: str, program: str, inputs: list[str]) -> None:
    assert fields(examine(notation, program))["inputs"] == inputs


@dataclass
class OtherSpec:
    """Stands in for a trial: the program is one that does what another specification says."""

    other: Spec
    meter: Meter = field(default_factory=lambda: Budget().meter())
    limited: float = 0.0
    passed: dict[tuple[Value, ...], Case] = field(default_factory=dict)

    def failure(self, case: Case) -> Failure | None:
        found = judge(case, Observed(self.run(case), None, None, (None,) * len(case.inputs)), Rules())
        if found is None:
            self.passed[case.inputs] = case
        return found

    def failures(self, cases: Iterable[Case]) -> Iterator[tuple[Case, Failure | None]]:
        for case in cases:
            yield case, self.failure(case)

    def run(self, case: Case) -> Run:
        """As far as the other specification goes with these inputs; where it says nothing, it does what is right."""
        try:
            way: Way | None = begin(self.other)
            for value in case.inputs:
                if way is not None and way.asks is not None:
                    way = give(way, value)
        except (Undefined, Diverges):
            way = None
        if way is None:
            return right_run(case.general)
        run = right_run(way.general)
        return Run((*run.inputs, 0), (*run.blocks, Written())) if way.asks is not None else run


@pytest.mark.parametrize(
    "notation",
    [
        "[>n]^N ( [>x]^Z )->(n_C) [{sum(x_A)} >]",
        "( [>x]^Z ( 0 <x_C = 0> E ) )->E ( [{1} >] <len(x_A) > 7> [{2} >] )",
        "( [>x]^Z ( 0 <x_C = 0> E ) [>w]^S )->E [{max(x_A)} >] [{len(w_A)} >]",
        "[>d]^D [>e]^D ( [{d_C} >] <d_C < e_C> [{e_C - 0.25} >] )",
    ],
)
def test_no_round_can_be_left_out_and_no_value_be_simpler(notation: str) -> None:
    spec = parse(notation)
    tests = suite(spec, 0).tests
    shrunk = 0
    for other in islice(varied(spec, 1), 3):
        trial = OtherSpec(other)
        failures = [found for _, found in trial.failures(tests) if found]
        for failure in failures[-1:]:
            small = smallest(spec, failure, trial).case  # type: ignore[arg-type]
            assert trial.failure(small)
            assert small.size <= failure.case.size
            for case in _smaller_by_hand(spec, small):
                assert not trial.failure(case), (small.inputs, case.inputs)
            shrunk += 1
    assert shrunk


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
