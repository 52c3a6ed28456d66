"""Laws of the library: each construction against the definition, by running words."""

from random import Random

import pytest

from viva.engines.automata import (
    DFA,
    NFA,
    Explosion,
    access_words,
    certifies,
    compare,
    complement,
    count,
    counts,
    determinise,
    dfa,
    difference,
    equivalent,
    expression_of,
    hopcroft_karp,
    intersection,
    minimise,
    minus,
    reverse,
    shortest_only,
    symmetric_difference,
    union,
    words,
    wrong_by_length,
)
from viva.engines.automata.compact import small_nfa
from viva.engines.automata.on_the_fly import first_extra, first_missing
from viva.engines.automata.profile import profile, up_to_renaming
from viva.engines.automata.regex import automaton_of, parse, show

from .random_automata import all_dfas, all_words, random_dfa, random_nfa

LONGEST = 7


def test_a_minimal_automaton_accepts_the_same_words_and_no_smaller_one_does() -> None:
    """With two states or fewer every automaton is tried; the number of states is that of different residuals."""
    small = [automaton for states in (1, 2) for automaton in all_dfas(states)]
    languages = {tuple(a.accepts(word) for word in all_words("ab", 4)): 9 for a in small}
    for automaton in small:
        language = tuple(automaton.accepts(word) for word in all_words("ab", 4))
        languages[language] = min(languages[language], len(automaton))
    for automaton in small:
        minimal = minimise(automaton)
        assert all(minimal.accepts(word) == automaton.accepts(word) for word in all_words("ab", 6))
        assert len(minimal) == languages[tuple(automaton.accepts(word) for word in all_words("ab", 4))]
    randomness = Random(1)
    for _ in range(200):
        automaton = random_dfa(randomness, randomness.randint(1, 6))
        minimal = minimise(automaton)
        residuals = {
            tuple(automaton.accepts(begin + end) for end in all_words("ab", 5)) for begin in all_words("ab", 5)
        }
        assert len(minimal) == len(residuals)
        assert all(minimal.accepts(word) == automaton.accepts(word) for word in all_words("ab", LONGEST))


def test_equal_languages_have_the_same_minimal_automaton() -> None:
    randomness = Random(2)
    for _ in range(300):
        one, other = (random_dfa(randomness, randomness.randint(1, 4)) for _ in range(2))
        same = all(one.accepts(word) == other.accepts(word) for word in all_words("ab", 8))
        assert (minimise(one) == minimise(other)) == same == equivalent(one, other)


def test_a_comparison_gives_a_shortest_word_or_a_certificate_that_can_be_checked() -> None:
    randomness = Random(3)
    equal = 0
    for _ in range(400):
        one = random_dfa(randomness, randomness.randint(1, 5))
        other = minimise(one) if randomness.random() < 0.4 else random_dfa(randomness, randomness.randint(1, 5))
        wrong = [word for word in all_words("ab", 8) if one.accepts(word) != other.accepts(word)]
        found = compare(one, other)
        assert found.equal == (not wrong)
        if found.equal:
            equal += 1
            assert certifies(one, other, found.relation)
            assert not certifies(one, complement(other), found.relation)
            assert len(found.relation) == 1 or not certifies(one, other, found.relation[1:])
        else:
            assert found.word is not None
            assert len(found.word) == len(wrong[0])
            assert one.accepts(found.word) != other.accepts(found.word)
            extra = [word for word in wrong if one.accepts(word)]
            assert shortest_only(one, other) == (extra[0] if extra else None)
    assert equal > 100


def test_combinations_accept_what_they_say() -> None:
    randomness = Random(4)
    for _ in range(60):
        one, other = (random_dfa(randomness, randomness.randint(1, 4)) for _ in range(2))
        made = [intersection(one, other), union(one, other), minus(one, other), symmetric_difference(one, other)]
        for word in all_words("ab", 6):
            a, b = one.accepts(word), other.accepts(word)
            assert [each.accepts(word) for each in made] == [a and b, a or b, a and not b, a != b]
            assert complement(one).accepts(word) is not a


