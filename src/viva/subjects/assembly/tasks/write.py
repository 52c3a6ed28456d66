"""Write a program: it is examined against its contract, or against a program that does what is asked for."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from viva.core.deciding import outcome
from viva.core.deciding.following import doing
from viva.core.deciding.proof_basis import Decision
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.kinds import Asked
from viva.core.report import About, Evidence, Finding, Report
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.core.texts import Say, catalogue
from viva.core.where import Instruction as Place
from viva.engines.x86.comparing import ROUNDS, Compared, Examination
from viva.engines.x86.machine import PARTS
from viva.engines.x86.obligations.theory import Theory
from viva.engines.x86.program import BadProgram, Program
from viva.engines.x86.worker import Job, Writing, examine_apart
from viva.services.workers.worker import Lost
from viva.subjects.assembly import draw as drawing
from viva.subjects.assembly import explain
from viva.subjects.assembly import frames as framing
from viva.subjects.assembly import solve as solving
from viva.subjects.assembly import vary as varying
from viva.subjects.assembly.examine import limits
from viva.subjects.assembly.model import Rules, Task
from viva.subjects.assembly.notation import job_of, read_task, submitted_program, unreadable_program
from viva.subjects.assembly.score import score_of_program

_ON_THE_STACK = frozenset(("push", "pushl", "pushw", "pusha", "pushal", "pushf", "pushfl", "call", "enter"))
_CONVENTIONS = {"none": (), "cdecl": ("ebx", "esi", "edi", "ebp", "esp")}


def read(settings: Table, source: Source) -> Asked:
    task = read_task(settings, source)
    theory = job_of(task, "").theory()
    kept = _CONVENTIONS[settings.choice("convention", tuple(_CONVENTIONS), "none")]
    rules = Rules(
        settings.strings("allowed", ()),
        settings.strings("forbidden", ()),
        _count(settings, "most_instructions"),
        _count(settings, "most_bytes"),
        kept,
    )
    results = settings.strings("results", () if theory.ensures else ("eax",))
    for name in results:
        if name not in PARTS:
            raise settings.fault("results", f"names {name!r}, which is no register", 'as in results = ["eax"]')
    task = replace(task, rules=rules, results=results, memory=settings.flag("memory", False))
    say = catalogue("viva.subjects.assembly").say
    return Asked(task, len(theory.flow().instructions()) / 100, say("statement_write", contract=task.contract))


def _count(settings: Table, key: str) -> int | None:
    if not settings.has(key):
        return None
    number = settings.integer(key)
    if number < 1:
        raise settings.fault(key, "must be at least 1")
    return number


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    say = catalogue("viva.subjects.assembly", terms.locale).say
    submitted_program(submission, exercise.task_as(Task).syntax, terms.isolation, say)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    say = catalogue("viva.subjects.assembly", terms.locale).say
    file, _, program, isolation = submitted_program(submission, task.syntax, terms.isolation, say)
    program = _without_labels(program, job_of(task, "").theory().constants)
    own = Job(program, task.contract, "", task.start, task.exit)
    compared = Compared(task.results, task.memory) if task.results or task.memory else None
    try:
        theory = own.theory()
        broken = _rules_broken(task.rules, theory, say)
    except BadProgram as problem:
        raise unreadable_program(problem, file, say) from None
    report = outcome.begun(exercise, terms, say("method_write"), isolation)
    seconds, wall, work = limits(terms)
    doing("tests")
    writing = Writing(replace(own, work=work), job_of(task, ""), compared, task.rules.preserved)
    try:
        found = examine_apart(writing, terms.seed, seconds, wall)
    except BadProgram as problem:  # where a computed jump leads
        raise unreadable_program(problem, file, say) from None
    if isinstance(found, Lost):
        lost = outcome.undecided(report, say("undecided_lost"))
        return outcome.rejected(report, "forbidden", broken) if broken else lost
    if found.void:
        raise Fault(say("fault_void_start").rstrip("."), task.contract_file, remedy=say("fault_void_start_remedy"))
    how = "covered_write_all" if found.complete else "covered_write" if found.bounded else "covered_write_runs"
    covered = say(how, rounds=ROUNDS, runs=found.runs)
    figures = {"ways": found.ways, "runs": found.runs, "unended": found.unended}
    evidence = Evidence(say("method_write"), found.runs or None, covered, figures)
    report = replace(report, evidence=evidence)
    if broken:
        return outcome.rejected(report, "forbidden", broken)
    if found.failure is not None:
        told = explain.findings_of_program(found.failure, writing.theory(), say)
        convention = (
            found.failure.line is not None and found.failure.line in writing.theory().ensures[len(theory.ensures) :]
        )
        reason = "convention" if convention else {"own_code": "crash"}.get(found.failure.kind, found.failure.kind)
        return outcome.refuted(report, reason, score_of_program(reason), told)
    if found.complete:
        return outcome.proved(_with_exclusions(report, found, theory, say), Decision(say("method_decision")))
    if found.unended or not (found.bounded or found.runs):
        return outcome.undecided(report, say("undecided_write"))
    return outcome.passed(report)


def _without_labels(program: Program, names: Collection[str]) -> Program:
    """Whoever writes a program need not know how the contract calls its constants: there the name means these."""
    return replace(program, labels={name: at for name, at in program.labels.items() if name not in names})


def _with_exclusions(report: Report, found: Examination, theory: Theory, say: Say) -> Report:
    """What a proof leaves out, where everybody sees it."""
    told = []
    if found.trusted:
        told.append(Finding(say("remark_trusted_program"), About.QUALITY, signature="trusted"))
    instructions = (theory.program.instruction(at) for at in theory.flow().instructions() - theory.exits)
    if any(each.name in _ON_THE_STACK for each in instructions):
        told.append(Finding(say("remark_stack"), About.QUALITY, signature="stack"))
    return replace(report, findings=(*report.findings, *told))


def _rules_broken(rules: Rules, theory: Theory, say: Say) -> list[Finding]:
    """What the program uses although it must not. Raises BadProgram."""
    places = sorted(theory.flow().instructions() - theory.exits)
    instructions = [theory.program.instruction(at) for at in places]
    found = []
    for each in instructions:
        if each.name in rules.forbidden or (rules.allowed and each.name not in rules.allowed):
            text = say("rule_instruction", instruction=each.text, name=each.name)
            where = Place(hex(each.address), each.line)
            found.append(Finding(text, About.POLICY, signature=f"rule_instruction:{each.name}", where=where))
    if rules.most_instructions is not None and len(instructions) > rules.most_instructions:
        text = say("rule_count", count=len(instructions), most=rules.most_instructions)
        found.append(Finding(text, About.POLICY, signature="rule_count"))
    size = sum(each.size for each in instructions)
    if rules.most_bytes is not None and size > rules.most_bytes:
        found.append(Finding(say("rule_size", size=size, most=rules.most_bytes), About.POLICY, signature="rule_size"))
    return found


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    return varying.contract_variants(exercise, seed)


def solve(exercise: Exercise) -> Submission:
    return solving.model_program(exercise)


draw = drawing.draw
frames = framing.frames
