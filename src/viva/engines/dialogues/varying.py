"""Other specifications of the same shape: another constant, another comparison, another function of what was read.

A variant is kept only if it is well-formed, its tests do about as much as those of the original, and it differs on
concrete inputs from the original and from every variant before it.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from dataclasses import replace

from viva.core.fault import Fault
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
from viva.engines.dialogues.running import right_run
from viva.engines.dialogues.semantics import Diverges, Way, begin, give
from viva.engines.dialogues.suites.cases import Case, Suite
from viva.engines.dialogues.suites.suite import suite
from viva.engines.dialogues.terms import Undefined
from viva.engines.dialogues.traces import covers
from viva.engines.dialogues.wellformed import check

_FEWEST_TESTS = 10
_FOLDS = ("sum", "product", "max", "min")
_COUNTS = ("count_ge", "count_gt")
_TURNED = {"<": ("<=", ">"), "<=": ("<", ">="), ">": (">=", "<"), ">=": (">", "<="), "=": (), "!=": ()}


def varied(spec: Spec, seed: int, functions: Collection[str] | None = None) -> Iterator[Spec]:
    """Specifications of about the same difficulty, whose terms use these functions only.

    That two of them differ is shown by a test of one that the program made from the other fails; names play no part in
    that. Those for which no test shows it count as equivalent.
    """
    randomness = random.Random(f"{seed} {show(spec)}")
    original, wanted = suite(spec, 0), measured(spec)
    known = [(spec, original)]
    ones = _shuffled(_changed(spec), randomness)
    twos = (second for first in ones for second in _shuffled(_changed(first), randomness))
    for changed in dict.fromkeys([*ones, *_first(twos)]):
        try:
            check(changed, functions=functions)
        except Fault:
            continue
        if not wanted.near(measured(changed)):
            continue
        tests = suite(changed, 0)
        if not _comparable(tests, original) or not fails(spec, tests):
            continue
        if all(differ(changed, tests, other, others) for other, others in known[1:]):
            known.append((changed, tests))
            yield changed


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


def differ(spec: Spec, tests: Suite, other: Spec, others: Suite) -> bool:
    """Whether a program that is right for one fails the tests of the other."""
    return fails(other, tests) or fails(spec, others)


def fails(spec: Spec, tests: Suite) -> bool:
    """Whether the program made from `spec` fails one of the tests."""
    return any(_fails(spec, case) for case in tests.tests)


def _fails(spec: Spec, case: Case) -> bool:
    """Inputs that `spec` never gives, or has no value for, say nothing about its program."""
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
    return not covers(case.general, right_run(way.general))


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
