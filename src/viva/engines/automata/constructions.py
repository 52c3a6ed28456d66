"""The constructions that students learn, with names that show where each state comes from: subsets, pairs, and the
refinement of a partition."""

from __future__ import annotations

from viva.core.records import dataclass
from viva.engines.automata.dfa import DFA, reachable
from viva.engines.automata.machine import Machine, as_dfa, as_nfa, double_moves
from viva.engines.automata.nfa import subsets
from viva.engines.automata.product import OPERATIONS, pairs

Partition = tuple[tuple[str, ...], ...]

_SHOWN_SUBSET = 30


@dataclass(frozen=True, slots=True)
class Construction:
    """What is built, its states in the order they are met, and their names."""

    result: DFA
    names: tuple[str, ...]


def subset_construction(given: Machine, alphabet: tuple[str, ...]) -> Construction:
    result, order = subsets(as_nfa(given, alphabet))
    return Construction(result, tuple(subset_name(given, subset) if subset else "∅" for subset in order))


def product_construction(left: Machine, right: Machine, alphabet: tuple[str, ...], operation: str) -> Construction:
    one, other = (made_deterministic(machine, alphabet) for machine in (left, right))
    result, order = pairs(one.result, other.result, OPERATIONS[operation])
    return Construction(result, tuple(f"({one.names[a]},{other.names[b]})" for a, b in order))


def made_deterministic(given: Machine, alphabet: tuple[str, ...]) -> Construction:
    """The DFA that is meant, with names: completed with a trap, or by sets of states where the given one guesses."""
    if len(given.starts) == 1 and not double_moves(given):
        return Construction(*as_dfa(given, alphabet))
    return subset_construction(given, alphabet)


def refinement(automaton: DFA, names: tuple[str, ...], most: int) -> list[Partition]:
    """The partition after 0, 1, 2, … letters: states stay together while no word of that length tells them apart."""
    states = reachable(automaton)
    block = {state: int(state in automaton.accepting) for state in states}
    found: list[Partition] = []
    while True:
        groups: dict[int, list[str]] = {}
        for state in states:
            groups.setdefault(block[state], []).append(names[state])
        found.append(tuple(map(tuple, groups.values())))
        keys = {state: (block[state], *(block[target] for target in automaton.moves[state])) for state in states}
        numbers: dict[tuple[int, ...], int] = {}
        for state in states:
            numbers.setdefault(keys[state], len(numbers))
        if len(numbers) == len(groups) or len(found) >= most:
            return found
        block = {state: numbers[keys[state]] for state in states}


def subset_name(machine: Machine, subset: frozenset[int]) -> str:
    """A set of states as {q0,q1}; the states inside a label of several letters have no name and show as dots."""
    names = [machine.names[state] if state < len(machine.names) else "·" for state in sorted(subset)]
    if len(names) > _SHOWN_SUBSET:
        names = [*names[:_SHOWN_SUBSET], "…"]
    return "{" + ",".join(names) + "}"
