from collections.abc import Mapping

import pytest

from tests.examining import Examiner, made
from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.subjects.automata.subject import Automata


def exercise(settings: str, files: Mapping[str, str] | None = None) -> Exercise:
    return made(Automata(), f"[automata]\n{settings}", files or {})


@pytest.fixture
def examine() -> Examiner:
    return Examiner(Automata(), exercise, "answer.txt", Rung.FIX)
