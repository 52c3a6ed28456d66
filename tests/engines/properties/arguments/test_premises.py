"""Premises that hardly any argument fits are met by a search along the property."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from viva.engines.properties.arguments.premises import search_counterexamples
from viva.properties import Result, Verdict, examine, implies


def is_ordered(xs: list[int]) -> bool:
    return all(a < b for a, b in itertools.pairwise(xs))


def strictly_ordered_six(xs: list[int]) -> object:
    return implies(len(xs) == 6 and is_ordered(xs), lambda: len(set(xs)) == 6)


def strictly_ordered_six_wrong(xs: list[int]) -> object:
    return implies(len(xs) == 6 and is_ordered(xs), lambda: sum(xs) < 100)


def permutations(xs: list[int]) -> object:
    return implies(sorted(xs) == list(range(len(xs))) and len(xs) >= 5, lambda: sum(xs) == len(xs) * (len(xs) - 1) // 2)


def permutations_wrong(xs: list[int]) -> object:
    return implies(sorted(xs) == list(range(len(xs))) and len(xs) >= 5, lambda: xs[0] < 4)


def is_address(text: str) -> bool:
    name, at, host = text.partition("@")
    return bool(name) and at == "@" and "." in host and not host.startswith(".") and not host.endswith(".")


def addresses(text: str) -> object:
    return implies(is_address(text), lambda: "@" in text)


def addresses_wrong(text: str) -> object:
    return implies(is_address(text), lambda: len(text) < 7)


def examined(function: object, tests: int) -> Result:
    return examine(function, tests=tests, arguments=20_000)


@pytest.mark.parametrize("function", [strictly_ordered_six, permutations, addresses])
def test_a_sparse_premise_is_met_many_times(function: object) -> None:
    result = examined(function, 25)
    assert result.verdict is Verdict.PASSED and result.tests >= 20
    assert "that a search along the premise found" in result.covered


@pytest.mark.parametrize("function", [strictly_ordered_six_wrong, permutations_wrong, addresses_wrong])
def test_what_is_wrong_under_a_sparse_premise_is_refuted(function: object) -> None:
    assert examined(function, 200).verdict is Verdict.REFUTED


def test_a_premise_that_fits_often_is_not_searched_along() -> None:
    def prop_even(x: int) -> object:
        return implies(x % 2 == 0, x // 2 * 2 == x)

    assert "search" not in examine(prop_even).covered


def test_modules_that_mean_different_things_by_a_name_are_not_searched_together(tmp_path: Path) -> None:
    text = "from beside import limit\n\n\ndef prop_far(n: int) -> bool:\n    return n != limit() + 987654\n"
    (tmp_path / "module.py").write_text(text, "utf-8")
    (tmp_path / "beside.py").write_text("def limit():\n    return 3\n", "utf-8")
    assert "n = 987657" in search_counterexamples(tmp_path / "module.py", "prop_far", 5.0)
    (tmp_path / "module.py").write_text(f"{text}\n\ndef limit_of():\n    return 1\n\n\nSIZE = 2\n", "utf-8")
    (tmp_path / "beside.py").write_text("SIZE = 1\n\n\ndef limit():\n    return SIZE\n", "utf-8")
    assert search_counterexamples(tmp_path / "module.py", "prop_far", 5.0) == []
    assert search_counterexamples(tmp_path / "absent.py", "prop_far", 5.0) == []
