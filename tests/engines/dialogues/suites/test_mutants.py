"""Wrong programs for random specifications are found by their suites. `bench/console.py` measures many more."""

import random

import pytest

from tests.engines.dialogues.mutants import differs, fails, mutants, random_case, random_exercise
from viva.engines.dialogues.notations.symbols import show
from viva.engines.dialogues.suites.suite import suite


@pytest.mark.thorough
def test_nearly_every_wrong_program_is_found() -> None:
    randomness = random.Random(23)
    wrong, missed = 0, []
    for _ in range(3):
        spec = random_exercise(randomness)
        cases = [case for _ in range(60) if (case := random_case(spec, randomness))]
        tests = suite(spec, 0).tests
        for other in dict.fromkeys(mutants(spec)):
            witness = differs(other, cases)
            if witness is not None:
                wrong += 1
                if not any(fails(other, case) for case in tests):
                    missed.append((show(spec), show(other), witness.inputs))
    assert wrong > 60
    assert 100 * len(missed) <= wrong, missed
