"""The verdict on an answer that stands for a language: proved with a certificate, or refuted with words and reasons."""

from __future__ import annotations

from dataclasses import asdict, replace

from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.report import About, Evidence, Finding, Report
from viva.core.terms import Terms
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.engines.automata.machine import unknown_letters
from viva.subjects.automata import explain
from viva.subjects.automata.answer import Answer, Rejected, answer_of, quality
from viva.subjects.automata.judge import Judgement, Limits, judge
from viva.subjects.automata.model import Task
from viva.subjects.automata.score import automata_tutor, score

_RELATION = 1_000
_TEXTS = catalogue(__package__)


def blank(exercise: Exercise, terms: Terms, method: str) -> Report:
    """A report to be filled in."""
    return Report(
        verdict=Verdict.UNDECIDED,
        subject=exercise.subject,
        exercise=exercise.name,
        evidence=Evidence(_TEXTS.say(method)),
        seed=terms.seed,
    )


def rejected(exercise: Exercise, problem: Rejected, terms: Terms) -> Report:
    """What the exercise does not allow is still compared, where that is possible, so that a student knows both."""
    task = exercise.task_as(Task)
    covered = ""
    machine = problem.machine
    if machine is not None and machine.starts and not unknown_letters(machine, task.alphabet):
        limits = Limits.of(terms.budget, len(task.alphabet))
        found = judge(answer_of(task, machine, "", limits.subsets), task.asked, limits)
        if found.equal is not None:
            covered = _TEXTS.say("rejected_but_right" if found.equal else "rejected_and_wrong")
    report = blank(exercise, terms, "method_read")
    return replace(
        report,
        verdict=Verdict.REJECTED,
        reason=problem.reason,
        score=0.0,
        evidence=replace(report.evidence, covered=covered),
        findings=problem.findings,
    )


def examine(exercise: Exercise, answer: Answer, terms: Terms) -> Report:
    """Whether the answer accepts exactly the asked words."""
    task = exercise.task_as(Task)
    limits = Limits.of(terms.budget, len(task.alphabet))
    judgement = judge(answer, task.asked, limits)
    report = blank(exercise, terms, "method_compare")
    report = replace(report, evidence=_evidence(report.evidence, answer, task, judgement), findings=quality(answer))
    if judgement.equal is None:
        text = _TEXTS.say("undecided", limit=f"{limits.subsets:,}")
        finding = Finding(text, About.POLICY, signature="budget")
        return replace(report, reason="budget", findings=(finding, *report.findings))
    if judgement.equal:
        return replace(report, verdict=Verdict.PROVED, score=1.0)
    why = explain.explanation(answer, task, limits)
    told = explain.findings(answer, judgement, why)
    marks = score(why.distance, task.weights)
    if task.weights.mode == "automata-tutor" and answer.deterministic is not None:
        edits = why.mending.edits if why.mending else None
        rule = why.rule.edit if why.rule else None
        tutor = automata_tutor(answer.deterministic, task.asked, edits, rule, exercise.points)
        figures: dict[str, Json] = {"viva": marks, **asdict(tutor)}
        details = {**report.evidence.details, "automata_tutor": figures}
        report = replace(report, evidence=replace(report.evidence, details=details))
        marks = tutor.marks
    return replace(report, verdict=Verdict.REFUTED, reason="wrong", score=marks, findings=(*told, *report.findings))


def _evidence(evidence: Evidence, answer: Answer, task: Task, judgement: Judgement) -> Evidence:
    """The certificate of a proof is the relation between the states: `certifies` of the engine checks it."""
    states = len(answer.deterministic.moves) if answer.deterministic is not None else None
    details: dict[str, Json] = {"states": states, "asked_states": len(task.asked.moves)}
    if judgement.equal is None:
        return replace(evidence, details=details)
    if not judgement.equal:
        return replace(evidence, covered=_TEXTS.say("covered_wrong"), details=details)
    if answer.deterministic is None:
        return replace(evidence, covered=_TEXTS.say("covered_sets"), details=details)
    relation = judgement.relation
    details["pairs"] = len(relation)
    if len(relation) <= _RELATION:
        details["relation"] = [[answer.names[one], f"s{other}"] for one, other in relation]
    return replace(evidence, covered=_TEXTS.say("covered_equal", count=len(relation)), details=details)
