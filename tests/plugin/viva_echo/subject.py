"""The echo subject. A submission whose text is a command word makes the examination go wrong in a known way."""

import builtins
import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise, read_manifest
from viva.core.fault import Fault
from viva.core.isolation import Isolation
from viva.core.ladder import Rung
from viva.core.report import About, Evidence, Finding, Report, Witness
from viva.core.source import MANIFEST, Source
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.core.verdict import Verdict
from viva.core.where import Passage
from viva.drawing.shapes import Box
from viva.drawing.svg import picture


class Echo:
    name = "echo"

    def read(self, source: Source) -> Exercise:
        manifest = read_manifest(source)
        return manifest.exercise(source, manifest.settings.string("say"))

    def check(self, exercise: Exercise, submission: Submission, terms: Terms) -> Report:
        file, text = submission.text((".txt",))
        _misbehave(text)
        wanted = exercise.task_as(str)
        right = text.rstrip("\n") == wanted
        report = Report(
            verdict=Verdict.PASSED if right else Verdict.REFUTED,
            subject=self.name,
            exercise=exercise.name,
            evidence=Evidence("the text was compared", 1, "every character", failed=int(not right)),
            reason=None if right else "wrong",
            score=1.0 if right else 0.25,
            isolation=terms.isolation or Isolation.FULL,
            seed=terms.seed,
        )
        if text.startswith("large"):
            return replace(report, findings=(Finding("x" * 20 * 2**20),))
        if text.startswith("named"):
            return replace(report, findings=(Finding(f"Your {file} says something else."),))
        if text.startswith("undecided"):
            return replace(report, verdict=Verdict.UNDECIDED, reason="budget", score=None)
        return report if right else replace(report, findings=tuple(_findings(file, text, wanted)))

    def vary(self, exercise: Exercise, seed: int) -> Iterator[Exercise]:
        for word in ("two", "three", "four"):
            manifest = f'subject = "echo"\ntitle = "Say {word}"\n[echo]\nsay = "{word} {seed}"\n'
            files = {MANIFEST: manifest.encode(), "statement.md": f"Say {word} {seed}.\n".encode()}
            yield self.read(Source(exercise.name, files))

    def solve(self, exercise: Exercise) -> Submission:
        return Submission.from_text(exercise.task_as(str) + "\n", "answer.txt")

    def draw(self, exercise: Exercise, thing: Submission | Witness | None = None) -> Drawing:
        text = thing.text((".txt",))[1] if isinstance(thing, Submission) else exercise.task_as(str)
        return picture("what is said", [Box((0, 0), (200, 40), text)], f"[ {text} ]")


def _findings(file: str, text: str, wanted: str) -> Iterator[Finding]:
    witness = Witness("echo", {"inputs": [text], "expected": wanted + "\n", "actual": text, text: text})
    yield Finding("Read the statement once more.", rung=Rung.HINT, signature="echo:hint")
    drawing = picture(text, [Box((0, 0), (90, 30), text)], text)
    yield Finding(f"It says something else: {text}", rung=Rung.PATTERN, drawing=drawing)
    yield Finding(f"Expected {wanted}, got {text}", rung=Rung.EXAMPLE, signature=f"echo:{text[:20]}", witness=witness)
    yield Finding("Here it goes wrong.", rung=Rung.PLACE, where=Passage(file, 1, 3, 1, 6))
    yield Finding(f"Write {wanted} instead.", rung=Rung.FIX)
    yield Finding("Shorter is nicer.", About.QUALITY)


def _misbehave(text: str) -> None:
    command, _, argument = text.strip().partition(" ")
    match command:
        case "nested":
            raise Unreadable("too_complex", "The source nests too deeply to be examined.")
        case "fault":
            raise Fault("the exercise is broken", file="exercise.toml", line=3, remedy="mend it")
        case "bug":
            raise RuntimeError(f"unexpected {argument}")
        case "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        case "kill-once":
            if not Path(argument).exists():
                Path(argument).touch()
                os.kill(os.getpid(), signal.SIGKILL)
        case "interrupt":
            Path(argument).write_text(str(os.getpid()))
            os.kill(os.getppid(), signal.SIGINT)
            signal.pause()
        case "hang":
            signal.pause()
        case "kill-batch":
            os.kill(os.getppid(), signal.SIGKILL)
        case "raise":
            raise getattr(builtins, argument)("planted")
        case "garbage":
            os.write(int(sys.argv[3]), b"{no json\n")
        case "flood":
            while True:
                os.write(int(sys.argv[3]), b"x" * 65536)
        case "strange":
            os.write(int(sys.argv[3]), b'[1, {"report": {"verdict": "splendid"}}]\n')
