"""Stepwise views of the three constructions students learn: subsets, refinement of a partition, pairs."""

from __future__ import annotations

from dataclasses import dataclass

from viva.core.texts import catalogue
from viva.engines.automata import DFA, Machine, as_dfa, as_nfa, subsets
from viva.engines.automata.dfa import reachable
from viva.engines.automata.machine import double_moves
from viva.engines.automata.product import OPERATIONS, pairs
from viva.subjects.automata.answer import subset_name

_MOST_ROWS = 64
_TEXTS = catalogue(__package__)


@dataclass(frozen=True, slots=True)
class Steps:
    """The construction in lines, and its result with names."""

    lines: tuple[str, ...]
    result: DFA
    names: tuple[str, ...]


def subset_steps(given: Machine, alphabet: tuple[str, ...]) -> Steps:
    """Each set of states in the order it is met, and where each letter leads from it."""
    result, order = subsets(as_nfa(given, alphabet))
    names = tuple(subset_name(given, subset) if subset else "∅" for subset in order)
    return Steps(_rows(result, names), result, names)


def product_steps(left: Machine, right: Machine, alphabet: tuple[str, ...], operation: str) -> Steps:
    """Each pair of states in the order it is met, and where each letter leads from it."""
    (one, one_names), (other, other_names) = (made_deterministic(machine, alphabet) for machine in (left, right))
    result, order = pairs(one, other, OPERATIONS[operation])
    names = tuple(f"({one_names[a]},{other_names[b]})" for a, b in order)
    return Steps(_rows(result, names), result, names)


def made_deterministic(given: Machine, alphabet: tuple[str, ...]) -> tuple[DFA, tuple[str, ...]]:
    """The DFA that is meant, with names: completed with a trap, or by sets of states where the given one guesses."""
    if len(given.starts) == 1 and not double_moves(given):
        return as_dfa(given, alphabet)
    steps = subset_steps(given, alphabet)
    return steps.result, steps.names


def refinement_steps(automaton: DFA, names: tuple[str, ...]) -> tuple[str, ...]:
    """The partition after 0, 1, 2, … letters: states stay together while no word of that length tells them apart."""
    states = reachable(automaton)
    block = {state: int(state in automaton.accepting) for state in states}
    lines = []
    length = 0
    while True:
        groups: dict[int, list[str]] = {}
        for state in states:
            groups.setdefault(block[state], []).append(names[state])
        shown = "  ".join("{" + ",".join(group) + "}" for group in groups.values())
        lines.append(_TEXTS.say("step_refine", length=length, groups=shown))
        keys = {state: (block[state], *(block[target] for target in automaton.moves[state])) for state in states}
        numbers: dict[tuple[int, ...], int] = {}
        for state in states:
            numbers.setdefault(keys[state], len(numbers))
        if len(numbers) == len(groups) or len(lines) >= _MOST_ROWS:
            return tuple(lines)
        block = {state: numbers[keys[state]] for state in states}
        length += 1


def _rows(result: DFA, names: tuple[str, ...]) -> tuple[str, ...]:
    lines = []
    for state, row in enumerate(result.moves[:_MOST_ROWS]):
        moves = ", ".join(f"{letter}: {names[target]}" for letter, target in zip(result.alphabet, row, strict=True))
        key = "step_row_accepting" if state in result.accepting else "step_row"
        lines.append(_TEXTS.say(key, state=names[state], moves=moves))
    if len(result.moves) > _MOST_ROWS:
        lines.append(_TEXTS.say("step_more", count=len(result.moves) - _MOST_ROWS))
    return tuple(lines)
