"""The automata that Viva and automata-lib are both given: plain tables, the same for the same size and seed; and how
both are timed."""

import random
import time
from collections.abc import Callable

Table = tuple[list[tuple[int, int]], set[int]]


def pair(size: int, seed: int, equal: bool) -> tuple[Table, Table]:
    """A random automaton over two letters with all states reachable, and the same one with its states renumbered;
    unless `equal`, one state that is far from the start accepts otherwise."""
    randomness = random.Random(f"{size} {seed}")
    # A random tree makes every state reachable: state k hangs below a state before it with a free letter.
    moves = [[-1, -1] for _ in range(size)]
    free = [(0, 0), (0, 1)]
    for state in range(1, size):
        parent, letter = free.pop(randomness.randrange(len(free)))
        moves[parent][letter] = state
        free += [(state, 0), (state, 1)]
    for parent, letter in free:
        moves[parent][letter] = randomness.randrange(size)
    accepting = {state for state in range(size) if randomness.random() < 0.5}
    order = list(range(1, size))
    randomness.shuffle(order)
    number = [0, *order]
    renumbered = [(0, 0)] * size
    for state, (one, other) in enumerate(moves):
        renumbered[number[state]] = (number[one], number[other])
    others = {number[state] for state in accepting}
    if not equal:
        others ^= {number[size - 1]}
    return ([(one, other) for one, other in moves], accepting), (renumbered, others)


def best_ms(work: Callable[[], object], repetitions: int, rounds: int = 3) -> float:
    """Milliseconds of processor time of one repetition in the best round: who else uses the caches slows the others."""
    found = []
    for _ in range(rounds):
        started = time.process_time()
        for _ in range(repetitions):
            work()
        found.append((time.process_time() - started) * 1000 / repetitions)
    return min(found)
