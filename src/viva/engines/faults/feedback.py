"""The loop in which a person says that an element is fine, and the others are ranked anew.

What is fine leaves the list, and it leaves the runs: how near a passing run is to a failing one is then a matter of
what is still in question. And an element that stands out though it is fine was handed something wrong: what it depends
on comes before others that the formula cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from viva.engines.faults.closeness import weights
from viva.engines.faults.ochiai import ochiai
from viva.engines.faults.ranking import Formula, Ranking, rank
from viva.engines.faults.spectrum import Element, Run, Spectrum


def rerank(
    spectrum: Spectrum[Element],
    fine: Collection[Element],
    *,
    formula: Formula = ochiai,
    away: Mapping[Element, Mapping[Element, int]] | None = None,
) -> Ranking[Element]:
    """The elements that nobody has called fine. `away` has, for elements, those that they depend on and how many steps
    away these are. No element that is `fine` comes back, whatever is said next."""
    left = frozenset(fine)
    elements = tuple(element for element in spectrum.elements if element not in left)
    asked = Spectrum(elements, tuple(Run(run.passed, run.covered - left) for run in spectrum.runs))
    nearest: dict[Element, float] = {}
    for element in fine:
        for other, steps in (away or {}).get(element, {}).items():
            if other not in left and steps > 0:
                nearest[other] = max(nearest.get(other, 0.0), 1.0 / steps)
    return rank(asked, formula, passing_weights=weights(asked), further=(nearest,))
