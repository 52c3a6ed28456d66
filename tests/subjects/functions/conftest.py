"""Exercises made from a reference, and checks of programs against them."""

import pytest

from viva.core.checking import check
from viva.core.exercise import Exercise
from viva.core.report import Finding, Report, Witness
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Budget, Terms
from viva.subjects.functions.subject import Functions


def exercise(reference: str, function: str = "f", settings: str = "", **files: str) -> Exercise:
    """`settings` are further lines of the table; `files` are Python files by their name without the ending."""
    manifest = f'subject = "functions"\n[functions]\nfunction = "{function}"\n'
    manifest += 'reference = "reference.py"\n' if reference else ""
    contents = {"exercise.toml": (manifest + settings).encode(), "reference.py": reference.encode()}
    contents |= {f"{name}.py": text.encode() for name, text in files.items()}
    return Functions().read(Source("made-here", contents))


class Examiner:
    """Checks programs; the seconds are only a safety net, and a loaded machine must not reach it."""

    def __call__(self, asked: Exercise | str, program: str, seed: int = 0) -> Report:
        made = exercise(asked) if isinstance(asked, str) else asked
        terms = Terms(budget=Budget(seconds=300.0), seed=seed)
        return check(Functions(), made, Submission.from_text(program, "submission.py"), terms)


def witness(report: Report) -> Witness:
    found = [finding.witness for finding in report.findings if finding.witness]
    assert found, report
    return found[0]


def told(report: Report, rung: str) -> Finding:
    return next(finding for finding in report.findings if finding.rung == rung)


@pytest.fixture
def examine() -> Examiner:
    return Examiner()
