"""The places by which wrong runs stand out, and what changes when somebody says that one of them is fine.

This is the loop of the autograder's paper (section 10.3). The session calls it for its commands `b` and `o`, and a site
calls it the same way. What it says rests on runs in the sandbox, so it is for people and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from viva.core.records import dataclass
from viva.engines.faults import Counts, Run, Spectrum, jaccard, ochiai, rerank, sources, tarantula
from viva.languages.outcome import Outcome
from viva.languages.program import Program
from viva.languages.survey import Survey

FORMULAS: Mapping[str, Callable[[Counts], float]] = {"ochiai": ochiai, "tarantula": tarantula, "jaccard": jaccard}
KINDS = ("statements", "predicates", "functions")

Element = tuple[int, str]
"""A line, and what of it is meant: nothing, the name of a function, or how a condition came out."""


@dataclass(frozen=True, slots=True)
class Blamed:
    """`name` is that of a function, or `true` or `false` for a condition that came out so; empty for a line."""

    line: int
    name: str
    score: float


def blame(
    program: Program,
    facts: Survey,
    runs: Sequence[tuple[Outcome, bool]],
    *,
    kind: str = "statements",
    formula: str = "ochiai",
    fine: Collection[int] = (),
) -> list[Blamed]:
    """Places from the most to the least suspect; empty where no run is wrong. `runs` are pairs of what a run with hooks
    for expressions and branches gave, and whether that was right. `fine` are lines that somebody looked at and found
    nothing wrong with."""
    seen = [Run(right, frozenset(_covered(program, facts, outcome, kind))) for outcome, right in runs]
    spectrum = Spectrum.of(sorted({element for run in seen for element in run.covered}), seen)
    cleared = [element for element in spectrum.elements if element[0] in fine]
    away = _away(facts, spectrum, cleared) if kind == "statements" else {}
    ranking = rerank(spectrum, cleared, formula=FORMULAS[formula], away=away)
    return [Blamed(*item.element, item.score[0]) for item in ranking.ranked]


def _covered(program: Program, facts: Survey, outcome: Outcome, kind: str) -> Iterator[Element]:
    coverage = outcome.coverage
    if kind == "predicates":
        for site, seen in coverage.expressions.items():
            if program.sites[site].kind == "condition":
                yield from ((program.sites[site].line, "true") for _ in range(min(1, seen.true)))
                yield from ((program.sites[site].line, "false") for _ in range(min(1, seen.false)))
        return
    lines = {program.sites[site].line for site in (*coverage.expressions, *coverage.branches)}
    if kind == "functions":
        for function in facts.functions:
            if any(function.line <= line <= function.end_line for line in lines):
                yield function.line, function.name
        return
    stated = {program.sites[site].line for site in coverage.expressions}
    yield from ((line, "") for line in stated & {*facts.lines})


def _away(facts: Survey, spectrum: Spectrum[Element], fine: Sequence[Element]) -> dict[Element, dict[Element, int]]:
    """What lines depend on, as far as wrong runs were there."""
    covered = {line for run in spectrum.failing for line, _ in run.covered}
    return {
        element: {(line, ""): steps for line, steps in sources(facts.flow, covered, element[0]).items()}
        for element in fine
    }
