"""The list for a person: elements from the most to the least suspect, with ties that are the same every time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic

from viva.core.records import dataclass
from viva.engines.faults.closeness import weights
from viva.engines.faults.ochiai import ochiai
from viva.engines.faults.spectrum import Counts, Element, Spectrum

Formula = Callable[[Counts], float]


@dataclass(frozen=True, slots=True)
class Ranked(Generic[Element]):
    """`score` is what it is ranked by, first things first; equal scores are a tie."""

    element: Element
    score: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Ranking(Generic[Element]):
    """`separated` is False where every suspect element has the same score: then the order says nothing."""

    ranked: tuple[Ranked[Element], ...]
    separated: bool

    def top(self, number: int) -> tuple[Element, ...]:
        return tuple(item.element for item in self.ranked[:number])

    @property
    def best(self) -> tuple[Element, ...]:
        """All elements that share the first place."""
        return tuple(item.element for item in self.ranked if item.score == self.ranked[0].score)


def rank(
    spectrum: Spectrum[Element],
    formula: Formula = ochiai,
    *,
    passing_weights: Sequence[float] | None = None,
    further: Sequence[Mapping[Element, float]] = (),
    first: Sequence[Mapping[Element, float]] = (),
) -> Ranking[Element]:
    """Ranks by the scores in `first`, then by the formula, then by those in `further`; ties by the program's order.

    Elements that no failing run covers are not suspect and left out, unless a score of `first` names them.
    """
    found: list[Ranked[Element]] = []
    for element in spectrum.elements:
        counts = spectrum.counts(element, passing_weights)
        named = [round(scores.get(element, 0.0), 9) for scores in first]
        if counts.failed or any(named):
            later = [round(scores.get(element, 0.0), 9) for scores in further]
            found.append(Ranked(element, (*named, round(formula(counts), 9), *later)))
    place = {element: number for number, element in enumerate(spectrum.elements)}
    ranked = sorted(found, key=lambda item: (tuple(-part for part in item.score), place[item.element]))
    return Ranking(tuple(ranked), len({item.score for item in ranked}) > 1)


def localise(
    spectrum: Spectrum[Element],
    first: Sequence[Mapping[Element, float]] = (),
    *,
    further: Sequence[Mapping[Element, float]] = (),
    runs: bool = True,
) -> Ranking[Element]:
    """What is recommended: stronger evidence first (changes that mend), then the formula with passing runs weighed by
    closeness, then what breaks ties. Without `runs` the formula is left out: runs that all go one way say nothing."""
    return rank(spectrum, ochiai if runs else _nothing, passing_weights=weights(spectrum), first=first, further=further)


def _nothing(counts: Counts) -> float:  # noqa: ARG001 the shape of a formula
    return 0.0
