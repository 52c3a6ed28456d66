"""The subject from outside: verdicts, witnesses, findings, scores."""

import json
from random import Random
from typing import Any

import pytest

from tests.engines.automata.random_automata import random_dfa
from tests.examining import Examiner
from viva.core.ladder import Rung
from viva.core.report import About, Report
from viva.core.submission import Submission
from viva.core.terms import Budget, Terms
from viva.core.verdict import Verdict
from viva.core.where import Passage, State, Transition
from viva.engines.automata import DFA, as_dfa, certifies, equivalent, formats, minimise, name_states
from viva.services.checking import check
from viva.subjects.automata.model import Task
from viva.subjects.automata.subject import Automata

from .conftest import exercise

ENDS_IN_AB = {"language.regex": "(a|b)*ab\n"}
DFA_TASK = 'task = "dfa"\nlanguage = "language.regex"\nalphabet = "ab"\n'
RIGHT = "      a  b\n-> p  q  p\n   q  q  r\n*  r  q  p\n"


def texts(report: Report, rung: Rung | None = None, about: About | None = None) -> str:
    return "\n".join(
        finding.text
        for finding in report.findings
        if (rung is None or finding.rung is rung) and (about is None or finding.about is about)
    )


def test_a_right_answer_is_proved_with_a_certificate_that_holds(examine: Examiner) -> None:
    asked = exercise(DFA_TASK, ENDS_IN_AB)
    report = examine(asked, RIGHT)
    assert (report.verdict, report.score, report.reason, report.isolation) == (Verdict.PROVED, 1.0, None, None)
    answer, names = as_dfa(formats.read("a.txt", RIGHT), ("a", "b"))
    relation: Any = report.evidence.to_json()["relation"]
    pairs = tuple((names.index(one), int(other.removeprefix("s"))) for one, other in relation)
    assert certifies(answer, asked.task_as(Task).asked, pairs)


@pytest.mark.parametrize("seed", range(12))
def test_a_wrong_answer_gets_words_that_are_wrong_and_edits_that_mend(examine: Examiner, seed: int) -> None:
    randomness = Random(seed)
    asked_dfa, answer = minimise(random_dfa(randomness, 4)), random_dfa(randomness, 4)
    asked = exercise(
        'task = "dfa"\nlanguage = "l.fa.json"', {"l.fa.json": formats.write(name_states(asked_dfa), "json")}
    )
    report = examine(asked, formats.write(name_states(answer), "table"))
    if equivalent(asked_dfa, answer):
        assert report.verdict is Verdict.PROVED
        return
    assert report.verdict is Verdict.REFUTED
    assert report.score is not None
    assert 0 <= report.score < 1
    witnesses = [finding.witness.fields for finding in report.findings if finding.witness]
    assert witnesses
    for fields in witnesses:
        word = str(fields["word"])
        said, wanted = answer.accepts(word), asked_dfa.accepts(word)
        assert fields["direction"] == ("accepted but should not be" if said else "rejected but should be")
        assert said != wanted
    lengths = [len(str(fields["word"])) for fields in witnesses]
    assert lengths == sorted(lengths)
    mended = [finding.drawing for finding in report.findings if finding.rung is Rung.FIX and finding.drawing]
    for drawing in mended:
        table = "\n".join(line for line in drawing.text.splitlines() if not line.startswith("+"))
        made, _ = as_dfa(formats.read("a.txt", table), asked_dfa.alphabet)
        assert equivalent(made, asked_dfa)


def test_no_rung_gives_away_the_next(examine: Examiner) -> None:
    report = examine(exercise(DFA_TASK, ENDS_IN_AB), "      a  b\n-> p  q  p\n   q  q  r\n*  r  q  r\n")
    told = {rung: texts(report, rung) for rung in Rung}
    for rung in (Rung.HINT, Rung.PATTERN):
        assert "abb" not in told[rung]
        assert not {"p", "q", "r"} & set(told[rung].replace(".", " ").replace(",", " ").split())
    assert "abb" in told[Rung.EXAMPLE]
    assert "from `r` with `b`" in told[Rung.PLACE]
    assert "instead of" not in told[Rung.PLACE]
    assert "From `r`, let `b` lead to `p` instead of `r`." in told[Rung.FIX]
    example = next(finding for finding in report.findings if finding.rung is Rung.EXAMPLE)
    assert example.drawing is not None
    assert "asked" not in example.drawing.text
    place = next(finding for finding in report.findings if finding.rung is Rung.PLACE)
    assert place.where == Transition("r", "b", "r")
    assert place.drawing is not None
    assert 'class="bad"' in place.drawing.svg


