"""A model answer: the specification as a program."""

from __future__ import annotations

from viva.core.submission import Submission
from viva.engines.dialogues.model import Spec
from viva.engines.dialogues.programs.writing import program


def solve(spec: Spec) -> Submission:
    return Submission.from_text(program(spec), "solution.py")
