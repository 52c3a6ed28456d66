"""Random specifications and mutants of their model answers, judged by an interpreter written apart."""

import pytest

from tests.engines.dialogues.fuzz import fuzz


@pytest.mark.thorough
def test_no_right_run_is_refuted_and_wrong_mutants_are_found() -> None:
    tally = fuzz(seed=5, specs=4)
    assert tally.refuted == ()
    assert tally.wrong > 8
    assert tally.found >= 0.9 * tally.wrong