def test_sets_of_states_accept_what_the_guesses_accept() -> None:
    randomness = Random(5)
    for _ in range(150):
        nfa = random_nfa(randomness, randomness.randint(1, 5))
        made, backwards = determinise(nfa), determinise(reverse(nfa))
        for word in all_words("ab", 6):
            assert made.accepts(word) == nfa.accepts(word) == _accepts(nfa, word)
            assert backwards.accepts(word[::-1]) == nfa.accepts(word)


def _accepts(nfa: NFA, word: str) -> bool:
    """By the definition: a path of moves from a start to an accepting state that reads the word."""
    todo = [(start, word) for start in nfa.starts]
    seen = set(todo)
    for state, rest in todo:
        if not rest and state in nfa.accepting:
            return True
        following = [(target, rest) for target in nfa.epsilon[state]]
        if rest:
            following += [(target, rest[1:]) for target in nfa.moves[state][nfa.alphabet.index(rest[0])]]
        todo += [each for each in following if each not in seen]
        seen.update(following)
    return False


def test_an_automaton_that_explodes_says_so() -> None:
    tenth = _from_the_end(12)
    with pytest.raises(Explosion, match="more than 1,000 states"):
        determinise(tenth, 1_000)
    assert len(minimise(determinise(tenth))) == 2**12


def _from_the_end(place: int) -> NFA:
    return automaton_of(parse("(a|b)*a" + "(a|b)" * (place - 1), ("a", "b")), ("a", "b"))


def test_searching_without_making_deterministic_finds_the_same_shortest_words() -> None:
    randomness = Random(6)
    for _ in range(200):
        nfa = random_nfa(randomness, randomness.randint(1, 5))
        asked = minimise(random_dfa(randomness, randomness.randint(1, 4)))
        made = determinise(nfa)
        for found, wanted in (
            (first_extra(nfa, asked, 10_000), shortest_only(made, asked)),
            (first_missing(nfa, asked, 10_000), shortest_only(asked, made)),
        ):
            assert found[1]
            assert (found[0] is None) == (wanted is None)
            if wanted is not None and found[0] is not None:
                assert len(found[0]) == len(wanted)
                assert nfa.accepts(found[0]) != asked.accepts(found[0])


def test_words_come_in_order_and_are_counted() -> None:
    randomness = Random(7)
    for _ in range(150):
        automaton = random_dfa(randomness, randomness.randint(1, 5), "ba")
        wanted = [word for word in all_words("ba", LONGEST) if automaton.accepts(word)]
        found = []
        for word in words(automaton):
            if len(word) > LONGEST:
                break
            found.append(word)
        assert found == wanted
        by_length = [sum(len(word) == length for word in wanted) for length in range(LONGEST + 1)]
        assert counts(automaton, LONGEST) == by_length
        assert count(automaton, 5) == by_length[5]


def test_the_words_of_a_finite_language_end() -> None:
    trap = DFA(("a", "b"), ((1, 2), (2, 3), (2, 2), (2, 2)), 0, frozenset({0, 3}))
    assert list(words(trap)) == ["", "ab"]
    assert list(words(DFA(("a",), ((0,),), 0, frozenset()))) == []


def test_wrong_words_are_counted_by_length() -> None:
    randomness = Random(8)
    for _ in range(60):
        one, asked = (random_dfa(randomness, randomness.randint(1, 4)) for _ in range(2))
        for wrong in wrong_by_length(one, asked, 6):
            same = [word for word in all_words("ab", 6) if len(word) == wrong.length]
            assert wrong.all == len(same)
            assert wrong.asked == sum(asked.accepts(word) for word in same)
            assert wrong.accepted == sum(one.accepts(word) and not asked.accepts(word) for word in same)
            assert wrong.rejected == sum(asked.accepts(word) and not one.accepts(word) for word in same)
            assert 0 <= wrong.share <= 1


def test_access_words_lead_to_their_states_first() -> None:
    randomness = Random(9)
    for _ in range(50):
        automaton = random_dfa(randomness, 5)
        found = access_words(automaton)
        for state, word in found.items():
            assert word == next(other for other in all_words("ab", 6) if automaton.run(other)[-1] == state)


