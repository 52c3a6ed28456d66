"""The kinds of task. Each module has `examine` and `solve`; `dfa.py` is the plainest.

`examine` may raise `Rejected`, which becomes a report here.
"""

from __future__ import annotations

from typing import Protocol

from viva.core.exercise import Exercise
from viva.core.report import Report
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.subjects.automata.answer import Rejected
from viva.subjects.automata.examine import rejected
from viva.subjects.automata.model import Task
from viva.subjects.automata.tasks import classes, determinise, dfa, mend, minimise, nfa, product, regex, words


class Kind(Protocol):
    def examine(self, exercise: Exercise, submission: Submission, terms: Terms) -> Report: ...

    def solve(self, task: Task) -> Submission: ...


KINDS: dict[str, Kind] = {
    "dfa": dfa,
    "nfa": nfa,
    "regex": regex,
    "determinise": determinise,
    "minimise": minimise,
    "product": product,
    "words": words,
    "classes": classes,
    "mend": mend,
}


def examine(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    try:
        return KINDS[exercise.task_as(Task).kind].examine(exercise, submission, terms)
    except Rejected as problem:
        return rejected(exercise, problem, terms)
