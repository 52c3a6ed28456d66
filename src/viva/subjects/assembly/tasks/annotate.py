"""Prove a property of a given program: the answer are invariants and assertions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from viva.core.deciding import outcome
from viva.core.exercise import Exercise
from viva.core.kinds import Asked
from viva.core.ladder import Rung
from viva.core.report import Report
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.core.texts import catalogue
from viva.engines.x86.program import BadProgram
from viva.services.workers.worker import Lost
from viva.subjects.assembly import draw as drawing
from viva.subjects.assembly import solve as solving
from viva.subjects.assembly import vary as varying
from viva.subjects.assembly.examine import judged, proof_of
from viva.subjects.assembly.model import Task
from viva.subjects.assembly.notation import (
    MISPLACED,
    fault_of,
    job_of,
    read_task,
    remarks,
    submitted_annotations,
    unreadable_program,
)


def read(settings: Table, source: Source) -> Asked:
    task = read_task(settings, source)
    flow = job_of(task, "").theory().flow()
    difficulty = len(flow.loops) + len(flow.instructions()) / 100
    say = catalogue("viva.subjects.assembly").say
    return Asked(task, difficulty, say("statement_annotate", program=task.text, contract=task.contract))


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    say = catalogue("viva.subjects.assembly", terms.locale).say
    file, text, annotations = submitted_annotations(task, submission, say)
    job = job_of(task, text)
    try:
        job.theory()
    except BadProgram as problem:
        raise unreadable_program(problem, file, say) from None
    try:
        proof = proof_of(job, terms, mending=Rung.FIX in exercise.feedback.rungs(terms.attempt, terms.rung))
    except BadProgram as problem:
        if problem.key in MISPLACED:
            raise unreadable_program(problem, file, say) from None
        raise fault_of(problem, task.program_file) from None  # where a computed jump of the given program leads
    if isinstance(proof, Lost):
        return outcome.undecided(outcome.begun(exercise, terms, say("method")), say("undecided_lost"))
    report = judged(exercise, proof, file, terms, say)
    return replace(report, findings=(*report.findings, *remarks(annotations, file, say)))


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    return varying.annotated(exercise, seed)


def solve(exercise: Exercise) -> Submission:
    return solving.proof(exercise)


draw = drawing.program