def test_a_small_nfa_accepts_the_same_words_and_is_no_larger() -> None:
    randomness = Random(10)
    for _ in range(150):
        automaton = minimise(random_dfa(randomness, randomness.randint(1, 5)))
        nfa = small_nfa(automaton)
        assert len(nfa) <= len(automaton)
        assert len(nfa.starts) == 1
        assert minimise(determinise(nfa)) == automaton
    assert len(small_nfa(minimise(determinise(_from_the_end(6))))) == 7


def test_a_regular_expression_of_an_automaton_describes_its_language() -> None:
    randomness = Random(11)
    for _ in range(150):
        automaton = minimise(random_dfa(randomness, randomness.randint(1, 5)))
        text = show(expression_of(automaton))
        assert minimise(determinise(automaton_of(parse(text, ("a", "b")), ("a", "b")))) == automaton


def test_a_builder_refuses_tables_that_are_none() -> None:
    assert dfa("ab", [[0, 0]], 0, [0]).accepts("abba")
    for rows, start, accepting in (([[0]], 0, []), ([[0, 1]], 0, []), ([[0, 0]], 1, []), ([[0, 0]], 0, [4])):
        with pytest.raises(ValueError, match="state"):
            dfa("ab", rows, start, accepting)
    with pytest.raises(ValueError, match="single characters"):
        dfa(["a", "bc"], [[0, 0]], 0, [])
    with pytest.raises(ValueError, match="same alphabet"):
        compare(dfa("ab", [[0, 0]], 0, []), dfa("ac", [[0, 0]], 0, []))


def test_languages_are_the_same_up_to_renaming_iff_a_permutation_of_letters_makes_them_equal() -> None:
    randomness = Random(12)
    for _ in range(200):
        one, other = (minimise(random_dfa(randomness, randomness.randint(1, 3))) for _ in range(2))
        swapped = minimise(DFA(one.alphabet, tuple((b, a) for a, b in one.moves), one.start, one.accepting))
        assert up_to_renaming(one) == up_to_renaming(swapped)
        assert (up_to_renaming(one) == up_to_renaming(other)) == (other in (one, swapped))


def test_the_profile_of_a_language_names_what_makes_it_hard() -> None:
    ends_in_ab = DFA(("a", "b"), ((1, 0), (1, 2), (1, 0)), 0, frozenset({2}))
    found = profile(ends_in_ab)
    assert (found.states, found.loops, found.separating) == (3, 1, 1)
    chain = DFA(("a",), ((1,), (2,), (3,), (3,)), 0, frozenset({3}))
    assert (profile(chain).loops, profile(chain).separating) == (1, 2)
    randomness = Random(13)
    for _ in range(60):
        minimal = minimise(random_dfa(randomness, 5))
        longest = 0
        for one in range(len(minimal)):
            for other in range(one):
                sides = [DFA(minimal.alphabet, minimal.moves, state, minimal.accepting) for state in (one, other)]
                longest = max(longest, len(difference(*sides) or ""))
        assert profile(minimal).separating == longest


def test_a_hundred_thousand_states_are_compared() -> None:
    size = 100_000
    moves = tuple(((state + 1) % size, state * 7 % size) for state in range(size))
    one = DFA(("a", "b"), moves, 0, frozenset({size - 1}))
    other = DFA(("a", "b"), moves, 0, frozenset({size - 2}))
    assert compare(one, one).equal
    word = compare(one, other).word
    assert word is not None
    assert one.accepts(word) != other.accepts(word)


def test_flat_tables_give_the_same_comparison(monkeypatch: pytest.MonkeyPatch) -> None:
    randomness = Random(9)
    for _ in range(100):
        one = random_dfa(randomness, randomness.randint(1, 6))
        other = minimise(one) if randomness.random() < 0.5 else random_dfa(randomness, randomness.randint(1, 6))
        monkeypatch.setattr(hopcroft_karp, "_LARGE", 2_000)
        rows = compare(one, other)
        monkeypatch.setattr(hopcroft_karp, "_LARGE", 0)
        assert compare(one, other) == rows
