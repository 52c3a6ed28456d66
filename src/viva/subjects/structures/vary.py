"""Variants: the slots of an exercise filled otherwise, kept only where the references do different things.

Two references are different if some call on a structure of either comes out otherwise. A slot may hold a comparison (on
which side equal keys go), another operation, or another order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from viva.core.exercise import Exercise, read_manifest
from viva.core.fault import Fault
from viva.core.ladder import Rung
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import ENGLISH, Terms
from viva.core.texts import catalogue
from viva.engines.calls.programs import sandbox_of
from viva.engines.heaps.comparing.canonical import Form, form
from viva.engines.heaps.domain import answers, calls_for, domain_of
from viva.engines.heaps.running import Runner
from viva.languages.finding import language_named
from viva.languages.heap import Heap
from viva.languages.program import Program
from viva.services.varying import slots
from viva.services.varying.variants import Changes, Names
from viva.subjects.structures.model import Task
from viva.subjects.structures.notation import read_task

_CALLS = 200


def variants(exercise: Exercise, seed: int) -> Iterator[Source]:
    """Every choice of values but the exercise's own, in an order that the seed gives; finite."""
    found = slots.slots_of(exercise.source)
    if not found:
        return
    task = exercise.task_as(Task)
    names = Names(exercise, seed, catalogue(__package__, ENGLISH).say)
    known = [_Kept(task)]
    for choice in slots.choices(found, seed):
        source = slots.choose_slots(exercise.source, found, choice)
        variant = _Kept(read_task(read_manifest(source).settings, slots.first(source)))
        if all(variant.differs(other) for other in known):
            known.append(variant)
            check_others(exercise, source, variant.task)
            files = {
                "examples/right/model.py": source.files[task.file],
                "examples/wrong/original.py": task.reference.encode(),
                **{f"examples/right/{name}": text.encode() for name, text in variant.task.also},
            }
            yield names.named(source, Changes(files))


def check_others(exercise: Exercise, source: Source, task: Task) -> None:
    """Raises Fault where another right program of the teacher does not do what the reference does."""
    from viva.subjects.structures.examine import examine  # noqa: PLC0415 only for exercises with other programs

    for name, text in task.also:
        read = replace(exercise, source=source, task=task)
        report = examine(read, Submission.from_text(text, name), Terms(rung=Rung.EXAMPLE))
        if not report.verdict.right:
            found = next((finding.text for finding in report.findings if finding.rung is Rung.EXAMPLE), "")
            raise Fault(
                f"this does not do what {task.file} does, with the same slots: {found or report.reason}",
                name,
                remedy="mend one of the two, or the slots",
            )


class _Kept:
    """A reference with calls of its methods, which are looked for once."""

    def __init__(self, task: Task) -> None:
        self.task = task
        with sandbox_of(language_named(task.languages[0])) as sandbox:
            self.sandbox = sandbox
            domain = domain_of(
                self._runner(), task.layout, task.methods,
                invariants=task.invariants, builders=task.builders, rings=task.rings, file=task.file,
            )  # fmt: skip
            self.calls = {name: calls_for(domain, domain.methods[name], _CALLS) for name in task.methods}

    def _runner(self) -> Runner:
        language = language_named(self.task.languages[0])
        program = language.runs.prepare(self.sandbox, self.task.reference.encode())
        assert isinstance(program, Program)
        return Runner(language, self.sandbox, program, self.task.cls)

    def answers(self, method: str, calls: list[Heap]) -> dict[Form, tuple[Form, Form]]:
        with sandbox_of(language_named(self.task.languages[0])) as self.sandbox:
            found = answers(self._runner(), method, calls)
        return {form(each.call): (form(each.value), form(each.left)) for each in found}

    def differs(self, other: _Kept) -> bool:
        """Whether some call of either comes out otherwise with the other."""
        for method, calls in (*self.calls.items(), *other.calls.items()):
            if method not in self.calls or method not in other.calls:
                return True
            if self.answers(method, calls) != other.answers(method, calls):
                return True
        return False
