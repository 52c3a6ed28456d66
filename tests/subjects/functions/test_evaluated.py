"""Where a translation says something else than its program gave, there is no proof, and the mistake is logged."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.engines.proofs.mistranslating import mistranslate
from tests.examining import Examiner, told
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.verdict import Verdict
from viva.engines.calls import Compiled, Prover, programs_of, sandbox_of
from viva.engines.calls.proving.equality import NotProved, ProvedEqual, prove_equal
from viva.engines.properties.examining.proving import proved_for_all
from viva.languages.finding import language_named
from viva.services.checking import check
from viva.subjects.functions.commands import certify
from viva.subjects.functions.model import Task
from viva.subjects.functions.subject import Functions

from .conftest import exercise

REFERENCE = "def f(xs: list[int], n: int) -> int:\n    t = xs[0]\n    for x in xs:\n        t += x * n\n    return t\n"
RIGHT = "def f(xs, n):\n    t = 0\n    for x in xs:\n        t = t + n * x\n    return t + xs[0]\n"
SUBMISSION = Submission("submission.py", {"submission.py": RIGHT.encode()})


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.ERROR, "viva"):
        yield caplog


def test_a_proof_says_on_how_many_inputs_it_was_evaluated(logged: pytest.LogCaptureFixture) -> None:
    question, python = exercise(REFERENCE).task_as(Task).question, language_named("python")
    with programs_of(question) as programs, sandbox_of(python) as sandbox:
        assert programs.reference is not None
        submission = Compiled(python, sandbox, RIGHT.encode(), "f", "submission.py")
        proved = prove_equal(question, [programs.reference], None, submission)
    assert isinstance(proved, ProvedEqual)
    assert proved.evaluated.inputs >= 50
    assert not logged.records


def test_a_check_goes_on_without_the_proof(monkeypatch: pytest.MonkeyPatch, logged: pytest.LogCaptureFixture) -> None:
    asked = exercise(REFERENCE, settings="search = 20\ngrowth = false\n")
    assert check(Functions(), asked, SUBMISSION, Terms()).verdict is Verdict.PROVED
    mistranslate(monkeypatch)
    report = check(Functions(), asked, SUBMISSION, Terms())
    assert report.verdict is Verdict.PASSED
    assert "certificate" not in report.evidence.details
    assert report.evidence.details["search_steps"]
    [told] = logged.messages
    assert "this is a mistake in Viva, not yours (Mistranslated: for [" in told
    assert "the translation of the reference gives" in told


def test_who_asks_why_there_is_no_proof_is_told_of_the_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    mistranslate(monkeypatch)
    question, python = exercise(REFERENCE).task_as(Task).question, language_named("python")
    with programs_of(question) as programs, sandbox_of(python) as sandbox:
        assert programs.reference is not None
        submission = Compiled(python, sandbox, RIGHT.encode(), "f", "submission.py")
        answer = prove_equal(question, [programs.reference], None, submission)
    assert isinstance(answer, NotProved)
    assert "an error of Viva's own (Mistranslated)" in answer.detail


def test_a_certificate_is_refused_where_the_translation_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "exercise"
    folder.mkdir()
    (folder / "exercise.toml").write_text(
        'subject = "functions"\ntitle = "T"\nstatement = "s.md"\n[functions]\nreference = "r.py"\nfunction = "f"\n'
        "growth = false\n"
    )
    (folder / "s.md").write_text("Write it.\n")
    (folder / "r.py").write_text(REFERENCE)
    (tmp_path / "submission.py").write_text(RIGHT)
    given = [str(folder), str(tmp_path / "submission.py"), str(tmp_path / "proof.json")]
    written = CliRunner().invoke(certify, given, standalone_mode=False)
    assert "Proved." in written.output
    assert json.loads((tmp_path / "proof.json").read_text())["words"]
    mistranslate(monkeypatch)
    again = CliRunner().invoke(certify, given, standalone_mode=False)
    assert again.return_value == 1
    assert "is refused" in again.output
    assert logged.messages


def test_a_property_is_not_proved_where_the_translation_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: pytest.LogCaptureFixture
) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        f"{REFERENCE}\ndef g(xs, n):\n    t = 0\n    for x in xs:\n        t += x * n\n    return t\n\n"
        "def h(xs, n):\n    return sum(n * x for x in xs)\n\n"
        "def prop_same(xs: list[int], n: int):\n    return g(xs, n) == h(xs, n)\n"
    )
    assert proved_for_all(module, "prop_same")
    mistranslate(monkeypatch)
    assert proved_for_all(module, "prop_same") is None
    assert len(logged.messages) == 2  # of the whole of it, and of its sides


def test_an_input_on_which_the_solver_says_that_they_differ_is_run(
    examine: Examiner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the suite nor the search comes to the one number that this program is wrong on."""
    far, sum_of_codes = 68_351_472_903, 0
    for digit in str(far):
        sum_of_codes = (sum_of_codes * 31 + ord(digit)) % 1_000_003
    hidden = (
        "def f(n):\n    h = 0\n    for digit in str(n):\n        h = (h * 31 + ord(digit)) % 1000003\n"
        f"    return -1 if h == {sum_of_codes} else n % 5\n"
    )
    task = exercise("def f(n: int) -> int:\n    return n % 5\n", settings="search = 5\ngrowth = false\n")
    assert examine(task, hidden).verdict == "passed"
    monkeypatch.setattr(Prover, "equality", lambda *_: NotProved("engine", "differs", (far,)))
    report = examine(task, hidden)
    assert report.verdict == "refuted"
    assert str(far) in told(report, "example").text
