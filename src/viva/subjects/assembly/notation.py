"""Files to values: programs, contracts, annotations; and what is wrong with them as a teacher or a student is told."""

from __future__ import annotations

import re
from functools import lru_cache

from viva.core.fault import Fault
from viva.core.isolation import Isolation
from viva.core.report import About, Finding
from viva.core.source import Source
from viva.core.submission import Submission, Unreadable
from viva.core.table import Table
from viva.core.text.reading import Misread
from viva.core.texts import Say, catalogue
from viva.core.where import Passage
from viva.engines.x86 import reader
from viva.engines.x86.annotations import (
    Annotation,
    Annotations,
    Comparison,
    Connective,
    Expression,
    Name,
    Not,
    Quantified,
    walk,
)
from viva.engines.x86.assembling import Assembler
from viva.engines.x86.elf import LARGEST, read_elf
from viva.engines.x86.machine import PARTS
from viva.engines.x86.obligations.theory import START
from viva.engines.x86.program import SYNTAXES, BadProgram, Program
from viva.engines.x86.worker import Job
from viva.sandbox import sandbox_for
from viva.subjects.assembly.model import Task

ANNOTATIONS = (".inv", ".txt")
PROGRAMS = (".s", ".asm", ".txt")
_ELF = b"\x7fELF"
_SOLUTION = "solution.inv"
_MOST_MODELS = 3
MISPLACED = ("not_a_loop", "no_loops", "not_called")


@lru_cache(maxsize=256)
def assemble(text: str, syntax: str, isolation: Isolation | None = None) -> tuple[Program, Isolation]:
    """The program that a text means, and in what isolation it was assembled. Raises BadProgram."""
    with sandbox_for((), (), isolation) as sandbox:
        return Assembler(sandbox).assemble(text, syntax), sandbox.isolation


def read_task(settings: Table, source: Source) -> Task:
    """What both kinds of task read; each adds what only it asks for."""
    file = settings.string("program")
    syntax = settings.choice("syntax", SYNTAXES, "att")
    contract_file = settings.string("contract") if settings.has("contract") else None
    program, text = _given_program(source, file, syntax)
    contract = source.text(contract_file) if contract_file else ""
    solution_file = settings.string("solution", _SOLUTION)
    solution = source.text(solution_file) if settings.has("solution") or solution_file in source.files else None
    task = Task(
        program,
        file,
        text,
        syntax,
        contract,
        contract_file,
        settings.string("start", START),
        settings.string("exit") if settings.has("exit") else None,
        settings.flag("termination", False),
        solution,
        unrolled=settings.flag("unrolled", True),
        models=_models(source, solution),
    )
    _try_contract(task)
    return task


def _models(source: Source, solution: str | None) -> tuple[str, ...]:
    """Annotations that are right: the solution first, then the examples."""
    examples = [
        content.decode(errors="replace")
        for file, content in sorted(source.below("examples/right/").items())
        if file.endswith(ANNOTATIONS)
    ]
    return tuple(dict.fromkeys([*([] if solution is None else [solution]), *examples]))[:_MOST_MODELS]


def _given_program(source: Source, file: str, syntax: str) -> tuple[Program, str]:
    """A teacher's program: assembly, or an ELF file."""
    if file in source.files and source.files[file].startswith(_ELF):
        try:
            return read_elf(source.files[file], syntax), ""
        except BadProgram as problem:
            raise fault_of(problem, file) from None
    text = source.text(file)
    try:
        return assemble(text, syntax)[0], text
    except BadProgram as problem:
        raise fault_of(problem, file) from None


def _try_contract(task: Task) -> None:
    """Finds what is wrong with the teacher's files before a student does."""
    file = task.contract_file or task.program_file
    try:
        job_of(task, "").theory().flow()
    except Misread as problem:
        raise problem.fault(file) from None
    except BadProgram as problem:
        of_contract = problem.key in (*MISPLACED, "unknown_annotated", "not_yours")
        raise fault_of(problem, file if of_contract else task.program_file) from None


def job_of(task: Task, annotations: str) -> Job:
    return Job(task.program, task.contract, annotations, task.start, task.exit, task.total, unrolled=task.unrolled)


