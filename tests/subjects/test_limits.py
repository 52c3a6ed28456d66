"""With much less time than it needs, every check ends with a sentence and a verdict: no traceback, and nothing that is
refuted for want of time."""

import re
import sys
import time

import pytest

from viva.core.exercise import Exercise
from viva.core.subject import Subject
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.verdict import Verdict
from viva.sandbox.status import Status, Told
from viva.services.checking import check
from viva.services.examples import examples
from viva.services.registry import read_source, template

SUBJECTS = ("assembly", "automata", "console", "functions", "harmony", "hybrid", "labs", "machines", "structures")


def needed(name: str, kind: str) -> tuple[Subject, Exercise, Submission, Verdict, float]:
    """An example of a template, its verdict, and the seconds it takes, more or less."""
    subject, exercise = read_source(template(name))
    submission = next(each.submission for each in examples(exercise) if f"/{kind}/" in each.path)
    check(subject, exercise, submission, Terms())
    before = time.monotonic()
    verdict = check(subject, exercise, submission, Terms()).verdict
    return subject, exercise, submission, verdict, time.monotonic() - before


@pytest.mark.parametrize("kind", ["right", "wrong"])
@pytest.mark.parametrize("name", SUBJECTS)
def test_a_check_with_too_little_time_ends_with_a_sentence(
    name: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    subject, exercise, submission, verdict, seconds = needed(name, kind)
    unheard: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", unheard.append)
    for share in (0.0001, 0.01, 0.1, 0.5):
        report = check(subject, exercise, submission, Terms.of(seconds=max(1e-6, share * seconds)))
        assert not unheard, share
        right = {Verdict.PASSED, Verdict.PROVED, Verdict.UNDECIDED}
        assert report.verdict in (right if verdict.right else {verdict, Verdict.UNDECIDED}), share
        if report.verdict is Verdict.UNDECIDED:
            assert report.score is None
            assert report.findings and report.findings[0].text


HOSTILE = {
    "loops": "while True: pass\n",
    "grows": "a = [0]\nwhile True: a = a + a\n",
    "prints": "while True: print('x' * 10_000)\n",
    "expression": "import re\nre.match(r'(a+)+$', 'a' * 64 + 'b')\n",
}
_SECONDS = 1.0
_A_LITTLE = 1.0  # for what is begun before the seconds are over, and for the last look


@pytest.mark.some(4)
@pytest.mark.parametrize("way", HOSTILE)
@pytest.mark.parametrize("name", ["console", "functions", "labs", "structures"])
def test_the_seconds_bind_whatever_a_program_does(name: str, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    subject, exercise = read_source(template(name))
    ((file, content),) = subject.solve(exercise).files.items()
    whole = Submission.from_text(HOSTILE[way] + content.decode(), file)
    text = content.decode()
    inside = re.sub(r"(?m)^( *)(def .*:)\n", lambda found: found[0] + indented(HOSTILE[way], found[1]), text)
    used = [0.0]
    heard = Status._hear

    def counting(status: Status) -> Told:
        told = heard(status)
        used[0] += told.cpu_seconds
        return told

    monkeypatch.setattr(Status, "_hear", counting)
    for submission in (whole, Submission.from_text(inside, file)):
        before, used[0] = time.process_time(), 0.0
        report = check(subject, exercise, submission, Terms.of(seconds=_SECONDS))
        assert report.verdict in (Verdict.REFUTED, Verdict.UNDECIDED, Verdict.REJECTED) or inside == text
        assert time.process_time() - before + used[0] <= 1.2 * _SECONDS + _A_LITTLE


def indented(text: str, by: str) -> str:
    return "".join(f"{by}    {line}\n" for line in text.splitlines())
