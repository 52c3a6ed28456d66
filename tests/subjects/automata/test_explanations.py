"""Explanations by a rule: equivalent to the answer, near the asked one."""

import re
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from tests.engines.automata.random_automata import random_dfa
from tests.engines.logic.plain_english import meaning
from tests.examining import Examiner
from viva.core.ladder import Rung
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.engines import logic
from viva.engines.automata import DFA, as_dfa, equivalent, formats, minimise, name_states
from viva.services.checking import check
from viva.subjects.automata.diagnosis import diagnose, rule
from viva.subjects.automata.explain import findings
from viva.subjects.automata.judge import Limits, judge
from viva.subjects.automata.model import Language, Task
from viva.subjects.automata.notation import answer_of
from viva.subjects.automata.subject import Automata

from .conftest import exercise
from .test_subject import texts

AB = ("a", "b")
GERMAN = '\n[feedback]\nlanguage = "de"\n'
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


def test_a_rule_with_exactly_if_is_told_only_to_those_who_were_asked_for_one(examine: Examiner) -> None:
    different = "a b\n-> s p q\np p p,x\nq q,x q\n* x - -\n"
    asked = {"l.regex": "a|b|a(a|b)*a|b(a|b)*b"}
    report = examine(exercise('task = "nfa"\nlanguage = "l.regex"', asked), different)
    assert "exactly if" not in texts(report, Rung.PATTERN)


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
        told = rule(answer, Language("l.fa.json", AB, asked, name_states(asked)))
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
    given = formats.write(name_states(asked.task_as(Task).asked), "table")
    assert given.strip() not in asked.statement


def _near(randomness: Random) -> tuple[str, DFA]:
    """A language by a formula, and an automaton for it with a few random changes."""
    formulas = ["endWt('ab')", "|indOf('a')| = 2", "begWt('a') or endWt('b')", "|indOf('a')| % 3 = 1", "|all| >= 2"]
    text = randomness.choice(formulas)
    language = logic.compile(logic.parse(text, AB), AB)
    moves = [list(row) for row in language.moves]
    accepting, start = set(language.accepting), language.start
    for _ in range(randomness.randint(1, 2)):
        state = randomness.randrange(len(moves))
        match randomness.randrange(4):
            case 0:
                accepting ^= {state}
            case 1:
                start = state
            case 2:
                # A new start like the old one, of which only the empty word is wrong.
                moves.append(list(moves[start]))
                accepting |= {len(moves) - 1} if start not in accepting else set()
                start = len(moves) - 1
            case _:
                moves[state][randomness.randrange(2)] = randomness.randrange(len(moves))
    return text, DFA(AB, tuple(map(tuple, moves)), start, frozenset(accepting))


def test_every_sentence_about_the_wrong_words_is_true(examine: Examiner) -> None:
    """Each claim is held against all words up to eight letters, by a reader who knows only English."""
    randomness = Random(11)
    words = ["".join(letters) for length in range(9) for letters in product("ab", repeat=length)]
    seen: set[str] = set()
    for _ in range(60):
        text, answer = _near(randomness)
        asked = logic.compile(logic.parse(text, AB), AB)
        if equivalent(answer, asked):
            continue
        report = examine(exercise(TASK, {"l.mosel": text}), formats.write(name_states(answer), "table"))
        accepted = {word for word in words if answer.accepts(word) and not asked.accepts(word)}
        missing = {word for word in words if asked.accepts(word) and not answer.accepts(word)}
        told = texts(report, Rung.PATTERN)
        for name, claim, holds in _claims(told, words, accepted, missing, answer):
            seen.add(name)
            assert holds, (text, answer, claim)
    assert seen >= {"only the empty word", "only so long", "also", "lacks", "accepts"}


def _claims(
    told: str, words: list[str], accepted: set[str], missing: set[str], answer: DFA
) -> Iterator[tuple[str, str, bool]]:
    wrong = accepted | missing

    def those(sentence: str) -> set[str]:
        understood = meaning(sentence, "ab")
        return {word for word in words if understood(word)}

    if "Only the empty word is wrong" in told:
        yield "only the empty word", told, wrong == {""}
    for length in re.findall(r"Only words of (\d+) letters? are wrong", told):
        yield "only so long", told, {len(word) for word in wrong} == {int(length)}
    for length in re.findall(r"Only words of at most (\d+) letters? are wrong", told):
        yield "only so long", told, max(len(word) for word in wrong) == int(length)
    for which, kind in (("Accepted by mistake", accepted), ("Missing", missing)):
        for count in re.findall(rf"{which}: (\d+) of", told):
            yield "count", told, len(kind) == int(count)
    for sentence in re.findall(r"is accepted, but so are the (words .*?)\.(?: Of| It|$|\n)", told):
        yield "also", told, accepted == those(sentence) and not missing
    for sentence in re.findall(r"should not be, but the (words .*?) are missing\.", told):
        yield "lacks", told, missing == those(sentence) and not accepted
    for one, other in re.findall(r"The (words .*?) are accepted but should not be, and the (words .*?) are miss", told):
        yield "both", told, accepted == those(one) and missing == those(other)
    for sentence in re.findall(r"Your answer accepts (words .*?)(?:; it should be|\. It should|\.$|\.\n)", told):
        yield "accepts", told, {word for word in words if answer.accepts(word)} == those(sentence)
    if "other way round" in told:
        yield "opposite", told, wrong == set(words)
    if "No word is accepted at all" in told:
        yield "nothing", told, not any(answer.accepts(word) for word in words)
    if "Every word is accepted" in told:
        yield "everything", told, all(answer.accepts(word) for word in words)


