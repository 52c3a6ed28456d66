"""Formulas and their automata: the meaning is that of the definition, the automaton is the minimal one."""

import random
from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from tests.engines.logic.definition import holds
from tests.engines.logic.random_formulas import random_formula
from viva.core.fault import Fault
from viva.engines.automata import minimise
from viva.engines.logic import TooLarge, compile, parse, show
from viva.engines.logic import formula as f


def words(alphabet: Sequence[str], longest: int) -> Iterator[str]:
    for length in range(longest + 1):
        for letters in product(alphabet, repeat=length):
            yield "".join(letters)


@pytest.mark.parametrize(
    ("text", "accepted", "rejected"),
    [
        ("true", ["", "a"], []),
        ("isEmpty", [""], ["a"]),
        ("begWt('ab')", ["ab", "abb"], ["", "a", "ba"]),
        ("endWt('aba')", ["aba", "ababa"], ["ba", "abab"]),
        # undefined positions make an atom false, and its negation true
        ("first = last", ["a"], ["", "ab"]),
        ("first <= first", ["a", "ab"], [""]),
        ("not first = first", [""], ["a"]),
        ("'a' @ last-1", ["ab", "bab"], ["", "a", "ba"]),
        ("not 'a' @ last-1", ["", "a", "ba"], ["ab"]),
        ("last+1-1 = last", [], ["", "a", "ab"]),
        ("first-1+1 = first", [], ["", "a"]),
        ("first+1-1 = first", ["ab", "aab"], ["", "a"]),
        ("fstOcc('ab') = fstOcc('ab')", ["ab", "bab"], ["", "ba"]),
        ("fstOcc('ab') < lastOcc('ab')", ["abab"], ["ab", "ba"]),
        ("fstOcc('aa') < lastOcc('aa')", ["aaa"], ["aa", "aba"]),
        ("lastOcc('aa') = last-1", ["aa", "baaa"], ["aab"]),
        # a set beside an undefined position is empty
        ("|psLt(fstOcc('b'))| = 0", ["", "a", "aa", "b", "ba"], ["ab"]),
        ("|psGe(last-2)| = 0", ["", "a", "ab"], ["aba", "aaaa"]),
        ("'a' @ psLe(fstOcc('ab'))", ["", "b", "ba", "ab", "aab"], ["bab"]),
        ("first in psLt(last)", ["ab"], ["", "a"]),
        # a letter is at every position of the empty set
        ("'a' @ indOf('b')", ["", "a", "aa"], ["b", "ab"]),
        ("'a' @ indOf('ab')", ["", "ab", "ba"], []),
        # overlapping occurrences
        ("|indOf('aa')| = 2", ["aaa", "aabaa"], ["aa", "aaaa"]),
        ("|indOf('aa') union indOf('ab')| = 2", ["aab"], ["aa", "ab"]),
        # quantifiers on the empty word
        ("ex1 x. true", ["a"], [""]),
        ("all1 x. false", [""], ["a"]),
        ("ex2 X. true", ["", "a"], []),
        ("all2 X. |X| = 0", [""], ["a"]),
        ("ex1 x. isEmpty", [], ["", "a"]),
        ("all2 X. first in X", [], ["", "a"]),
        ("ex2 X. first in X and |X| % 2 = 0", ["ab"], ["", "a"]),
        # the inner variable is meant
        ("ex1 x. 'a' @ x and ex1 x. 'b' @ x", ["ab", "ba"], ["a", "b", ""]),
        ("ex0 c. c @ first and c @ last", ["a", "aba", "bb"], ["", "ab"]),
        ("all0 c. |indOf(c)| >= 1", ["ab", "bab"], ["", "aa"]),
        ("|all| % 1 = 0", ["", "a"], []),
        ("|all| % 2 = 3", [], ["", "a", "aaa"]),
        ("|all| % 3 > 0", ["a", "ab", "aaaa"], ["", "aaa"]),
    ],
)
def test_the_rules_for_words_and_positions(text: str, accepted: str, rejected: str) -> None:
    automaton = compile(parse(text, "ab"), "ab")
    assert [word for word in accepted if not automaton.accepts(word)] == []
    assert [word for word in rejected if automaton.accepts(word)] == []


@pytest.mark.thorough
def test_automata_mean_what_the_definition_says() -> None:
    for seed in range(500):
        source = random.Random(seed)
        alphabet = source.choice(["ab", "ab", "abc", "a"])
        formula = random_formula(source, source.randint(1, 4), alphabet)
        automaton = compile(formula, alphabet)
        sets = sum(isinstance(node, f.Quantified) and node.quantifier[-1] == "2" for node in f.nodes(formula))
        for word in words(alphabet, 6 - (len(alphabet) > 2) - 2 * min(sets, 2)):
            assert automaton.accepts(word) == holds(formula, word, alphabet), (show(formula), word)


def test_the_automaton_is_minimal_and_canonical() -> None:
    for seed in range(150):
        formula = random_formula(random.Random(seed), 3, "ab")
        automaton = compile(formula, "ab")
        assert minimise(automaton) == automaton
        assert compile(f.Not(f.Not(formula)), "ab") == automaton


def test_offsets_and_counts_have_the_states_they_need() -> None:
    for text, states in [
        ("'1' @ last-9", 1024),
        ("'1' @ first+9", 12),
        ("|indOf('0')| % 5 = 0 and |indOf('1')| % 3 = 0", 15),
        ("|all| = 500", 502),
    ]:
        assert len(compile(parse(text, "01"), "01")) == states


@pytest.mark.parametrize(
    "text", ["|all| > 100000000", "'a' @ last-40", "|indOf('a')| % 999999 = 1", "ex1 x. 'b' @ x and 'a' @ x-30"]
)
def test_too_much_work_ends_with_a_sentence(text: str) -> None:
    with pytest.raises(TooLarge, match="takes more than 50,000 steps to build; use smaller numbers"):
        compile(parse(text, "ab"), "ab", work=50_000)


def test_letters_and_variables_are_checked() -> None:
    with pytest.raises(Fault, match="the letter 'c' is not in the alphabet"):
        compile(f.Begins("c"), "ab")
    with pytest.raises(Fault, match="no quantifier binds the variable x"):
        compile(f.LetterAt("a", f.Position("x")), "ab")
    with pytest.raises(Fault, match="at least one letter"):
        compile(f.IsEmpty(), "")
