"""A budget is spent in counted steps; processor seconds, also those of runs elsewhere, are the safety net."""

from viva.core.terms import Budget


def test_a_meter_is_exhausted_by_steps_beyond_the_budget() -> None:
    meter = Budget(steps=10, seconds=1000).meter()
    meter.charge(10)
    assert not meter.exhausted
    meter.charge(1)
    assert meter.exhausted


def test_processor_seconds_of_runs_count() -> None:
    meter = Budget(steps=10, seconds=1000).meter()
    meter.charge(1, seconds=900)
    assert not meter.exhausted
    meter.charge(1, seconds=200)
    assert meter.exhausted
