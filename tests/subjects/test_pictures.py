"""Pictures of models: a fix is marked in each, and none is wider than it has to be."""

import re
from pathlib import Path

import pytest

import viva
from viva.core.ladder import Rung

ROOT = Path(__file__).parents[2] / "exercises"
CASES = [
    ("automata/ends-in-00", "forgets.txt"),
    ("automata/ends-in-00", "begins.txt"),
    ("machines/alarm", "refinement-wins.machine.txt"),
    ("machines/every-fourth", "cascade-delayed.machine.txt"),
    ("hybrid/ring", "too-short.hybrid"),
    ("hybrid/room", "forgot-loss.hybrid"),
]


def width(svg: str) -> float:
    found = re.search(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+)', svg)
    assert found is not None
    return float(found[1])


@pytest.mark.parametrize(("exercise", "file"), CASES)
def test_a_fix_is_marked_in_its_picture(exercise: str, file: str) -> None:
    report = viva.check(ROOT / exercise, ROOT / exercise / "examples" / "wrong" / file)
    place, fix = (
        next(each.drawing for each in report.findings if each.rung is rung and each.drawing)
        for rung in (Rung.PLACE, Rung.FIX)
    )
    assert 'class="bad"' in place.svg and 'class="good"' not in place.svg
    assert 'class="good"' in fix.svg and 'class="bad"' not in fix.svg
    most = 340 if exercise.startswith("automata") else 400 if exercise.startswith("hybrid") else 900  # guards are long
    assert width(place.svg) <= most and width(fix.svg) <= most
