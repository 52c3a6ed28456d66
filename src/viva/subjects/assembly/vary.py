"""Other exercises of the same difficulty: loops that go the other way, elements of another size (`reshape.py`), other
registers, other numbers and bounds.

Program, contract and solution are changed together, word by word. What is promised of a variant is seen before it is
offered: that its program has its property, by its own solution; for a program that is to be written, that the changed
program does what the changed contract says. Registers that instructions use without naming them stay what they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import permutations
from random import Random

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.text.reading import Misread
from viva.core.texts import catalogue
from viva.engines.x86.machine import PARTS
from viva.engines.x86.program import BadProgram
from viva.engines.x86.worker import Job
from viva.services.varying.variants import Changes, number_title, vary_source
from viva.services.workers.worker import Lost
from viva.subjects.assembly.examine import proof_of
from viva.subjects.assembly.model import Task
from viva.subjects.assembly.notation import assemble, job_of
from viva.subjects.assembly.reshape import Shape, shapes
from viva.subjects.assembly.solve import model

_WITH_BYTES = ("eax", "ebx", "ecx", "edx")
_WITHOUT = ("esi", "edi")
# Registers that an instruction uses without naming them.
_IMPLICIT = re.compile(
    r"^(?:\s*[\w.$]+:)?\s*(?:rep\w*|stos\w*|movs[bwld]|cmps\w*|scas\w*|lods\w*|loop(?:n?[ez])?|i?mul[bwl]?|i?div[bwl]?"
    r"|cdq|cltd|cwde|cwtl|jecxz|jcxz)\s*(?![\s\w]*:)(?:$|[%$(\w])",
    re.IGNORECASE | re.MULTILINE,
)
_COMMENT = re.compile(r"\s*#.*$", re.MULTILINE)
_BY_COUNT = re.compile(r"(%cl|\bcl)\b")
_NUMBER = re.compile(r"(?<![\w.])(\d+)(?![\w.])")
_SMALLEST = 5  # numbers below are lengths of steps and sizes of elements
_FACTORS = (1, 2, 3, 5, 7)


@dataclass(frozen=True, slots=True)
class Rewording:
    """Other names for registers, and a factor for numbers."""

    registers: Mapping[str, str]
    factor: int

    def __call__(self, text: str) -> str:
        def register(found: re.Match[str]) -> str:
            return self.registers.get(found[0], found[0])

        renamed = re.sub(r"(?<![\w.])(?:e?[abcd]x|[abcd][hl]|e?[sd]i)(?![\w.:])", register, text)
        if self.factor == 1:
            return renamed
        return _NUMBER.sub(lambda found: _scaled(found[1], self.factor), renamed)


def _scaled(number: str, factor: int) -> str:
    return number if int(number) < _SMALLEST else str(int(number) * factor)


def _rewordings(task: Task, randomness: Random) -> list[Rewording]:
    text = _COMMENT.sub("", task.text)
    renames: list[dict[str, str]] = [{}]
    if not _IMPLICIT.search(text) and not _BY_COUNT.search(text):
        renames = [
            _with_parts(dict(zip((*_WITH_BYTES, *_WITHOUT), (*one, *two), strict=True)))
            for one in permutations(_WITH_BYTES)
            for two in permutations(_WITHOUT)
        ]
    scales = _FACTORS if any(int(each) >= _SMALLEST for each in _NUMBER.findall(text)) else (1,)
    found = [Rewording(names, factor) for names in renames for factor in scales]
    randomness.shuffle(found)
    return found


def _with_parts(names: Mapping[str, str]) -> dict[str, str]:
    """Names for the parts of registers besides those for the whole."""
    found = {}
    for part, place in PARTS.items():
        if place.whole in names:
            other = names[place.whole]
            found[part] = next(
                name
                for name, its in PARTS.items()
                if (its.whole, its.low, its.width) == (other, place.low, place.width)
            )
    return found


def variants(exercise: Exercise, seed: int) -> Iterator[Source]:
    """Programs with other registers and numbers, each proved with the solution that was changed like it."""
    task = exercise.task_as(Task)
    solution = next(iter(model(exercise).files.values())).decode()
    for number, made in _changed(exercise, seed, solution):
        try:
            job = Job(
                assemble(made.program, task.syntax)[0], made.contract, made.solution, task.start, task.exit, task.total
            )
            job.theory()
        except (BadProgram, Misread):
            continue
        found = proof_of(job, Terms())
        if not isinstance(found, Lost) and found.complete and not found.void:
            files = {"solution.inv": made.solution, "examples/right/solution.inv": made.solution}
            yield _source(exercise, f"{exercise.name}-{seed}-{number}", made, files)


def contract_variants(exercise: Exercise, seed: int) -> Iterator[Source]:
    """Contracts about other registers and numbers; the program that was changed like them does what they say."""
    task = exercise.task_as(Task)
    if not task.contract_file or not job_of(task, "").theory().ensures:
        return
    from viva.subjects.assembly.subject import Assembly  # noqa: PLC0415 it asks for variants here

    for number, made in _changed(exercise, seed, ""):
        source = _source(exercise, f"{exercise.name}-{seed}-{number}", made, {})
        try:
            variant = Assembly().read(source)
        except Fault:
            continue
        if Assembly().check(variant, Submission.from_text(made.program, task.program_file), Terms()).verdict.right:
            yield source


def _changed(exercise: Exercise, seed: int, solution: str) -> Iterator[tuple[int, Shape]]:
    """Changed tasks, none like the original and none twice; every shape comes before one comes again."""
    task = exercise.task_as(Task)
    if not task.text:
        return
    plain = _COMMENT.sub("", task.text).lstrip("\n")  # a comment would tell of the numbers that were
    randomness = Random(f"{seed} {exercise.name}")
    known = shapes(plain, task.contract, solution)
    randomness.shuffle(known)
    seen = {Shape(plain, task.contract, solution)}
    number = 0
    for reworded in _rewordings(task, randomness):
        for shape in known:
            made = Shape(reworded(shape.program), reworded(shape.contract), reworded(shape.solution))
            if made in seen:
                continue
            seen.add(made)
            number += 1
            yield number, made


def _source(exercise: Exercise, name: str, made: Shape, files: Mapping[str, str]) -> Source:
    task = exercise.task_as(Task)
    changed = {task.program_file: made.program, **files}
    changed |= {task.contract_file: made.contract} if task.contract_file else {}
    say = catalogue("viva.subjects.assembly").say
    title = number_title(exercise.title, int(name.rpartition("-")[2]), {exercise.title}, say)
    written = {path: content.encode() for path, content in changed.items()}
    return vary_source(exercise.source, name, Changes(files=written, statement="", title=title))
