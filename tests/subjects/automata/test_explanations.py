"""Explanations by a rule: equivalent to the answer, near the asked one."""

from random import Random

from tests.engines.automata.random_automata import random_dfa
from tests.examining import Examiner
from viva.core.ladder import Rung
from viva.engines import logic
from viva.engines.automata import equivalent, formats, minimise, named
from viva.subjects.automata.model import Language, Task
from viva.subjects.automata.pattern import rule

from .conftest import exercise
from .test_subject import texts

AB = ("a", "b")
TASK = 'task = "dfa"\nlanguage = "l.mosel"\nalphabet = "ab"'
AT_LEAST_TWO = "a b\n-> p q p\nq r q\n* r r r\n"


def test_a_rule_near_the_asked_one_is_told_by_what_differs(examine: Examiner) -> None:
    report = examine(exercise(TASK, {"l.mosel": "|indOf('a')| = 2"}), AT_LEAST_TWO)
    told = texts(report, Rung.PATTERN)
    assert "Your answer accepts words that have at least two a's; it should be exactly two." in told
    assert "follows a clear rule" in texts(report, Rung.HINT)
    assert "two" not in texts(report, Rung.HINT)


def test_a_rule_is_told_where_none_is_known_for_the_asked_language(examine: Examiner) -> None:
    files = {"l.regex": "(aab|bab(a|bb)*a)*b(ab|ba)*"}
    report = examine(exercise('task = "dfa"\nlanguage = "l.regex"', files), AT_LEAST_TWO)
    assert "Your answer accepts words that have at least two a's." in texts(report, Rung.PATTERN)


def test_few_edits_come_before_a_rule_that_is_far(examine: Examiner) -> None:
    report = examine(exercise(TASK, {"l.mosel": "|indOf('a')| % 3 = 1 and endWt('b')"}), "a b\n-> p q p\n* q p q\n")
    assert "follows a clear rule" in texts(report, Rung.HINT) or "You are close" in texts(report, Rung.HINT)
    report = examine(exercise(TASK, {"l.mosel": "begWt('ab')"}), "a b\n-> s p t\np t q\n* q q p\nt t t\n")
    assert "1 transition leads to the wrong state" in texts(report, Rung.HINT)


def test_every_rule_means_what_the_answer_accepts() -> None:
    randomness = Random(1)
    found = 0
    for _ in range(40):
        answer, asked = (minimise(random_dfa(randomness, 3)) for _ in range(2))
        told = rule(answer, Language("l.fa.json", AB, asked, named(asked)))
        if told is not None:
            found += 1
            assert equivalent(logic.compile(told.accepted, AB), answer)
            assert told.asked is None or equivalent(logic.compile(told.asked, AB), asked)
            assert 0 <= told.nearness <= 1
    assert found > 5


def test_a_mended_nfa_may_get_a_move_that_reads_nothing(examine: Examiner) -> None:
    files = {"l.regex": "a*b*"}
    answer = "a b\n-> p p -\n* q - q\n"
    allowed = exercise('task = "nfa"\nlanguage = "l.regex"', files)
    assert "Add a transition with `ε` from `p` to `q`." in texts(examine(allowed, answer), Rung.FIX)
    forbidden = exercise('task = "nfa"\nepsilon = false\nlanguage = "l.regex"', files)
    report = examine(forbidden, answer)
    assert "ε" not in texts(report, Rung.FIX)
    assert "2 changes" in texts(report, Rung.FIX)


def test_one_change_more_than_allowed_is_too_many(examine: Examiner) -> None:
    files = {"g.txt": "a b\n-> p q p\n* q q q\nr p p\n", "l.regex": "(a|b)*a"}
    asked = exercise('task = "mend"\ngiven = "g.txt"\nlanguage = "l.regex"', files)
    report = examine(asked, "a b\n-> p q p\n* q q p\nr p q\n")
    assert report.reason == "too_many_changes"
    assert [f.witness.fields for f in report.findings if f.witness] == [{"changes": 2, "allowed": 1}]
    assert report.score == 0.75


def test_the_language_of_an_exercise_may_have_no_statement_of_its_own() -> None:
    asked = exercise(TASK, {"l.mosel": "|indOf('a')| = 2"})
    assert "exactly the words that have exactly two a's" in asked.statement
    given = formats.write(named(asked.task_as(Task).asked), "table")
    assert given.strip() not in asked.statement
