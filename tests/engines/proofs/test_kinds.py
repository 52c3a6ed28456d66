"""The translation means what CPython does, for values of many kinds: results, errors, and what is left in arguments."""

from __future__ import annotations

import pytest

from tests.engines.proofs.against_python import held_against_python
from tests.engines.proofs.kinds import NAMES, Kinds

SHAPES = tuple(NAMES.values())


def covered(seeds: range, inputs: int = 12) -> int:
    sources = [(seed, Kinds(seed).function()) for seed in seeds]
    return sum(held_against_python(source, SHAPES, seed, inputs) > 0 for seed, source in sources if is_python(source))


def is_python(source: str) -> bool:
    """Parts that are put together without regard to sense may be none, as `1.count('a')`."""
    try:
        compile(source, "random", "exec")
    except SyntaxError:
        return False
    return True


def test_random_programs_of_many_kinds_do_what_cpython_does() -> None:
    assert covered(range(24))


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("start", range(24, 1024, 100))
def test_many_random_programs_of_many_kinds_do_what_cpython_does(start: int) -> None:
    assert covered(range(start, start + 100)) >= 20
