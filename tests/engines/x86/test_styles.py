"""Programs as other people write them: proved with their annotations, and not with one instruction changed."""

from __future__ import annotations

import pytest

from tests.engines.x86.styles import STYLED, Styled
from viva.engines.x86.proving import prove


@pytest.mark.parametrize("styled", STYLED, ids=lambda styled: styled.proven.name)
def test_a_program_is_proved_as_it_is_and_not_with_one_instruction_changed(styled: Styled) -> None:
    assert prove(styled.proven.job().theory()).complete
    assert not prove(styled.broken.job().theory(), 4_000_000, explaining=False).complete
