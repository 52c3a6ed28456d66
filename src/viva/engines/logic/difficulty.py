"""How hard an automaton is to find: a few exact figures that a teacher can compare."""

from __future__ import annotations

from dataclasses import dataclass

from viva.engines.automata import DFA, minimise

# The density counts all words up to this length.
_LENGTH = 10


@dataclass(frozen=True, slots=True)
class Difficulty:
    """Of the minimal automaton: `loops` are the parts of it that a run can go round in for ever, `separating` is the
    length of the longest shortest word that tells two of its states apart, `density` is the share of accepted words
    among all words of up to ten letters."""

    states: int
    loops: int
    separating: int
    density: float

    def __str__(self) -> str:
        states = "1 state" if self.states == 1 else f"{self.states} states"
        loops = "1 loop" if self.loops == 1 else f"{self.loops} loops"
        return f"{states}, {loops}, longest separating word {self.separating}, density {self.density:.2f}"


def difficulty(automaton: DFA) -> Difficulty:
    smallest = minimise(automaton)
    return Difficulty(len(smallest.moves), _loops(smallest), _separating(smallest), _density(smallest))


def _separating(automaton: DFA) -> int:
    """Rounds of Moore's refinement: after k rounds two states are together iff no word of up to k letters
    separates them."""
    block = [int(state in automaton.accepting) for state in range(len(automaton.moves))]
    rounds = 0
    while len(set(block)) < len(block):
        number: dict[tuple[int, ...], int] = {}
        signatures = [(block[state], *[block[target] for target in row]) for state, row in enumerate(automaton.moves)]
        block = [number.setdefault(signature, len(number)) for signature in signatures]
        rounds += 1
    return rounds


def _density(automaton: DFA) -> float:
    """Exact: the number of words that lead to each state, length by length."""
    reached = [0] * len(automaton.moves)
    reached[automaton.start] = 1
    accepted = total = 0
    for _ in range(_LENGTH + 1):
        accepted += sum(reached[state] for state in automaton.accepting)
        total += sum(reached)
        following = [0] * len(reached)
        for state, words in enumerate(reached):
            if words:
                for target in automaton.moves[state]:
                    following[target] += words
        reached = following
    return accepted / total


def _loops(automaton: DFA) -> int:
    """The number of strongly connected components with a cycle (Tarjan's algorithm, without recursion)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    loops = 0
    for root in range(len(automaton.moves)):
        if root in index:
            continue
        work = [(root, iter(automaton.moves[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            state, targets = work[-1]
            for target in targets:
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(automaton.moves[target])))
                    break
                if target in on_stack:
                    low[state] = min(low[state], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[state])
                if low[state] == index[state]:
                    component = set()
                    while state not in component:
                        component.add(member := stack.pop())
                        on_stack.discard(member)
                    loops += len(component) > 1 or state in automaton.moves[state]
    return loops
