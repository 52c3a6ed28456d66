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


def test_what_is_set_apart_costs_nothing_and_has_seconds_of_its_own() -> None:
    meter = Budget(seconds=1000).meter()
    meter.charge(1, seconds=990)
    with meter.apart():
        meter.charge(0, seconds=500)
        assert not meter.over
        meter.charge(0, seconds=501)
        assert meter.over
    assert not meter.over
    assert 9 < meter.processor_left < 10
    meter.charge(0, seconds=10)
    assert meter.over
