"""What tests of several packages share: exercises made from a few lines, checks of answers, calls of commands."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from viva.core.deciding.leaving import leaving, reader_of
from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.core.report import Finding, Report, Witness
from viva.core.source import Source
from viva.core.subject import Subject
from viva.core.submission import Submission
from viva.core.terms import Budget, Terms
from viva.core.verdict import Verdict
from viva.services.checking import examine

TERMS = Terms(budget=Budget(seconds=300.0))
"""The seconds are only a safety net, and a loaded machine must not reach it."""
MAIN = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from viva.cli.main import main
main()
"""
"""A shell that runs the tests in the background lets them ignore interruptions; the program under test must not."""
VIVA = (sys.executable, "-c", MAIN)
"""The command line as a program of its own."""


def made(subject: Subject, manifest: str, files: Mapping[str, str]) -> Exercise:
    """The exercise that these files would be; `manifest` is all of `exercise.toml` but the line of the subject."""
    whole = {"exercise.toml": f'subject = "{subject.name}"\n{manifest}\n', **files}
    return subject.read(Source("made-here", {name: text.encode() for name, text in whole.items()}))


def wrong_examples(exercises: Path) -> list[tuple[str, str]]:
    """The exercise and the name of each wrong example below a folder of exercises, told by the names of files alone:
    every worker collects all tests, and to read exercises (to compile references in Haskell, say) takes seconds."""
    found = sorted(exercises.glob("*/examples/wrong/*"))
    return [
        (path.parts[-4], "/".join(path.parts[-3:]))
        for path in found
        if not path.name.endswith(".expect.toml") and path.name != "__pycache__"
    ]


@dataclass(frozen=True)
class Examiner:
    """Checks answers against an exercise, or against the one that `exercise` makes from a text.

    Looking for a place takes long, and for a fix as long as all the rest: only who asks for them waits for them."""

    subject: Subject
    exercise: Callable[[str], Exercise]
    file: str = "submission.py"
    rung: Rung | None = Rung.EXAMPLE

    def __call__(self, asked: Exercise | str, answer: str, file: str | None = None, seed: int = 0) -> Report:
        made = self.exercise(asked) if isinstance(asked, str) else asked
        terms = replace(TERMS, seed=seed, rung=self.rung)
        whole = examine(self.subject, made, Submission.from_text(answer, file or self.file), terms)
        # What is told ends with the rung; the evidence is all there is, as tests ask for it too.
        return replace(leaving(whole, reader_of(made, highest=self.rung)), evidence=whole.evidence)

    def verdict(self, asked: Exercise | str, answer: str, file: str | None = None, seed: int = 0) -> Verdict:
        """Nothing is looked for that would only be told."""
        return replace(self, rung=Rung.VERDICT)(asked, answer, file, seed).verdict


def witness(report: Report) -> Witness:
    found = [finding.witness for finding in report.findings if finding.witness]
    assert found, report
    return found[0]


def told(report: Report, rung: str) -> Finding:
    return next(finding for finding in report.findings if finding.rung == rung)


@dataclass(frozen=True)
class Call:
    status: int
    out: str
    err: str


Viva = Callable[..., Call]


def one_sentence(call: Call, *words: str) -> str:
    """The call was wrong, and one line says so, with these words: the line."""
    assert call.status == 2, call
    assert call.out == ""
    assert call.err.startswith("viva: ")
    assert call.err.count("\n") == 1
    assert "Traceback" not in call.err
    for word in words:
        assert word in call.err, call.err
    return call.err
