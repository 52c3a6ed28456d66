"""From an automaton to a regular expression, by eliminating states."""

from viva.engines.automata.dfa import DFA, reachable
from viva.engines.automata.nfa import Explosion
from viva.engines.automata.regex import EMPTY_WORD, NOTHING, Letter, Regex, sequence_of, size, star_of, union_of
from viva.engines.automata.words import live

LARGEST = 20_000


def expression_of(automaton: DFA, largest: int = LARGEST) -> Regex:
    """A regular expression for the same language; the cheapest state goes first, which keeps it short.

    Raises `Explosion` when an expression in the making is larger than `largest`.
    """
    useful = live(automaton)
    states = [state for state in reachable(automaton) if state in useful]
    if not states:
        return NOTHING
    first, last = -1, -2
    edges: dict[tuple[int, int], Regex] = {(first, automaton.start): EMPTY_WORD}
    for state in states:
        for letter, target in zip(automaton.alphabet, automaton.moves[state], strict=True):
            if target in useful:
                edges[state, target] = union_of([edges.get((state, target), NOTHING), Letter(letter)])
        if state in automaton.accepting:
            edges[state, last] = EMPTY_WORD
    left = set(states)
    while left:
        cheapest = min(left, key=lambda state: (_cost(edges, state), state))
        left.discard(cheapest)
        _eliminate(edges, cheapest)
        if any(size(label) > largest for label in edges.values()):
            raise Explosion(largest)
    return edges.get((first, last), NOTHING)


def _cost(edges: dict[tuple[int, int], Regex], state: int) -> int:
    """How much larger all labels get when this state goes (the weight of Delgado and Morais)."""
    into = [size(label) for (source, target), label in edges.items() if target == state and source != state]
    out = [size(label) for (source, target), label in edges.items() if source == state and target != state]
    loop = size(edges[state, state]) if (state, state) in edges else 0
    return sum(into) * (len(out) - 1) + sum(out) * (len(into) - 1) + loop * (len(into) * len(out) - 1)


def _eliminate(edges: dict[tuple[int, int], Regex], state: int) -> None:
    loop = edges.pop((state, state), None)
    around = [] if loop is None else [star_of(loop)]
    into = [(source, label) for (source, target), label in edges.items() if target == state]
    out = [(target, label) for (source, target), label in edges.items() if source == state]
    for source, _ in into:
        del edges[source, state]
    for target, _ in out:
        del edges[state, target]
    for source, before in into:
        for target, after in out:
            way = sequence_of([before, *around, after])
            edges[source, target] = union_of([edges.get((source, target), NOTHING), way])
