"""Programs as other people write them: proved with their annotations, and not with one instruction changed."""

from __future__ import annotations

import pytest

from tests.engines.x86.styles import COMPARE_STRINGS, MINIMUM_WORDS, POWER_OF_TWO, STYLED, TABLE, Styled
from viva.engines.x86.obligations.proving import prove

# These take seconds; the benchmark proves them too.
SLOW = (POWER_OF_TWO, COMPARE_STRINGS, MINIMUM_WORDS, TABLE)


@pytest.mark.some(6)
@pytest.mark.parametrize("styled", [each for each in STYLED if each not in SLOW], ids=lambda styled: styled.proven.name)
def test_a_program_is_proved_as_it_is_and_not_with_one_instruction_changed(styled: Styled) -> None:
    assert prove(styled.proven.job().theory()).complete
    assert not prove(styled.broken.job().theory(), 1_500_000, explaining=False).complete
