"""Weights of passing runs: one that went nearly the way of a failing run says more than one that went elsewhere."""

from __future__ import annotations

from viva.engines.faults.spectrum import Element, Run, Spectrum


def weights(spectrum: Spectrum[Element]) -> list[float]:
    """For each passing run how near it is to the nearest failing one: 1 if they covered the same, towards 0 if nothing
    in common. A run that covered nothing in common still counts a little, so that no evidence is lost."""
    failing = spectrum.failing
    return [max([0.05, *(_near(run, other) for other in failing)]) for run in spectrum.passing]


def _near(left: Run[Element], right: Run[Element]) -> float:
    union = len(left.covered | right.covered)
    return len(left.covered & right.covered) / union if union else 1.0
