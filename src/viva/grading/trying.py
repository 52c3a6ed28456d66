"""A cluster is tried: every worker examines the same small submission, and reports what this machine does, or not.

Viva's own template of a console program is examined, because that runs submitted code in the sandbox.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.report import Report
from viva.core.terms import Terms
from viva.grading.batch import GRACE
from viva.grading.parcel import Question, handed_in_to_json, terms_to_json
from viva.grading.row import Error
from viva.grading.worker import examine
from viva.services.executors.address import Address
from viva.services.registry import read_source, template
from viva.services.workers.worker import Lost, Post

_SUBJECT = "console"
_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Tried:
    """A worker, and what is wrong with it, if anything is; `isolation` is that of the check it made."""

    address: str
    kind: str
    isolation: str | None
    problem: str | None


def try_workers(address: Address) -> Iterator[Tried]:
    """Raises Fault where there is no scheduler."""
    from viva.services.executors.scheduler import ask_each, connect  # noqa: PLC0415 it needs an extra

    terms = Terms()
    source = template(_SUBJECT)
    subject, exercise = read_source(source)
    answer = subject.solve(exercise)
    own = examine(subject, exercise, answer, terms)
    question = Question(source, exercise.points).to_json()
    start: dict[str, Json] = {"questions": {exercise.name: question}, "terms": terms_to_json(terms)}
    post = Post("viva.grading.worker:work", start, wall=GRACE + terms.budget.wall)
    task: Json = {"exercise": exercise.name, "file": answer.name, "handed_in": handed_in_to_json(answer)}
    client = connect(address)
    try:
        for member, said in ask_each(client, post, task, _SECONDS):
            report, problem = _report(said)
            if report is not None and replace(report, seconds=0.0) != replace(own, seconds=0.0):
                problem = f"{member.address} reports something else than this machine does"
                if report.isolation != own.isolation:
                    problem = f"{member.address} has another isolation than this machine, which reports tell"
            isolation = report.isolation.value if report is not None and report.isolation else None
            yield Tried(member.address, member.kind, isolation, problem)
    finally:
        client.close(timeout=2)


def _report(said: dict[str, Any] | Lost | str) -> tuple[Report | None, str | None]:
    match said:
        case str():
            return None, said
        case Lost(how):
            return None, f"the process that examines was lost ({how})"
        case {"error": dict(error)}:
            return None, str(Error.from_json(error))
    return Report.from_json(cast("dict[str, Json]", said["report"])), None
