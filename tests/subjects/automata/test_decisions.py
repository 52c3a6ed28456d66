"""What decides a verdict, a score or a hint, looked at where one thing turns into the other."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.examining import Examiner
from viva.core.ladder import Rung
from viva.core.verdict import Verdict
from viva.engines.automata import DFA, Add, Edit, Flip, MoveStart, Redirect
from viva.engines.automata.repair.dfa_edits import apply, fewest_edits

from .conftest import exercise

LANGUAGE = {"language.regex": "(a|b)*ab\n"}
TASK = 'task = "dfa"\nlanguage = "language.regex"\nalphabet = "ab"\n'
RIGHT = "      a  b\n-> p  q  p\n   q  q  r\n*  r  q  p\n"
UNREACHED = RIGHT + "   s  s  s\n"


@pytest.mark.parametrize(("states", "answer", "verdict"), [
    (3, RIGHT, Verdict.PROVED), (4, UNREACHED, Verdict.PROVED), (3, UNREACHED, Verdict.REJECTED),
])  # fmt: skip
def test_a_limit_on_states_counts_every_state_and_allows_as_many_as_it_says(
    examine: Examiner, states: int, answer: str, verdict: Verdict
) -> None:
    report = examine(exercise(f"{TASK}states = {states}\n", LANGUAGE), answer)
    assert report.verdict is verdict
    if verdict is Verdict.REJECTED:
        (finding,) = [each for each in report.findings if each.signature == "too_many_states"]
        assert f"at most {states}" in finding.text
        assert f"{answer.count(chr(10)) - 1} states" in finding.text


@pytest.mark.parametrize(("answer", "hint", "signature"), [
    ("      a  b\n-> p  q  p\n*  q  q  r\n*  r  q  p\n", "accept", "accept"),
    ("      a  b\n-> p  q  q\n   q  q  r\n*  r  q  p\n", "transition", "move"),
])  # fmt: skip
def test_a_hint_names_the_kind_of_change_and_the_signature_says_the_same(
    examine: Examiner, answer: str, hint: str, signature: str
) -> None:
    report = examine(exercise(TASK, LANGUAGE), answer)
    told = {finding.rung: finding for finding in report.findings if finding.rung is not None}
    assert report.verdict is Verdict.REFUTED
    assert hint in told[Rung.HINT].text.lower()
    assert signature in str(told[Rung.HINT].signature) or "lengths" in str(told[Rung.HINT].signature)


def test_mistakes_of_one_kind_have_one_signature_and_those_of_another_have_another(examine: Examiner) -> None:
    def signature(answer: str) -> str:
        return str(examine(exercise(TASK, LANGUAGE), answer).findings[0].signature)

    loose = "      a  b\n-> p  q  p\n   q  q  r\n*  r  r  p\n"
    renamed = "      a  b\n-> x  y  x\n   y  y  z\n*  z  z  x\n"
    reordered = "      a  b\n*  r  r  p\n   q  q  r\n-> p  q  p\n"
    other = "      a  b\n-> p  q  p\n   q  q  r\n*  r  q  r\n"
    assert signature(loose) == signature(renamed) == signature(reordered)
    assert signature(loose) != signature(other)


def test_what_a_hint_says_of_the_changes_is_so_of_the_fewest_that_there_are(examine: Examiner) -> None:
    """Right automata with one or two changes by machine: which of them is meant is seen by trying all changes."""
    asked = DFA(("a", "b"), ((1, 0), (1, 2), (1, 0)), 0, frozenset({2}))
    said = {"flip": "which states accept.", "redirect": "to the wrong state", "start": "where a word begins"}
    told = set[str]()
    for changes in [*_changes(asked), *combinations(_changes(asked), 2)][::7]:
        wrong = apply(asked, changes if isinstance(changes, tuple) else (changes,))
        fewest = fewest_edits(wrong, asked).edits
        if not fewest:
            continue
        report = examine(exercise(TASK, LANGUAGE), _table(wrong))
        hint = next(finding.text for finding in report.findings if finding.rung is Rung.HINT)
        kinds = {_KINDS[type(edit)] for edit in fewest}
        for kind, words in said.items():
            if words in hint and "Check where the transitions lead" not in hint:
                told.add(kind)
                assert kinds == {kind}, (hint, fewest)
    assert {"flip", "redirect"} <= told


_KINDS: dict[type[Edit], str] = {Flip: "flip", Redirect: "redirect", MoveStart: "start", Add: "add"}


def _changes(asked: DFA) -> list[Edit]:
    flips: list[Edit] = [Flip(state, state not in asked.accepting) for state in range(len(asked.moves))]
    return flips + [
        Redirect(state, letter, row[letter], target)
        for state, row in enumerate(asked.moves)
        for letter in range(2)
        for target in range(len(asked.moves))
        if target != row[letter]
    ]


def _table(automaton: DFA) -> str:
    rows = [
        f"{'->' if state == automaton.start else '  '}{'*' if state in automaton.accepting else ' '} q{state} "
        + " ".join(f"q{target}" for target in row)
        for state, row in enumerate(automaton.moves)
    ]
    return "\n".join(["     a b", *rows]) + "\n"
