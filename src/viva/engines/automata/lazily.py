"""Comparing an NFA that has too many sets of states to be made deterministic as a whole."""

from viva.engines.automata.dfa import DFA
from viva.engines.automata.nfa import NFA, closure


def wrong_words(automaton: NFA, asked: DFA, limit: int) -> tuple[str | None, str | None, bool]:
    """The first word that only `automaton` accepts, the first that only `asked` accepts, and whether the search came to
    an end: then a word that was not found does not exist. At most `limit` pairs of a set and a state are met."""
    first = (closure(automaton, automaton.starts), asked.start)
    seen = {first}
    queue: list[tuple[frozenset[int], int]] = [first]
    words = [""]
    accepted: str | None = None
    rejected: str | None = None
    for index, (subset, state) in enumerate(queue):
        said = not automaton.accepting.isdisjoint(subset)
        wanted = state in asked.accepting
        if said and not wanted and accepted is None:
            accepted = words[index]
        if wanted and not said and rejected is None:
            rejected = words[index]
        if accepted is not None and rejected is not None:
            return accepted, rejected, True
        for column, letter in enumerate(automaton.alphabet):
            target = closure(automaton, [reached for one in subset for reached in automaton.moves[one][column]])
            following = (target, asked.moves[state][column])
            if following not in seen:
                if len(seen) >= limit:
                    return accepted, rejected, False
                seen.add(following)
                queue.append(following)
                words.append(words[index] + letter)
    return accepted, rejected, True
