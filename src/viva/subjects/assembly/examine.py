"""A proof in a process of its own, and the verdict on it: one part of the report for each obligation."""

from __future__ import annotations

from dataclasses import replace

from viva.core.deciding import outcome
from viva.core.deciding.following import doing
from viva.core.deciding.proof_basis import Decision
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import About, Evidence, Finding, Report
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.texts import Say, catalogue
from viva.core.verdict import Verdict
from viva.core.where import Instruction as Place
from viva.engines.x86.obligations.proving import WORK, Obligation, Proof, Result
from viva.engines.x86.program import BadProgram
from viva.engines.x86.worker import Job, prove_apart
from viva.services.workers.worker import Lost
from viva.subjects.assembly import explain
from viva.subjects.assembly.diagnosis import first_of
from viva.subjects.assembly.model import Task
from viva.subjects.assembly.notation import (
    MISPLACED,
    fault_of,
    job_of,
    remarks,
    submitted_annotations,
    unreadable_program,
)
from viva.subjects.assembly.score import score

_REASONS: dict[Result, str] = {
    "false": "false_annotation",
    "not_inductive": "not_inductive",
    "insufficient": "insufficient",
    "not_proved": outcome.BUDGET,
}
_WORK_OF_ITS_OWN = ("invariant", "requires", "ensures")  # what changes how a program is walked
_STARTING = 2.0  # seconds of the processor for a new process, before it begins to work
_USUAL_SECONDS = 10.0


def limits(terms: Terms) -> tuple[float, float, int]:
    """Seconds of the processor, seconds by the clock, and work: it is counted, and the seconds are the net below."""
    seconds = terms.budget.seconds
    return 2 * seconds + _STARTING, terms.budget.wall, int(WORK * seconds / _USUAL_SECONDS)


def proof_of(job: Job, terms: Terms, *, mending: bool = False) -> Proof | Lost:
    """`mending` looks for lines that would complete the proof, too. Raises BadProgram."""
    seconds, wall, work = limits(terms)
    doing("proof")
    return prove_apart(replace(job, work=work, strengthen=mending), seconds, wall)


def examine(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    """Whether the annotations are a proof. Raises Unreadable."""
    task = exercise.task_as(Task)
    say = catalogue(__package__, terms.locale).say
    file, text, annotations = submitted_annotations(task, submission, say)
    job = replace(job_of(task, text), models=task.models)
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
    if proof.complete and all(line.kind not in _WORK_OF_ITS_OWN for line in annotations.lines):
        _refuse_needless(task, proof, terms, say)
    report = _judged(exercise, proof, file, terms, say)
    told = [*_taken_for_granted(proof, say), *remarks(annotations, file, say)]
    return replace(report, findings=(*report.findings, *told))


def _judged(exercise: Exercise, proof: Proof, file: str, terms: Terms, say: Say) -> Report:
    """The report on annotations. Raises Fault where the program itself breaks what the teacher says of it."""
    report = outcome.begun(exercise, terms, say("method"))
    _refuse_false_property(proof, say)
    _refuse_empty_property(proof, exercise, say)
    proved = sum(each.result == "proved" for each in proof.obligations)
    trusted: list[Json] = [proof.theory.program.named(at) for at in sorted(proof.trusted)]
    details: dict[str, Json] = {
        "obligations": len(proof.obligations),
        "proved": proved,
        "work": proof.work,
        "taken_to_write_elsewhere": trusted,
    }
    parts = tuple(_part(exercise, each, proof, say) for each in proof.obligations)
    told = "covered" if not proof.complete else "covered_trusting" if proof.trusted else "covered_complete"
    covered = say(told, count=len(proof.obligations), proved=proved)
    report = replace(report, evidence=Evidence(say("method"), covered=covered, details=details), parts=parts)
    if proof.complete:
        return outcome.proved(report, Decision(say("method_decision")))
    first = first_of(proof.obligations)
    if first is None or first.result == "not_proved":
        return outcome.undecided(report, say("undecided" if not proof.stopped else "undecided_paths"))
    return outcome.refuted(report, _REASONS[first.result], score(proof), explain.findings(first, proof, file, say))


def _taken_for_granted(proof: Proof, say: Say) -> list[Finding]:
    """What a proof leaves out, where everybody sees it."""
    if not proof.complete or not proof.trusted:
        return []
    program = proof.theory.program
    at = min(proof.trusted)
    told = say("remark_trusted", instruction=program.instruction(at).text, place=program.named(at))
    where = Place(hex(at), program.lines.get(at))
    return [Finding(told, About.QUALITY, signature="trusted", where=where)]


def _refuse_needless(task: Task, proof: Proof, terms: Terms, say: Say) -> None:
    """Where the property follows from an empty file, an answer says nothing about who gave it."""
    bare = proof_of(job_of(task, ""), terms)
    if not isinstance(bare, Lost) and bare.complete and not bare.void:
        heads = [proof.theory.program.named(loop.head) for loop in bare.flow.loops]
        remedy = say("fault_needless_loop" if heads else "fault_needless_remedy", loop=", ".join(heads[:1]))
        raise Fault(say("fault_needless").rstrip("."), task.contract_file, remedy=remedy)


def _refuse_false_property(proof: Proof, say: Say) -> None:
    for each in proof.obligations:
        line = each.key.annotation
        if each.key.what == "ensures" and each.result == "false" and line is not None and each.replay is not None:
            told = explain.values(each.replay, proof.theory, line.expression)
            raise Fault(
                say("fault_property", property=line.text, values=told).rstrip("."),
                line=line.line,
                remedy=say("fault_property_remedy"),
            )


def _refuse_empty_property(proof: Proof, exercise: Exercise, say: Say) -> None:
    """A proof about no run at all is no proof, and a program that leaves its own code is not examined."""
    task = exercise.task_as(Task)
    if proof.void:
        file = task.contract_file if proof.void == "start" else task.program_file
        remedy = say(f"fault_void_{proof.void}_remedy")
        raise Fault(say(f"fault_void_{proof.void}").rstrip("."), file, remedy=remedy)
    for each in proof.obligations:
        if each.key.what == "target" and each.result == "false" and each.replay is not None:
            jump = proof.theory.program.instruction(each.key.place)
            told = explain.values(each.replay, proof.theory, None) or say("example_anything")
            text = say("fault_target", jump=jump.text, place=proof.theory.program.named(jump.address), values=told)
            raise Fault(text.rstrip("."), task.program_file, jump.line, remedy=say("fault_property_remedy"))


def _part(exercise: Exercise, one: Obligation, proof: Proof, say: Say) -> Report:
    """One obligation as a part: its name, its result, its time."""
    findings: tuple[Finding, ...] = ()
    verdict, reason, marks = Verdict.PROVED, None, 1.0
    if one.result == "not_proved":
        return Report(
            Verdict.UNDECIDED,
            exercise.subject,
            exercise.name,
            Evidence(say("method")),
            title=explain.name(one.key, proof, say),
            reason=outcome.BUDGET,
            seconds=round(one.seconds, 4),
        )
    if one.result != "proved":
        verdict, reason, marks = Verdict.REFUTED, _REASONS[one.result], 0.0
        findings = explain.findings_of_part(one, proof, say)
    return Report(
        verdict,
        exercise.subject,
        exercise.name,
        Evidence(say("method"), details={"cases": one.cases}),
        title=explain.name(one.key, proof, say),
        reason=reason,
        score=marks,
        findings=findings,
        seconds=round(one.seconds, 4),
    )