def test_mistakes_of_one_kind_have_one_signature_and_others_have_others(examine: Examiner) -> None:
    asked = exercise(TASK, {"l.mosel": "|indOf('a')| = 2"})

    def signature(formula: str) -> str | None:
        answer = formats.write(name_states(logic.compile(logic.parse(formula, AB), AB)), "table")
        return examine(asked, answer).findings[0].signature

    kinds = [
        "|indOf('a')| >= 2",
        "|indOf('a')| <= 2",
        "|indOf('a')| = 3",
        "|indOf('b')| = 2",
        "|indOf('a')| = 2 or isEmpty",
        "|indOf('a')| = 2 or |all| = 1",
        "endWt('aa')",
    ]
    assert len({signature(kind) for kind in kinds}) == len(kinds)
    # Drawn with more states than needed it is the same mistake.
    larger = "a b\n-> p q p\nq r q\n* r s r\n* s r s\n"
    assert examine(asked, larger).findings[0].signature == signature("|indOf('a')| >= 2")
    # One letter too many or too few of those that are wrong at the same length.
    one, two = (signature(f"|indOf('a')| = 2 or {word}") for word in ("begWt('a') and |all| = 1", "|all| = 1"))
    assert one == two


def test_a_language_without_words_for_formulas_leaves_them_out(examine: Examiner) -> None:
    """A stand-in for a second language: every sentence in brackets, and no descriptions."""
    english = catalogue("viva.subjects.automata")

    def say(key: str, /, *others: str, **slots: object) -> str:
        return "none" if key == "descriptions" else f"[{english.say(key, *others, **slots)}]"

    asked = exercise(TASK, {"l.mosel": "|indOf('a')| = 2"})
    task, terms = asked.task_as(Task), Terms()
    limits = Limits.of(terms.budget)
    answer = answer_of(task, formats.read("a.txt", AT_LEAST_TWO), "a.txt", limits.subsets, limits.work)
    judgement = judge(answer, task.asked, limits)
    why = diagnose(answer, task, limits, terms.budget.meter())
    for finding in findings(answer, task, judgement, why, say):
        assert "words that" not in finding.text
        plain = re.sub(r"\[[^\[\]]*\]", "", re.sub(r"\[[^\[\]]*\]", "", finding.text))
        assert not re.search("[A-Za-z]", plain), finding.text


def test_in_german_the_rule_is_said_where_it_is_simple() -> None:
    asked = exercise(TASK, {"l.mosel": "|indOf('a')| = 2"})
    report = check(Automata(), asked, Submission.from_text(AT_LEAST_TWO, "a.txt"), Terms(locale="de"))
    told = " ".join(finding.text for finding in report.findings)
    assert "Wörter, die mindestens zwei 'a' haben" in told
    assert "words" not in told


def test_a_statement_that_nobody_wrote_is_in_the_language_of_the_exercise() -> None:
    german = exercise(TASK + GERMAN, {"l.mosel": "begWt('a') and endWt('b')"})
    assert "die Wörter, die mit 'a' beginnen und auf 'b' enden." in german.statement
    hard = exercise(TASK + GERMAN, {"l.mosel": "all1 x. 'a' @ x -> ex1 y. y > x and 'b' @ y"})
    assert "„the words" in hard.statement
    english = exercise(TASK, {"l.mosel": "begWt('a') and endWt('b')"})
    assert "the words that begin with 'a' and end with 'b'" in english.statement


def test_a_plus_that_was_read_as_a_choice_is_told_where_the_answer_is_wrong(examine: Examiner) -> None:
    asked = exercise('task = "regex"\nlanguage = "l.regex"\nalphabet = "ab"', {"l.regex": "aa*bb*"})
    note = 'This is how your expression was read: `a|bb*`. A `+` between two parts means "or"'
    assert note in texts(examine(asked, "a+b+", "answer.regex"))
    assert "was read" not in texts(examine(asked, "aa*bb+", "answer.regex"))
    either = exercise('task = "regex"\nlanguage = "l.regex"\nalphabet = "ab"', {"l.regex": "a|b"})
    assert examine(either, "a+b", "answer.regex").findings == ()


