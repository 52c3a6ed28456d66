"""What a verdict rests on where all inputs were run."""

from typing import Any, cast

import pytest

from viva.core.terms import Ended
from viva.engines.calls import Again, Prover, Trial
from viva.engines.calls.proving import grounds
from viva.engines.calls.proving.walking import Doubt


def test_what_was_right_on_all_inputs_stays_so_where_there_is_no_time_for_a_proof(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def too_late(*_: Any, **__: Any) -> None:
        raise Ended

    unordered = Doubt("unordered")
    monkeypatch.setattr(grounds, "other_calls", lambda *_: [])
    monkeypatch.setattr(grounds, "impurities", lambda *_: [unordered])
    monkeypatch.setattr(grounds, "walk", lambda *_: None)
    monkeypatch.setattr(Prover, "equality", too_late)
    assert Prover(cast(Trial, None), []).of_all_inputs([], Again()) == [unordered]