def fault_of(problem: BadProgram, file: str) -> Fault:
    say = catalogue(__package__).say
    return Fault(say(f"bad_{problem.key}", **problem.slots).rstrip("."), file, problem.line)


def unreadable_program(problem: BadProgram, file: str, say: Say) -> Unreadable:
    reason = {
        "unsupported": "unsupported", "too_large": "too_large", "too_many_instructions": "too_large",
        "assembler_stopped": "too_large", "not_yours": "forbidden",
    }.get(problem.key, "syntax_error")  # fmt: skip
    where = Passage(file, problem.line) if problem.line else None
    text = say(f"bad_{problem.key}", **problem.slots)
    return Unreadable(reason, (Finding(text, About.POLICY, signature=problem.key, where=where),))


def unreadable_text(problem: Misread, file: str, say: Say) -> Unreadable:
    where = Passage(file, problem.line, problem.column) if problem.line else None
    text = say("unreadable", problem=Misread(problem.said, remedy=problem.what_to_do).sentence).replace("?.", "?")
    text = text[:1].upper() + text[1:]
    return Unreadable(problem.reason, (Finding(text, About.POLICY, signature=problem.reason, where=where),))


def submitted_annotations(task: Task, submission: Submission, say: Say) -> tuple[str, str, Annotations]:
    """What was handed in: the file, its text, and what it says."""
    file, content = submission.single(ANNOTATIONS)
    # An empty file is no mistake of form: it asks whether the program can be verified as it is.
    text = submission.text(ANNOTATIONS)[1] if content.strip() else ""
    contract = reader.read(task.contract, task.program.labels)
    try:
        found = reader.read(text, [*contract.constants, *task.program.labels])
    except Misread as problem:
        raise unreadable_text(problem, file, say) from None
    if found.constants:
        raise unreadable_program(BadProgram("not_yours", None, kind="const"), file, say)
    return file, text, found


def submitted_program(
    submission: Submission, syntax: str, isolation: Isolation | None, say: Say
) -> tuple[str, str, Program, Isolation | None]:
    """What was handed in: assembly, or an ELF file."""
    file, content = submission.single((*PROGRAMS, ".elf", ".o"), LARGEST)
    try:
        if content.startswith(_ELF):
            return file, "", read_elf(content, syntax), None
        file, text = submission.text(PROGRAMS)
        text = re.sub(r"\r\n?", "\n", text)  # the assembler knows no other ends of lines
        program, used = assemble(text, syntax, isolation)
    except BadProgram as problem:
        raise unreadable_program(problem, file, say) from None
    return file, text, program, used


def remarks(annotations: Annotations, file: str, say: Say) -> list[Finding]:
    """What is allowed and yet worth a word: quantifiers without a range, one register in two sizes."""
    found = []
    for line in annotations.lines:
        for part in walk(line.expression):
            if isinstance(part, Quantified) and not _has_range(part):
                found.append(_remark(say("remark_no_range", variable=part.variable), "no_range", file, line))
        sizes: dict[str, str] = {}
        for part in walk(line.expression):
            if isinstance(part, Name) and part.is_register:
                other = sizes.setdefault(PARTS[part.name].whole, part.name)
                if PARTS[other].width != PARTS[part.name].width:
                    told = say("remark_sizes", one=other, two=part.name, whole=PARTS[part.name].whole)
                    found.append(_remark(told, "sizes", file, line))
                    break
    return found


def _remark(text: str, signature: str, file: str, line: Annotation) -> Finding:
    return Finding(text, About.QUALITY, signature=signature, where=Passage(file, line.line))


def _has_range(quantified: Quantified) -> bool:
    """Whether the variable is bounded: compared in the premise of a `forall`, or beside the rest of an `exists`."""
    body: Expression = quantified.body
    while isinstance(body, Quantified):
        body = body.body
    ranges: list[Expression] = []
    if isinstance(body, Connective):
        ranges = [body.left] if body.sign == "=>" else [body.left, body.right]
    elif isinstance(body, Not):
        ranges = [body.inside]
    return any(
        isinstance(part, Comparison)
        and any(isinstance(each, Name) and each.name == quantified.variable for each in walk(part))
        for one in ranges
        for part in walk(one)
    )
