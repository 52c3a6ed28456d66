"""Blanks at the ends of lines that are read.

Of a read of `text` nobody knows whether they count, and many a program takes them off, so no test depends on them; of a
read of `line` they do. Where a specification reads a `text` and its answer depends on them, a teacher should know.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import islice

from viva.engines.dialogues.evaluation import Undefined, keeps_blanks
from viva.engines.dialogues.model import Read, Spec, Strings, Value, parts
from viva.engines.dialogues.running import right_run
from viva.engines.dialogues.semantics import Diverges, Way, begin, give
from viva.engines.dialogues.suites.cases import Case, Suite, case_of
from viva.engines.dialogues.suites.values import pool

_LOOKED_AT = 120
_MOST_READS = 6
_AROUND = ((" ", ""), ("", " "))


def without_blanks(spec: Spec, inputs: tuple[Value, ...], named: Container[str] = ()) -> tuple[Value, ...]:
    """The inputs as a program has them that takes off the blanks where it may; texts that are `named` stay."""
    if not any(isinstance(value, str) and value != value.strip() and value not in named for value in inputs):
        return inputs
    bare: list[Value] = []
    for value, read in _readings(spec, inputs):
        off = isinstance(value, str) and value not in named and not keeps_blanks(read.values)
        bare.append(value.strip() if off and isinstance(value, str) else value)
    return (*bare, *inputs[len(bare) :])


def depending(spec: Spec, tests: Suite) -> tuple[str, ...]:
    """The variables read as `text`, if the answer depends on blanks at their ends, by more than blanks, in a few short
    tests. All such texts of a test get the same blanks, and none that the specification names gets any: that ` stop` is
    not `stop`, or not what was read before, is not meant."""
    named = pool(spec).texts
    names = [part.variable for part in parts(spec) if isinstance(part, Read) and part.values == Strings()]
    short = (case for case in tests.tests if len(case.inputs) <= _MOST_READS and not {*named} & {*case.inputs})
    for case in islice(short if names else (), _LOOKED_AT):
        for other in _with_blanks(spec, case):
            if _told(other) != _told(case):
                return tuple(dict.fromkeys(names))
    return ()


def _with_blanks(spec: Spec, case: Case) -> Iterator[Case]:
    given = list(_readings(spec, case.inputs))
    for before, after in _AROUND:
        values: list[Value] = []
        for value, read in given:
            free = isinstance(value, str) and value and read.values == Strings()
            values.append(f"{before}{value}{after}" if free else value)
        other = case_of(spec, tuple(values))
        if other:
            yield other


def _told(case: Case) -> list[str]:
    """What a right run writes, without any blanks."""
    return ["".join(written.text.split()) for written in right_run(case.general).blocks]


def _readings(spec: Spec, inputs: tuple[Value, ...]) -> Iterator[tuple[Value, Read]]:
    """Each input with the read that takes it, as far as the specification can be followed."""
    try:
        way: Way | None = begin(spec)
        for value in inputs:
            if way is None or way.asks is None:
                return
            yield value, way.asks.read
            way = give(way, value)
    except (Undefined, Diverges):
        return
