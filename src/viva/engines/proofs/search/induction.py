"""Looks for an invariant of loops side by side: candidates from runs, thinned until the rest keeps itself (Houdini)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viva.engines.proofs.checking.certificate import Induction
from viva.engines.proofs.checking.system import WAYS, System, leads, system_of
from viva.engines.proofs.query import Solver
from viva.engines.proofs.search.houdini import Guesses, needed_guesses
from viva.engines.proofs.search.mining import plain
from viva.engines.proofs.search.runs import Values
from viva.engines.proofs.terms import TRUE, Term

_LOOKING = 20_000  # what it costs to look at all rounds of all runs, as `query.EFFORT` counts

_FINISHING = 2_000_000  # more, once it is known that there is a proof

Mining = Callable[[System, Sequence[Term], Sequence[Values]], list[Term]]


def by_induction(  # noqa: PLR0917 a claim, and where to look
    solver: Solver, known: Sequence[Term], claim: Term, runs: Sequence[Values], mining: Mining = plain,
    ways: Sequence[str] = WAYS,
) -> Induction | None:  # fmt: skip
    systems: dict[System, tuple[str, tuple[str, ...]]] = {}
    for way in ways:
        for ahead in leads([*known, claim], way):
            system = system_of([*known, claim], way, ahead)
            if system is not None:
                systems.setdefault(system, (way, ahead))
    for system, (way, ahead) in systems.items():
        solver.charge(_LOOKING)
        found = _invariant(solver, system, known, claim, mining(system, [*known, claim], runs))
        if found is not None:
            return Induction(way, ahead, tuple(found))
    return None


def _invariant(
    solver: Solver, system: System, known: Sequence[Term], claim: Term, guesses: list[Term]
) -> list[Term] | None:
    if not guesses:
        return None
    always = system.settled(known)
    begun = Guesses(solver, always, [TRUE] * len(guesses), [system.begun(each) for each in guesses]).lasting()
    guesses = [guesses[place] for place in begun]
    step = Guesses(solver, [*always, *system.running], guesses, [system.stepped(each) for each in guesses])
    left = step.lasting()
    ending = Guesses(solver, [*map(system.named, known), *system.done], guesses, [system.named(claim)])
    reasons = ending.reasons(left, [0])
    if reasons is None:
        return None
    solver.effort += _FINISHING
    needed = [guesses[place] for place in needed_guesses(step, left, reasons)]
    solver.effort -= _FINISHING
    return needed
