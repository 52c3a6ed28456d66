"""Exercises made from a few lines, and checks of answers against them."""

from collections.abc import Mapping

import pytest

from viva.core.checking import check
from viva.core.exercise import Exercise
from viva.core.report import Report
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Budget, Terms
from viva.subjects.automata.subject import Automata


def exercise(settings: str, files: Mapping[str, str]) -> Exercise:
    manifest = f'subject = "automata"\n[automata]\n{settings}\n'
    contents = {"exercise.toml": manifest, **files}
    return Automata().read(Source("made-here", {name: text.encode() for name, text in contents.items()}))


class Examiner:
    """Checks answers; the seconds are only a safety net, and a loaded machine must not reach it."""

    def __call__(self, asked: Exercise, answer: str, file: str = "answer.txt") -> Report:
        terms = Terms(budget=Budget(seconds=120.0))
        return check(Automata(), asked, Submission.from_text(answer, file), terms)


@pytest.fixture
def examine() -> Examiner:
    return Examiner()
