"""Variants: the slots of an exercise filled otherwise, kept only where the references behave differently.

Two variants are really different if some input gets different answers: one of either suite, or one that a search finds.
They are really equal if that is proved; then nobody searches. One that always gives the same answer, or in which a
number has nothing to do (`x * 1`), is none, unless the exercise itself is like that.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import PurePath

from viva.core.exercise import Exercise, read_manifest
from viva.core.source import Source
from viva.core.terms import ENGLISH
from viva.core.texts import catalogue
from viva.engines.calls import Arguments, Case, Judge, Oracle, Searcher, programs_of
from viva.engines.calls.proving.equality import ProvedEqual, prove_equal
from viva.engines.symbolic import Bounds, Counters
from viva.languages.protocol import calls_of
from viva.services.varying import slots
from viva.services.varying.variants import Changes, Names
from viva.subjects.functions.model import Task
from viva.subjects.functions.notation import read_task
from viva.subjects.functions.suite import suite_of

_SEARCH = Bounds(60, 30)
_SEEDS = 6


def variants(exercise: Exercise, seed: int) -> Iterator[Source]:
    """Every choice of values but the exercise's own, in an order that the seed gives; finite."""
    task = exercise.task_as(Task)
    reference = task.question.reference
    found = slots.slots_of(exercise.source)
    if not found or reference is None or reference.file is None:
        return
    names = Names(exercise, seed, catalogue(__package__, ENGLISH).say)
    known = [_Kept(exercise)]
    for choice in slots.choices(found, seed):
        source = slots.chosen(exercise.source, found, choice)
        variant = _Kept(_with_files(exercise, source))
        if variant.idle > known[0].idle or variant.is_constant() > known[0].is_constant():
            continue
        if all(variant.differs(other) for other in known):
            known.append(variant)
            yield names.named(source, _examples(source, reference.file, reference.text))


def _with_files(exercise: Exercise, source: Source) -> Exercise:
    filled = slots.first(source)
    return replace(exercise, source=source, task=read_task(read_manifest(filled).settings, filled))


def _examples(source: Source, file: str, original: str) -> Changes:
    """The right example of a variant is its own reference, its wrong one the original's."""
    right, wrong, ending = source.files[file], original.encode(), PurePath(file).suffix
    return Changes({f"examples/right/model{ending}": right, f"examples/wrong/original{ending}": wrong})


class _Kept:
    """An exercise with the inputs of its suite, which are looked for once."""

    def __init__(self, exercise: Exercise) -> None:
        task = exercise.task_as(Task)
        self.question = task.question
        self.judge = Judge(task.question.comparison, calls_of(task.teachers_language))
        self.idle = _idle(task.question.reference.text) if task.question.reference else 0
        with programs_of(self.question) as programs:
            oracle = Oracle(self.question, programs)
            searcher = Searcher(self.question, programs)
            self.inputs = [case.arguments for case in suite_of(exercise, searcher, oracle, 0).cases]
        self.answers = self.answers_to(self.inputs)

    def answers_to(self, inputs: list[Arguments]) -> list[Case | None]:
        with programs_of(self.question) as programs:
            return list(Oracle(self.question, programs).answers(inputs))

    def is_constant(self) -> bool:
        """Whether there is one answer to all inputs."""
        given = [case for case in self.answers if case is not None and case.expected is not None]
        return not any(self._differ(given[0], case) for case in given[1:])

    def differs(self, other: _Kept) -> bool:
        """Whether some input gets different answers from the two references."""
        return self._differs_in_tests(other) or (not self.is_equal_to(other) and self._differs_in_search(other))

    def is_equal_to(self, other: _Kept) -> bool:
        """Whether it is proved that all inputs get the same answers."""
        one, two = self.question, other.question
        if one.shapes != two.shapes or one.comparison != two.comparison or one.requires != two.requires:
            return False
        with programs_of(one) as ours, programs_of(two) as theirs:
            if ours.reference is None or theirs.reference is None:
                return False
            there = prove_equal(one, [ours.reference], ours.requires, theirs.reference)
            back = prove_equal(two, [theirs.reference], theirs.requires, ours.reference)
            return isinstance(there, ProvedEqual) and isinstance(back, ProvedEqual)

    def _differs_in_search(self, other: _Kept) -> bool:
        with programs_of(self.question) as ours, programs_of(other.question) as theirs:
            if theirs.reference is None:
                return False
            searcher = Searcher(self.question, ours)
            seeds = self.inputs[:: len(self.inputs) // _SEEDS + 1]
            found = [
                each.arguments for each in searcher.differences(theirs.reference, seeds, Counters(), _SEARCH)
            ]  # fmt: skip
        both = zip(self.answers_to(found), other.answers_to(found), strict=True)
        return any(self._differ(one, two) for one, two in both)

    def _differs_in_tests(self, other: _Kept) -> bool:
        return any(
            self._differ(ours, theirs)
            for inputs, one, two in ((other.inputs, self, other), (self.inputs, self, other))
            for ours, theirs in zip(one.known_answers(inputs), two.known_answers(inputs), strict=True)
        )

    def known_answers(self, inputs: list[Arguments]) -> list[Case | None]:
        return self.answers if inputs is self.inputs else self.answers_to(inputs)

    def _differ(self, ours: Case | None, theirs: Case | None) -> bool:
        if ours is None or theirs is None or theirs.expected is None:
            return (ours is None) != (theirs is None)
        return self.judge.failure(ours, theirs.expected) is not None


def _idle(text: str) -> int:
    """How many numbers of a Python text compute nothing: `x * 1`, `x + 0`, `x % 1`."""
    found = 0
    with suppress(SyntaxError):
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.BinOp(op=ast.Mult() | ast.Div() | ast.FloorDiv() | ast.Mod(), right=ast.Constant(value=1)):
                    found += 1
                case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult(), right=ast.Constant(value=0)):
                    found += 1
                case ast.BinOp(op=ast.Mult(), left=ast.Constant(value=0 | 1)):
                    found += 1
    return found
