"""The verdict on an answer that stands for a language: proved with a certificate, or refuted with words and reasons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace

from viva.core.deciding import outcome
from viva.core.deciding.proof_basis import Decision
from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.report import About, Evidence, Finding, Report, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Meter, Terms
from viva.core.texts import Say, catalogue
from viva.core.verdict import Verdict
from viva.engines.automata import DFA, Machine, minimise
from viva.engines.automata.constructions import Construction
from viva.engines.automata.dfa import reachable, trim
from viva.engines.automata.machine import unknown_letters
from viva.engines.automata.repair.dfa_edits import as_in_automata_tutor
from viva.subjects.automata import explain, fix
from viva.subjects.automata.diagnosis import diagnose, nearest_formulas
from viva.subjects.automata.judge import INCOMPLETE, Judgement, Limits, judge, problems, quality
from viva.subjects.automata.model import Answer, Task
from viva.subjects.automata.notation import answer_of, submitted_expression, submitted_machine
from viva.subjects.automata.score import automata_tutor, score

_LARGEST_TABLE = 5_000_000
_RELATION = 1_000

Reader = Callable[[Task, Submission, Limits, Say], Answer]


@dataclass(frozen=True, slots=True)
class Examined:
    """What is known once the languages were compared; kinds of task that ask for more go on from here."""

    report: Report
    task: Task
    answer: Answer
    say: Say
    meter: Meter

    @property
    def proved(self) -> bool:
        return self.report.verdict is Verdict.PROVED

    def refuted(self, reason: str, score: float, findings: tuple[Finding, ...]) -> Report:
        return outcome.refuted(self.report, reason, score, findings)


def automaton(task: Task, submission: Submission, limits: Limits, say: Say) -> Answer:
    """The submitted automaton. What the exercise does not allow is still compared, where that is possible, so that a
    student knows both."""
    file, machine = submitted_machine(submission, say)
    if len(machine.names) * len(task.alphabet) > _LARGEST_TABLE:
        said = say("too_large", states=len(machine.names), letters=len(task.alphabet))
        raise Unreadable("too_large", said)
    told = problems(task, machine, file, say)
    if any(each.signature != INCOMPLETE for each in told):
        raise Unreadable(told[0].signature or "", told, _all_the_same(task, machine, limits, say))
    return replace(answer_of(task, machine, file, limits.subsets, limits.work), incomplete=tuple(told))


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    """Whether this is an automaton with the shape that is asked for."""
    say = catalogue(__package__, terms.locale).say
    file, machine = submitted_machine(submission, say)
    told = problems(exercise.task_as(Task), machine, file, say)
    if told:
        raise Unreadable(told[0].signature or "", told)


def expression(task: Task, submission: Submission, limits: Limits, say: Say) -> Answer:
    return submitted_expression(task, submission, limits.subsets, limits.work, say)


def examine(exercise: Exercise, submission: Submission, terms: Terms, read: Reader = automaton) -> Examined:
    """Whether the answer accepts exactly the asked words. Raises Unreadable."""
    task = exercise.task_as(Task)
    say = catalogue(__package__, terms.locale).say
    limits, meter = Limits.of(terms.budget, len(task.alphabet)), terms.budget.meter()
    answer = read(task, submission, limits, say)
    judgement = judge(answer, task.asked, limits)
    report = outcome.begun(exercise, terms, say("method_compare"))
    report = replace(
        report,
        evidence=_evidence(report.evidence, answer, task, judgement, say),
        findings=quality(answer, bool(judgement.equal), say),
    )
    seen = Examined(report, task, answer, say, meter)
    if answer.incomplete:
        return replace(seen, report=_incomplete(seen, exercise.points, judgement, limits))
    if judgement.equal is None:
        return replace(seen, report=outcome.undecided(report, say("undecided", limit=limits.subsets)))
    if judgement.equal:
        return replace(seen, report=outcome.proved(report, Decision("equal languages")))
    return replace(seen, report=_refuted(seen, exercise.points, judgement, limits))


def compare_construction(seen: Examined, wanted: Construction, what: str) -> Report:
    """A wrong answer is also shown the construction; with `construction` a right language is not enough."""
    task, dfa = seen.task, seen.answer.deterministic
    if seen.proved and (not task.construction or _same_shape(dfa, wanted.result)):
        return seen.report
    steps = fix.construction(wanted, what, seen.say).findings()
    if not seen.proved:
        return replace(seen.report, findings=(*seen.report.findings, *steps))
    states, asked = len(reachable(dfa)) if dfa else 0, len(wanted.result.moves)
    witness = Witness("states", {"states": states, "expected": asked})
    ladder = Ladder(
        "construction",
        hint=seen.say("hint_construction"),
        example=Clue(seen.say("example_construction", states=states, asked=asked), witness=witness),
    )
    kept = task.weights.keep ** max(1, abs(states - asked))
    return seen.refuted("other_states", kept, (*ladder.findings(), *steps))


def _all_the_same(task: Task, machine: Machine, limits: Limits, say: Say) -> str:
    if not machine.starts or unknown_letters(machine, task.alphabet):
        return ""
    found = judge(answer_of(task, machine, "", limits.subsets, limits.work), task.asked, limits)
    return "" if found.equal is None else say("covered_but_right" if found.equal else "covered_and_wrong")


def _incomplete(seen: Examined, points: float, judgement: Judgement, limits: Limits) -> Report:
    """Moves are missing that the exercise asks for. What is left is scored as if they led into a trap: where that is
    right, next to nothing is lost."""
    report, findings, score = seen.report, seen.answer.incomplete, seen.task.weights.top
    if judgement.equal:
        said = Finding(seen.say("incomplete_but_right"), About.POLICY, signature=INCOMPLETE)
        findings = (*findings, said)
    else:
        told = _refuted(seen, points, judgement, limits)
        report, findings, score = told, (*findings, *told.findings), told.score or 0.0
    key = "covered_but_right" if judgement.equal else "covered_and_wrong"
    details = {key: value for key, value in report.evidence.details.items() if key != "relation"}
    evidence = replace(report.evidence, covered=seen.say(key), details=details)
    return outcome.rejected(replace(report, evidence=evidence), INCOMPLETE, findings, score)


def _refuted(seen: Examined, points: float, judgement: Judgement, limits: Limits) -> Report:
    answer, task, report = seen.answer, seen.task, seen.report
    why = diagnose(answer, task, limits, seen.meter)
    marks = score(why.measures, task.weights)
    figures: dict[str, Json] = {"measures": asdict(why.measures)}
    if task.weights.mode == "automata-tutor" and answer.deterministic is not None:
        edited = answer.deterministic if answer.is_deterministic else minimise(answer.deterministic)
        edits = as_in_automata_tutor(edited, task.asked, work=limits.edits).edits
        formula = nearest_formulas(minimise(answer.deterministic), task.language)
        tutor = automata_tutor(answer.deterministic, task.asked, edits, formula, points)
        figures["automata_tutor"] = {"viva": marks, **asdict(tutor)}
        marks = tutor.marks
    details = {**report.evidence.details, **figures}
    report = replace(report, evidence=replace(report.evidence, details=details))
    return outcome.refuted(report, "wrong", marks, explain.findings(answer, task, judgement, why, seen.say))


def _evidence(evidence: Evidence, answer: Answer, task: Task, judgement: Judgement, say: Say) -> Evidence:
    """The certificate of a proof is the relation between the states: `certifies` of the engine checks it."""
    states = len(answer.deterministic.moves) if answer.deterministic is not None else None
    details: dict[str, Json] = {"states": states, "asked_states": len(task.asked.moves)}
    if judgement.equal is None:
        return replace(evidence, details=details)
    if not judgement.equal:
        return replace(evidence, covered=say("covered_wrong"), details=details)
    if answer.deterministic is None:
        return replace(evidence, covered=say("covered_sets"), details=details)
    relation = judgement.relation
    details["pairs"] = len(relation)
    if len(relation) <= _RELATION:
        details["relation"] = [[answer.names[one], f"s{other}"] for one, other in relation]
    return replace(evidence, covered=say("covered_equal", count=len(relation)), details=details)


def _same_shape(automaton: DFA | None, other: DFA) -> bool:
    """Whether the reachable parts are the same up to the names of the states: both are numbered in the order of the
    first words, so the same shape is the same table."""
    return automaton is not None and trim(automaton) == trim(other)
