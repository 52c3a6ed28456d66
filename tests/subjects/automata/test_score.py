"""Marks as laws: bounded, monotone, a stub at the zero of the scale; and the formulas of Automata Tutor, by hand."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from tests.engines.automata.random_automata import random_dfa
from tests.engines.logic import textbook
from tests.examining import Examiner
from viva.core.exercise import Exercise
from viva.core.verdict import Verdict
from viva.engines import logic
from viva.engines.automata import (
    DFA,
    Flip,
    Redirect,
    apply,
    automaton_of,
    determinise,
    equivalent,
    formats,
    minimise,
    name_states,
    symmetric_difference,
)
from viva.engines.automata.regex import parse
from viva.subjects.automata.diagnosis import nearest_formulas
from viva.subjects.automata.model import Task, Weights
from viva.subjects.automata.score import Measures, by_edits, by_words, score, stub_edits

from .conftest import exercise

AB = ("a", "b")
WORK = 1_000_000
LANGUAGES = [
    "endWt('ab')",
    "|indOf('a')| = 2",
    "begWt('a') or endWt('b')",
    "|indOf('a')| % 3 = 1",
    "not |indOf('bab')| >= 1",
    "begWt('ab') and |all| % 2 = 0",
]


def compiled(formula: str) -> DFA:
    return logic.compile(logic.parse(formula, AB), AB)


def toggled(language: DFA, *words: str) -> DFA:
    """The language with these words in it if they were not, and the other way round."""
    alphabet = language.alphabet
    these = determinise(automaton_of(parse("|".join(word or "ε" for word in words), alphabet), alphabet))
    return minimise(symmetric_difference(language, these))


def asking(formula: str, settings: str = "") -> Exercise:
    return exercise(f'task = "dfa"\nlanguage = "l.mosel"\nalphabet = "ab"\n{settings}', {"l.mosel": formula})


def marks(examine: Examiner, formula: str, answer: DFA) -> float:
    report = examine(asking(formula), formats.write(name_states(answer), "table"))
    assert report.score is not None
    return report.score


@pytest.mark.parametrize("formula", LANGUAGES)
def test_a_stub_is_the_zero_of_the_scale_and_only_the_language_itself_is_full(examine: Examiner, formula: str) -> None:
    language = compiled(formula)
    for accepting in ((), (0,)):
        assert marks(examine, formula, DFA(AB, ((0, 0),), 0, frozenset(accepting))) == 0
    assert marks(examine, formula, language) == 1
    assert 0 < marks(examine, formula, toggled(language, "ab")) < 1


@pytest.mark.parametrize("formula", LANGUAGES)
def test_one_wrong_word_is_near_the_top_and_more_wrong_words_are_never_better(examine: Examiner, formula: str) -> None:
    language = compiled(formula)
    for word in ("", "b", "aab"):
        assert marks(examine, formula, toggled(language, word)) >= 0.85
    randomness, wrong, before = Random(formula), [""], 1.0
    for _ in range(5):
        now = by_words(toggled(language, *wrong), language, WORK)
        assert 0 <= now < before
        before = now
        wrong.append("".join(randomness.choice("ab") for _ in range(len(wrong) + 1)))


@pytest.mark.parametrize("formula", LANGUAGES)
def test_one_slip_costs_little_whatever_it_is(examine: Examiner, formula: str) -> None:
    """A start that was moved, a state that should accept, a transition that leads elsewhere, one that was left out."""
    language = compiled(formula)
    least = 0.95 * (1 - 1 / stub_edits(language)) - 0.0001
    assert least > 0.55
    last = len(language) - 1
    slips = [
        DFA(AB, language.moves, last, language.accepting),
        apply(language, (Flip(last, last not in language.accepting),)),
        apply(language, (Redirect(0, 0, language.moves[0][0], 0 if language.moves[0][0] else last),)),
    ]
    for slip in slips:
        assert equivalent(slip, language) or marks(examine, formula, slip) >= least
    table = formats.write(name_states(language), "table").splitlines()
    table[-1] = " ".join([*table[-1].split()[:-1], "-"])
    report = examine(asking(formula), "\n".join(table) + "\n")
    assert (report.verdict, report.reason) == (Verdict.REJECTED, "incomplete")
    assert report.score is not None
    assert report.score >= least


def test_more_edits_are_never_better() -> None:
    randomness = Random(7)
    for _ in range(20):
        asked = minimise(random_dfa(randomness, 4))
        measures = [by_edits(edits, asked) for edits in range(stub_edits(asked) + 2)]
        assert measures[0] == 1
        assert measures == sorted(measures, reverse=True)
        assert measures[-2:] == [0, 0]


@pytest.mark.parametrize("formula", LANGUAGES)
def test_accepting_nothing_is_worth_nothing_unless_only_the_marks_were_forgotten(
    examine: Examiner, formula: str
) -> None:
    language, randomness = compiled(formula), Random(formula)
    bare = DFA(AB, language.moves, language.start, frozenset())
    assert marks(examine, formula, bare) >= 0.4
    for states in (2, 3):
        drawn = random_dfa(randomness, states)
        for accepting in (frozenset[int](), frozenset(range(states))):
            answer = DFA(AB, drawn.moves, 0, accepting)
            if len(answer) < len(language):
                assert marks(examine, formula, answer) == 0


def test_the_score_is_the_best_of_the_measures_that_count_and_below_one() -> None:
    randomness = Random(3)
    for _ in range(50):
        measures = Measures(*(randomness.random() for _ in range(3)))
        whole = score(measures, Weights())
        assert 0 <= whole < 1
        assert whole == pytest.approx(0.95 * max(measures.words, measures.edits, measures.description), abs=1e-4)
        assert score(measures, Weights(measures=("words",))) <= whole
        assert score(measures, Weights(top=0.5)) <= whole
    assert score(Measures(1, 1, 1), Weights()) == 0.95


def test_a_misread_word_is_worth_more_than_a_blank_answer(examine: Examiner) -> None:
    assert marks(examine, "begWt('a') or endWt('b')", compiled("begWt('a') and endWt('b')")) > 0.6
    assert marks(examine, "|indOf('a')| = 2", compiled("|indOf('a')| >= 2")) > 0.6


def test_stubs_are_at_zero_for_all_textbook_languages() -> None:
    for language in textbook.LANGUAGES:
        asked = minimise(logic.compile(*textbook.read(language)))
        loop = ((0,) * len(asked.alphabet),)
        for accepting in ((), (0,)):
            stub = DFA(asked.alphabet, loop, 0, frozenset(accepting))
            assert by_words(stub, asked, 10 * WORK) == 0
            assert by_edits(stub_edits(asked), asked) == 0
        assert by_words(asked, asked, 10 * WORK) == 1


# Automata Tutor. Sizes and edits are counted by hand; the words are counted one by one.


def density(answer: DFA, asked: DFA, longest: int) -> float:
    shares = []
    for length in range(longest + 1):
        words = ["".join(letters) for letters in product(asked.alphabet, repeat=length)]
        inside = sum(asked.accepts(word) for word in words)
        wrong = sum(asked.accepts(word) != answer.accepts(word) for word in words)
        rarer = min(inside, len(words) - inside)
        if rarer == 0 and wrong == 0:
            continue
        shares.append(wrong / rarer if rarer else wrong)
    return sum(shares) / len(shares)


@pytest.mark.parametrize(
    ("asked", "answer", "formula", "cost", "states"),
    [
        # |indOf('a')| = 2 has four nodes: =, indOf, 'a', 2. One state and one move.
        ("|indOf('a')| = 2", "|indOf('a')| >= 2", (1, 4), 2, (4, 3)),
        # begWt, 'ab'; both nodes differ from endWt 'ba'. Of the answer's states two are spare.
        ("begWt('ab')", "begWt('aa')", (1, 2), 2, (4, 4)),
        # or, begWt, 'a', endWt, 'b'.
        ("begWt('a') or endWt('b')", "begWt('a') and endWt('b')", (1, 5), 3, (4, 4)),
        # %=, indOf, 'a', 2, 0: the two states change sides.
        ("|indOf('a')| % 2 = 0", "|indOf('a')| % 2 = 1", (1, 5), 2, (2, 2)),
        # Three flips, of which two are charged; not is one node more.
        ("endWt('ab')", "not endWt('ab')", (1, 2), 2, (3, 3)),
    ],
)
def test_automata_tutor_as_published(
    examine: Examiner, asked: str, answer: str, formula: tuple[int, int], cost: int, states: tuple[int, int]
) -> None:
    wanted, drawn = compiled(asked), compiled(answer)
    assert (len(wanted), len(drawn)) == states
    manifest = asking(asked, '[automata.score]\nmode = "automata-tutor"')
    report = examine(manifest, formats.write(name_states(drawn), "table"))
    figures = report.evidence.details["automata_tutor"]
    assert isinstance(figures, dict)
    small = 0.2 * (max(0, states[0] - states[1]) / states[0]) ** 0.5
    problem = 0.9 * (1.005 + formula[0] / formula[1] + small) ** 2 - 1.005**2
    solution = (1.03 + cost / ((states[0] + 1) * 2)) ** 2 - 1.03**2
    words = (1 + (density(drawn, wanted, min(13, 3 * states[0])) + small) / 2) ** 2 - 1
    assert figures["problem"] == pytest.approx(problem)
    assert figures["solution"] == pytest.approx(solution)
    assert figures["words"] == pytest.approx(words)
    grade = 10 - round(10 * min(problem, solution, words))
    ten = replace(manifest, points=10.0)
    assert examine(ten, formats.write(name_states(drawn), "table")).score == max(0, min(grade, 9)) / 10


@pytest.mark.parametrize(
    ("asked", "answer", "distance", "size"),
    [
        ("|all| >= 2", "|all| >= 1", 1, 3),
        ("|indOf('ab')| = 1", "|indOf('ba')| = 1", 1, 4),
        ("'a' @ last-1", "'b' @ last-1", 1, 4),
        ("not endWt('ab')", "endWt('ab')", 1, 3),
        ("endWt('ab') or isEmpty", "endWt('ab')", 2, 4),
        ("|indOf('a')| % 2 = 0 and endWt('b')", "|indOf('a')| % 2 = 0", 3, 8),
        ("begWt('a') and |all| % 2 = 0", "begWt('a') and |all| % 2 = 1", 1, 7),
    ],
)
def test_literals_are_nodes_for_automata_tutor(asked: str, answer: str, distance: int, size: int) -> None:
    language = asking(asked).task_as(Task).language
    assert nearest_formulas(compiled(answer), language) == (distance, size)
