"""What a set of formulas asks of one reaction and of those after it (the tableau of Gerth, Peled, Vardi and Wolper,
with the letter known).

`expanded` gives the ways to satisfy the obligations: each is a set of obligations for the next reaction, and the
`Until`s that were put off. A run satisfies the first obligations exactly if there is a choice of ways in which none is
put off for ever.
"""

from __future__ import annotations

from collections.abc import Callable

from viva.engines.machines.expressions import Expression
from viva.engines.machines.logic.ltl import Both, During, Either, Formula, Holds, Next, Release, Truth, Until, Within

Obligations = frozenset[Formula]
Way = tuple[Obligations, frozenset[Until]]

WORK = 600_000
"""Formulas that are looked at in all, in steps and in what is left for later: a few seconds."""


class TooManyWays(Exception):
    """A formula with so many alternatives that nobody could follow them."""


class Tableau:
    """Counts its work, and ends with TooManyWays where that is too much."""

    def __init__(self, work: int = WORK) -> None:
        self._left = work
        self._order: dict[Formula, int] = {}

    def expanded(self, obligations: Obligations, holds: Callable[[Expression], bool]) -> tuple[Way, ...]:
        """The ways in which these obligations can be met, without those that ask for more than another."""
        found: dict[Way, None] = {}
        start = tuple(sorted(obligations, key=self._number))
        stack: list[tuple[tuple[Formula, ...], Obligations, frozenset[Until]]] = [(start, frozenset(), frozenset())]
        while stack:
            todo, later, postponed = stack.pop()
            self._left -= 1 + len(todo) + len(later)
            if self._left < 0:
                raise TooManyWays
            if not todo:
                found[later, postponed] = None
                continue
            first, rest = todo[0], todo[1:]
            match first:
                case Truth(value=value):
                    if value:
                        stack.append((rest, later, postponed))
                case Holds(expression=expression, positive=positive):
                    if holds(expression) is positive:
                        stack.append((rest, later, postponed))
                case Both(left=left, right=right):
                    stack.append(((left, right, *rest), later, postponed))
                case Either(left=left, right=right):
                    stack.append(((right, *rest), later, postponed))
                    stack.append(((left, *rest), later, postponed))
                case Next():
                    stack.append((rest, later | {first}, postponed))
                case Until(left=left, right=right):
                    stack.append(((left, *rest), later | {Next(first)}, postponed | {first}))
                    stack.append(((right, *rest), later, postponed))
                case Release(left=left, right=right):
                    stack.append(((right, *rest), later | {Next(first, weak=True)}, postponed))
                    stack.append(((left, right, *rest), later, postponed))
                case Within(steps=steps, inner=inner):
                    if steps:
                        stack.append((rest, later | {Next(Within(steps - 1, inner))}, postponed))
                    stack.append(((inner, *rest), later, postponed))
                case During(steps=steps, inner=inner):
                    more: Obligations = frozenset([Next(During(steps - 1, inner), weak=True)]) if steps else frozenset()
                    stack.append(((inner, *rest), later | more, postponed))
        self._left -= len(found) ** 2
        return tuple(
            way
            for way in found
            if not any(other != way and other[0] <= way[0] and other[1] <= way[1] for other in found)
        )

    def _number(self, formula: Formula) -> int:
        return self._order.setdefault(formula, len(self._order))


def begun(later: Obligations) -> Obligations:
    """What has to hold now of what was left for the next reaction. Of several bounds for one thing the strictest says
    all: within the fewest steps, during the most."""
    within: dict[Formula, int] = {}
    during: dict[Formula, int] = {}
    found: set[Formula] = set()
    for each in later:
        now = each.inner if isinstance(each, Next) else each
        match now:
            case Within(steps=steps, inner=inner):
                within[inner] = min(steps, within.get(inner, steps))
            case During(steps=steps, inner=inner):
                during[inner] = max(steps, during.get(inner, steps))
            case _:
                found.add(now)
    found |= {Within(steps, inner) for inner, steps in within.items()}
    return frozenset(found | {During(steps, inner) for inner, steps in during.items()})


def may_end(later: Obligations) -> bool:
    """Whether a finite run may end with this left over: nothing that needs another reaction."""
    return all(isinstance(each, Next) and each.weak for each in later)
