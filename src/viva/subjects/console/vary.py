"""Other exercises of the same shape: another constant, another comparison, another function of what was read.

A variant is kept only if it is well-formed, its tests do about as much as those of the original, and it differs on
concrete inputs from the original and from every variant before it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.source import Source
from viva.core.variants import Changes, Value, varied
from viva.engines.dialogues import notations
from viva.engines.dialogues.describe import statement
from viva.engines.dialogues.difficulty import measured
from viva.engines.dialogues.model import (
    ARITHMETIC,
    All,
    AnyText,
    Branch,
    Call,
    Exit,
    Integer,
    Loop,
    Nop,
    Not,
    OneOf,
    Operation,
    Range,
    Read,
    Repeat,
    Seq,
    Some,
    Spec,
    Term,
    Text,
    ValueSet,
    Within,
    Write,
    sequence,
)
from viva.engines.dialogues.notations.symbols import show
from viva.engines.dialogues.programs.writing import program
from viva.engines.dialogues.semantics import Diverges, Way, begin, give
from viva.engines.dialogues.suites.cases import Case, Suite
from viva.engines.dialogues.suites.suite import suite
from viva.engines.dialogues.terms import Undefined
from viva.engines.dialogues.traces import covers
from viva.engines.dialogues.wellformed import check
from viva.subjects.console.answers import as_code, plain, restated
from viva.subjects.console.model import Task

_FEWEST_TESTS = 10
_SOLUTION = "solution.py"
_FOLDS = ("sum", "product", "max", "min")
_COUNTS = ("count_ge", "count_gt")
_TURNED = {"<": ("<=", ">"), "<=": ("<", ">="), ">": (">=", "<"), ">=": (">", "<="), "=": (), "!=": ()}


def variants(exercise: Exercise, seed: int) -> Iterator[Source]:
    """Finite; no two of them, and none and the original, ask for the same."""
    task = exercise.task_as(Task)
    for number, spec in enumerate(specifications(task, seed), 1):
        yield _source(exercise, task, spec, f"{exercise.name}-{seed}-{number}")


def specifications(task: Task, seed: int) -> Iterator[Spec]:
    """Specifications of about the same difficulty. That two of them differ is shown by a test of one that the model
    answer to the other fails; names play no part in that. Those for which no test shows it count as equivalent."""
    randomness = random.Random(f"{seed} {show(task.spec)}")
    original, wanted = suite(task.spec, 0), measured(task.spec)
    known = [(task.spec, original)]
    ones = _shuffled(_changed(task.spec), randomness)
    twos = (second for first in ones for second in _shuffled(_changed(first), randomness))
    for spec in dict.fromkeys([*ones, *_first(twos)]):
        try:
            check(spec, functions=task.functions)
        except Fault:
            continue
        if not wanted.near(measured(spec)):
            continue
        tests = suite(spec, 0)
        if not _comparable(tests, original) or not fails(task.spec, tests):
            continue
        if all(differ(spec, tests, other, others) for other, others in known[1:]):
            known.append((spec, tests))
            yield spec


def pairs(
    exercise: Exercise, task: Task, names: tuple[str, str], seed: int, settings: Mapping[str, Value] | None = None
) -> Iterator[Source]:
    """The exercise with two other programs: the model answers to its specification and to a variant, which differ on
    inputs that both are given. `settings` say so where the exercise does."""
    number = 0
    tests = suite(task.spec, 0)
    for spec in specifications(task, seed):
        if not fails(spec, tests):
            continue
        number += 1
        texts = (program(task.spec), program(spec))
        files = {name: text.encode() for name, text in zip(names, texts, strict=True)}
        told = restated(task.spec, "ask_pair", "\n\n".join(map(as_code, texts)))
        changes = Changes(files, statement=told, settings=settings or {})
        yield varied(exercise.source, f"{exercise.name}-{seed}-{number}", changes)


def with_holes(exercise: Exercise, task: Task, file: str, seed: int) -> Iterator[Source]:
    """Variants whose model answers have lost a condition or what they write."""
    for number, spec in enumerate(specifications(task, seed), 1):
        whole = program(spec)
        holes = re.sub(r"(?m)^(\s*(?:while|if)) .+:$", r"\1 ___:", whole, count=1)
        if holes == whole:
            holes = re.sub(r"(?m)^(\s*print)\(.+\)$", r"\1(___)", whole, count=1)
        if holes == whole:
            continue
        written = {task.file: notations.of(task.file).show(spec), file: holes, _SOLUTION: whole}
        files = {path: text.encode() for path, text in written.items()}
        changes = Changes(files, statement=restated(spec, "ask_holes", as_code(holes)))
        yield varied(exercise.source, f"{exercise.name}-{seed}-{number}", changes)


def _comparable(tests: Suite, original: Suite) -> bool:
    """About as much happens in the variant as in the original."""
    behaviours, wanted = ({case.behaviour for case in suite.tests} for suite in (tests, original))
    return (
        len(tests.tests) >= _FEWEST_TESTS
        and tests.sides_taken == original.sides_taken
        and 2 * len(behaviours) >= len(wanted)
        and 2 * tests.longest >= original.longest
    )


def _shuffled(specs: Iterator[Spec], randomness: random.Random) -> list[Spec]:
    found = list(dict.fromkeys(specs))
    randomness.shuffle(found)
    return found


def _first(specs: Iterator[Spec], most: int = 200) -> list[Spec]:
    return [spec for _, spec in zip(range(most), specs, strict=False)]


def _source(exercise: Exercise, task: Task, spec: Spec, name: str) -> Source:
    """The folder of the exercise with another specification and its statement. The model answer to it is the right
    example, and that to the original exercise the wrong one."""
    written = {
        task.file: notations.of(task.file).show(spec),
        "examples/right/solution.py": program(spec),
        "examples/wrong/original.py": program(task.spec),
    }
    files = {path: text.encode() for path, text in written.items()}
    return varied(exercise.source, name, Changes(files, statement=statement(spec)))


def differ(spec: Spec, tests: Suite, other: Spec, others: Suite) -> bool:
    """Whether a program that is right for one fails the tests of the other."""
    return fails(other, tests) or fails(spec, others)


def fails(spec: Spec, tests: Suite) -> bool:
    """Whether the model answer to `spec` fails one of the tests."""
    return any(_fails(spec, case) for case in tests.tests)


def _fails(spec: Spec, case: Case) -> bool:
    """Inputs that `spec` never gives, or has no value for, say nothing about its model answer."""
    try:
        way: Way | None = begin(spec)
        for value in case.inputs:
            if way is None or way.asks is None:
                break
            way = give(way, value)
    except (Undefined, Diverges):
        return False
    if way is None:
        return False
    if way.asks is not None or len(way.inputs) < len(case.inputs):
        return True
    return not covers(case.general, plain(way.general))


def _changed(spec: Spec) -> Iterator[Spec]:
    """Every specification that differs in one place."""
    match spec:
        case Seq(steps):
            for number, step in enumerate(steps):
                for changed in _changed(step):
                    yield sequence(*steps[:number], changed, *steps[number + 1 :])
        case Branch(left, condition, right):
            yield from (replace(spec, left=changed) for changed in _changed(left))
            yield from (replace(spec, condition=changed) for changed in _changed_term(condition))
            yield from (replace(spec, right=changed) for changed in _changed(right))
        case Loop(body) | Repeat(body=body):
            yield from (replace(spec, body=changed) for changed in _changed(body))
            yield from _other_kind(spec)
        case Read(values=values):
            yield from (replace(spec, values=changed) for changed in _changed_values(values))
        case Write(optional=False):
            yield from _changed_write(spec)


def _other_kind(loop: Loop | Repeat) -> Iterator[Spec]:
    """A loop that asks at its end instead of its start, or the other way round."""
    match loop:
        case Loop(Branch(left, condition, Exit())) if not isinstance(left, Nop):
            yield Loop(sequence(left, Branch(Nop(), condition, Exit())))
        case Loop(Seq((*first, Branch(Nop(), condition, Exit())))):
            yield Loop(Branch(sequence(*first), condition, Exit()))


def _changed_values(values: ValueSet) -> Iterator[ValueSet]:
    match values:
        case Range(low, high):
            width = max(1, (high - low) // 5)
            yield from (Range(low, high + width), Range(low + 1, high + 1), Range(low - 1, high))
        case OneOf((*first, int(before), int(last))):
            yield OneOf((*first, before, last + abs(last - before)))


def _changed_write(write: Write) -> Iterator[Write]:
    """One quantity written instead of another, the same in all alternatives.

    An output with words in it is left alone: they would name the wrong quantity.
    """
    items = [item for alternative in write.alternatives for item in alternative]
    if any(isinstance(item, Within | Some) for item in items):
        return
    if any(isinstance(item, Text) and any(map(str.isalpha, item.value)) for item in items):
        return
    for quantity in dict.fromkeys(item for item in items if not isinstance(item, Text | AnyText | Within | Some)):
        for other in _other_quantities(quantity):
            alternatives = tuple(
                tuple(other if item == quantity else item for item in alternative) for alternative in write.alternatives
            )
            yield replace(write, alternatives=alternatives)


def _other_quantities(term: Term) -> Iterator[Term]:
    yield from _changed_term(term)
    match term:
        case Call(function, (All(),) as arguments) if function in _FOLDS:
            for other in _FOLDS:
                if other != function:
                    yield Call(other, arguments)
                    yield Operation("-", term, Call(other, arguments))
        case Operation(("+" | "-" | "*") as operator, left, right):
            yield from (Operation(other, left, right) for other in ARITHMETIC if other != operator)


def _changed_term(term: Term) -> Iterator[Term]:
    match term:
        case Integer(value) if abs(value) > 1:
            step = max(1, abs(value) // 10)
            yield from (replace(term, value=value + change) for change in (step, -step, 2 * step, 3 * step))
        case Operation(operator, left, right):
            yield from (replace(term, operator=other) for other in _TURNED.get(operator, ()))
            yield from (replace(term, left=changed) for changed in _changed_term(left))
            yield from (replace(term, right=changed) for changed in _changed_term(right))
        case Call(function, arguments):
            if function in _COUNTS:
                yield from (replace(term, function=other) for other in _COUNTS if other != function)
            for number, argument in enumerate(arguments):
                for changed in _changed_term(argument):
                    yield replace(term, arguments=(*arguments[:number], changed, *arguments[number + 1 :]))
        case Not(operand):
            yield from (replace(term, operand=changed) for changed in _changed_term(operand))
