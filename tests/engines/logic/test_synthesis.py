"""The smallest formula of an automaton, and how it differs from the asked one."""

# ruff: noqa: E501 (one line for each sentence)

import random

import pytest

from tests.engines.logic.random_formulas import random_formula
from viva.engines.automata import DFA, equivalent
from viva.engines.logic import Formula, compile, contrast, explaining_formula, parse, show, size, smallest_formula
from viva.engines.logic.answers import Answers, answers
from viva.engines.logic.formula import Quantified, nodes
from viva.engines.logic.literals import literals
from viva.engines.logic.wording.contrast import Contrast


def formula(text: str) -> Formula:
    return parse(text, "ab")


def automaton(text: str) -> DFA:
    return compile(formula(text), "ab")


@pytest.mark.parametrize(
    ("text", "largest"),
    [
        ("true", 1),
        ("begWt('ab')", 1),
        ("ex1 x. 'a' @ x and 'b' @ x+1 and 'a' @ x+2", 2),
        ("not not |indOf('a')| > 1", 2),
        ("|indOf('a')| % 7 = 3", 2),
        ("|indOf('a')| = 12", 2),
        ("|all| % 13 = 4", 2),
        ("endWt('abbabab')", 1),
        ("not |indOf('abbab')| >= 1", 2),
        ("'a' @ last-8", 3),
        ("begWt('ab') and endWt('ba')", 3),
        ("begWt('ab') <-> endWt('ba')", 3),
        ("begWt('ab') -> endWt('ba')", 3),
        ("|indOf('a')| % 2 = 0 and |indOf('b')| % 3 = 1", 5),
        ("|indOf('a')| % 2 = 0 or |indOf('b')| % 3 = 1", 5),
        ("|indOf('a')| = 2 and endWt('b') and begWt('b')", 6),
        ("|all| % 2 = 0 and (begWt('a') or endWt('b'))", 6),
        ("|all| % 2 = 0 or (begWt('a') and endWt('b'))", 6),
        ("(begWt('ab') and endWt('a')) or (begWt('b') and endWt('ab'))", 7),
        ("all1 x. 'a' @ x <-> |psLt(x)| % 2 = 0", 7),
        ("fstOcc('b') < lastOcc('a') and |all| % 2 = 1", 6),
    ],
)
def test_a_formula_that_is_at_least_as_small_is_found(text: str, largest: int) -> None:
    found = smallest_formula(automaton(text))
    assert found is not None
    assert size(found) <= largest
    assert compile(found, "ab") == automaton(text)


def test_a_difference_on_long_words_only_is_not_overlooked() -> None:
    almost = automaton("begWt('a') and not |all| = 20")
    assert answers(almost) == answers(automaton("begWt('a')"))
    found = smallest_formula(almost)
    assert found is None or compile(found, "ab") == almost


def test_letters_are_guessed_only_where_that_is_allowed() -> None:
    same = automaton("(begWt('a') and endWt('a')) or (begWt('b') and endWt('b'))")
    plain, guessed = smallest_formula(same), smallest_formula(same, guesses=True)
    assert plain is not None
    assert guessed is not None
    assert "ex0" not in show(plain)
    assert show(guessed) == "ex0 c. begWt(c) and endWt(c)"


def test_where_there_is_none_nothing_is_claimed() -> None:
    assert smallest_formula(automaton("all1 x. x+4 <= last -> |indOf('a') inter psGe(x) inter psLe(x+4)| >= 2")) is None


def test_whatever_is_found_means_the_automatons_language() -> None:
    source = random.Random(5)
    found = 0
    for _ in range(150):
        states = source.randint(1, 4)
        moves = tuple(tuple(source.randrange(states) for _ in "ab") for _ in range(states))
        accepting = frozenset(state for state in range(states) if source.random() < 0.5)
        drawn = DFA(("a", "b"), moves, 0, accepting)
        formula = smallest_formula(drawn, steps=5000)
        if formula is not None:
            found += 1
            assert size(formula) <= 9
            assert equivalent(compile(formula, "ab"), drawn), show(formula)
    assert found > 80


def test_the_answers_are_those_of_the_automaton_in_order_of_the_words() -> None:
    drawn = automaton("begWt('a')")
    words = ["", "a", "b", "aa", "ab", "ba", "bb", "aaa"]
    told = answers(drawn)
    assert [bool(told >> index & 1) for index in range(len(words))] == [word.startswith("a") for word in words]


def test_conditions_come_in_pairs_of_complements() -> None:
    known = literals(("a", "b"))
    everything = known[0].answers | known[1].answers
    for one, other in zip(known[::2], known[1::2], strict=True):
        assert one.answers ^ other.answers == everything
    assert len({literal.answers for literal in known}) == len(known)


@pytest.mark.parametrize(
    ("accepted", "asked", "told", "beside"),
    [
        ("|indOf('a')| >= 2", "|indOf('a')| = 2", "words that have at least two a's", "exactly two"),
        ("begWt('ab')", "endWt('ab')", "words that begin with 'ab'", "words that end with 'ab'"),
        ("begWt('a') and endWt('b')", "begWt('a') or endWt('b')", "words that begin with 'a' and end with 'b'", "words that begin with 'a' or end with 'b'"),
        ("begWt('a')", "begWt('a') and endWt('b')", "words that begin with 'a'", "words that begin with 'a' and end with 'b'"),
    ],
)  # fmt: skip
def test_the_difference_in_words(accepted: str, asked: str, told: str, beside: str) -> None:
    both = Contrast(told, beside, beside == "exactly two")
    assert contrast(formula(accepted), formula(asked)) == both
    explaining = explaining_formula(automaton(accepted), formula(asked))
    assert explaining is not None
    assert contrast(explaining, formula(asked)) == both


def test_an_answer_near_a_large_formula_is_explained_by_it() -> None:
    asked = formula("all1 x. x+4 <= last -> |indOf('a') inter psGe(x) inter psLe(x+4)| >= 2")
    meant = formula("all1 x. x+3 <= last -> |indOf('a') inter psGe(x) inter psLe(x+3)| >= 2")
    assert explaining_formula(compile(meant, "ab"), asked) == meant


@pytest.mark.parametrize("alphabet", ["a", "ab", "abc"])
def test_answers_of_a_formula_are_those_of_its_automaton(alphabet: str) -> None:
    meaning = Answers(tuple(alphabet))
    compared = 0
    for seed in range(250):
        formula = random_formula(random.Random(seed), 3, alphabet)
        if not any(isinstance(node, Quantified) and node.quantifier[-1] == "2" for node in nodes(formula)):
            compared += 1
            assert meaning.of(formula) == answers(compile(formula, alphabet)), show(formula)
    assert compared > 150
