"""Tests with values that only a program mentions: none that the suite has, and not too many."""

import pytest

from viva.engines.dialogues.notations.symbols import parse
from viva.engines.dialogues.suites.mentioned import further_tests
from viva.engines.dialogues.suites.suite import suite

SUM = "[>n]^N ( [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]"
BILLION = "( [>x]^Z <sum(x_A) = 1000000000> E )->E"


@pytest.mark.parametrize("constants", [(), (0, 1, 2, -1), (1000000000, 999999999, "sum")])
def test_what_the_suite_knows_is_not_tried_again(constants: tuple[int | str, ...]) -> None:
    spec = parse(BILLION, "spec.sym")
    assert further_tests(spec, suite(spec, 0), constants) == ()


def test_the_number_of_further_tests_is_bounded() -> None:
    spec = parse(SUM, "spec.sym")
    tests = suite(spec, 0)
    further = further_tests(spec, tests, range(100, 1000, 10))
    assert 10 < len(further) <= 40
    assert not {case.inputs for case in further} & {case.inputs for case in tests.tests}
