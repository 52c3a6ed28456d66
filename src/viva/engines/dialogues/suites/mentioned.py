"""Tests with the numbers and texts that only a program mentions: what it treats in a way of its own.

The suite knows nothing of a program, so that `if x == 4242` in one is met only by luck. Here the constants of the
program, and the numbers next to them, are put into short tests of the suite, one place at a time; where that leaves
the way of the test, another input makes up for the change. What is right then is worked out from the specification.

How long a text may be, a program says nowhere that could be read: `char name[20]` and `name[:20]` cut it off. So where
any text is read, there is one of `LONGEST` letters, too. It is no longer: a place of 50 or 100 letters for a line is
what a course teaches, and right. There are a few more texts that hardly any suite has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice

from viva.engines.dialogues.model import Read, Spec, Strings, Value, parts
from viva.engines.dialogues.suites.cases import Case, Suite, case_of
from viva.engines.dialogues.suites.values import largest, pool

LONGEST = "abcdefghij" * 4
_USUAL = range(-1, 3)  # in nearly every program and every suite
_CONSTANTS = 8
_HARD = ("100%% sure", "a  b", "abcdefgxyzgfedcba")
"""What `printf(name)` takes for a format, what is not the same any more when its words are put together again, and what
is the same from both ends, but for its middle."""
_WAYS = 8
_MOST_READS = 4
_LOOKED_AT = 600
_TESTS = 40


def further_tests(spec: Spec, tests: Suite, constants: Sequence[int | str]) -> tuple[Case, ...]:
    """At most 40, the constants themselves first; none for a program that mentions nothing new and reads no text."""
    new = _new(spec, constants)
    if not new or tests.complete:
        return ()
    known = {case.inputs for case in tests.tests}
    found: dict[tuple[Value, ...], Case] = {}
    for inputs in islice(dict.fromkeys(_changed(_short(tests), new)), _LOOKED_AT):
        case = case_of(spec, inputs) if inputs not in known else None
        if case:
            found[inputs] = case
        if len(found) == _TESTS:
            break
    return tuple(found.values())


def _new(spec: Spec, constants: Sequence[int | str]) -> list[int | str]:
    """A text of digits may be compared with a line that was read, so it is a number, too."""
    named = pool(spec)
    most = largest(spec)
    numbers: list[int | str] = []
    texts: list[int | str] = []
    for constant in constants:
        number = int(constant) if isinstance(constant, str) and constant.isdecimal() else constant
        if isinstance(number, int) and number not in _USUAL and number not in named.thresholds:
            numbers += [number] if most is None or abs(number) < most else []
        if isinstance(constant, str) and constant and constant == constant.strip() and constant not in named.words:
            texts.append(constant)
    free = any(isinstance(part, Read) and isinstance(part.values, Strings) for part in parts(spec))
    long = [LONGEST] if free and LONGEST not in named.words else []
    hard = _HARD if free else ()
    return [*dict.fromkeys(numbers)][:_CONSTANTS] + long + [*dict.fromkeys(texts)][:_CONSTANTS] + [*hard]


def _short(tests: Suite) -> list[tuple[Value, ...]]:
    """The shortest tests with an input, one for each behaviour and number of reads."""
    found: dict[object, tuple[Value, ...]] = {}
    for case in tests.tests:
        if 0 < len(case.inputs) <= _MOST_READS:
            found.setdefault((case.behaviour, len(case.inputs)), case.inputs)
    return list(found.values())[:_WAYS]


def _changed(ways: list[tuple[Value, ...]], constants: list[int | str]) -> Iterator[tuple[Value, ...]]:
    for change in (0, 1, -1):
        for constant in constants:
            if isinstance(constant, str) and change:
                continue
            value = constant if isinstance(constant, str) else constant + change
            for inputs in ways:
                for position, old in enumerate(inputs):
                    if _alike(value, old):
                        yield from _put(inputs, position, value)


def _put(inputs: tuple[Value, ...], position: int, value: Value) -> Iterator[tuple[Value, ...]]:
    old = inputs[position]
    changed = [*inputs]
    changed[position] = Fraction(value) if isinstance(old, Fraction) else value
    yield tuple(changed)
    if isinstance(old, str) or isinstance(value, str):
        return
    for other, number in enumerate(inputs):
        if other != position and _alike(value, number) and not isinstance(number, str):
            yield (*changed[:other], number + old - value, *changed[other + 1 :])


def _alike(value: Value, old: Value) -> bool:
    return isinstance(value, str) == isinstance(old, str) and not isinstance(old, bool)
