"""Model answers as files: a system in each notation that it can be handed in."""

from __future__ import annotations

from viva.core.exercise import Exercise
from viva.core.reading import Misread
from viva.core.submission import Submission
from viva.engines.hybrid import System, formats
from viva.subjects.hybrid.model import Task

FILE = "answer.hybrid.json"


def system(exercise: Exercise) -> Submission:
    return model(exercise.task_as(Task).reference)


def model(given: System) -> Submission:
    written = {".json": formats.write(given, "json").encode()}
    try:
        plain = formats.write(given, "text").encode()
        written |= {".txt": plain, ".hybrid": plain}
    except Misread:  # names or slopes that the text notation has no room for
        pass
    return Submission(FILE, {FILE: written[".json"]}, written)