def test_both_directions_are_told_or_that_there_is_only_one(examine: Examiner) -> None:
    asked = exercise(DFA_TASK, ENDS_IN_AB)
    everything = examine(asked, "a b\n->* p p p\n")
    assert [finding.witness.fields for finding in everything.findings if finding.witness] == [
        {"word": "", "direction": "accepted but should not be"}
    ]
    assert "Every word is accepted" in texts(everything, Rung.PATTERN)
    nothing = examine(asked, "a b\n-> p p p\n")
    assert "No word is accepted at all." in texts(nothing, Rung.PATTERN)
    begins = examine(asked, "a b\n-> p q t\nq t r\n* r r r\nt t t\n")
    assert {str(f.witness.fields["direction"]) for f in begins.findings if f.witness} == {
        "accepted but should not be",
        "rejected but should be",
    }


@pytest.mark.parametrize(
    ("answer", "reason", "said"),
    [
        ("a b\n-> p q -\n* q q q\n", "incomplete", "Where does the letter `b` lead from `p`?"),
        ("a b\n-> p p,q p\n* q q q\n", "nondeterministic", "From `p` the letter `a` leads both to `p` and to `q`"),
        ("a b ε\n-> p p p q\n* q q q -\n", "nondeterministic", "reads nothing"),
        ("a b c\n-> p p p p\n", "unknown_letter", "A transition from `p` reads the letter `c`"),
        ("a b\np p p\n", "no_start", "No state is marked as the start"),
        ("a b\n-> p p p\n-> q p p\n", "nondeterministic", "one start state, but here there are several: p, q"),
        ("a b\n-> p p p\n* p p p\n", "duplicate_state", "named twice"),
        ("a b\n-> p p x\n", "unknown_state", "no state 'x'"),
    ],
)
def test_what_is_no_dfa_is_rejected_with_its_place(examine: Examiner, answer: str, reason: str, said: str) -> None:
    report = examine(exercise(DFA_TASK, ENDS_IN_AB), answer)
    assert (report.verdict, report.reason) == (Verdict.REJECTED, reason)
    assert report.score == 0.0 or reason == "incomplete"
    assert said in texts(report)
    if reason not in ("no_start",):
        assert report.findings[0].where is not None


def test_a_rejected_answer_is_still_told_whether_it_would_be_right(examine: Examiner) -> None:
    asked = exercise('task = "dfa"\nlanguage = "l.regex"', {"l.regex": "ab"})
    partial = "a b\n-> p q -\nq - r\n* r - -\n"
    assert "accepts exactly the words that it should" in examine(asked, partial).evidence.covered
    assert "not accept exactly" in examine(asked, "a b\n-> p q -\n* q - -\n").evidence.covered
    allowed = exercise('task = "dfa"\npartial = true\nlanguage = "l.regex"', {"l.regex": "ab"})
    assert examine(allowed, partial).verdict is Verdict.PROVED
    report = examine(allowed, "a b\n-> p q -\nq - -\n* r - -\n")
    assert "Add a transition with `b` from `q` to `r`." in texts(report, Rung.FIX)
    assert "there is no transition" in texts(report, Rung.PLACE)


def test_unreachable_states_are_a_matter_of_quality(examine: Examiner) -> None:
    report = examine(exercise(DFA_TASK, ENDS_IN_AB), RIGHT + "   z  z  p\n")
    assert report.verdict is Verdict.PROVED
    assert [(finding.about, finding.where) for finding in report.findings] == [
        (About.QUALITY, Passage("answer.txt", 5))
    ]
    given = json.loads(formats.write(formats.read("a.txt", RIGHT + "   z  z  p\n"), "json"))
    report = examine(exercise(DFA_TASK, ENDS_IN_AB), json.dumps(given), "answer.fa.json")
    assert [finding.where for finding in report.findings] == [State("z")]


