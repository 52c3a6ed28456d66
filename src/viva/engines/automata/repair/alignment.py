"""A script of edits that is found at once, without a search: not always the shortest, but always one that mends.

Each state keeps the part that its first word gives it: the class of the asked automaton which that word leads to. What
does not fit is edited, and classes that no state stands for become new states. So the edits of an automaton with one
state are those of drawing the whole asked automaton.
"""

from __future__ import annotations

from viva.engines.automata.dfa import DFA
from viva.engines.automata.hopcroft import minimise
from viva.engines.automata.repair.dfa_edits import Add, Edit, Flip, Redirect


def aligned_edits(automaton: DFA, asked: DFA) -> tuple[Edit, ...]:
    """Edits after which the automaton accepts exactly what `asked` does."""
    minimal = minimise(asked)
    classes = classes_of(automaton, minimal)
    order = list(classes)
    stands_for: dict[int, int] = {}
    for state in order:
        stands_for.setdefault(classes[state], state)
    edits: list[Edit] = []
    for each in range(len(minimal.moves)):
        if each not in stands_for:
            stands_for[each] = len(automaton.moves) + len(edits)
            edits.append(Add(stands_for[each]))
    part = {state: classes[state] for state in order}
    moves = {state: automaton.moves[state] for state in order}
    for each, state in stands_for.items():
        if state >= len(automaton.moves):
            part[state], moves[state] = each, (state,) * len(minimal.alphabet)
    for state, row in moves.items():
        accepting = part[state] in minimal.accepting
        if accepting != (state in automaton.accepting):
            edits.append(Flip(state, accepting))
        for letter, (target, wanted) in enumerate(zip(row, minimal.moves[part[state]], strict=True)):
            if part.get(target) != wanted:
                edits.append(Redirect(state, letter, target, stands_for[wanted]))
    return tuple(edits)


def classes_of(automaton: DFA, minimal: DFA) -> dict[int, int]:
    """The class that the first word of each state leads to, in the order of these words."""
    classes = {automaton.start: minimal.start}
    order = [automaton.start]
    for state in order:
        for target, wanted in zip(automaton.moves[state], minimal.moves[classes[state]], strict=True):
            if target not in classes:
                classes[target] = wanted
                order.append(target)
    return classes
