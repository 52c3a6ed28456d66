"""Which inputs are tried, and what the reference answers to them.

A suite is fixed by question and seed: the examples, small values in order, random values with the constants of the
reference, inputs searched for its branches, corners, deep structures, long inputs and large numbers. `concolic` goes on
from there with what a submission suggests.
"""

from __future__ import annotations

import json
import marshal
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from viva.core.records import dataclass
from viva.engines.calls.inputs.behaviour import representatives
from viva.engines.calls.inputs.searching import Searcher
from viva.engines.calls.making import look_at_classes, maker
from viva.engines.calls.oracle import Case, Oracle
from viva.engines.calls.question import Arguments, Question
from viva.engines.shapes import FINITE, Maker, count, made_rows, product, rows
from viva.engines.shapes import size as size_of
from viva.engines.shapes.corners import beyond, corners, large, rim
from viva.engines.shapes.deep import deep_inputs
from viva.engines.shapes.long import HOW, LONG, SIZES, double_row, length, long_inputs
from viva.engines.shapes.multisets import multiset_rows
from viva.engines.symbolic import Counters
from viva.languages.values import write
from viva.sandbox import Limits

SMALL = 200
RANDOM = 300
STRUCTURED = 250
KIN = 700
_MOST_SMALL = 1500
_SLOW = 5_000  # work above which an input is left out while there are others
_FEWEST = 20
_WORK = 150_000  # for all long inputs
_BASES = 6  # inputs of which one argument at a time is made unusual
_CORNERS = 200
_RIM = 90
_EDGES = 300
_SPEAKS_OF_POINTS = re.compile(r"\b(?:codePointAt|fromCodePoint|Segmenter)\b|\\[pu]\{")
"""What a reference uses says whether letters are more than their 16 bits: `split("")` and `[...s]` are both right where
nobody has thought of that."""
_MULTISETS = 200
_LEFT_OUT = 40
_LARGE = 2.0**43  # numbers on the way of long inputs: another way may come to some a thousand times as large
_QUICK = Limits(cpu_seconds=1.0, wall_seconds=10.0, output=64 << 20)
"""For large numbers, where a reference may count up to them in a single step."""


@dataclass(frozen=True, slots=True)
class Suite:
    """`exhaustive`: the cases are the whole domain. `searched` is what the search for branches did.

    `long` are inputs with many elements and `large` those with large numbers: run apart from the others, because slow
    is not wrong.
    """

    cases: tuple[Case, ...]
    exhaustive: bool
    searched: Counters
    long: tuple[Case, ...] = ()
    large: tuple[Case, ...] = ()


Proposals = tuple[list[Arguments], Counters]
"""Inputs that a search proposes, and what it did."""


def proposals(searcher: Searcher, seed: int) -> Proposals:
    """Random values with the constants of the reference, texts like those of the examples, inputs for its branches, and
    structures for its paths."""
    searched, reference = Counters(), searcher.programs.reference
    found = [
        *searcher.random(RANDOM, seed),
        *searcher.structured(STRUCTURED, seed),
        *searcher.fields(),
        *searcher.branches(reference, searched),
        *searcher.structures(reference),
        *searcher.kin(KIN, seed),
    ]
    return found, searched


def suite(searcher: Searcher, oracle: Oracle, proposed: Callable[[], Proposals]) -> Suite:
    """The tests of a question, whoever answers it. `proposed` gives the `proposals`, which someone may know already;
    it is not asked where the domain is finite."""
    question, make = searcher.question, maker(searcher.question)
    if make is not None:
        look_at_classes(question, make)
    size = product([count(shape) for shape in question.shapes])
    if size is not None and size <= FINITE:
        inputs = (row for arity in question.arities for row in rows(question.shapes[:arity], size, make))
        return Suite(next(_alike(oracle.cases(distinct([*question.examples, *inputs])))), True, Counters())
    cases = oracle.cases(distinct([*question.examples, *rows(question.shapes, SMALL, make)]))
    if len(cases) < SMALL // 4:
        cases = oracle.cases(distinct([*question.examples, *rows(question.shapes, _MOST_SMALL, make)]))[:SMALL]
    further, searched = proposed()
    known = {key_of(case.arguments) for case in cases}
    cases += oracle.cases(distinct([*further, *_left_out(question, make)], known))
    tests = quick(cases)
    full = [case for case in tests if len(case.arguments) == len(question.parameters)]
    bases = representatives(question, full, _BASES)
    deep = list(made_rows(deep_inputs(question.shapes, bases), question.shapes, make))
    near = distinct([*of_each_answer(full), *(case.arguments for case in full[:_BASES]), *bases])
    unusual = [
        *searcher.edges(near, _EDGES),
        *multiset_rows(question.shapes, bases, _MULTISETS),
        *rim(question.shapes, near, _RIM),
        *(beyond(question.shapes, near) if _speaks_of_points(question) else ()),
        *corners(question.shapes, bases, _CORNERS),
        *deep[:_CORNERS],
    ]
    tests += quick(oracle.cases(distinct(unusual, known)))
    small = [case.arguments for case in full]
    long = [*long_inputs(question.shapes, small, bases[:2]), *_grown(oracle, bases), *deep[_CORNERS:]]
    longer = oracle.precise(affordable(oracle.cases(distinct(long, known))), _LARGE)
    larger = oracle.precise(tuple(_large(oracle, bases)), _LARGE)
    certain, many, much = _alike(_certain(oracle, tests), longer, larger)
    return Suite(certain, False, searched, many, much)


