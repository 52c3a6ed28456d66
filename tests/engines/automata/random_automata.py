"""Automata to state laws over: random ones from a seed, and all small ones."""

from collections.abc import Iterator
from itertools import product
from random import Random

from viva.engines.automata import DFA, NFA


def random_dfa(randomness: Random, states: int, letters: str = "ab") -> DFA:
    moves = tuple(tuple(randomness.randrange(states) for _ in letters) for _ in range(states))
    accepting = frozenset(state for state in range(states) if randomness.random() < 0.4)
    return DFA(tuple(letters), moves, randomness.randrange(states), accepting)


def random_nfa(randomness: Random, states: int, letters: str = "ab") -> NFA:
    def some(chance: float) -> tuple[int, ...]:
        return tuple(state for state in range(states) if randomness.random() < chance)

    moves = tuple(tuple(some(0.3) for _ in letters) for _ in range(states))
    epsilon = tuple(some(0.15) for _ in range(states))
    return NFA(tuple(letters), moves, epsilon, (0,), frozenset(some(0.4)))


def all_words(letters: tuple[str, ...] | str, longest: int) -> Iterator[str]:
    for length in range(longest + 1):
        yield from map("".join, product(letters, repeat=length))


def all_dfas(states: int) -> Iterator[DFA]:
    """Every DFA with this many states over one or two letters."""
    rows = list(product(range(states), repeat=2))
    for moves in product(rows, repeat=states):
        for bits in product((False, True), repeat=states):
            yield DFA(("a", "b"), moves, 0, frozenset(state for state, bit in enumerate(bits) if bit))
