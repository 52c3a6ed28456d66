"""What is told on a rung is the same for whoever reads it, points to the fix, and is worked out only to be shown."""

import contextlib
import io
import sys
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.examining import TERMS
from viva.core.ladder import Rung
from viva.core.report import Report
from viva.core.rungs import Clue
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.where import Passage
from viva.engines.edits import apply_edit
from viva.languages.edits import Edit
from viva.services.checking import check
from viva.subjects.console import examine, fix, shrink
from viva.subjects.console.subject import Console

_MOST_LINES = 50_000
FOLDER = Path(__file__).parents[3] / "exercises" / "console"
WRONG = sorted(path for path in FOLDER.glob("*/examples/wrong/*.py") if "fill-the-gaps" not in str(path))


@cache
def exercise(name: str):  # type: ignore[no-untyped-def]
    return Console().read(Source.from_folder(FOLDER / name))


def reported(path: Path, attempt: int | None = None, rung: Rung | None = None) -> Report:
    terms = Terms(TERMS.budget, attempt=attempt, rung=rung)
    return check(Console(), exercise(path.parents[2].name), Submission.from_path(path), terms)


@cache
def whole(path: Path) -> Report:
    return reported(path)


def _texts(report: Report) -> dict[Rung, list[str]]:
    found: dict[Rung, list[str]] = {}
    for finding in report.findings:
        if finding.rung:
            found.setdefault(finding.rung, []).append(finding.text)
    return found


@pytest.mark.some(1)
@pytest.mark.parametrize("path", WRONG, ids=lambda path: f"{path.parents[2].name}/{path.name}")
def test_the_text_of_a_rung_is_the_same_at_every_attempt_and_for_the_teacher(path: Path) -> None:
    everything = whole(path)
    if everything.verdict != "refuted":
        return
    texts = _texts(everything)
    for attempt in (1, 2, 3):
        seen = reported(path, attempt)
        assert (seen.verdict, seen.reason, seen.score) == (everything.verdict, everything.reason, everything.score)
        shown = _texts(seen)
        assert shown == {rung: text for rung, text in texts.items() if rung in shown}
        assert {*shown} == {*texts} & {*exercise(path.parents[2].name).feedback.rungs(attempt)}


def test_for_the_verdict_alone_nothing_is_made_small_or_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    path = FOLDER / "until-zero" / "examples" / "wrong" / "never-stops.py"
    before = whole(path)
    for module, name in ((shrink, "smallest"), (fix, "smallest_fix"), (examine, "fresh_for")):
        monkeypatch.setattr(module, name, lambda *_, **__: pytest.fail("it was worked out"))
    seen = reported(path, 1, Rung.VERDICT)
    assert (seen.verdict, seen.reason, seen.score, seen.findings) == (before.verdict, before.reason, before.score, ())


def lines_of_run(source: str, inputs: list[str]) -> set[int]:
    """The lines that Python itself says the program comes to on these inputs."""
    found: set[int] = set()
    given = iter(inputs)

    def line(_: object = "") -> str:
        try:
            return next(given)
        except StopIteration:
            raise EOFError from None

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename == "submission":
            found.add(frame.f_lineno)
            steps[0] += event == "line"
            if steps[0] > _MOST_LINES:
                raise TimeoutError
        return trace

    steps = [0]
    code = compile(source, "submission", "exec")
    sys.settrace(trace)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(BaseException):
            exec(code, {"input": line, "__name__": "__main__"})
    finally:
        sys.settrace(None)
    return found


@pytest.mark.some(2)
@pytest.mark.parametrize("path", WRONG, ids=lambda path: f"{path.parents[2].name}/{path.name}")
def test_the_place_lies_on_the_run_of_the_example_and_is_that_of_the_fix(path: Path) -> None:
    report = whole(path)
    rungs = {finding.rung: finding for finding in reversed(report.findings) if finding.rung}
    if "place" not in rungs or "stdin" in path.read_text("utf-8"):
        return
    where, witness = rungs[Rung.PLACE].where, rungs[Rung.EXAMPLE].witness
    if where is None:
        return  # nothing but the way through the specification
    assert isinstance(where, Passage) and witness
    if Rung.FIX in rungs:
        mended = rungs[Rung.FIX].where
        assert isinstance(mended, Passage) and mended.line == where.line
    ran = lines_of_run(path.read_text("utf-8"), [str(one) for one in witness.fields["inputs"]])  # type: ignore[union-attr]
    # A statement may go over several lines; one that is only put in stands next to one that was run.
    assert any(abs(where.line - line) <= 1 for line in ran), (where.line, sorted(ran))


@pytest.fixture
def edits(monkeypatch: pytest.MonkeyPatch) -> list[Edit]:
    found: list[Edit] = []
    real = fix.fix

    def noted(edit: Edit | None, text: str, file: str, locale: str) -> Clue | None:
        found.extend(filter(None, [edit]))
        return real(edit, text, file, locale)

    monkeypatch.setattr("viva.subjects.console.explain.fix", noted)
    return found


@pytest.mark.some(2)
@pytest.mark.parametrize("path", WRONG, ids=lambda path: f"{path.parents[2].name}/{path.name}")
def test_a_fix_that_is_handed_in_is_right(path: Path, edits: list[Edit]) -> None:
    reported(path)
    if edits:
        mended = apply_edit(path.read_text("utf-8"), edits[0])
        again = check(Console(), exercise(path.parents[2].name), Submission.from_text(mended, "mended.py"), TERMS)
        assert again.verdict.right, (edits[0], again.findings)
