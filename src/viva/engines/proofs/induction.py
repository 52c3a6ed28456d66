"""Looks for an invariant of loops side by side: candidates from runs, thinned until the rest keeps itself (Houdini)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from viva.engines.proofs.mining import Values, candidates
from viva.engines.proofs.query import Solver
from viva.engines.proofs.system import WAYS, System, leads, system_of
from viva.engines.proofs.terms import Term

_ROUNDS = 60
_SHORTENING = 6


@dataclass(frozen=True, slots=True)
class Induction:
    """How a claim was proved: which loops go in step, which of them one round ahead, and what holds in every round.
    Without an invariant and a way the claim follows at once."""

    way: str
    ahead: tuple[str, ...]
    invariant: tuple[Term, ...]


DIRECT = Induction("", (), ())


def settled(system: System, known: Sequence[Term]) -> list[Term]:
    """What is known and not about the loops: it holds in all rounds."""
    return [each for each in known if system.named(each) is each]


def by_induction(solver: Solver, known: Sequence[Term], claim: Term, runs: Sequence[Values]) -> Induction | None:
    for way in WAYS:
        for ahead in leads([*known, claim], way):
            system = system_of([*known, claim], way, ahead)
            if system is None:
                continue
            found = _invariant(solver, system, known, claim, runs)
            if found is not None:
                return Induction(way, ahead, tuple(found))
    return None


def _invariant(
    solver: Solver, system: System, known: Sequence[Term], claim: Term, runs: Sequence[Values]
) -> list[Term] | None:
    always = settled(system, known)
    guesses = candidates(system, [*known, claim], runs)
    guesses = _thinned(solver, always, guesses, [system.begun(each) for each in guesses])
    for _ in range(_ROUNDS):
        after = [system.stepped(each) for each in guesses]
        kept = _thinned(solver, [*always, *guesses, *system.running], guesses, after, once=True)
        if len(kept) == len(guesses):
            break
        guesses = kept
    else:
        return None
    ending = [*(system.named(each) for each in known), *guesses, *system.done]
    if not solver.follows(ending, system.named(claim)):
        return None
    return _smaller(solver, system, known, claim, guesses)


def _smaller(solver: Solver, system: System, known: Sequence[Term], claim: Term, invariant: list[Term]) -> list[Term]:
    """The invariant without parts that are not needed, as far as a few questions show: people will read it."""
    always, ending = settled(system, known), [*map(system.named, known), *system.done]
    kept = sorted(invariant, key=lambda each: (each.size, each.key))
    size = len(kept) // 2
    for _ in range(_SHORTENING):
        if size < 1:
            break
        for start in range(0, len(kept), size):
            rest = kept[: max(0, len(kept) - start - size)] + kept[len(kept) - start :]
            keeps = solver.follows([*always, *rest, *system.running], *map(system.stepped, rest))
            if keeps and solver.follows([*rest, *ending], system.named(claim)):
                kept = rest
                break
        else:
            size //= 2
    return kept


def _thinned(
    solver: Solver, known: Sequence[Term], guesses: list[Term], claims: list[Term], *, once: bool = False
) -> list[Term]:
    """The guesses whose claims follow; with `once` after one look, because what is known has changed by then."""
    left, wanted = list(guesses), list(claims)
    while True:
        failing = solver.failing(known, wanted)
        if failing is None:
            return left
        gone = set(failing)
        left = [each for place, each in enumerate(left) if place not in gone]
        wanted = [each for place, each in enumerate(wanted) if place not in gone]
        if once:
            return left


__all__ = ["DIRECT", "Induction", "by_induction", "settled"]
