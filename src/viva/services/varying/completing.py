"""Whole variants: with their answers as examples, and where they are numbered, with their statement in a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.source import Source
from viva.core.subject import Subject
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.verdict import Verdict
from viva.services.checking import check
from viva.services.varying.variants import Changes, vary_source


def is_refuted(subject: Subject, variant: Exercise, answer: Submission) -> bool:
    return check(subject, variant, answer, Terms()).verdict is Verdict.REFUTED


def complete(
    subject: Subject,
    exercise: Exercise,
    sources: Iterable[Source],
    *,
    is_wrong: Callable[[Subject, Exercise, Submission], bool] = is_refuted,
    answered: bool = True,
) -> Iterator[Exercise]:
    """The variants with the model answer as the right example, and that to the original exercise as the wrong one where
    it is wrong; without examples where they are not `answered`. One without a model answer is left out."""
    original = subject.solve(exercise) if answered else None
    for source in sources:
        try:
            variant = subject.read(source)
            examples = {"right/solution": subject.solve(variant)} if answered else {}
        except Fault:  # no model answer within what the exercise allows, such as its number of states
            continue
        if original is not None and is_wrong(subject, variant, original):
            examples["wrong/original"] = original
        files = {
            f"examples/{folder}{file[file.index('.') :]}": content
            for folder, answer in examples.items()
            for file, content in answer.files.items()
        }
        yield replace(variant, source=vary_source(source, source.name, Changes(files=files)))


def number_variants(
    exercise: Exercise,
    seed: int,
    variants: Iterable[Exercise],
    remark: Callable[[Exercise], str | None],
    without: Callable[[], Fault],
) -> Iterator[Exercise]:
    """Variants by the name of the exercise, with their statement and a remark in their files. That there is none is a
    fault."""
    number = 0
    for number, variant in enumerate(variants, 1):
        name = f"{exercise.name}-{seed}-{number}"
        examples = {path: text for path, text in variant.source.files.items() if path.startswith("examples/")}
        changes = Changes(files=examples, statement=variant.statement, remark=remark(variant))
        yield replace(variant, name=name, source=vary_source(variant.source, name, changes))
    if not number:
        raise without()
