"""A proof in a process of its own, and the verdict on it: one part of the report for each obligation."""

from __future__ import annotations

from dataclasses import replace

from viva.core import outcome
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.ground import Decision
from viva.core.report import Evidence, Finding, Report
from viva.core.terms import Terms
from viva.core.texts import Say
from viva.core.verdict import Verdict
from viva.core.worker import Lost
from viva.engines.x86.proving import WORK, Obligation, Proof, Result
from viva.engines.x86.worker import Job, prove_apart
from viva.subjects.assembly import explain

REASONS: dict[Result, str] = {
    "false": "false_annotation",
    "not_inductive": "not_inductive",
    "insufficient": "insufficient",
    "not_proved": outcome.BUDGET,
}
_STARTING = 2.0  # seconds of the processor for a new process, before it begins to work
_USUAL_SECONDS = 10.0


def limits(terms: Terms) -> tuple[float, float, int]:
    """Seconds of the processor, seconds by the clock, and work: it is counted, and the seconds are the net below."""
    seconds = terms.budget.seconds
    return 2 * seconds + _STARTING, terms.budget.wall, int(WORK * seconds / _USUAL_SECONDS)


def proof_of(job: Job, terms: Terms, *, mending: bool = False) -> Proof | Lost:
    """`mending` looks for lines that would complete the proof, too."""
    seconds, wall, work = limits(terms)
    return prove_apart(replace(job, work=work, strengthen=mending), seconds, wall)


def judged(exercise: Exercise, proof: Proof, file: str, terms: Terms, say: Say) -> Report:
    """The report on annotations. Raises Fault where the program itself breaks what the teacher says of it."""
    report = outcome.begun(exercise, terms, say("method"))
    _refuse_false_property(proof, say)
    proved = sum(each.result == "proved" for each in proof.obligations)
    details = {"obligations": len(proof.obligations), "proved": proved, "work": proof.work}
    parts = tuple(part(exercise, each, proof, file, say) for each in proof.obligations)
    covered = say("covered_complete" if proof.complete else "covered", count=len(proof.obligations), proved=proved)
    report = replace(report, evidence=Evidence(say("method"), covered=covered, details=details), parts=parts)
    if proof.complete:
        return outcome.proved(report, Decision(say("method_decision")))
    first = explain.first_of(proof.obligations)
    if first is None or first.result == "not_proved":
        return outcome.undecided(report, say("undecided" if not proof.stopped else "undecided_paths"))
    findings = explain.findings(first, proof, file, say)
    return outcome.refuted(report, REASONS[first.result], proved / max(1, len(proof.obligations)), findings)


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


def part(exercise: Exercise, one: Obligation, proof: Proof, file: str, say: Say) -> Report:
    """One obligation as a part: its name, its result, its time."""
    findings: tuple[Finding, ...] = ()
    verdict, reason, score = Verdict.PROVED, None, 1.0
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
        verdict, reason, score = Verdict.REFUTED, REASONS[one.result], 0.0
        findings = explain.short(one, proof, file, say)
    return Report(
        verdict,
        exercise.subject,
        exercise.name,
        Evidence(say("method"), details={"cases": one.cases}),
        title=explain.name(one.key, proof, say),
        reason=reason,
        score=score,
        findings=findings,
        seconds=round(one.seconds, 4),
    )
