"""The lines that are most likely to blame: spectra of runs, and what small changes to the submission mend.

Everything here was said inside the box, so it is for people and decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from viva.engines.calls.judge import Failure
from viva.engines.calls.making import maker
from viva.engines.calls.oracle import Case
from viva.engines.calls.suite import quick
from viva.engines.calls.trial import Trial, steps_for
from viva.engines.faults import Mutation, Ranking, Run, Spectrum, localise, mutation_scores, separating
from viva.engines.shapes import near
from viva.languages.edits import Answered, Edit
from viva.languages.outcome import Outcome
from viva.languages.program import NoProgram, Program
from viva.languages.sites import Hooks
from viva.sandbox import Limits

_RUNS = 120
_FAILING = 12
_PASSING = 80
_FIRST = 3
_NEAR = 80
_EDITS = 500
_STEPS = 5_000
WATCHED = Hooks(expressions=True, branches=True)
_LIMITS = Limits(cpu_seconds=5.0, wall_seconds=30.0, output=64 << 20)

Span = tuple[int, int, int, int]
"""A piece of source: line, column, end line, end column, from 1."""


@dataclass(frozen=True, slots=True)
class Suspects:
    """`lines` and `expressions` from the most suspect on; `mended` if one small change at the first line mends all.

    `mends` are the edits that mend every failing run that was looked at and break none of the others.
    """

    lines: Ranking[int]
    expressions: Ranking[Span]
    mended: bool
    failing: int
    passing: int
    mends: tuple[Edit, ...] = ()


def suspects(trial: Trial, cases: Sequence[Case], failures: Sequence[Failure]) -> Suspects | None:
    """None where the runs show nothing: the submission has no line that a failing run is known to have been in."""
    lines = trial.submission.facts.lines
    program = trial.submission.program(WATCHED)
    if isinstance(program, NoProgram):
        return None
    costly = failures[0].costly
    near = [] if costly else list(_nearby(trial, failures[0].case))
    cases = [*cases, *(case for case, _ in near)]
    wrong = {id(failure.case) for failure in failures} | {id(case) for case, right in near if not right}
    failing = [case for case in cases if id(case) in wrong][: _FIRST if costly else _FAILING]
    passing = [case for case in cases if id(case) not in wrong]
    chosen = failing + passing[len(passing) - min(len(passing), _RUNS) :]
    outcomes = list(_watched(trial, program, chosen))
    runs = [
        (
            case,
            Run(id(case) not in wrong, _lines(program, outcome)),
            Run(id(case) not in wrong, _spans(program, outcome)),
        )
        for case, outcome in zip(chosen, outcomes, strict=False)
    ]
    tests = failing + _telling(runs, lines)
    changed = _mending(trial, failing, tests)
    known = sorted({*lines, *(line for _, run, _ in runs for line in run.covered)})
    judged = list(_judged(trial, changed, tests, failing))
    by_line = mutation_scores(Mutation(one.element.line, one.mended, one.broken) for one in judged)
    by_span = mutation_scores(Mutation(_span(one.element), one.mended, one.broken) for one in judged)
    spans = sorted({span for _, _, run in runs for span in run.covered} | by_span.keys())
    ranked = localise(Spectrum.of(known, [run for _, run, _ in runs]), by_line)
    if not ranked.ranked:
        return None
    best = ranked.ranked[0].element
    return Suspects(
        lines=ranked,
        expressions=localise(Spectrum.of(spans, [run for _, _, run in runs]), by_span),
        mended=by_line.get(best) == 1.0,
        failing=len(failing),
        passing=len(chosen) - len(failing),
        mends=tuple(one.element for one in judged if one.mends_all),
    )


def _span(edit: Edit) -> Span:
    return edit.line, edit.column, edit.end_line, edit.end_column


def _watched(trial: Trial, program: Program, cases: Sequence[Case]) -> list[Outcome]:
    submission = trial.submission
    steps = max([steps_for(case) for case in cases], default=1)
    return list(
        submission.language.call(
            submission.sandbox, program, submission.function, [case.arguments for case in cases],
            steps=min(steps, 100_000), report=["ticks"], limits=_LIMITS, drain=any(case.drained for case in cases),
        )
    )  # fmt: skip


def _lines(program: Program, outcome: Outcome) -> frozenset[int]:
    """The lines that were evaluated; a run that ended its process says only where it was."""
    covered = {program.sites[site].line for site in outcome.coverage.expressions}
    if not covered and outcome.problem and outcome.problem.line:
        covered.add(outcome.problem.line)
    return frozenset(covered)


def _spans(program: Program, outcome: Outcome) -> frozenset[Span]:
    found = (program.sites[site] for site in outcome.coverage.expressions)
    return frozenset((site.line, site.column + 1, site.end_line, site.end_column + 1) for site in found)


def _telling(runs: Sequence[tuple[Case, Run[int], Run[Span]]], lines: Sequence[int]) -> list[Case]:
    """Passing tests for the edits: those that tell lines apart, those nearest to failing ones, then a few more."""
    failed = [run for _, run, _ in runs if not run.passed]
    passed = [(case, run) for case, run, _ in runs if run.passed]
    spectrum = Spectrum.of(lines, failed)
    chosen = [case for case, _ in separating(spectrum, passed, _PASSING // 2)]
    near = sorted(passed, key=lambda item: -max([len(item[1].covered & other.covered) for other in failed], default=0))
    for case, _ in near:
        if len(chosen) >= _PASSING:
            break
        if not any(case is other for other in chosen):
            chosen.append(case)
    return chosen


def _nearby(trial: Trial, case: Case) -> Iterator[tuple[Case, bool]]:
    """Inputs made on purpose around a failing one, and whether the answer to them is right: they break ties."""
    inputs = near(case.arguments, trial.question.shapes, maker(trial.question))[:_NEAR]
    for found, _, failure in trial.failures(quick(trial.oracle.cases(inputs))):
        yield found, failure is None


def _mending(trial: Trial, failing: Sequence[Case], tests: Sequence[Case]) -> list[Answered]:
    """The changes that mend some failing test, with their answers to all tests."""
    first = _edited(trial, failing[:_FIRST], None)
    mending = [
        one.edit.number
        for one in first
        if any(
            outcome is not None and trial.judge.failure(case, Outcome(outcome, None)) is None
            for case, outcome in zip(failing, one.outcomes, strict=False)
        )
    ]
    return _edited(trial, tests, mending) if mending else []


def _edited(trial: Trial, tests: Sequence[Case], only: Sequence[int] | None) -> list[Answered]:
    steps = min(max(_STEPS, 20 * max(case.steps for case in tests)), 100_000)
    submission = trial.submission
    inputs = [case.arguments for case in tests]
    return list(
        submission.language.edited_answers(
            submission.sandbox, submission.source, submission.function, inputs, steps=steps, most=_EDITS, only=only
        )
    )


def _judged(
    trial: Trial, changed: Sequence[Answered], tests: Sequence[Case], failing: Sequence[Case]
) -> Iterator[Mutation[Edit]]:
    """Each edit with the shares of failing tests that it mends and of passing ones that it breaks."""
    bad = {id(case) for case in failing}
    for one in changed:
        if len(one.outcomes) != len(tests):
            continue
        right = [
            outcome is not None and trial.judge.failure(case, Outcome(outcome, None)) is None
            for case, outcome in zip(tests, one.outcomes, strict=True)
        ]
        mended = [ok for case, ok in zip(tests, right, strict=True) if id(case) in bad]
        kept = [ok for case, ok in zip(tests, right, strict=True) if id(case) not in bad]
        if any(mended):
            yield Mutation(one.edit, sum(mended) / len(mended), kept.count(False) / len(kept) if kept else 0.0)
