"""How difficult a specification is, as the numbers that can be asked for when one is made."""

from __future__ import annotations

from collections.abc import Iterator

from viva.core.records import dataclass
from viva.engines.dialogues import model as m
from viva.engines.dialogues.programs.memory import memory, with_counting_loops

FIXED, COUNTED, UNTIL = LOOPS = ("fixed", "counted", "until")
_LEAST = (4, 8, 12, 16)  # points of levels 2 to 5


@dataclass(frozen=True, slots=True)
class Measure:
    """The meta properties of a specification: how many reads it has, how deep its loops and branches lie in each other
    (branches that only end a loop are none), how many variables a program keeps, and its kinds of loop, each as often
    as it occurs."""

    reads: int
    nesting: int
    remembered: int
    loops: tuple[str, ...]
    level: int


def measure(spec: m.Spec) -> Measure:
    """A loop that only counts what it reads is a counted one, however it is written."""
    spec = with_counting_loops(spec)
    kept = memory(spec, ())
    lists = len(kept.lists) + len(kept.merged)
    remembered = len(kept.current) + len(kept.totals) + lists
    reads = sum(isinstance(part, m.Read) for part in m.parts(spec))
    loops = tuple(sorted(_kind(part) for part in m.parts(spec) if isinstance(part, m.Loop | m.Repeat)))
    nesting = _nesting(spec)
    branches = sum(isinstance(part, m.Branch) and m.Exit() not in (part.left, part.right) for part in m.parts(spec))
    writes = sum(isinstance(part, m.Write) for part in m.parts(spec))
    points = 2 * len(loops) + loops.count(UNTIL) + 2 * max(nesting - 1, 0) + branches
    points += reads - 1 + remembered - 1 + lists + writes // 2
    level = 1 + sum(points >= least for least in _LEAST)
    return Measure(reads, nesting, remembered, loops, level)


def _kind(loop: m.Spec) -> str:
    match loop:
        case m.Repeat(m.Integer()):
            return FIXED
        case m.Repeat():
            return COUNTED
        case _:
            return UNTIL


def _nesting(spec: m.Spec) -> int:
    return max((_deep(step) for step in m.steps_of(spec)), default=0)


def _deep(step: m.Spec) -> int:
    match step:
        case m.Loop(body) | m.Repeat(body=body):
            return 1 + _nesting(body)
        case m.Branch(left, _, right):
            ends = m.Exit() in (left, right)
            return max(_nesting(left), _nesting(right)) + (0 if ends else 1)
        case _:
            return 0


def functions_of(spec: m.Spec) -> frozenset[str]:
    return frozenset(_called(spec))


def _called(spec: m.Spec) -> Iterator[str]:
    for term in m.terms(spec):
        for part in m.subterms(term):
            if isinstance(part, m.Call):
                yield part.function
