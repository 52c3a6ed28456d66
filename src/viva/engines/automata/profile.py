"""What makes a language easy or hard, in figures; and when two languages are the same but for the names of letters."""

from __future__ import annotations

from itertools import permutations

from viva.core.algorithms.components import strongly_connected
from viva.core.records import dataclass
from viva.engines.automata.dfa import DFA, trim
from viva.engines.automata.hopcroft import minimise
from viva.engines.automata.words import counts

_LENGTHS = 10
_MOST_LETTERS = 6


@dataclass(frozen=True, slots=True)
class Profile:
    """Of a minimal automaton: its states, its loops (groups of states that can reach each other, and states that lead
    to themselves), the length of the longest word needed to tell two states apart, the share of words accepted."""

    states: int
    loops: int
    separating: int
    density: float


def profile(automaton: DFA) -> Profile:
    minimal = minimise(automaton)
    accepted = counts(minimal, _LENGTHS)
    shares = [number / len(minimal.alphabet) ** length for length, number in enumerate(accepted)]
    return Profile(
        len(minimal.moves), _loops(minimal), _longest_separating(minimal), round(sum(shares) / len(shares), 3)
    )


def _longest_separating(minimal: DFA) -> int:
    """Rounds of refinement until all states are apart: n rounds tell apart what words of n letters do."""
    block = [int(state in minimal.accepting) for state in range(len(minimal.moves))]
    rounds = 0
    while True:
        keys = [(block[state], *(block[target] for target in row)) for state, row in enumerate(minimal.moves)]
        numbers: dict[tuple[int, ...], int] = {}
        following = [numbers.setdefault(key, len(numbers)) for key in keys]
        if len(numbers) == len(set(block)):
            return rounds
        block = following
        rounds += 1


def _loops(automaton: DFA) -> int:
    """Strongly connected parts with at least one move inside."""
    parts = strongly_connected([automaton.start], automaton.moves.__getitem__)
    return sum(len(part) > 1 or part[0] in automaton.moves[part[0]] for part in parts)


def up_to_renaming(automaton: DFA) -> tuple[object, ...]:
    """Equal for two automata over as many letters iff one accepts the words of the other with the letters renamed.

    Above six letters only the given order counts: all orders would be too many.
    """
    minimal = minimise(automaton)
    letters = range(len(minimal.alphabet))
    orders = permutations(letters) if len(minimal.alphabet) <= _MOST_LETTERS else [tuple(letters)]
    return min(_renamed(minimal, order) for order in orders)


def _renamed(minimal: DFA, order: tuple[int, ...]) -> tuple[object, ...]:
    moves = tuple(tuple(row[column] for column in order) for row in minimal.moves)
    # It stays minimal, so only the numbers change.
    renamed = trim(DFA(minimal.alphabet, moves, minimal.start, minimal.accepting))
    return (len(renamed.moves), renamed.moves, tuple(sorted(renamed.accepting)))
