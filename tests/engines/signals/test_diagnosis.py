"""What decides: the walk ends at a comparison whose margin is the robustness of the whole; and pictures of it."""

import random
from xml.etree import ElementTree

import numpy as np
import pytest

from viva.engines.signals import Semantics, diagnose, parse, robustness, show, trace
from viva.engines.signals.model import Comparison, Truth
from viva.engines.signals.plot import plot

from .formulas import random_formula, random_samples


@pytest.mark.parametrize("semantics", list(Semantics))
def test_the_walk_ends_where_the_robustness_comes_from(semantics: Semantics) -> None:
    random_ = random.Random(7)
    for _ in range(400 if semantics is Semantics.POINTS else 120):
        samples = random_samples(random_, random_.randint(1, 8), quarters=True)
        formula = random_formula(random_, random_.choice([1, 2, 3]), straight=True)
        samples_trace = trace(samples.times, samples.signals)
        steps = diagnose(formula, samples_trace, semantics)
        whole = robustness(formula, samples_trace, semantics)
        assert steps[0].formula == formula
        assert steps[0].value == whole
        for one in steps:
            same = one.value in (whole, -whole) or abs(abs(one.value) - abs(whole)) < 1e-9
            assert same, (show(formula), samples, steps)
        last = steps[-1]
        assert isinstance(last.formula, Comparison | Truth) or last.why in ("empty", "approached")


def test_a_diagnosis_in_steps() -> None:
    samples = trace([0, 1, 2, 3, 4], x=[1, 2, 3, 0.5, -1], y=[0, 1, 0, 1, 2])
    steps = diagnose(parse("G[0,4] (x > 1 -> F[0,1] y > 2)"), samples)
    assert [(show(one.formula), one.time, one.value, one.why) for one in steps] == [
        ("G[0,4] (x > 1 -> F[0,1] y > 2)", 0.0, -1.0, "least"),
        ("x > 1 -> F[0,1] y > 2", 1.0, -1.0, "premise"),
        ("x > 1", 1.0, 1.0, "comparison"),
    ]


def test_the_instant_may_lie_between_samples() -> None:
    steps = diagnose(parse("F[0,1] abs(x) < 1"), trace([0, 1], x=[-1, 1]), Semantics.LINEAR)
    assert steps[-1].time == 0.5
    steps = diagnose(parse("x > 0 U[0,1] y > 0"), trace([0, 1], x=[1, 0], y=[0, 1]), Semantics.LINEAR)
    assert (steps[-1].time, steps[-1].value) == (0.5, 0.5)


@pytest.mark.parametrize("semantics", list(Semantics))
def test_pictures_are_wellformed_for_any_formula(semantics: Semantics) -> None:
    random_ = random.Random(3)
    for _ in range(40):
        samples = random_samples(random_, random_.randint(1, 8), quarters=True)
        formula = random_formula(random_, random_.choice([1, 2, 3]), straight=True)
        samples_trace = trace(samples.times, samples.signals)
        drawing = plot(formula, samples_trace, semantics, steps=diagnose(formula, samples_trace, semantics))
        ElementTree.fromstring(drawing.svg)
        assert "nan" not in drawing.svg
        assert show(formula) in drawing.text


def test_a_picture_shows_thresholds_and_the_decision_and_stays_small() -> None:
    times = np.arange(200_000) * 0.01
    samples = trace(times, x=np.sin(times))
    drawing = plot(parse("G[0,10] x > -0.5"), samples, decided_at=3.67)
    assert "decided at 3.67" in drawing.svg
    assert 'class="threshold"' in drawing.svg
    assert len(drawing.svg) < 200_000