def test_an_nfa_may_guess_and_have_words_on_its_edges(examine: Examiner) -> None:
    asked = exercise('task = "nfa"\nlanguage = "language.regex"\nalphabet = "ab"', ENDS_IN_AB)
    assert examine(asked, "a b\n-> p p,q p\nq - r\n* r - -\n").verdict is Verdict.PROVED
    jff = (
        '<structure><type>fa</type><automaton><state id="0" name="p"><initial/></state><state id="1" name="q"><final/>'
        "</state><transition><from>0</from><to>0</to><read>a</read></transition><transition><from>0</from><to>0</to>"
        "<read>b</read></transition><transition><from>0</from><to>1</to><read>ab</read></transition></automaton>"
        "</structure>"
    )
    assert examine(asked, jff, "drawn.jff").verdict is Verdict.PROVED
    wrong = examine(asked, jff.replace("<read>ab</read>", "<read>ba</read>"), "drawn.jff")
    assert wrong.verdict is Verdict.REFUTED
    assert "{p,·}" in texts(wrong, Rung.EXAMPLE)


def test_an_expression_that_explodes_is_refuted_by_a_word_or_undecided_with_a_sentence(examine: Examiner) -> None:
    asked = exercise('task = "regex"\nlanguage = "l.regex"\nalphabet = "ab"', {"l.regex": "(a|b)*"})
    tail = "(a|b)" * 30
    report = examine(asked, f"(a|b)*a{tail}", "answer.regex")
    assert report.verdict is Verdict.REFUTED
    assert [finding.witness.fields["word"] for finding in report.findings if finding.witness] == [""]
    report = examine(asked, f"(a|b)*a{tail}|(a|b)*", "answer.regex")
    assert report.verdict is Verdict.PROVED
    short = "|".join("(a|b)" * length or "ε" for length in range(20))
    report = examine(asked, f"(a|b)*a{tail}|(a|b)*b{tail}|{short}", "answer.regex")
    assert (report.verdict, report.reason, report.score) == (Verdict.UNDECIDED, "budget", None)
    assert "more than 50,000 states" in texts(report)


@pytest.mark.thorough
def test_thirty_thousand_states_get_a_verdict_and_are_told_what_is_left_out(examine: Examiner) -> None:
    size = 30_000
    names = [f"q{state}" for state in range(size)]
    moves = [[names[state], letter, names[(state + 1) % size]] for state in range(size) for letter in "ab"]
    data = {"alphabet": ["a", "b"], "states": names, "initial": "q0", "accepting": names[:1], "transitions": moves}
    asked = exercise(DFA_TASK, ENDS_IN_AB)
    report = examine(asked, json.dumps(data), "answer.fa.json")
    assert report.verdict is Verdict.REFUTED
    assert "too large to look for that" in texts(report, about=About.QUALITY)
    assert {finding.witness.fields["word"] for finding in report.findings if finding.witness} == {"", "ab"}


def test_names_from_a_submission_reach_nobody_unescaped(examine: Examiner) -> None:
    evil = "<script>alert(1)</script>\x1b[31m\u202e"
    data = {"states": [evil], "initial": evil, "accepting": [], "transitions": [[evil, "a", evil], [evil, "b", evil]]}
    report = examine(exercise(DFA_TASK, ENDS_IN_AB), json.dumps(data), "answer.fa.json")
    for finding in report.findings:
        assert "\x1b" not in finding.text
        if finding.drawing:
            assert "\x1b" not in finding.drawing.text
            assert "<script>" not in finding.drawing.svg


def test_the_score_of_automata_tutor_can_be_asked_for(examine: Examiner) -> None:
    settings = f'{DFA_TASK}[automata.score]\nmode = "automata-tutor"'
    manifest = exercise(settings, ENDS_IN_AB)
    report = examine(manifest, "      a  b\n-> p  q  p\n   q  q  r\n*  r  q  r\n")
    assert report.score == 0.0  # an exercise of one point: no marks below the full point
    assert examine(manifest, RIGHT).score == 1.0


