"""Whatever is handed in, a check keeps to its seconds: the work is counted, and fewer seconds mean fewer steps."""

import random
import time
from pathlib import Path

import pytest

from tests.engines.logic.hearing import read_english
from viva.core.report import Report
from viva.core.submission import Submission
from viva.core.terms import Budget, Terms
from viva.core.text.reading import Misread
from viva.core.verdict import Verdict
from viva.engines.logic import TooLarge, compile, describe, parse
from viva.services.checking import check
from viva.services.registry import read_exercise
from viva.subjects.automata.judge import Limits

EXERCISES = Path(__file__).parents[3] / "exercises/automata"
NFA = """subject = "automata"
[automata]
task = "nfa"
language = "language.regex"
alphabet = "01"
"""
SECONDS = 1.0


def table(states: int, letters: str, seed: int, targets: int = 1) -> str:
    source = random.Random(seed)
    rows = [" ".join(letters)]
    for state in range(states):
        marks = ("-> " if state == 0 else "") + ("* " if state % 7 == 0 else "")
        moves = (",".join(f"q{source.randrange(states)}" for _ in range(targets)) for _ in letters)
        rows.append(f"{marks}q{state} {' '.join(moves)}")
    return "\n".join(rows)


def third_from_the_end(chain: int) -> str:
    """Right, but it also guesses a letter so far from the end that there are 2^chain sets of states."""
    rows = ["0 1", "-> q0 q0 q0,q1,c1", "q1 q2 q2", "q2 q3 q3", "* q3 - -"]
    rows += [f"c{i} c{i + 1} c{i + 1}" for i in range(1, chain)]
    return "\n".join([*rows, f"c{chain} - d1", "d1 d2 d2", "d2 d3 d3", "* d3 - -"])


def expressions() -> dict[str, str]:
    source = random.Random(5)
    return {
        "guess": "(a|b)*a" + "(a|b)" * 30,
        "guesses": "|".join(f"(a|b)*b{'(a|b)' * k}" for k in range(40)),
        "many guesses": "|".join(f"(a|b)*b{'(a|b)' * (3 * k)}(a|b)*a{'(a|b)' * k}" for k in range(25)),
        "right": "b*(ab*ab*)*|(aa|b)*b" + "(aa|b)" * 300,
        "stars": "(" * 140 + "a" + "*b)" * 140 + "*",
        "deep": "(" * 100_000 + "a" + ")" * 100_000,
        "long": "a|b" * 300_000,
        "words": "|".join("".join(source.choice("ab") for _ in range(30)) for _ in range(60)),
    }


def examined(folder: Path, text: str, file: str, seconds: float = SECONDS) -> Report:
    subject, exercise = read_exercise(folder)
    began = time.process_time()
    report = check(subject, exercise, Submission.from_text(text, file), Terms(Budget(seconds=seconds)))
    assert time.process_time() - began < 6 * seconds
    return report


@pytest.mark.parametrize("name", expressions())
def test_no_expression_takes_longer_than_it_may(name: str) -> None:
    report = examined(EXERCISES / "even-number-of-a", expressions()[name], "answer.regex")
    assert report.verdict is not Verdict.PROVED or name == "right"
    assert report.verdict is not Verdict.REFUTED or name != "right"


@pytest.mark.parametrize("chain", [20, 300, 3000])
def test_a_right_automaton_with_too_many_sets_is_never_refuted(tmp_path: Path, chain: int) -> None:
    (tmp_path / "exercise.toml").write_text(NFA)
    (tmp_path / "language.regex").write_text("(0|1)*1(0|1)(0|1)")
    report = examined(tmp_path, third_from_the_end(chain), "answer.txt")
    assert report.verdict in (Verdict.PROVED, Verdict.UNDECIDED)


@pytest.mark.parametrize(("states", "targets"), [(20_000, 1), (300, 1), (40, 1), (60, 3), (400, 40)])
def test_no_automaton_takes_longer_than_it_may(tmp_path: Path, states: int, targets: int) -> None:
    (tmp_path / "exercise.toml").write_text(NFA)
    (tmp_path / "language.regex").write_text("(0|1)*1(0|1)(0|1)")
    assert examined(tmp_path, table(states, "01", 1, targets), "answer.txt").verdict is Verdict.REFUTED


def test_fewer_seconds_mean_fewer_steps_and_the_same_verdict_of_what_is_small() -> None:
    assert Limits.of(Budget(seconds=1.0)).work < Limits.of(Budget(seconds=5.0)).work
    assert Limits.of(Budget(seconds=10.0)) == Limits.of(Budget(seconds=1000.0))
    for folder in sorted(EXERCISES.iterdir()):
        subject, exercise = read_exercise(folder)
        answer = subject.solve(exercise)
        found = [check(subject, exercise, answer, Terms(Budget(seconds=each))).verdict for each in (0.1, 10.0)]
        assert found[0] == found[1]


FORMULAS = {
    "far": "'1' @ last-40",
    "chains": " or ".join(f"('1' @ last-{k} and not '0' @ last-{k - 1})" for k in range(3, 16)),
    "remainders": " and ".join(f"|indOf('1')| % {k} = 1" for k in (7, 11, 13, 17, 19, 23)),
    "contained": " and ".join(f"|indOf('{k:b}')| >= 1" for k in range(16, 40)),
    "followed": " and ".join(f"(all1 x. '1' @ x -> '0' @ x+{k})" for k in range(1, 40)),
}


@pytest.mark.parametrize("name", FORMULAS)
def test_no_formula_takes_longer_than_its_work(name: str) -> None:
    began = time.process_time()
    with pytest.raises(TooLarge):
        compile(parse(FORMULAS[name], "01"), "01", 100_000)
    assert time.process_time() - began < 6


@pytest.mark.parametrize(("length", "levels"), [(20, 3), (100, 2), (100, 20), (140, 70)])
def test_chains_in_chains_are_as_deep_as_all_of_them_together(length: int, levels: int) -> None:
    formula = "begWt('1')"
    for _ in range(levels):
        for connective in (" and ", " or "):
            links = ["endWt('0')"] * length
            formula = f"({connective.join([formula, *links])})"
    try:
        read = parse(formula, "01")
    except Misread as problem:
        assert "nested more than 150 deep" in str(problem)
        assert 2 * length * levels > 149
    else:
        assert compile(read, "01").accepts("10")
        assert describe(read, "01")


def test_a_long_list_in_english_is_as_deep_as_it_is_long() -> None:
    with pytest.raises(Misread, match="nested more than 150 deep"):
        read_english("words that " + "begin with '1', " * 5000 + "or end with '0'", "01")
