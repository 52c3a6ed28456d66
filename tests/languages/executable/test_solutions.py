"""The law of model answers in other languages: what is written passes the check of its own specification."""

import random
from pathlib import Path

import pytest

import viva
from tests.engines.dialogues.specs import random_spec
from tests.examining import made
from viva.core.fault import Fault
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.engines.dialogues.notations.haskell import show as in_haskell
from viva.engines.dialogues.notations.symbols import parse, show
from viva.engines.dialogues.programs.languages import FILES, program_in
from viva.engines.dialogues.wellformed import check as wellformed
from viva.services.checking import check
from viva.subjects.console.subject import Console

pytestmark = [pytest.mark.needs_bwrap, pytest.mark.needs_gcc]

EXERCISES = Path(__file__).parents[3] / "exercises" / "console"
WRITTEN = (
    "any-multiple", "average", "backwards", "checked-input", "greeter", "high-low", "light-switch", "palindrome",
    "piggy-bank", "rock-paper-scissors", "sum-of-n", "to-twenty-one", "until-zero", "up-and-down",
)  # fmt: skip
LANGUAGES = [
    "c",
    pytest.param("java", marks=pytest.mark.needs_language("java")),
    pytest.param("javascript", marks=pytest.mark.needs_language("node")),
    pytest.param("haskell", marks=pytest.mark.needs_language("haskell")),
]


@pytest.mark.some(8)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", WRITTEN)
def test_the_model_answer_to_a_shipped_exercise_is_right(name: str, language: str) -> None:
    report = viva.check(EXERCISES / name, viva.solve(EXERCISES / name, language))
    assert report.verdict.value in ("passed", "proved"), (report.findings, report.evidence)


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_model_answers_to_random_specifications_are_right(language: str) -> None:
    randomness = random.Random(5)
    written = 0
    while written < 12:
        spec = random_spec(randomness)
        try:
            wellformed(spec)
            text = program_in(language, spec)
        except Fault:
            continue
        exercise = made(Console(), '[console]\nspec = "spec.sym"\n', {"spec.sym": show(spec)})
        try:
            report = check(Console(), exercise, Submission.from_text(text, FILES[language]), Terms())
        except Fault as fault:  # a specification that no run fulfils is no exercise in any language
            assert "no inputs were found" in fault.problem
            continue
        assert report.verdict.value in ("passed", "proved", "undecided"), (show(spec), text, report.findings)
        written += report.verdict.value != "undecided"


def test_a_program_to_read_has_no_detail_that_is_not_the_point() -> None:
    spec = parse('[>n]^N ( [>x]^Z <len(x_A) = n_C> E )->E ( [{sum(x_A)} >] <n_C = 0> [{"none"} >] )')
    assert program_in("pseudo", spec) == (
        "total ← 0\nread a number into n\nrepeat n times:\n    read a number, and add it to total\n"
        'if n = 0:\n    print "none"\notherwise:\n    print total\n'
    )


def test_the_language_of_the_paper_says_what_the_paper_says() -> None:
    spec = parse("[>n]^N ( [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]")
    assert in_haskell(spec) == (
        'spec :: Specification\nspec = readInput "n" nats\n  <>\n  tillExit\n'
        '    (branch ((\\xs n -> genericLength xs == n) <$> getAll @Int "x" <*> getCurrent "n")\n'
        '       (readInput "x" ints)\n       exit)\n  <>\n  writeOutput [(\\xs -> sum xs) <$> getAll @Int "x"]\n'
    )


def test_what_a_language_cannot_say_is_a_fault_with_a_remedy() -> None:
    with pytest.raises(Fault, match="write it in Python"):
        viva.solve(EXERCISES / "hangman", "c")
    with pytest.raises(Fault, match="there is no language 'cobol'"):
        viva.solve(EXERCISES / "sum-of-n", "cobol")
