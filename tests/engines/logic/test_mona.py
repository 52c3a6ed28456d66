"""MONA agrees with the compiler, on all words but the empty one."""

import random
from pathlib import Path
from typing import Any

import pytest

from tests.engines.logic.mona import first_difference
from tests.engines.logic.random_formulas import random_formula
from tests.engines.logic.textbook import LANGUAGES, NAMES, read
from viva.engines.logic import compile, show

pytestmark = pytest.mark.needs_mona


@pytest.mark.parametrize("language", LANGUAGES, ids=NAMES)
def test_the_textbook_languages_are_those_of_mona(language: dict[str, Any], tmp_path: Path) -> None:
    formula, alphabet = read(language)
    assert first_difference(compile(formula, alphabet), formula, tmp_path) is None


def test_random_formulas_mean_the_same_to_mona(tmp_path: Path) -> None:
    for seed in range(100):
        source = random.Random(seed)
        alphabet = source.choice(["ab", "ab", "abc", "abcd"])
        formula = random_formula(source, source.randint(1, 4), alphabet)
        wrong = first_difference(compile(formula, alphabet), formula, tmp_path)
        assert wrong is None, (show(formula), alphabet, wrong)
