"""A subject with kinds of task: the exercise names one, and that module alone is loaded and asked."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from viva.core.fault import Fault
from viva.core.kinds import SubjectOfKinds
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.services.checking import check

KIND = """
from viva.core.deciding import outcome
from viva.core.drawing import Drawing
from viva.core.deciding.proof_basis import Decision
from viva.core.kinds import Asked
from viva.core.report import About, Finding
from viva.core.source import Source
from viva.core.submission import Submission


def read(settings, source):
    return Asked(settings.integer("number"), 2.5, "Give the {kind} of it.")


def check(exercise, submission, terms):
    report = outcome.begun(exercise, terms, "{kind}")
    right = submission.text((".txt",))[1] == _answer(exercise)
    shown = Finding("It is " + _answer(exercise) + ".", About.CORRECTNESS)
    return outcome.proved(report, Decision("equal")) if right else outcome.refuted(report, "wrong", 0.5, [shown])


def vary(exercise, seed):
    for number in range(seed, seed + 2):
        manifest = f'subject = "sums"\\n[sums]\\ntask = "{kind}"\\nnumber = {{number}}\\n'
        yield Source(f"{kind}-{{number}}", {{"exercise.toml": manifest.encode()}})


def solve(exercise):
    return Submission.from_text(_answer(exercise), "answer.txt")


def draw(exercise, thing):
    return Drawing("<svg/>", "{kind}")


def _answer(exercise):
    return str(exercise.task_as(int) {change})
"""


class Sums(SubjectOfKinds):
    name = "sums"
    tasks = "sums_of_this_test"
    kinds = ("double", "successor")
    default: str | None = "double"


@pytest.fixture(autouse=True)
def _tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package of two kinds, found like any other and forgotten afterwards."""
    package = tmp_path / Sums.tasks
    package.mkdir()
    (package / "__init__.py").touch()
    for kind, change in (("double", "* 2"), ("successor", "+ 1")):
        (package / f"{kind}.py").write_text(KIND.format(kind=kind, change=change))
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for module in [name for name in sys.modules if name.split(".")[0] == Sums.tasks]:
        del sys.modules[module]


def source(settings: str, statement: str | None = None) -> Source:
    files = {"exercise.toml": f'subject = "sums"\n[sums]\n{settings}\n'.encode()}
    return Source("made-here", files if statement is None else {**files, "statement.md": statement.encode()})


def answer(text: str) -> Submission:
    return Submission.from_text(text, "answer.txt")


def test_every_question_is_answered_by_the_kind_that_the_exercise_names() -> None:
    subject = Sums()
    asked = subject.read(source('task = "successor"\nnumber = 7'))
    assert (asked.kind, asked.task, asked.difficulty) == ("successor", 7, 2.5)
    assert check(subject, asked, answer("8"), Terms()).verdict == "proved"
    assert check(subject, asked, answer("14"), Terms()).verdict == "refuted"
    assert subject.solve(asked) == answer("8")
    assert subject.draw(asked).text == "successor"
    varied = list(subject.vary(asked, 3))
    assert [(each.name, each.kind, each.task) for each in varied] == [
        ("successor-3", "successor", 3),
        ("successor-4", "successor", 4),
    ]


def test_an_exercise_that_names_no_kind_is_of_the_default_one() -> None:
    asked = Sums().read(source("number = 7"))
    assert asked.kind == "double"
    assert Sums().solve(asked) == answer("14")


def test_without_a_default_the_kind_has_to_be_named() -> None:
    class Strict(Sums):
        default = None

    with pytest.raises(Fault, match="`task` in \\[sums\\] is missing"):
        Strict().read(source("number = 7"))


def test_a_kind_that_is_not_there_is_a_fault_with_a_suggestion() -> None:
    with pytest.raises(Fault) as caught:
        Sums().read(source('task = "sucessor"\nnumber = 7'))
    assert str(caught.value).endswith("`task` in [sums] cannot be 'sucessor'; did you mean 'successor'?")


def test_a_key_that_the_kind_does_not_ask_for_is_a_fault() -> None:
    with pytest.raises(Fault, match="`speed` in \\[sums\\] is not a key"):
        Sums().read(source('task = "successor"\nnumber = 7\nspeed = 1'))


def test_a_kind_writes_the_statement_only_where_the_teacher_wrote_none() -> None:
    assert Sums().read(source("number = 7")).statement == "Give the double of it."
    assert Sums().read(source("number = 7", "Double it.")).statement == "Double it."


def test_only_the_kind_at_hand_is_loaded() -> None:
    subject = Sums()
    asked = subject.read(source('task = "successor"\nnumber = 7'))
    check(subject, asked, subject.solve(asked), Terms())
    assert f"{Sums.tasks}.successor" in sys.modules
    assert f"{Sums.tasks}.double" not in sys.modules


def test_an_exercise_of_another_subject_is_refused() -> None:
    asked = replace(Sums().read(source("number = 7")), kind=None)
    with pytest.raises(TypeError, match="of no kind"):
        Sums().solve(asked)


def test_what_stands_in_a_statement_may_be_made_for_the_language_of_the_exercise(tmp_path: Path) -> None:
    spoken = KIND.format(kind="double", change="* 2").replace(
        '"Give the double of it.")', '"Give {what}.", lambda locale: {"what": f"it in {locale}"})'
    )
    (tmp_path / Sums.tasks / "double.py").write_text(spoken)
    for feedback, said in (("", "it in en"), ('[feedback]\nlanguage = "de"\n', "it in de")):
        manifest = f'subject = "sums"\n{feedback}[sums]\nnumber = 4\n'
        exercise = Sums().read(Source("one", {"exercise.toml": manifest.encode()}))
        assert exercise.statement.strip() == f"Give {said}."