def _speaks_of_points(question: Question) -> bool:
    return question.reference is not None and bool(_SPEAKS_OF_POINTS.search(question.reference.text))


def _certain(oracle: Oracle, tests: Sequence[Case]) -> Sequence[Case]:
    """Those in which nothing is rounded, in whatever order someone calculates, and those that the teacher shows. Where
    there are hardly any, the question is about numbers that large, and their rounding belongs to it."""
    precise = oracle.precise(tests)
    if len(precise) == len(tests) or 2 * len(precise) < len(tests):
        return tests
    kept = {id(case) for case in precise}
    shown = {key_of(arguments) for arguments in oracle.question.examples}
    return [case for case in tests if id(case) in kept or key_of(case.arguments) in shown]


def of_each_answer(cases: Sequence[Case]) -> list[Arguments]:
    """The smallest input to which the reference gives an answer, for some of its answers: where it is one expression,
    its branches do not tell what it accepts from what it does not."""
    found: dict[str, Arguments] = {}
    for case in sorted(cases, key=lambda case: size_of(list(case.arguments))):
        found.setdefault(repr(case.expected and (case.expected.value or case.expected.problem)), case.arguments)
        if len(found) >= _BASES:
            break
    return list(found.values())


def _left_out(question: Question, make: Maker | None) -> list[Arguments]:
    """Calls that leave parameters to their defaults."""
    return [row for arity in question.arities[1:] for row in rows(question.shapes[:arity], _LEFT_OUT, make)]


def _grown(oracle: Oracle, bases: Sequence[Arguments]) -> list[Arguments]:
    """Long inputs under a precondition: from one that it admits, twice as long as long as it admits that too."""
    if oracle.programs.requires is None:
        return []
    growing = [(how, base) for base in bases for how in HOW]
    found: list[Arguments] = []
    while growing:
        longer = [(how, row) for how, base in growing if (row := double_row(base, how)) is not None]
        admitted = {key_of(row) for row in oracle.admitted([row for _, row in longer])}
        growing = [(how, row) for how, row in longer if key_of(row) in admitted]
        found += [row for _, row in growing if length(row) >= LONG]
        growing = [(how, row) for how, row in growing if length(row) < SIZES[-1]]
    return sorted(found, key=length)


def _large(oracle: Oracle, bases: Sequence[Arguments]) -> Iterator[Case]:
    """Inputs with large numbers, by magnitude, as long as the reference answers at all. Where it calculates with
    floats, it is not asked beyond their precision: whoever is more exact is not wrong."""
    beyond: list[Case] = []
    for number, group in enumerate(large(oracle.question.shapes, bases)):
        admitted = oracle.admitted(group)
        if admitted and not oracle.cases(admitted[:1], _QUICK):
            break
        found = quick(oracle.cases(distinct(admitted), _QUICK))
        if number:
            beyond += found
        else:
            yield from found
    yield from oracle.exact(beyond)


def _alike(*groups: Sequence[Case]) -> Iterator[tuple[Case, ...]]:
    """A reference that gives an iterator somewhere may be followed everywhere."""
    drained = any(case.drained for group in groups for case in group)
    return (tuple(replace(case, drained=True) if drained else case for case in group) for group in groups)


def quick(cases: Sequence[Case]) -> tuple[Case, ...]:
    """Without those that cost much, as long as enough are left."""
    found = [case for case in cases if case.work <= _SLOW]
    if len(found) >= min(_FEWEST, len(cases)):
        return tuple(found)
    return tuple(sorted(cases, key=lambda case: case.work)[:_FEWEST])


def affordable(cases: Sequence[Case]) -> tuple[Case, ...]:
    """Those that do not cost too much altogether, from the shortest on."""
    kept: list[Case] = []
    work = 0
    for case in cases:
        if work + case.work <= _WORK:
            work += case.work
            kept.append(case)
    return tuple(kept)


def distinct(inputs: Iterable[Arguments], known: set[bytes] | None = None) -> list[Arguments]:
    """Each input once, and none that is known; what is given is known from then on."""
    known = set() if known is None else known
    found: list[Arguments] = []
    for arguments in inputs:
        key = key_of(arguments)
        if key not in known:
            known.add(key)
            found.append(arguments)
    return found


def key_of(arguments: Arguments) -> bytes:
    """The same for arguments that are made of the same values, and only for these. The second form of `marshal` writes
    values of the builtin classes themselves and knows no others: neither subclasses nor objects that are shared."""
    try:
        return marshal.dumps(arguments, 2)  # type: ignore[arg-type]  # what it cannot write it refuses
    except ValueError:
        return json.dumps(write(list(arguments))).encode()
