"""Comparing an NFA with a DFA without making the NFA deterministic as a whole."""

from viva.engines.automata.dfa import DFA
from viva.engines.automata.nfa import NFA, WORK, closure

_LONGEST = 1_000


def first_extra(automaton: NFA, asked: DFA, limit: int, work: int = WORK) -> tuple[str | None, bool]:
    """A shortest word that `automaton` accepts and `asked` does not, and whether the search came to its end.

    Needs only pairs of single states, so no automaton explodes here. `work` bounds the members of sets looked at.
    """
    queue = [(state, asked.start) for state in sorted(closure(automaton, automaton.starts))]
    words = [""] * len(queue)
    seen = set(queue)
    left = work
    for index, (state, other) in enumerate(queue):
        if state in automaton.accepting and other not in asked.accepting:
            return words[index], True
        for column, letter in enumerate(automaton.alphabet):
            target = asked.moves[other][column]
            targets = closure(automaton, automaton.moves[state][column])
            left -= len(targets)
            if left < 0:
                return None, False
            for reached in sorted(targets):
                if (reached, target) not in seen:
                    if len(seen) >= limit:
                        return None, False
                    seen.add((reached, target))
                    queue.append((reached, target))
                    words.append(words[index] + letter)
    return None, True


def first_missing(automaton: NFA, asked: DFA, limit: int, work: int = WORK) -> tuple[str | None, bool]:
    """A shortest word that `asked` accepts and `automaton` does not, and whether the search came to its end.

    A set of states is not followed if a part of it was met earlier with the same state of `asked`: what the larger set
    rejects, the smaller one rejects too (antichains). At most `limit` sets are kept.
    """
    first = closure(automaton, automaton.starts)
    queue = [(first, asked.start)]
    words = [""]
    smallest: dict[int, list[frozenset[int]]] = {asked.start: [first]}
    left = work
    for index, (subset, state) in enumerate(queue):
        if state in asked.accepting and automaton.accepting.isdisjoint(subset):
            return words[index], True
        for column, letter in enumerate(automaton.alphabet):
            target = closure(automaton, [reached for one in subset for reached in automaton.moves[one][column]])
            following = asked.moves[state][column]
            known = smallest.setdefault(following, [])
            left -= len(subset) + len(target)
            # Comparing with all sets is work too; an antichain this long is an explosion.
            if len(known) >= _LONGEST or len(queue) >= limit or left < 0:
                return None, False
            if not any(other <= target for other in known):
                known[:] = [other for other in known if not target <= other]
                known.append(target)
                queue.append((target, following))
                words.append(words[index] + letter)
    return None, True
