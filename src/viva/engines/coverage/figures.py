"""The figures of `hpc report`, by kind: what of a program its runs have reached."""

from __future__ import annotations

from collections.abc import Iterator

from viva.core.records import dataclass
from viva.engines.coverage.states import Accumulated, State
from viva.languages.sites import Site

_ALTERNATIVES = frozenset({"then", "else", "case", "no case", "handler", "loop", "exit"})
BOOLEANS = {"guard": "guards", "condition": "conditions", "qualifier": "qualifiers", "operand": "operands"}
"""What conditions are part of, and the field of `Figures` that counts them."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many places were reached, and how many there are."""

    reached: int = 0
    total: int = 0

    @property
    def percent(self) -> int:
        return 100 * self.reached // self.total if self.total else 100


@dataclass(frozen=True, slots=True)
class Truths:
    """How conditions came out: `both` ways, only `true`, only `false`, or not at all."""

    both: int = 0
    true: int = 0
    false: int = 0
    never: int = 0

    @property
    def share(self) -> Share:
        return Share(self.both, self.both + self.true + self.false + self.never)


@dataclass(frozen=True, slots=True)
class Figures:
    """For Haskell they are those of `hpc report`. `operands` are pieces of other conditions, which HPC does not count:
    they are in no sum."""

    expressions: Share
    guards: Truths
    conditions: Truths
    qualifiers: Truths
    operands: Truths
    alternatives: Share
    local: Share
    top: Share

    @property
    def booleans(self) -> Share:
        shares = [one.share for one in (self.guards, self.conditions, self.qualifiers)]
        return Share(sum(one.reached for one in shares), sum(one.total for one in shares))


def figures(seen: Accumulated, first: int = 1, last: int | None = None) -> Figures:
    """Of the lines from `first` to `last`."""
    sites = list(_between(seen, first, last))
    expressions = [State.NEVER is not seen.state(number) for number, site in sites if _counts_as_expression(site)]
    functions = [(number, site) for number, site in sites if site.kind == "function"]
    local = {number for number, site in functions if site.part == "local" or _is_nested(seen, number)}
    truths = {part: _truths(seen, sites, part) for part in BOOLEANS}
    return Figures(
        expressions=Share(sum(expressions), len(expressions)),
        guards=truths["guard"],
        conditions=truths["condition"],
        qualifiers=truths["qualifier"],
        operands=truths["operand"],
        alternatives=_share(seen, [n for n, site in sites if site.kind in _ALTERNATIVES and not site.part]),
        local=_share(seen, [number for number, _ in functions if number in local]),
        top=_share(seen, [number for number, _ in functions if number not in local]),
    )


def _between(seen: Accumulated, first: int, last: int | None) -> Iterator[tuple[int, Site]]:
    for number, site in enumerate(seen.program.sites):
        if site.line >= first and (last is None or site.end_line <= last):
            yield number, site


def _counts_as_expression(site: Site) -> bool:
    return site.kind in ("expression", "condition")


def _share(seen: Accumulated, numbers: list[int]) -> Share:
    return Share(sum(number in seen.branches for number in numbers), len(numbers))


def _truths(seen: Accumulated, sites: list[tuple[int, Site]], part: str) -> Truths:
    states = [seen.state(number) for number, site in sites if site.kind == "condition" and site.part == part]
    # `otherwise` is a guard that can only be true, and HPC counts it as one.
    always = [n in seen.branches for n, site in sites if part == "guard" and site.part == "otherwise"]
    return Truths(
        states.count(State.DONE),
        states.count(State.TRUE) + always.count(True),
        states.count(State.FALSE),
        states.count(State.NEVER) + always.count(False),
    )


def _is_nested(seen: Accumulated, number: int) -> bool:
    """Whether a function stands in another one."""
    own = _span(seen.program.sites[number])
    others = (_span(site) for site in seen.program.sites if site.kind == "function")
    return any(other != own and other[0] <= own[0] and own[1] <= other[1] for other in others)


def _span(site: Site) -> tuple[tuple[int, int], tuple[int, int]]:
    return (site.line, site.column), (site.end_line, site.end_column)
