"""Every seeded bug is found, within the number of tests that the engine promises."""

import pytest

from viva.properties import Verdict, examine

from .bugs import BUGS


@pytest.mark.parametrize("name", BUGS)
def test_the_bug_is_found_within_five_thousand_tests_and_the_counterexample_fails_again(name: str) -> None:
    result = examine(BUGS[name], tests=5000)
    assert result.verdict is Verdict.REFUTED and result.tests <= 5000
    assert result.counterexample is not None
    again = examine(BUGS[name], tests=5000, replay=result.counterexample.replay)
    assert again.verdict is Verdict.REFUTED
    assert again.counterexample is not None and again.counterexample.arguments == result.counterexample.arguments
