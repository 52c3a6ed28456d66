"""Constructions beside the definitions: what they build accepts what it should, and names say why."""

from itertools import product as tuples
from random import Random

import pytest

from tests.engines.automata.random_automata import random_dfa
from viva.engines.automata import DFA, formats, minimise, name_states
from viva.engines.automata.constructions import (
    made_deterministic,
    product_construction,
    refinement,
    subset_construction,
    subset_name,
)

AB = ("a", "b")
GUESSES = formats.read("g.txt", "a b\n-> p p,q p\nq - r\n* r - -\n")


def short_words(longest: int) -> list[str]:
    return ["".join(letters) for length in range(longest + 1) for letters in tuples(AB, repeat=length)]


def test_sets_of_states_are_named_after_their_states() -> None:
    built = subset_construction(GUESSES, AB)
    assert built.names == ("{p}", "{p,q}", "{p,r}")
    assert all(built.result.accepts(word) == word.endswith("ab") for word in short_words(6))


def test_a_set_of_no_states_and_one_of_many_have_short_names() -> None:
    stuck = formats.read("g.txt", "a b\n-> p q q\n* q - -\n")
    assert subset_construction(stuck, AB).names == ("{p}", "{q}", "∅")
    many = formats.read("g.txt", "a\n-> q0 q0\n" + "".join(f"q{number} q0\n" for number in range(1, 40)))
    assert subset_name(many, frozenset(range(40))).endswith("q28,q29,…}")


def test_what_guesses_is_made_deterministic_by_sets_and_what_lacks_moves_by_a_trap() -> None:
    assert made_deterministic(GUESSES, AB) == subset_construction(GUESSES, AB)
    partial = formats.read("g.txt", "a b\n-> p q -\n* q - -\n")
    built = made_deterministic(partial, AB)
    assert built.names[:2] == ("p", "q")
    assert [word for word in short_words(4) if built.result.accepts(word)] == ["a"]


@pytest.mark.parametrize(
    ("operation", "accepts"),
    [("intersection", bool.__and__), ("union", bool.__or__), ("difference", lambda one, two: one and not two)],
)
def test_pairs_are_named_after_both(operation: str, accepts: object) -> None:
    assert callable(accepts)
    randomness = Random(5)
    left, right = random_dfa(randomness, 3), random_dfa(randomness, 3)
    built = product_construction(name_states(left), name_states(right), AB, operation)
    assert built.names[0] == "(q0,q0)"
    for word in short_words(6):
        assert built.result.accepts(word) == accepts(left.accepts(word), right.accepts(word))


@pytest.mark.parametrize("seed", range(10))
def test_a_partition_keeps_together_what_no_word_of_that_length_tells_apart(seed: int) -> None:
    automaton = random_dfa(Random(seed), 5)
    names = tuple(f"q{state}" for state in range(len(automaton.moves)))
    partitions = refinement(automaton, names, 64)
    for length, partition in enumerate(partitions):
        for one, other in tuples(sum(partition, ()), repeat=2):
            together = any(one in group and other in group for group in partition)
            assert together == all(
                _accepts_from(automaton, names.index(one), word) == _accepts_from(automaton, names.index(other), word)
                for word in short_words(length)
            )
    assert len(partitions[-1]) == len(minimise(automaton).moves)
    assert refinement(automaton, names, 1) == partitions[:1]


def _accepts_from(automaton: DFA, state: int, word: str) -> bool:
    return DFA(automaton.alphabet, automaton.moves, state, automaton.accepting).accepts(word)
