"""How far formulas look, and the memory of section 3.2.2."""

import math
import random

import pytest

from viva.engines.signals import horizon, limit_windows, memory, parse, robustness, show, trace

from .formulas import random_formula, random_samples


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("x > 0", 0),
        ("G[0,10] F[0,5] x > 0", 15),
        ("G[1,2] x > 0 and F[3,7] x > 0", 7),
        ("G[0,2] x > 0 U[1,4] F[0,3] x > 0", 7),
        ("G x > 0", math.inf),
        ("O[0,5] x > 0", 0),
        ("O x > 0", 0),
        ("O[2,5] F[0,6] x > 0", 4),
        ("F[0,3] x > 0 S[2,4] F[0,9] x > 0", 7),
        ("not (x > 0 -> F[1,2] x > 0)", 2),
        ("x > 0 R[0,3] x > 1", 3),
    ],
)
def test_horizons(text: str, wanted: float) -> None:
    assert horizon(parse(text)) == wanted


def test_the_example_of_the_paper() -> None:
    """phi1 or (G[a,b] phi2 U[c,d] F[e,f] phi3) with [a,b] = [1,2], [c,d] = [3,4], [e,f] = [5,6]: figure 2."""
    found = {
        show(one.formula): (one.start, one.end) for one in memory(parse("p > 1 or G[1,2] q > 2 U[3,4] F[5,6] r > 3"))
    }
    assert found == {
        "p > 1 or G[1,2] q > 2 U[3,4] F[5,6] r > 3": (0, 0),
        "p > 1": (0, 0),
        "G[1,2] q > 2 U[3,4] F[5,6] r > 3": (0, 0),
        "G[1,2] q > 2": (0, 4),
        "q > 2": (1, 6),
        "F[5,6] r > 3": (0, 4),
        "r > 3": (5, 10),
    }


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("G[0,10] F[0,5] x > 0", [0, 10, 15]),
        ("G x > 0", [0, 0]),
        ("G F[0,5] x > 0", [0, 5, 5]),
        ("G (x > 0 -> F[0,5] y > 0)", [0, 5, 5, 5, 5]),
        ("F[0,3] G x > 0", [0, 3, 0]),
        ("G F x > 0", [0, math.inf, math.inf]),
        ("G O[0,7] x > 0", [0, 0, 7]),
    ],
)
def test_how_much_is_kept(text: str, kept: list[float]) -> None:
    assert [one.kept for one in memory(parse(text))] == kept


def test_a_formula_cut_to_the_length_of_the_trace_means_the_same_and_needs_finite_memory() -> None:
    assert show(limit_windows(parse("G F[2,inf] x > 0 and O p > 1"), 60)) == "G[0,60] F[2,60] x > 0 and O[0,60] p > 1"
    assert show(limit_windows(parse("x > 0 U[70,inf] y > 0"), 60)) == "x > 0 U[70,70] y > 0"
    random_ = random.Random(5)
    for _ in range(300):
        samples = random_samples(random_, random_.randint(1, 8))
        formula = random_formula(random_, random_.choice([1, 2, 3]))
        cut = limit_windows(formula, 100.0)
        given = trace(samples.times, samples.signals)
        assert robustness(cut, given) == robustness(formula, given), show(formula)
        assert all(one.kept < math.inf for one in memory(cut))
