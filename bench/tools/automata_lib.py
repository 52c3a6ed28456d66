"""How long automata-lib takes to compare two automata, in milliseconds of processor time: the peer of `automata`."""

import json
import operator
import sys
from functools import partial

from automata.fa.dfa import DFA
from automata_tables import Table, best_ms, pair


def build(table: Table) -> DFA:
    moves, accepting = table
    return DFA(
        states=set(range(len(moves))),
        input_symbols={"a", "b"},
        transitions={state: {"a": row[0], "b": row[1]} for state, row in enumerate(moves)},
        initial_state=0,
        final_states=accepting,
    )


def main() -> None:
    found = []
    for argument in sys.argv[1:]:
        size, seed, equal, repetitions = map(int, argument.split(","))
        left, right = map(build, pair(size, seed, bool(equal)))
        assert (left == right) == bool(equal)
        found.append(best_ms(partial(operator.eq, left, right), repetitions))
    print(json.dumps(found))


main()
