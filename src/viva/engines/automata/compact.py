"""A small NFA for the language of a DFA. The smallest is hard to find; two that are often small are easy."""

from __future__ import annotations

from viva.engines.automata.dfa import DFA
from viva.engines.automata.hopcroft import minimise
from viva.engines.automata.nfa import NFA, Explosion, determinise, nondeterministic, reverse

_LIMIT = 10_000


def small_nfa(automaton: DFA) -> NFA:
    """The smaller of the minimal DFA without its trap and the minimal DFA of the words read backwards, turned round.

    It has no epsilon moves and one start.
    """
    minimal = minimise(automaton)
    found = [useful(nondeterministic(minimal))]
    try:
        backwards = minimise(determinise(reverse(minimal), _LIMIT))
    except Explosion:
        return found[0]
    found.append(with_one_start(useful(reverse(backwards))))
    return min(found, key=len)


def useful(automaton: NFA) -> NFA:
    """Only the states on the way from a start to acceptance; at least one is left. There are no epsilon moves."""
    ahead = _spread(automaton, automaton.starts)
    behind = _spread(reverse(automaton), tuple(sorted(automaton.accepting)))
    kept = [state for state in range(len(automaton.moves)) if state in ahead and state in behind]
    if not kept:
        return NFA(automaton.alphabet, (((),) * len(automaton.alphabet),), ((),), (0,), frozenset())
    number = {state: index for index, state in enumerate(kept)}
    moves = tuple(
        tuple(tuple(number[target] for target in targets if target in number) for targets in automaton.moves[state])
        for state in kept
    )
    return NFA(
        automaton.alphabet,
        moves,
        ((),) * len(kept),
        tuple(number[state] for state in automaton.starts if state in number),
        frozenset(number[state] for state in automaton.accepting if state in number),
    )


def with_one_start(automaton: NFA) -> NFA:
    """Several starts become one new state with all their moves."""
    if len(automaton.starts) == 1:
        return automaton
    columns = range(len(automaton.alphabet))
    first = tuple(
        tuple(sorted({target for start in automaton.starts for target in automaton.moves[start][column]}))
        for column in columns
    )
    new = len(automaton.moves)
    accepts = not automaton.accepting.isdisjoint(automaton.starts)
    return useful(
        NFA(
            automaton.alphabet,
            (*automaton.moves, first),
            (*automaton.epsilon, ()),
            (new,),
            automaton.accepting | ({new} if accepts else frozenset()),
        )
    )


def _spread(automaton: NFA, first: tuple[int, ...]) -> set[int]:
    found = set(first)
    todo = list(first)
    while todo:
        for targets in automaton.moves[todo.pop()]:
            for target in targets:
                if target not in found:
                    found.add(target)
                    todo.append(target)
    return found
