"""The model answer is the teacher's controller."""

from __future__ import annotations

from viva.core.submission import Submission
from viva.subjects.labs.model import Task


def model(task: Task) -> Submission:
    return Submission.from_text(task.reference, "controller.py")
