"""Minimisation by Hopcroft's partition refinement: n log n steps for n states and a fixed alphabet."""

from viva.engines.automata.dfa import DFA, reachable


def minimise(automaton: DFA) -> DFA:
    """The minimal DFA, numbered in the order of the first words of its states.

    The result is canonical: two automata over the same alphabet accept the same words iff their results are equal.
    """
    block, order = partition(automaton)
    number: dict[int, int] = {}
    representatives: list[int] = []
    for state in order:
        if block[state] not in number:
            number[block[state]] = len(representatives)
            representatives.append(state)
    moves = tuple(tuple([number[block[target]] for target in automaton.moves[state]]) for state in representatives)
    accepting = frozenset(index for index, state in enumerate(representatives) if state in automaton.accepting)
    return DFA(automaton.alphabet, moves, 0, accepting)


def partition(automaton: DFA) -> tuple[list[int], list[int]]:
    """`(block, order)`: two reachable states are equivalent iff their blocks are equal (-1 for an unreachable state);
    `order` are the reachable states in the order of their first words."""
    order = reachable(automaton)
    size = len(automaton.moves)
    block = [-1] * size
    accepting = automaton.accepting
    final = [state for state in order if state in accepting]
    others = [state for state in order if state not in accepting]
    blocks = [set(part) for part in (others, final) if part]
    for index, part in enumerate(blocks):
        for state in part:
            block[state] = index
    if len(blocks) < 2:
        return block, order
    letters = range(len(automaton.alphabet))
    inverse: list[list[list[int]]] = [[[] for _ in range(size)] for _ in letters]
    for state in order:
        for index, target in enumerate(automaton.moves[state]):
            inverse[index][target].append(state)
    smaller = 0 if len(blocks[0]) <= len(blocks[1]) else 1
    waiting = [(smaller, index) for index in letters]
    while waiting:
        splitter, letter = waiting.pop()
        before = inverse[letter]
        # The members of each block that step into the splitter, collected before any block changes.
        touched: dict[int, list[int]] = {}
        for target in blocks[splitter]:
            for state in before[target]:
                touched.setdefault(block[state], []).append(state)
        for index, inside in touched.items():
            whole = blocks[index]
            if len(inside) == len(whole):
                continue
            fresh = len(blocks)
            # The smaller half gets the new number: only it is renumbered and has to be split by again, whether the
            # old number still waits or not. That, and never touching the larger half, is the source of the log n.
            if 2 * len(inside) <= len(whole):
                moved = set(inside)
                whole -= moved
            else:
                moved = whole.difference(inside)
                blocks[index] = set(inside)
            blocks.append(moved)
            for state in moved:
                block[state] = fresh
            waiting.extend([(fresh, column) for column in letters])
    return block, order
