"""Start reading here: which elements of a program were covered by which runs, and whether these were right."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Generic, TypeVar

from viva.core.records import dataclass

Element = TypeVar("Element", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Run(Generic[Element]):
    passed: bool
    covered: frozenset[Element]


@dataclass(frozen=True, slots=True)
class Counts:
    """Of one element: failing and passing runs that covered it, and those that did not. Passing runs may be weighed."""

    failed: float
    passed: float
    missed_failed: float
    missed_passed: float


@dataclass(frozen=True, slots=True)
class Spectrum(Generic[Element]):
    """`elements` in the order of the program: it is the order in which ties are told."""

    elements: tuple[Element, ...]
    runs: tuple[Run[Element], ...]

    @classmethod
    def of(cls, elements: Iterable[Element], runs: Iterable[Run[Element]]) -> Spectrum[Element]:
        return cls(tuple(dict.fromkeys(elements)), tuple(runs))

    @property
    def failing(self) -> tuple[Run[Element], ...]:
        return tuple(run for run in self.runs if not run.passed)

    @property
    def passing(self) -> tuple[Run[Element], ...]:
        return tuple(run for run in self.runs if run.passed)

    def counts(self, element: Element, weights: Sequence[float] | None = None) -> Counts:
        """`weights` are those of the passing runs, one each."""
        failing, passing = self.failing, self.passing
        if weights is None:
            weights = [1.0] * len(passing)
        failed = sum(element in run.covered for run in failing)
        passed = sum(weight for run, weight in zip(passing, weights, strict=True) if element in run.covered)
        return Counts(failed, passed, len(failing) - failed, sum(weights) - passed)

    def groups(self) -> list[tuple[Element, ...]]:
        """Elements that no run tells apart, together; in the order of the program."""
        found: dict[tuple[bool, ...], list[Element]] = {}
        for element in self.elements:
            found.setdefault(tuple(element in run.covered for run in self.runs), []).append(element)
        return [tuple(group) for group in found.values()]
