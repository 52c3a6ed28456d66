"""An error inside Viva is never a verdict: it is told as what it is, with what to send to whom, and exits with 2."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.examining import Viva
from viva.commands import status
from viva.core.exercise import Exercise
from viva.core.report import About, Finding, Report
from viva.core.subject import Subject
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.verdict import Verdict
from viva.services.registry import subject_named

Write = Callable[[str], Path]
EXERCISES = Path(__file__).parents[2] / "exercises"
AUTOMATA, FUNCTIONS, CONSOLE = "automata/exactly-two", "functions/leap-year", "console/sum-of-n"
RAISED = [RuntimeError, AssertionError, KeyError, MemoryError, RecursionError, SystemExit]

PLANTED = [
    (AUTOMATA, "viva.subjects.automata.subject.Automata.check"),
    (AUTOMATA, "viva.core.submission.Submission.from_path"),
    (AUTOMATA, "viva.core.deciding.outcome.begun"),
    (AUTOMATA, "viva.services.checking.leaving"),
    (FUNCTIONS, "viva.sandbox.pool.Pool.sandbox"),
    (FUNCTIONS, "viva.sandbox.sandbox.Sandbox.converse"),
    (FUNCTIONS, "viva.core.deciding.outcome.begun"),
    (CONSOLE, "viva.sandbox.sandbox.Sandbox.converse"),
    (CONSOLE, "viva.core.deciding.outcome.begun"),
]


def plant(monkeypatch: pytest.MonkeyPatch, place: str, kind: type[BaseException]) -> None:
    def fail(*_arguments: object, **_options: object) -> None:
        raise kind("planted")

    monkeypatch.setattr(place, fail)


def example(name: str, word: str) -> Path:
    return min(path for path in (EXERCISES / name / "examples" / word).iterdir() if ".expect" not in path.name)


@pytest.mark.parametrize("word", ["right", "wrong"])
@pytest.mark.parametrize(("exercise", "place"), PLANTED)
def test_no_verdict_comes_of_a_mistake_wherever_it_is(
    viva: Viva, monkeypatch: pytest.MonkeyPatch, exercise: str, place: str, word: str
) -> None:
    for index, kind in enumerate(RAISED):
        if (index + len(place)) % 3 and place != PLANTED[0][1]:
            continue
        with monkeypatch.context() as planted:
            plant(planted, place, kind)
            call = viva("check", EXERCISES / exercise, example(exercise, word), "--json")
        told = json.loads(call.out)
        assert (call.status, told["verdict"]) == (2, None), (kind, call)
        assert f"{kind.__name__}: " in told["error"]["problem"]
        assert "send this sentence to the developers of Viva" in told["error"]["remedy"]
        assert call.err.startswith("viva: this is a mistake in Viva, not yours")


@pytest.mark.parametrize("kind", RAISED)
def test_without_json_it_is_one_sentence(
    viva: Viva, exercise: Path, submission: Write, monkeypatch: pytest.MonkeyPatch, kind: type[BaseException]
) -> None:
    plant(monkeypatch, "viva_echo.subject.Echo.check", kind)
    call = viva("check", exercise, submission("hello"))
    assert (call.status, call.out, call.err.count("\n")) == (2, "", 1)
    assert "test_mistakes.py, line " in call.err


def test_an_interruption_is_no_verdict_either(
    viva: Viva, exercise: Path, submission: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, "viva_echo.subject.Echo.check", KeyboardInterrupt)
    assert viva("check", exercise, submission("hello")).status == status.INTERRUPTED


@pytest.mark.parametrize("place", ["check", "solve", "read"])
def test_a_mistake_breaks_no_promise_of_an_exercise_and_hides_no_other(
    viva: Viva, exercise: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    plant(monkeypatch, f"viva_echo.subject.Echo.{place}", RecursionError)
    call = viva("test-exercise", exercise, EXERCISES / AUTOMATA)
    assert call.status == 2
    assert "no verdict" in call.out
    assert "✓ holds  model answer" in call.out
    assert "send this sentence to the developers of Viva" in call.err


@pytest.mark.parametrize("command", ["vary", "solve", "preview", "practise"])
def test_every_command_tells_a_mistake_in_the_same_way(
    viva: Viva, exercise: Path, submission: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    for place in ("check", "solve", "vary"):
        plant(monkeypatch, f"viva_echo.subject.Echo.{place}", RuntimeError)
    more: dict[str, list[str | Path]] = {"preview": [submission("hello")], "vary": ["--out", tmp_path / "out"]}
    call = viva(command, exercise, *more.get(command, []))
    assert call.status == 2
    assert "this is a mistake in Viva, not yours (RuntimeError: planted" in call.err


@pytest.mark.parametrize("verdict", Verdict)
@pytest.mark.parametrize(
    "reason", ["wrong", "empty", "encoding", "too_large", "syntax_error", "forbidden", "inconsistent"]
)
def test_the_exit_status_depends_on_the_verdict_alone(
    viva: Viva,
    exercise: Path,
    submission: Write,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    verdict: Verdict,
    reason: str,
) -> None:
    subject = type(subject_named("echo"))
    examined = subject.check

    def check(self: Subject, asked: Exercise, given: Submission, terms: Terms) -> Report:
        shown = (Finding("planted", About.CORRECTNESS),)  # nothing is refuted without
        return replace(examined(self, asked, given, terms), verdict=verdict, reason=reason, findings=shown)

    monkeypatch.setattr(subject, "check", check)
    expected = {"proved": 0, "passed": 0, "refuted": 1, "rejected": 1, "undecided": 3}[verdict.value]
    for options in ([], ["--json"], ["--html", tmp_path / "page.html"], ["--attempt", "1"], ["--rung", "verdict"]):
        assert viva("check", exercise, submission("hello"), *options).status == expected
