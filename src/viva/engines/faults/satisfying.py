"""The two ways to find faults with a solver of the assistant for introductory Python programs (Phothilimthana and
Nguyen 2014, section 4), by name: `minimal_core` and `maxsat`.

With one failing run and constants that may be anything they are the paper's, known misses included: a core of one run
says nothing about a second fault, and a value that is right for one input only counts as a correction. With **all**
failing runs at once, and constants that stay constants, the second fault is found too (after CFaults). `blame` puts
both together, as one score for each expression.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations, product
from typing import Any

from viva.core.records import dataclass
from viva.engines.faults.formula import Clause, Formula, TooMuch
from viva.engines.faults.unknowns import equal
from viva.engines.smt import satisfiable, solver

_WORK = 60_000
_MARGIN = 3
_MOST_OPTIONS = 100  # paths on which a run may come out right
_MOST_SETS = 400  # sets of clauses that are tried
_LARGEST = 3
_IN_A_CORE = 0.5  # what it counts to be in cores, beside being in corrections
CONSTANTS = range(-3, 11)
"""What a constant may be instead."""


@dataclass(frozen=True, slots=True)
class FailingRun:
    """Arguments, and what should come of them: numbers, truth values and lists of these."""

    arguments: tuple[object, ...]
    expected: object


@dataclass(frozen=True, slots=True)
class Corrections:
    """The smallest sets of expressions that can be changed so that all runs come out right. `whole`: no set was left
    out for want of work."""

    sets: tuple[frozenset[Clause], ...]
    whole: bool

    @property
    def blamed(self) -> tuple[Clause, ...]:
        """All expressions in some set, those in most sets first."""
        counts: dict[Clause, int] = {}
        for clauses in self.sets:
            for clause in clauses:
                counts[clause] = counts.get(clause, 0) + 1
        return tuple(sorted(counts, key=lambda clause: (-counts[clause], clause)))


@dataclass(slots=True)
class Work:
    """How many more runs may be asked about; None for as many as it takes."""

    left: int | None = None

    def done(self) -> bool:
        """Counts one; True where there was none left."""
        if self.left is None:
            return False
        self.left -= 1
        return self.left < 0


def blame(formula: Formula, runs: Sequence[FailingRun], most: int) -> dict[Clause, float]:
    """For each expression from 0 to 1 what speaks for it: its share of the smallest corrections of all runs together,
    and of the minimal cores of single runs. At most so many runs are asked about; what was not found by then is not
    counted."""
    work = Work(most)
    corrections = maxsat(formula, runs, work=work)
    cores = [core for run in runs if (core := minimal_core(formula, run, work=work))]
    size = min(map(len, corrections.sets), default=1)
    found: dict[Clause, float] = {}
    for clause in formula.clauses():
        sets = sum(clause in each for each in corrections.sets)
        share = min(1.0, size * sets / len(corrections.sets)) if sets else 0.0
        within = sum(clause in core for core in cores) / len(cores) if cores else 0.0
        if share or within:
            found[clause] = (share + _IN_A_CORE * within) / (1.0 + _IN_A_CORE)
    return found


def minimal_core(formula: Formula, run: FailingRun, *, work: Work | None = None) -> tuple[Clause, ...]:
    """Expressions of which at least one has to be changed for this run to come out right, none of which can be left
    out. Empty where even any value everywhere would not do, or nothing is known."""
    work = work or Work()
    clauses = formula.clauses()
    core = list(clauses)
    if correctable(formula, [run], (), stay=False, work=work) is not False:
        return ()
    for clause in clauses:
        rest = [each for each in core if each != clause]
        answer = correctable(formula, [run], set(clauses) - set(rest), stay=False, work=work)
        if answer is False:
            core = rest
    return () if work.left is not None and work.left < 0 else tuple(core)


def maxsat(
    formula: Formula, runs: Sequence[FailingRun], *, constants_stay: bool = True, work: Work | None = None
) -> Corrections:
    """All smallest sets of expressions to change: what is not in one is a largest set that can stay as it is."""
    work = work or Work()
    clauses = formula.clauses()
    whole, tried = True, 0
    for size in range(1, _LARGEST + 1):
        found: list[frozenset[Clause]] = []
        for some in combinations(clauses, size):
            tried += 1
            if tried > _MOST_SETS:
                return Corrections(tuple(found), False)
            answer = correctable(formula, runs, some, stay=constants_stay, work=work)
            if answer:
                found.append(frozenset(some))
            whole = whole and answer is not None
        if found:
            return Corrections(tuple(found), whole)
    return Corrections((), whole)


def correctable(
    formula: Formula,
    runs: Sequence[FailingRun],
    relaxed: Collection[Clause],
    *,
    stay: bool,
    work: Work | None = None,
) -> bool | None:
    """Whether there are values for these expressions with which all runs come out right; None where that is not
    known. `stay`: a constant has the same value in all of them, one of `CONSTANTS`."""
    work = work or Work()
    constants = sorted(formula.constants() & set(relaxed)) if stay else []
    known = True
    for values in product(CONSTANTS, repeat=len(constants)):
        instead = dict(zip(constants, values, strict=True))
        answers = _up_to_a_failure(
            None if work.done() else _right(formula, run, relaxed, instead) for run in runs
        )  # fmt: skip
        if all(answers):
            return True
        known = known and None not in answers
    return False if known else None


def _up_to_a_failure(answers: Iterable[bool | None]) -> list[bool | None]:
    """Up to the first that is not true, which is among them."""
    found: list[bool | None] = []
    for answer in answers:
        found.append(answer)
        if not answer:
            break
    return found


def _right(
    formula: Formula, run: FailingRun, relaxed: Collection[Clause], instead: Mapping[Clause, int]
) -> bool | None:
    """Whether one run comes out right with some values."""
    import z3  # noqa: PLC0415 heavy, and not needed by everyone

    context = z3.Context()
    largest = _MARGIN + max(map(abs, _numbers((*run.arguments, run.expected))))
    options: list[list[Any]] = []
    known = True
    try:
        for ended in formula.paths(run.arguments, relaxed, instead=instead, context=context, largest=largest):
            same = equal(ended.result, run.expected)
            conditions = [*ended.conditions, *([] if same is True else [same])]
            if not conditions:
                return True
            if same is not False:
                options.append(conditions)
    except TooMuch:
        known = False
    for option in sorted(options, key=len)[:_MOST_OPTIONS]:  # a short way is quickly decided, and often enough
        judge = solver(_WORK, logic="QF_NIA", context=context)
        judge.add(*option)
        answer = satisfiable(judge)
        if answer:
            return True
        known = known and answer is not None
    return False if known and len(options) <= _MOST_OPTIONS else None


def _numbers(values: Iterable[object]) -> list[int]:
    found = [0]
    for value in values:
        if isinstance(value, list | tuple):
            found += _numbers(value)
        elif isinstance(value, int):
            found.append(value)
    return found
