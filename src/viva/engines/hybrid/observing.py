"""What of the values matters for all that follows: so few numbers that a run which comes back to them repeats itself.

A clock that nobody asks and a counter that both sides count alike never come back; what guards ask for and what the
outputs differ by does. `observables` finds the expressions on which everything later depends: those of the guards, the
invariants, the rates and the caller's own, and what resets make of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from viva.engines.hybrid.model import ZERO, Affine, Automaton, System

Vector = tuple[Fraction, ...]


def modes_ahead(automaton: Automaton, mode: int) -> frozenset[int]:
    """The modes to which arrows lead from here, this one among them."""
    seen, waiting = {mode}, [mode]
    while waiting:
        here = waiting.pop()
        for each in automaton.transitions:
            if each.source == here and each.target not in seen:
                seen.add(each.target)
                waiting.append(each.target)
    return frozenset(seen)


def observables(system: System, ahead: Sequence[frozenset[int]], own: Iterable[Affine]) -> list[Affine]:
    """A basis of what matters from now on, where the automata can only be in the modes `ahead`. Constants are left out:
    they do not change."""
    width = len(system.variables)
    wanted = [*own]
    resets: list[dict[int, Affine]] = []
    for automaton, modes in zip(system.automata, ahead, strict=True):
        conditions = [automaton.modes[mode].invariant for mode in sorted(modes)]
        wanted += [rate for mode in sorted(modes) for _, rate in automaton.modes[mode].flow]
        for each in automaton.transitions:
            if each.source in modes:
                conditions.append(each.guard)
                if each.reset:
                    resets.append(dict(each.reset))
        wanted += [row.left for condition in conditions for case in condition for row in case.constraints]
    basis: list[Vector] = []
    found: list[Affine] = []
    while wanted:
        row = wanted.pop()
        vector = tuple(dict(row.terms).get(index, ZERO) for index in range(width))
        reduced = _reduced(vector, basis)
        if any(reduced):
            basis.append(reduced)
            plain = Affine.of(dict(enumerate(vector)), ZERO)
            found.append(plain)
            wanted += [plain.after(reset) for reset in resets]
    return found


def _reduced(vector: Vector, basis: Sequence[Vector]) -> Vector:
    for row in basis:
        pivot = next(index for index, each in enumerate(row) if each)
        if vector[pivot]:
            factor = vector[pivot] / row[pivot]
            vector = tuple(each - factor * other for each, other in zip(vector, row, strict=True))
    return vector
