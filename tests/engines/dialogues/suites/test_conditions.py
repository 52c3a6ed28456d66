"""Both sides of every condition are taken, whatever it asks of texts and numbers."""

import pytest

from tests.engines.dialogues.suites.conditions import CONDITIONS, FUNCTIONS, LOOPS, spec_of
from viva.engines.dialogues.foreign import bind, load
from viva.engines.dialogues.model import Spec
from viva.engines.dialogues.notations.readable import parse
from viva.engines.dialogues.suites.suite import suite
from viva.engines.dialogues.suites.values import pool

_SLOW = ("n * n", "n + m + k", "len(c)", "len(a) > 2", "b in a", "lower(b) == a")  # these are for bench/console.py
HERE = [pair for pair in CONDITIONS[::3] if not any(part in pair[1] for part in _SLOW)]


def spec(text: str) -> Spec:
    return bind(parse(text), load(FUNCTIONS, "functions.py"))


@pytest.mark.some(10)
@pytest.mark.parametrize(("reads", "condition"), HERE, ids=[condition for _, condition in HERE])
def test_both_sides_of_a_condition_are_taken(reads: str, condition: str) -> None:
    tests = suite(spec(spec_of(reads, condition)), 0)
    assert tests.sides_taken == tests.sides == 2


@pytest.mark.parametrize("text", LOOPS[-2:])
def test_conditions_on_texts_are_met_in_loops_and_one_in_another(text: str) -> None:
    tests = suite(spec(text), 0)
    assert tests.sides_taken == tests.sides


def given(condition: str) -> list[str]:
    return [str(case.inputs[0]) for case in suite(spec(spec_of("w: text", condition)), 0).tests]


def test_the_parts_of_a_condition_on_texts_hold_and_fail_one_by_one() -> None:
    found = {("@" in word, "." in word) for word in given('"@" in w and "." in w')}
    assert found == {(True, True), (True, False), (False, True), (False, False)}


def test_a_text_may_be_mistaken_in_usual_ways() -> None:
    words = given('"ab" in w')
    assert any("ab" in word and not word.startswith("ab") for word in words)
    assert any("ab" in word and not word.endswith("ab") for word in words)
    assert any("ab" in word.lower() and "ab" not in word for word in words)
    assert any("ab" in word and word != "ab" for word in words)


def test_lengths_of_texts_are_met_at_their_boundary() -> None:
    assert {16, 17, 18} <= {len(word) for word in given("len(w) > 17")}


def test_texts_in_the_functions_of_an_exercise_are_known() -> None:
    found = pool(spec(spec_of("w: text", 'domain(w) == "uni.de"')))
    assert "@" in found.mentioned
    assert "uni.de" in found.texts