def test_what_no_word_leads_to_is_not_called_superfluous_in_a_wrong_answer(examine: Examiner) -> None:
    asked = exercise('task = "nfa"\nlanguage = "l.regex"\nalphabet = "ab"', {"l.regex": "(a|b)*ab"})
    report = examine(asked, "a b\np p,q p\n-> q - r\n* r - -\n")
    assert "No word leads to the state `p`." in texts(report)
    assert "leave it out" not in texts(report)
    assert "cannot read it to the end" in texts(report, Rung.EXAMPLE)
    assert "Let the start be `p` instead of `q`." in texts(report, Rung.FIX)


def test_one_change_of_an_expression_is_called_close(examine: Examiner) -> None:
    asked = exercise('task = "regex"\nlanguage = "l.regex"\nalphabet = "ab"', {"l.regex": "a*b*"})
    assert "one change to your expression" in texts(examine(asked, "a*b*a*", "answer.regex"), Rung.HINT)


def test_nearly_all_words_are_called_right_only_where_the_language_is_not_as_small_as_that(examine: Examiner) -> None:
    ends = exercise(TASK, {"l.mosel": "endWt('ab')"})
    answer = formats.write(name_states(logic.compile(logic.parse("endWt('ab') or isEmpty", AB), AB)), "table")
    assert "Nearly all words are right" in texts(examine(ends, answer), Rung.HINT)
    three = exercise(TASK, {"l.mosel": "|all| = 3"})
    answer = formats.write(name_states(logic.compile(logic.parse("|all| <= 3", AB), AB)), "table")
    report = examine(three, answer)
    assert "accepts too much" in texts(report, Rung.HINT)
    assert "Only words of at most 2 letters are wrong. All of them are accepted by mistake." in texts(
        report, Rung.PATTERN
    )
    assert "the empty word, `a`, `b`, `aa`, `ab`, `ba`, `bb`" in texts(report, Rung.EXAMPLE)


def test_the_mended_automaton_is_drawn_without_a_state_that_nobody_drew(examine: Examiner) -> None:
    report = examine(exercise(TASK, {"l.mosel": "|indOf('a')| = 2"}), "a b\n-> p q -\nq r q\n* r s r\ns s s\n")
    drawn = [finding.drawing.text for finding in report.findings if finding.drawing]
    assert len(drawn) == 3
    assert not any("trap" in text for text in drawn)
    table = "\n".join(line for line in drawn[-1].splitlines() if not line.startswith("+"))
    mended, _ = as_dfa(formats.read("a.txt", table), AB)
    assert equivalent(mended, logic.compile(logic.parse("|indOf('a')| = 2", AB), AB))


def test_a_rule_that_nobody_would_put_so_is_not_told(examine: Examiner) -> None:
    """Of exactly two a's, also the words without an a: "contains 'a' exactly if there are exactly two a's"."""
    report = examine(exercise(TASK, {"l.mosel": "|indOf('a')| = 2"}), "a b\n->* p q p\nq r q\n* r s r\ns s s\n")
    assert "exactly if" not in texts(report)
    assert "so are the words that do not contain 'a'" in texts(report, Rung.PATTERN)
    assert "which states accept" in texts(report, Rung.HINT)


@pytest.mark.parametrize(
    ("text", "german"),
    [
        ("a b\n-> p q\n", "Zeile 2: der Zustand 'p' hat 1 Einträge, aber es gibt 2 Spalten; schreibe einen Eintrag"),
        ("a b\n-> p q r\n", "Zeile 2, Spalte 6: es gibt keinen Zustand 'q'; die Zustände sind p."),
        ('{"states": ["p"]}', "der Schlüssel 'transitions' fehlt."),
        ('{"states": 3, "transitions": []}', "states: erwartet: eine Liste, gefunden: eine Zahl."),
        ("digraph { a -> }", "Zeile 1, Spalte 16: erwartet: ein Name, gefunden: '}'."),
        ("digraph { a", "erwartet: ein Knoten, eine Kante oder '}', gefunden: das Ende."),
        ("<structure><automaton><state/></automaton></structure>", "ein <state> hat keine id."),
    ],
)
def test_what_cannot_be_read_is_told_in_german(text: str, german: str) -> None:
    asked = exercise(TASK, {"l.mosel": "begWt('a')"})
    report = check(Automata(), asked, Submission.from_text(text, "a.txt"), Terms(locale="de"))
    assert report.verdict is Verdict.REJECTED
    assert german in report.findings[0].text


def test_what_is_wrong_with_an_expression_is_told_in_german() -> None:
    asked = exercise('task = "regex"\nlanguage = "l.regex"\nalphabet = "ab"', {"l.regex": "aa*bb*"})
    for text, german in (
        ("(a", "Zeile 1, Spalte 1: diese Klammer wird nie geschlossen; diese Schreibweise hat |"),
        ("ac", "der Buchstabe 'c' gehört nicht zum Alphabet; in einem Ausdruck stehen hier diese Buchstaben: a, b."),
        ("a{x}", "erwartet: eine Zahl nach '{', gefunden: 'x'"),
    ):
        report = check(Automata(), asked, Submission.from_text(text, "a.txt"), Terms(locale="de"))
        assert german in report.findings[0].text
