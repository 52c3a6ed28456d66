"""What decides a verdict, a score or a hint, looked at where one thing turns into the other."""

from __future__ import annotations

import pytest

from tests.examining import Examiner
from viva.core.ladder import Rung
from viva.core.verdict import Verdict

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
