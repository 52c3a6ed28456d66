"""Nondeterministic automata with epsilon moves, and the subset construction."""

from collections.abc import Iterable

from viva.core.records import dataclass
from viva.engines.automata.dfa import DFA

SUBSETS = 100_000
WORK = 20_000_000


@dataclass(frozen=True, slots=True)
class NFA:
    """States 0..n-1: `alphabet[i]` leads from `state` to all of `moves[state][i]`, no letter to `epsilon[state]`."""

    alphabet: tuple[str, ...]
    moves: tuple[tuple[tuple[int, ...], ...], ...]
    epsilon: tuple[tuple[int, ...], ...]
    starts: tuple[int, ...]
    accepting: frozenset[int]

    def __len__(self) -> int:
        """The number of states."""
        return len(self.moves)

    def run(self, word: str) -> list[frozenset[int]]:
        """The sets of states after each letter, the start included. KeyError for a letter outside the alphabet."""
        column = {letter: index for index, letter in enumerate(self.alphabet)}
        visited = [closure(self, self.starts)]
        for letter in word:
            index = column[letter]
            visited.append(closure(self, [target for state in visited[-1] for target in self.moves[state][index]]))
        return visited

    def accepts(self, word: str) -> bool:
        return not self.accepting.isdisjoint(self.run(word)[-1])


class Explosion(Exception):
    """An automaton would have more than `limit` states, or take too much work to build further."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"the deterministic automaton has more than {limit:,} states")
        self.limit = limit


def closure(automaton: NFA, states: Iterable[int]) -> frozenset[int]:
    """All states that epsilon moves lead to from the given ones, these included."""
    found = set(states)
    todo = list(found)
    while todo:
        for target in automaton.epsilon[todo.pop()]:
            if target not in found:
                found.add(target)
                todo.append(target)
    return frozenset(found)


def subsets(automaton: NFA, limit: int = SUBSETS, work: int = WORK) -> tuple[DFA, list[frozenset[int]]]:
    """The subset construction: the reachable part, numbered in the order of the first words, and the set each state
    stands for. Raises `Explosion` past `limit` states, and when more than `work` members of sets were looked at."""
    first = closure(automaton, automaton.starts)
    number = {first: 0}
    order = [first]
    rows: list[tuple[int, ...]] = []
    silent = any(automaton.epsilon)
    moves = automaton.moves
    letters = range(len(automaton.alphabet))
    left = work
    for subset in order:
        row = []
        for index in letters:
            reached: set[int] = set()
            for state in subset:
                targets = moves[state][index]
                left -= len(targets)
                reached.update(targets)
            target = closure(automaton, reached) if silent else frozenset(reached)
            left -= len(target) + len(subset)
            known = number.get(target)
            if known is None:
                known = len(order)
                if known >= limit or left < 0:
                    raise Explosion(known)
                number[target] = known
                order.append(target)
            row.append(known)
        rows.append(tuple(row))
    accepting = frozenset(index for index, subset in enumerate(order) if not automaton.accepting.isdisjoint(subset))
    return DFA(automaton.alphabet, tuple(rows), 0, accepting), order


def determinise(automaton: NFA, limit: int = SUBSETS) -> DFA:
    """A DFA for the same language. Raises `Explosion` when it needs more than `limit` subsets."""
    return subsets(automaton, limit)[0]


def nondeterministic(automaton: DFA) -> NFA:
    """A DFA seen as an NFA."""
    moves = tuple(tuple((target,) for target in row) for row in automaton.moves)
    return NFA(automaton.alphabet, moves, ((),) * len(moves), (automaton.start,), automaton.accepting)


def reverse(automaton: DFA | NFA) -> NFA:
    """An NFA for the words read backwards."""
    source = nondeterministic(automaton) if isinstance(automaton, DFA) else automaton
    letters = range(len(source.alphabet))
    moves: list[list[list[int]]] = [[[] for _ in letters] for _ in source.moves]
    epsilon: list[list[int]] = [[] for _ in source.moves]
    for state, row in enumerate(source.moves):
        for index in letters:
            for target in row[index]:
                moves[target][index].append(state)
        for target in source.epsilon[state]:
            epsilon[target].append(state)
    return NFA(
        source.alphabet,
        tuple(tuple(tuple(targets) for targets in row) for row in moves),
        tuple(tuple(targets) for targets in epsilon),
        tuple(sorted(source.accepting)),
        frozenset(source.starts),
    )
