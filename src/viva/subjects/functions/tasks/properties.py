"""Write a function that has these properties; nothing says which answers it gives."""

from __future__ import annotations

from viva.core.exercise import Exercise
from viva.core.report import Report
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.subjects.functions.examine import Examination, examine
from viva.subjects.functions.tasks import reference


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    return examine(exercise, submission, terms, Examination.by_properties)


read = reference.read
vary = reference.vary
solve = reference.solve
draw = reference.draw
frames = reference.frames
proofread = reference.proofread
witness_of_input = reference.witness_of_input