def test_minimising_asks_for_the_fewest_states(examine: Examiner) -> None:
    given = "a b\n-> p q p\n* q q p\n* r q p\n"
    asked = exercise('task = "minimise"\ngiven = "g.txt"', {"g.txt": given})
    assert examine(asked, "a b\n-> x y x\n* y y x\n").verdict is Verdict.PROVED
    report = examine(asked, given)
    assert (report.verdict, report.reason, report.score) == (Verdict.REFUTED, "not_minimal", 0.0)
    states: list[Any] = [finding.witness.fields["states"] for finding in report.findings if finding.witness]
    assert "r" in [first for first, *_ in states]
    twins = examine(asked, "a b\n-> p q p\n* q r p\n* r q p\n")
    assert [f.witness.fields for f in twins.findings if f.witness] == [{"states": ["q", "r"]}]
    assert "{p}  {q}" in texts(examine(asked, "a b\n-> x x x\n"), Rung.FIX)


def test_a_construction_can_be_asked_for(examine: Examiner) -> None:
    given = "a b\n-> p p,q p\n* q - -\n"
    free = exercise('task = "determinise"\ngiven = "g.txt"', {"g.txt": given})
    strict = exercise('task = "determinise"\nconstruction = true\ngiven = "g.txt"', {"g.txt": given})
    larger = "a b\n-> p q p\n* q r p\n* r q p\n"
    assert examine(free, larger).verdict is Verdict.PROVED
    assert "{p,q} (accepts) -> a: {p,q}, b: {p}" in texts(examine(free, "a b\n-> * p p p\n"), Rung.FIX)
    report = examine(strict, larger)
    assert (report.verdict, report.reason) == (Verdict.REFUTED, "other_states")
    assert "{p,q} (accepts) -> a: {p,q}, b: {p}" in texts(report, Rung.FIX)
    assert examine(strict, "a b\n-> one two one\n* two two one\n").verdict is Verdict.PROVED


@pytest.mark.parametrize(
    ("operation", "accepts"),
    [("intersection", "ab"), ("union", "b"), ("difference", "a"), ("symmetric-difference", "aab")],
)
def test_products_of_all_kinds(examine: Examiner, operation: str, accepts: str) -> None:
    files = {"l.txt": "a b\n-> p q p\n* q p q\n", "r.txt": "a b\n-> x x y\n* y x y\n"}
    settings = f'task = "product"\ngiven = ["l.txt", "r.txt"]\noperation = "{operation}"'
    asked = exercise(settings, files)
    minimal = asked.task_as(Task).asked
    for word in ("", "a", "b", "ab", "ba", "aab", "abb", "baab"):
        odd, ends = word.count("a") % 2 == 1, word.endswith("b")
        wanted = {
            "intersection": odd and ends,
            "union": odd or ends,
            "difference": odd and not ends,
            "symmetric-difference": odd != ends,
        }[operation]
        assert minimal.accepts(word) == wanted
    assert minimal.accepts(accepts)


def test_given_automata_may_guess(examine: Examiner) -> None:
    guess = "a b\n-> p p,q p\n* q - -\n"
    minimise_it = exercise('task = "minimise"\ngiven = "g.txt"', {"g.txt": guess})
    assert examine(minimise_it, "a b\n-> p q p\n* q q p\n").verdict is Verdict.PROVED
    both = exercise(
        'task = "product"\ngiven = ["g.txt", "h.txt"]', {"g.txt": guess, "h.txt": "a b\n->* x y x\ny x y\n"}
    )
    solved = Automata().solve(both)
    assert check(Automata(), both, solved, Terms()).verdict is Verdict.PROVED
    assert [word for word in ("a", "aa", "ba", "aab", "aba") if both.task_as(Task).asked.accepts(word)] == ["aa", "aba"]


def test_mending_counts_the_changes(examine: Examiner) -> None:
    files = {"g.txt": "a b\n-> p q p\n* q q q\n", "l.regex": "(a|b)*a"}
    settings = 'task = "mend"\ngiven = "g.txt"\nlanguage = "l.regex"'
    asked = exercise(settings, files)
    assert examine(asked, "a b\n-> p q p\n* q q p\n").verdict is Verdict.PROVED
    report = examine(asked, "a b\n-> x y x\n* y y x\n")
    assert (report.verdict, report.reason) == (Verdict.REFUTED, "too_many_changes")
    generous = exercise(f"{settings}\nedits = 20", files)
    assert examine(generous, "a b\n-> x y x\n* y y x\n").verdict is Verdict.PROVED
    assert examine(asked, files["g.txt"]).reason == "wrong"


