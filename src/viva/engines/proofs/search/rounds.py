"""How the effort of a search is spent, and what came of searches before.

The methods are tried in order. None may use up what the others need: in the first round each has a share, and what was
stopped then goes on in a second one, if there is more left than it had before. What a search came to is kept by the
claim: terms say the same whatever a program calls its variables, so copies of a program share it, and failures are kept
too. What was spent is kept with it, and counts again: whoever asks first or last, and whatever is kept, the answer is
the same.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import field
from typing import TypeVar

from viva.core.records import dataclass
from viva.engines.proofs.checking.certificate import Induction, Lemma
from viva.engines.proofs.checking.claims import Claim
from viva.engines.proofs.query import Exhausted, Solver
from viva.engines.proofs.search.lemmas import results
from viva.engines.proofs.terms import TooLarge, digest_of

_KEPT = 512
_FIRST = 0.65  # of the effort: the share of a method in the first round; those that find something need less

Found = tuple[Sequence[Lemma], Induction | None]
Method = Callable[[], Found]
Result = TypeVar("Result")


@dataclass(slots=True)
class Rounds:
    """Tries methods within what a solver may spend. `stopped` are those that had too little, with how much they had."""

    solver: Solver
    stopped: list[tuple[Method, int]] = field(default_factory=list)

    def first(self, *methods: Method) -> Found:
        """What the first of them finds that finds something, each within its share."""
        for method in methods:
            share = self._share
            found = self._within(method)
            if found is None:
                self.stopped.append((method, share))
            elif found[1] is not None:
                return found
        return (), None

    def lemmas(self, method: Callable[[], list[Lemma]]) -> list[Lemma]:
        """Those that a method finds within its share; none where that is too little."""
        return self._within(method) or []

    def again(self) -> Found:
        """What those find that were stopped, where there is more left than they had. Raises `Exhausted` where that is
        so of none."""
        solver = self.solver
        for method, share in self.stopped:
            if solver.effort - solver.spent > share:
                found = method()
                if found[1] is not None:
                    return found
        if self.stopped:
            raise Exhausted
        return (), None

    @property
    def _share(self) -> int:
        return int(_FIRST * self.solver.effort)

    def _within(self, method: Callable[[], Result]) -> Result | None:
        solver, lemmas = self.solver, len(self.solver.lemmas)
        beyond = max(0, solver.effort - solver.spent - self._share)
        solver.effort -= beyond
        try:
            return method()
        except Exhausted:
            del solver.lemmas[lemmas:]
            return None
        finally:
            solver.effort += beyond


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search came to, and what it cost; `ended` is why it broke off, if it did."""

    lemmas: tuple[Lemma, ...]
    induction: Induction | None
    spent: int
    ended: type[Exception] | None = None


_searched: OrderedDict[tuple[object, ...], Searched] = OrderedDict()


def search(way: str, claim: Claim, known: Solver, effort: int, method: Callable[[Solver, Claim], Found]) -> Searched:
    """What a method finds for a claim with this effort; `known` has the functions that are known to end. Everything is
    asked of a solver of its own, so that nothing but the claim decides."""
    functions = sorted(each.digest for each in known.functions)
    terms = (*claim.inputs, *claim.known, claim.goal, *results(claim))
    key = (way, effort, len(claim.inputs), *functions, *map(digest_of, terms))
    if key not in _searched:
        solver = Solver(effort, functions=known.functions)
        lemmas: Sequence[Lemma] = ()
        induction, ended = None, None
        try:
            lemmas, induction = method(solver, claim)
        except (Exhausted, TooLarge, RecursionError) as problem:
            ended = type(problem)
        _searched[key] = Searched(tuple(lemmas), induction, solver.spent, ended)
        if len(_searched) > _KEPT:
            _searched.popitem(last=False)
    _searched.move_to_end(key)
    return _searched[key]
