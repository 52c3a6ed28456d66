"""Boolean combinations of automata by the product construction: only the reachable pairs are built."""

from collections.abc import Callable

from viva.engines.automata.dfa import DFA
from viva.engines.automata.nfa import Explosion

PAIRS = 1_000_000

OPERATIONS: dict[str, Callable[[bool, bool], bool]] = {
    "intersection": lambda one, other: one and other,
    "union": lambda one, other: one or other,
    "difference": lambda one, other: one and not other,
    "symmetric-difference": lambda one, other: one != other,
}


def pairs(
    left: DFA, right: DFA, accept: Callable[[bool, bool], bool], limit: int = PAIRS
) -> tuple[DFA, list[tuple[int, int]]]:
    """The product automaton in the order of the first words, and the pair each state stands for.

    `accept` says whether a pair accepts, given whether its two states do. Raises `Explosion` past `limit` pairs.
    """
    if left.alphabet != right.alphabet:
        raise ValueError("a product needs two automata over the same alphabet")
    width = len(right.moves)
    first = left.start * width + right.start
    number = {first: 0}
    order = [first]
    rows: list[tuple[int, ...]] = []
    for pair in order:
        one, other = divmod(pair, width)
        row = []
        for left_target, right_target in zip(left.moves[one], right.moves[other], strict=True):
            target = left_target * width + right_target
            known = number.get(target)
            if known is None:
                known = len(order)
                if known >= limit:
                    raise Explosion(limit)
                number[target] = known
                order.append(target)
            row.append(known)
        rows.append(tuple(row))
    named = [divmod(pair, width) for pair in order]
    accepting = frozenset(
        index for index, (one, other) in enumerate(named) if accept(one in left.accepting, other in right.accepting)
    )
    return DFA(left.alphabet, tuple(rows), 0, accepting), named


def product(left: DFA, right: DFA, accept: Callable[[bool, bool], bool], limit: int = PAIRS) -> DFA:
    """The product automaton; see `pairs`."""
    return pairs(left, right, accept, limit)[0]


def intersection(left: DFA, right: DFA, limit: int = PAIRS) -> DFA:
    return product(left, right, OPERATIONS["intersection"], limit)


def union(left: DFA, right: DFA, limit: int = PAIRS) -> DFA:
    return product(left, right, OPERATIONS["union"], limit)


def minus(left: DFA, right: DFA, limit: int = PAIRS) -> DFA:
    """The words of `left` that are not words of `right`."""
    return product(left, right, OPERATIONS["difference"], limit)


def symmetric_difference(left: DFA, right: DFA, limit: int = PAIRS) -> DFA:
    return product(left, right, OPERATIONS["symmetric-difference"], limit)


def complement(automaton: DFA) -> DFA:
    accepting = frozenset(range(len(automaton.moves))) - automaton.accepting
    return DFA(automaton.alphabet, automaton.moves, automaton.start, accepting)
