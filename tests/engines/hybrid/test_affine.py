"""Affine systems against matrix exponentials: where two of them part, and how far each goes."""

import random
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from tests.engines.hybrid.exponentials import Plant, Run, Unclear, random_plant, run, slightly_other
from viva.engines.hybrid import Outcome, compare, summarise, values_at

BLOCK = 25
THRESHOLDS = ["0", "0.001", "0.01", "0.05", "0.2", "0.5", "1"]
NEAR = 1e-5


def clear_run(plant: Plant, horizon: Fraction) -> Run | None:
    try:
        return run(plant, float(horizon))
    except Unclear:
        return None


def pairs(block: int) -> Iterator[tuple[Run, Run, Fraction, Fraction]]:
    """Pairs whose runs are clear; at least two thirds of them jump."""
    chance = random.Random(f"affine pairs {block}")
    found = quiet = 0
    while found < BLOCK:
        plant = random_plant(chance)
        other = slightly_other(plant, chance)
        threshold, horizon = Fraction(chance.choice(THRESHOLDS)), Fraction(chance.randint(15, 80), 10)
        one, two = clear_run(plant, horizon), clear_run(other, horizon)
        if one is None or two is None or (not one.jumps and quiet >= BLOCK // 3):
            continue
        found += 1
        quiet += not one.jumps
        yield one, two, threshold, horizon


def far_from_jumps(times: np.ndarray, *runs: Run) -> np.ndarray:
    jumps = [time for each in runs for time in each.jumps]
    return np.array([all(abs(time - jump) > NEAR for jump in jumps) for time in times])


def agree(found: Outcome, one: Run, other: Run, threshold: Fraction, horizon: Fraction) -> None:
    bound = float(threshold)
    times = np.linspace(0, float(horizon), 700)[1:-1]
    clear = far_from_jumps(times, one, other)
    apart = np.abs(one.at(times) - other.at(times)).max(axis=1)
    beyond = times[clear & (apart > bound + NEAR)]
    if found.kind in ("same", "equal"):
        assert not len(beyond), f"apart at {beyond[0]}"
        return
    assert found.kind == "different", found.kind
    first = found.departures[0]
    assert not len(beyond) or first.start <= beyond[0] + NEAR
    names = ["x", "y", "z"]
    moment = np.array([float(first.clearest)])
    if far_from_jumps(moment, one, other).all():
        index = names.index(first.output)
        assert abs(one.at(moment)[0][index] - other.at(moment)[0][index]) > bound - NEAR


@pytest.mark.some(2)
@pytest.mark.parametrize("block", range(40))
def test_affine_systems_part_where_matrix_exponentials_do(block: int) -> None:
    parted = 0
    for one, other, threshold, horizon in pairs(block):
        found = compare(one.plant.system(), other.plant.system(), threshold, horizon)
        agree(found, one, other, threshold, horizon)
        parted += found.kind == "different"
    assert parted >= BLOCK // 5


@pytest.mark.some(2)
@pytest.mark.parametrize("block", range(20))
def test_bounds_and_values_are_those_of_matrix_exponentials(block: int) -> None:
    chance = random.Random(f"affine bounds {block}")
    for _ in range(BLOCK):
        plant, horizon = random_plant(chance), Fraction(chance.randint(15, 60), 10)
        asked = clear_run(plant, horizon)
        if asked is None:
            continue
        system = plant.system()
        times = np.linspace(0, float(horizon), 500)[1:-1]
        times = times[far_from_jumps(times, asked)]
        expected = asked.at(times)
        own = values_at(system, [float(each) for each in times], exact=False)
        shown = np.array([[float(row[name]) for name in system.outputs] for row in own])
        assert np.abs(shown - expected).max() < NEAR * (1 + np.abs(expected).max())
        summary = summarise(system, horizon)
        for index, (low, high) in enumerate(summary.bounds):
            room = 0.02 * (1 + np.abs(expected[:, index]).max())
            assert float(low) <= expected[:, index].min() + NEAR and expected[:, index].max() - NEAR <= float(high)
            assert float(low) >= expected[:, index].min() - room or asked.jumps
