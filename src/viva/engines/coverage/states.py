"""Start reading here: what is known of each place of a program after some runs.

HPC's boxes for Python: an expression was evaluated or not; a condition (of `if`, `while`, a comprehension, a
conditional expression, a guard, an operand of `and` and `or`) was never evaluated, always true, always false, or both;
an alternative (a branch without expressions of its own, a `case`, an `except`, a function) was entered or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from enum import StrEnum

from viva.core.records import dataclass
from viva.languages.coverage import Coverage, Evaluations
from viva.languages.program import Program
from viva.languages.sites import Site

# Alternatives that a reader sees as a piece of source of their own. The others (then, else, loop, exit, short) show
# in the state of their condition.
_SHOWN_BRANCHES = frozenset({"function", "case", "handler"})


class State(StrEnum):
    NEVER = "never"  # never evaluated, never entered
    TRUE = "true"  # a condition that was always true
    FALSE = "false"  # a condition that was always false
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Gap:
    """A place that the runs have not covered completely."""

    site: Site
    state: State


@dataclass(slots=True)
class Accumulated:
    """All runs of one program so far. The program must have been prepared with `expressions` and `branches`."""

    program: Program
    runs: int = 0
    branches: set[int] = field(default_factory=set)
    expressions: dict[int, Evaluations] = field(default_factory=dict)

    def add(self, coverage: Coverage) -> bool:
        """Counts a run; whether it covered something that no run before it did."""
        new = self.would_add(coverage)
        self.runs += 1
        self.branches |= coverage.branches
        for site, seen in coverage.expressions.items():
            before = self.expressions.get(site, Evaluations(0, 0, 0))
            self.expressions[site] = Evaluations(
                before.reached + seen.reached, before.true + seen.true, before.false + seen.false
            )
        return new

    def would_add(self, coverage: Coverage) -> bool:
        return bool(marks(coverage.branches, coverage.expressions) - marks(self.branches, self.expressions))

    def state(self, site: int) -> State:
        kind = self.program.sites[site].kind
        if kind not in ("expression", "condition"):
            return State.DONE if site in self.branches else State.NEVER
        seen = self.expressions.get(site)
        if seen is None or not seen.reached:
            return State.NEVER
        if kind == "condition" and bool(seen.true) != bool(seen.false):
            return State.TRUE if seen.true else State.FALSE
        return State.DONE

    def copy(self) -> Accumulated:
        return Accumulated(self.program, self.runs, set(self.branches), dict(self.expressions))

    def gaps(self, first: int = 1, last: int | None = None) -> Iterator[Gap]:
        """What is not covered between two lines, in the order of the source; what lies inside of it is left out."""
        found: list[Gap] = []
        for number, site in enumerate(self.program.sites):
            if site.line < first or (last is not None and site.end_line > last):
                continue
            if site.kind in ("expression", "condition") or site.kind in _SHOWN_BRANCHES:
                state = self.state(number)
                if state is not State.DONE:
                    found.append(Gap(site, state))
        never = [gap.site for gap in found if gap.state is State.NEVER]
        kept = [gap for gap in found if not any(_inside(gap.site, other) for other in never)]
        unique = {(_start(gap.site), _end(gap.site)): gap for gap in kept}
        yield from sorted(unique.values(), key=lambda gap: (_start(gap.site), _end(gap.site)))

    def shares(self, first: int = 1, last: int | None = None) -> tuple[int, int]:
        """How many of the marks between two lines were reached, and how many there are."""
        reached = total = 0
        for number, site in enumerate(self.program.sites):
            if site.line < first or (last is not None and site.end_line > last):
                continue
            seen = self.expressions.get(number, Evaluations(0, 0, 0))
            match site.kind:
                case "condition":
                    total += 2
                    reached += bool(seen.true) + bool(seen.false)
                case "expression":
                    total += 1
                    reached += bool(seen.reached)
                case _:
                    total += 1
                    reached += number in self.branches
        return reached, total


def marks(branches: set[int] | frozenset[int], expressions: Mapping[int, Evaluations]) -> set[tuple[int, str]]:
    """What counts as covered: branches taken, expressions evaluated, conditions true and false."""
    found = {(site, "") for site in branches}
    for site, seen in expressions.items():
        found |= {(site, role) for role in ("reached", "true", "false") if getattr(seen, role)}
    return found


def _start(site: Site) -> tuple[int, int]:
    return site.line, site.column


def _end(site: Site) -> tuple[int, int]:
    return site.end_line, site.end_column


def _inside(site: Site, other: Site) -> bool:
    """Strictly inside: part of it, and not the same piece."""
    around = _start(other) <= _start(site) and _end(site) <= _end(other)
    return around and (_start(site), _end(site)) != (_start(other), _end(other))