def test_words_inside_and_outside(examine: Examiner) -> None:
    settings = 'task = "words"\nlanguage = "l.regex"\nalphabet = "ab"\n'
    asked = exercise(settings, {"l.regex": "(ab)*"})
    assert examine(asked, "<empty>\nab\n").verdict is Verdict.PROVED
    assert examine(asked, "ε\n").verdict is Verdict.PROVED
    wrong = examine(asked, "ab\nba\n")
    assert [f.witness.fields for f in wrong.findings if f.witness] == [
        {"word": "ba", "direction": "accepted but should not be"}
    ]
    assert wrong.score == 0.5
    assert examine(asked, "ab\nab\n").reason == "repeated"
    assert examine(asked, "ac\n").reason == "unknown_letter"
    both = exercise(f"{settings}inside = 1\noutside = 2", {"l.regex": "(ab)*"})
    assert examine(both, "ab\na\nb\n").verdict is Verdict.PROVED
    assert examine(both, "out:\na\nb\nin:\nab\n").verdict is Verdict.PROVED
    assert examine(both, "Out: a, b\nIn: ab\n").verdict is Verdict.PROVED
    assert examine(both, "1. ab\n2. a\n- b\n").verdict is Verdict.PROVED
    far = examine(both, "out: a, ac\nin: ab\n").findings[0].where
    assert far == Passage("answer.txt", 1, 10)
    few = examine(both, "ab\na\n")
    assert few.reason == "too_few"
    assert few.findings[0].text == "You gave 1 word outside the language. The exercise asks for 2."
    report = examine(both, "ab\na\n<empty>\n")
    assert [f.witness.fields for f in report.findings if f.witness] == [
        {"word": "", "direction": "rejected but should be"}
    ]


def test_representatives_of_classes(examine: Examiner) -> None:
    asked = exercise('task = "classes"\nlanguage = "l.regex"\nalphabet = "ab"', {"l.regex": "(a|b)*ab"})
    assert examine(asked, "<empty>\na\nab\n").verdict is Verdict.PROVED
    assert examine(asked, "bb\nba\nbab\n").verdict is Verdict.PROVED
    report = examine(asked, "<empty>\na\n")
    assert [f.witness.fields for f in report.findings if f.witness] == [{"word": "ab"}]
    assert "`a` is in another class: one of the two words is in the language" in texts(report, Rung.EXAMPLE)
    report = examine(asked, "<empty>\na\nab\naa\n")
    assert [f.witness.fields for f in report.findings if f.witness] == [{"words": ["a", "aa"]}]


def test_the_same_mistake_has_the_same_signature(examine: Examiner) -> None:
    asked = exercise(DFA_TASK, ENDS_IN_AB)
    one = examine(asked, "a b\n->* p p p\n")
    other = examine(asked, "a b\n->* x y y\n* y x x\n")
    third = examine(asked, "a b\n-> p p p\n")
    assert one.findings[0].signature == other.findings[0].signature != third.findings[0].signature


def test_a_budget_of_few_steps_gives_no_other_verdict() -> None:
    asked = exercise('task = "nfa"\nlanguage = "l.regex"\nalphabet = "ab"', {"l.regex": "(a|b)*a(a|b)(a|b)(a|b)"})
    answer = Submission.from_text("a b\n-> p p,q p\nq r r\nr s s\ns t t\n* t - -\n", "answer.txt")
    verdicts = [
        check(Automata(), asked, answer, Terms(Budget(steps=steps, seconds=99))).verdict for steps in (1, 10**7)
    ]
    assert verdicts == [Verdict.UNDECIDED, Verdict.PROVED]


def test_a_dfa_value_survives_a_large_alphabet(examine: Examiner) -> None:
    letters = "".join(chr(code) for code in range(0x4E00, 0x4E00 + 500))
    rows = " ".join(letters) + "\n->* p " + " ".join(["p"] * 500) + "\n"
    asked = exercise(f'task = "dfa"\nlanguage = "l.regex"\nalphabet = "{letters}"', {"l.regex": ".*"})
    assert examine(asked, rows).verdict is Verdict.PROVED
    assert isinstance(asked.task_as(Task).asked, DFA)
