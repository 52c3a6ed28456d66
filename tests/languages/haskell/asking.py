"""Asks functions of Haskell sources, and checks submissions against references; what several tests share."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from tests.examining import TERMS
from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.core.report import Report
from viva.core.source import Source
from viva.core.subject import Subject
from viva.core.submission import Submission
from viva.languages.haskell import calls, runs
from viva.languages.outcome import Outcome
from viva.languages.program import Program
from viva.languages.sites import Hooks
from viva.services.checking import check
from viva.services.registry import read_source

HOOKS = Hooks(branches=True)


def asked(text: str, function: str, rows: Sequence[Sequence[object]], **more: int) -> list[Outcome]:
    with runs.warm_sandbox() as sandbox:
        program = runs.prepare(sandbox, text.encode(), HOOKS)
        assert isinstance(program, Program), program
        return list(calls.call(sandbox, program, function, rows, **more))  # type: ignore[arg-type]


def values(text: str, function: str, rows: Sequence[Sequence[object]], **more: int) -> list[str]:
    """The answers as Haskell writes them, or how calls ended."""
    found = asked(text, function, rows, **more)
    return [calls.show(one.value) if one.value else str(one.problem and one.problem.reason) for one in found]


@cache
def exercise(function: str, reference: str, more: str = "") -> tuple[Subject, Exercise]:
    manifest = (
        'subject = "functions"\ntitle = "Test"\nstatement = "statement.md"\n\n[functions]\nlanguages = ["haskell"]\n'
        f'reference = "reference.hs"\nfunction = "{function}"\n{more}\n'
    )
    files = {"exercise.toml": manifest, "statement.md": "Do it.", "reference.hs": reference}
    return read_source(Source("exercise", {name: content.encode() for name, content in files.items()}))


def examined(
    function: str, reference: str, submission: str | bytes, more: str = "", rung: Rung | None = None
) -> Report:
    subject, made = exercise(function, reference, more)
    content = submission if isinstance(submission, bytes) else submission.encode()
    return check(subject, made, Submission("submission", {"submission.hs": content}), replace(TERMS, rung=rung))


def verdict(function: str, reference: str, submission: str | bytes, more: str = "") -> str:
    """Nothing is looked for that would only be told."""
    report = examined(function, reference, submission, more, Rung.VERDICT)
    return f"{report.verdict.value} {report.reason}" if report.reason else report.verdict.value
