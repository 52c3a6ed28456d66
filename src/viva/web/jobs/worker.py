"""A worker of the site: told of an errand, it says what it is doing and what it knows so far, and answers.

The errands: to `check` a submission, to make the `card` of an exercise or a `variant`, those of the editors, to
`proofread` a text, to find the `layout` of a graph, to tell the `steps` of a run and to `try` one, and those of
authors, to test its `promises` and to tell what a student is `shown`. Whatever is raised becomes an answer,
`{"error"}`; what is said before has the key `doing` or `so_far`.
"""

from __future__ import annotations

import os
import signal
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any, cast

from viva.core.deciding.following import Follower, followed_by
from viva.core.deciding.leaving import handout
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.report import Report
from viva.core.subject import Subject
from viva.core.submission import Submission, Unreadable
from viva.core.text.escape import visible
from viva.grading.parcel import Question, files_from_json, terms_from_json
from viva.grading.row import Error
from viva.grading.worker import read_question
from viva.languages.finding import suffixes
from viva.services import checking
from viva.services.varying.levels import wished_variants
from viva.services.varying.variants import NoVariants
from viva.services.workers.worker import Answer, Said
from viva.showing.document import finite
from viva.web.authoring.answering import promises, show_to_student
from viva.web.editing.answering import engrave, lay_out, proofread, step_through, try_out
from viva.web.shelf import card_json

_KNOWN = 200
_BETWEEN = 0.2  # seconds between two states of a report that are told
_RIGHT = "examples/right/"
_LOOK = 1.0


BEFORE = ("doing", "so_far")
"""The keys of what is said before the answer."""


def goes_on(said: Said) -> bool:
    """Whether it says something before its answer."""
    return any(key in said for key in BEFORE)


def work(_start: Json, tasks: Iterator[Json], answer: Answer, _notes: memoryview) -> None:
    known: dict[str, tuple[Subject, Exercise]] = {}
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()

    def exercise_of(task: Mapping[str, Any]) -> tuple[Subject, Exercise]:
        if task["exercise"] not in known:
            while len(known) >= _KNOWN:
                known.pop(next(iter(known)))
            known[task["exercise"]] = read_question(Question.from_json(task["question"]))
        return known[task["exercise"]]

    for task in cast("Iterator[dict[str, Any]]", tasks):
        # Nothing that one submission brings about may cost another one its report.
        try:
            answer(_ERRANDS[task["errand"]](*exercise_of(task), task, answer))
        except BaseException as problem:  # noqa: BLE001
            answer({"error": Error.of(problem, str(task.get("name", ""))).to_json(), "at": _place(problem)})


def _place(problem: BaseException) -> dict[str, Json] | None:
    """Where an exercise cannot be read."""
    if not isinstance(problem, Fault) or problem.file is None:
        return None
    told = f"{problem.problem}; {problem.remedy}" if problem.remedy else problem.problem
    return {"file": problem.file, "line": problem.line, "column": problem.column, "text": visible(told)}


def _end_with(server: int) -> None:
    """A server that is killed takes its workers along, and what they have started: the next one does their work."""
    while os.getppid() == server:
        time.sleep(_LOOK)
    os.killpg(0, signal.SIGKILL)


def _check(subject: Subject, exercise: Exercise, task: Mapping[str, Any], answer: Answer) -> Said:
    """The teacher's report, up to the rung that the terms name."""
    told = 0.0

    def so_far(report: Report) -> None:
        nonlocal told
        if time.monotonic() - told >= _BETWEEN:
            told = time.monotonic()
            answer({"so_far": finite(report.to_json())})

    def doing(what: str) -> None:
        answer({"doing": what})

    with followed_by(Follower(doing, so_far)):
        report = checking.examine(subject, exercise, _handed_in(task), terms_from_json(task["terms"]))
    return {"report": finite(report.to_json())}


def _handed_in(task: Mapping[str, Any]) -> Submission | Unreadable:
    """As `viva check` reads it: an archive is looked into, and what is too large or broken is told as such."""
    files = files_from_json(task["files"])
    if len(files) == 1 and (name := next(iter(files))).lower().endswith(".zip"):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, Path(name).name)
            file.write_bytes(files[name])
            return checking.handed_in(file)
    return Submission(task["name"], files)


def _card(subject: Subject, exercise: Exercise, _task: Mapping[str, Any], _answer: Answer) -> Said:
    shown = handout(subject, exercise)
    # Of a program the first of the endings of each language, in the order of the exercise: `.cpp`, not `.cc`.
    endings = [*dict.fromkeys(suffixes((name,))[0] for name in exercise.languages)] or [_ending(subject, exercise)]
    return {"card": card_json(exercise, shown.title, shown.statement, shown.drawing, endings)}


def _ending(subject: Subject, exercise: Exercise) -> str:
    """That of a text that is no program: as the teacher's own right answers have it, or else the model answer."""
    names = [name for name, content in exercise.source.below(_RIGHT).items() if "/" not in name and _is_text(content)]
    if not names:
        try:
            names = list(subject.solve(exercise).files)
        except Fault:
            names = []
    endings = [PurePosixPath(name).suffixes for name in names]
    # Of several notations that of people before that of programs.
    best = min(endings, key=lambda each: each[-1:] in _BY_PROGRAMS, default=[])
    return "".join(best[-2:] if best[-1:] == [".json"] else best[-1:]) or ".txt"


_BY_PROGRAMS = ([".json"], [".jff"], [".xml"])


def _is_text(content: bytes) -> bool:
    try:
        return "\0" not in content.decode("utf-8")
    except UnicodeDecodeError:
        return False


def _variant(subject: Subject, exercise: Exercise, task: Mapping[str, Any], _answer: Answer) -> Said:
    """The first variant with a seed, or the first that is as wished."""
    try:
        found = next(wished_variants(subject, exercise, task["seed"], task["wish"]), None)
    except NoVariants:
        found = None
    if found is None:
        return {"variant": None}
    _, variant = found
    settled = replace(variant.source, name=exercise.source.name)
    return {"variant": Question(settled, exercise.points, exercise.feedback.locale).to_json()}


_ERRANDS = {
    "check": _check,
    "card": _card,
    "variant": _variant,
    "proofread": proofread,
    "layout": lay_out,
    "engrave": engrave,
    "steps": step_through,
    "try": try_out,
    "promises": promises,
    "shown": show_to_student,
}
