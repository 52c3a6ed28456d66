"""Deterministic finite automata. Start reading here; then `nfa.py`, `hopcroft_karp.py` and `product.py`.

A DFA is a plain table of whole numbers. It has no names: what a person calls the states, and where an automaton is
incomplete or nondeterministic, is kept in `machine.py`.
"""

from collections import deque
from collections.abc import Iterable

from viva.core.records import dataclass


@dataclass(frozen=True, slots=True)
class DFA:
    """A complete automaton with the states 0..n-1: `moves[state][i]` is where `alphabet[i]` leads.

    The letters are single characters, so a word is a `str`. The order of the alphabet is the order of words of the
    same length.
    """

    alphabet: tuple[str, ...]
    moves: tuple[tuple[int, ...], ...]
    start: int
    accepting: frozenset[int]

    def __len__(self) -> int:
        """The number of states."""
        return len(self.moves)

    def run(self, word: str) -> list[int]:
        """The states a word visits, the start included. KeyError for a letter outside the alphabet."""
        column = {letter: index for index, letter in enumerate(self.alphabet)}
        visited = [self.start]
        for letter in word:
            visited.append(self.moves[visited[-1]][column[letter]])
        return visited

    def accepts(self, word: str) -> bool:
        return self.run(word)[-1] in self.accepting


def dfa(alphabet: Iterable[str], moves: Iterable[Iterable[int]], start: int, accepting: Iterable[int]) -> DFA:
    """A DFA from any kind of rows, checked: every row has one move for each letter, to a state that exists."""
    letters = tuple(alphabet)
    rows = tuple(tuple(row) for row in moves)
    final = frozenset(accepting)
    if len(set(letters)) != len(letters) or any(len(letter) != 1 for letter in letters):
        raise ValueError("the letters of an alphabet are different single characters")
    states = range(len(rows))
    if start not in states or any(state not in states for state in final):
        raise ValueError(f"the states are 0 to {len(rows) - 1}")
    for state, row in enumerate(rows):
        if len(row) != len(letters) or any(target not in states for target in row):
            raise ValueError(f"state {state} needs {len(letters)} moves to states from 0 to {len(rows) - 1}")
    return DFA(letters, rows, start, final)


def reachable(automaton: DFA) -> list[int]:
    """The states that some word leads to, in the order of their first words."""
    seen = bytearray(len(automaton.moves))
    seen[automaton.start] = 1
    order = [automaton.start]
    for state in order:
        for target in automaton.moves[state]:
            if not seen[target]:
                seen[target] = 1
                order.append(target)
    return order


def trim(automaton: DFA) -> DFA:
    """Only the reachable states, numbered in the order of their first words."""
    order = reachable(automaton)
    number = [-1] * len(automaton.moves)
    for index, state in enumerate(order):
        number[state] = index
    moves = tuple(tuple([number[target] for target in automaton.moves[state]]) for state in order)
    accepting = frozenset(number[state] for state in automaton.accepting if number[state] >= 0)
    return DFA(automaton.alphabet, moves, 0, accepting)


def access_words(automaton: DFA) -> dict[int, str]:
    """For each reachable state the first word that leads to it, in length-then-alphabet order."""
    words = {automaton.start: ""}
    queue = deque([automaton.start])
    while queue:
        state = queue.popleft()
        for letter, target in zip(automaton.alphabet, automaton.moves[state], strict=True):
            if target not in words:
                words[target] = words[state] + letter
                queue.append(target)
    return words
