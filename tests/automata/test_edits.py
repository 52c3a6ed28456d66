"""The fewest edits: really mend, and no shorter script does, by trying all of them."""

from random import Random

from viva.engines.automata import DFA, Add, Flip, Redirect, apply, equivalent, fewest_edits, minimise

from .random_automata import random_dfa


def test_every_script_mends_and_none_is_shorter() -> None:
    randomness = Random(1)
    lengths = []
    for _ in range(120):
        states = randomness.randint(1, 3)
        asked = minimise(random_dfa(randomness, states))
        wrong = random_dfa(randomness, randomness.randint(1, 3))
        wrong = DFA(wrong.alphabet, wrong.moves, 0, wrong.accepting)
        found = fewest_edits(wrong, asked, most=2)
        wanted = _by_trying(wrong, asked, 2)
        assert (found.at_least if found.edits is None else len(found.edits)) == wanted
        if found.edits is not None:
            assert equivalent(apply(wrong, found.edits), asked)
            lengths.append(len(found.edits))
    assert {0, 1, 2} <= set(lengths)


def _by_trying(automaton: DFA, asked: DFA, most: int) -> int:
    level = {automaton}
    for edits in range(most + 1):
        if any(equivalent(each, asked) for each in level):
            return edits
        if edits < most:
            level = {other for each in level for other in _edited(each)}
    return most + 1


def _edited(automaton: DFA) -> list[DFA]:
    size = len(automaton)
    found = [apply(automaton, (Add(size),))]
    for state in range(size):
        found.append(apply(automaton, (Flip(state, state not in automaton.accepting),)))
        for letter in range(len(automaton.alphabet)):
            for target in range(size):
                found.append(apply(automaton, (Redirect(state, letter, automaton.moves[state][letter], target),)))
    return found


def test_a_missing_state_is_added() -> None:
    """Exactly two a's, where three and more end in the same state as two."""
    wrong = DFA(("a", "b"), ((1, 0), (2, 1), (2, 2)), 0, frozenset({2}))
    asked = DFA(("a", "b"), ((1, 0), (2, 1), (3, 2), (3, 3)), 0, frozenset({2}))
    found = fewest_edits(wrong, asked)
    assert found.edits is not None
    assert len(found.edits) == 2
    assert Add(3) in found.edits


def test_more_edits_than_allowed_are_told_as_a_bound() -> None:
    asked = DFA(("a", "b"), ((1, 0), (2, 1), (3, 2), (3, 3)), 0, frozenset({2}))
    nothing = DFA(("a", "b"), ((0, 0),), 0, frozenset())
    assert fewest_edits(nothing, asked, most=2).edits is None
    assert fewest_edits(nothing, asked, most=2).at_least == 3


def test_the_work_is_bounded_and_the_bound_is_honest() -> None:
    randomness = Random(5)
    for _ in range(20):
        wrong, asked = random_dfa(randomness, 12), minimise(random_dfa(randomness, 12))
        wrong = DFA(wrong.alphabet, wrong.moves, 0, wrong.accepting)
        short = fewest_edits(wrong, asked, work=2_000)
        longer = fewest_edits(wrong, asked, work=100_000)
        assert short.at_least <= longer.at_least
        assert fewest_edits(wrong, asked, work=2_000) == short
