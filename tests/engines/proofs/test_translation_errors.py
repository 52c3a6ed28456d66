"""The bench that changes the translation in one place each: a dozen changes of it."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[3] / "bench"))
from seeded_changes import drawn, modules_of
from translation_errors import EVALUATING, GUARDED, Share, programs, shares, tried


@pytest.mark.parametrize("many", [4, pytest.param(12, marks=pytest.mark.thorough)])
def test_changes_that_give_a_program_another_meaning_are_found_by_runs(many: int) -> None:
    known = list(islice(tried(list(programs(["unique"])), many), many))
    assert len(known) == many
    found = [each for each in shares(known) if isinstance(each, Share)]
    assert found[0].what == "changes, by inputs of a check"
    assert all(each.found == each.count for each in found)


def test_the_same_changes_are_drawn_from_the_same_sources() -> None:
    modules = modules_of(GUARDED, EVALUATING)
    one, two = (list(islice(drawn(modules, 7), 30)) for _ in range(2))
    assert one == two
    assert len({each.key for each in one}) == 30
    assert len({each.module for each in one}) > 5
