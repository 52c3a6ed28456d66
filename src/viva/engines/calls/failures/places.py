"""The lines that are most likely to blame: what small changes mend, where it crashed, spectra of runs, and where the
wrong value comes from.

Everything here was said inside the box, so it is for people and decides nothing. That a change mends, though, is only
said of one with which all tests came out right when they were run anew, as the submission's own were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal, TypeVar

from viva.core.records import dataclass
from viva.engines.calls.failures.solving import blamed_by_solver
from viva.engines.calls.failures.trying import angels, answers
from viva.engines.calls.inputs.suite import quick
from viva.engines.calls.judge import Failure
from viva.engines.calls.making import maker
from viva.engines.calls.oracle import Case
from viva.engines.calls.trial import Trial, steps_for
from viva.engines.edits import apply_edit, blamed_line, edit_of, unlikely
from viva.engines.faults import (
    RETURNS,
    Mutation,
    Ranking,
    Run,
    Spectrum,
    cue_scores,
    cues,
    likely,
    localise,
    mutation_scores,
    separating,
    sources,
)
from viva.engines.shapes import near
from viva.languages.edits import Edit
from viva.languages.outcome import Outcome
from viva.languages.program import NoProgram, Program
from viva.languages.sites import Hooks, Site
from viva.languages.survey import Statement
from viva.sandbox import Limits

_RUNS = 120
_FAILING = 12
_WATCHED_FAILING = 40
_PASSING = 80
_FIRST = 3
_NEAR = 80
_EDITS = 600
_CONSTANTS = 6
_STEPS = 5_000
_VERIFIED = 4  # changes that are found to mend
_TOGETHER = 0.4  # what it counts that the changes at a line mend all failing tests, though no single one does
_CONDITION = ("forced", "negated")  # a condition that should sometimes be another: no single change shows that
_LEFT_OUT = 0.8
_CRASHED = 1.0  # what it counts that all failing runs break off in a line
_TRIED = 10  # changes that are tried with all tests
_ANGELIC = 1.0  # what it counts that all failing tests would pass with other values of an expression
_SOLVED = 0.5  # what it counts that a solver blames an expression for all of them
_PLACES = 60  # expressions whose values are tried
_TESTS = 8  # failing tests with which they are
WATCHED = Hooks(expressions=True, branches=True)
_LIMITS = Limits(cpu_seconds=5.0, wall_seconds=30.0, output=64 << 20)
_NO_VALUE = frozenset({"none", "printed"})

_Item = TypeVar("_Item")
Span = tuple[int, int, int, int]
"""A piece of source: line, column, end line, end column, from 1."""

Ground = Literal["mended", "nothing", "printed", "no_return", "crash", "partly", "runs", "value", "made", "unknown"]
"""Why a line comes first: a small change there mends; it returns nothing; it prints what should be returned; after it
the function ends without a return; failing runs crash there; a small change there mends a part; most failing runs pass
through it, and passing ones less often; the wrong value is returned there, or made there; or nothing speaks for it."""


@dataclass(frozen=True, slots=True)
class Suspects:
    """`lines` and `expressions` from the most suspect on, and the `ground` for the first line. `origins` are the lines
    from which a wrong or bad value comes, nearest first. `mends` are edits with which all tests come out right, the
    likeliest first."""

    lines: Ranking[int]
    expressions: Ranking[Span]
    ground: Ground
    origins: tuple[int, ...] = ()
    mends: tuple[Edit, ...] = ()

    @property
    def first(self) -> int:
        return self.lines.ranked[0].element

    @property
    def mended(self) -> tuple[int, ...]:
        """The lines of the changes that mend, in their order."""
        return tuple(map(blamed_line, self.mends))


@dataclass(frozen=True, slots=True)
class _Seen:
    """A run that was watched."""

    case: Case
    outcome: Outcome
    lines: Run[int]
    spans: Run[Span]


@dataclass(frozen=True, slots=True)
class _Tried:
    """An edit, which of the failing tests it mends, and how many of the passing ones that come there it breaks."""

    edit: Edit
    mended: frozenset[int]
    failing: int
    broken: int
    passing: int

    @property
    def nearly_mends(self) -> bool:
        return len(self.mended) == self.failing and 10 * self.broken <= self.passing

    @property
    def change(self) -> Mutation[int]:
        broken = self.broken / self.passing if self.passing else 0.0
        # Leaving out what a condition guards is as good as denying the condition: that is the likelier place.
        counts = _LEFT_OUT if self.edit.kind == "statement_dropped" and self.broken else 1.0
        return Mutation(blamed_line(self.edit), counts * len(self.mended) / self.failing, broken)


def suspects(trial: Trial, cases: Sequence[Case], failures: Sequence[Failure]) -> Suspects | None:
    """None where the runs show nothing: the submission has no line that a failing run is known to have been in, or is
    in a language that Viva cannot look into."""
    if trial.submission.language.reads is None:
        return None
    program = trial.submission.program(WATCHED)
    if isinstance(program, NoProgram):
        return None
    runs = _watched_runs(trial, program, cases, failures)
    failing = [run for run in runs if not run.lines.passed]
    chosen = _told_apart(failing, trial.submission.facts.lines, _FAILING)
    tests = [*chosen, *_telling(runs, trial.submission.facts.lines)]
    cases_of = [run.case for run in tests]
    tried = list(_tried(_mending(trial, cases_of[: len(chosen)], cases_of), tests, len(chosen)))
    mends = _verified(trial, [one.edit for one in tried if one.change.mends_all], cases)
    values = {} if mends or failures[0].costly else _valued(trial, program, cases_of[: len(chosen)])
    return _ranked(trial, failures[0], runs, tried, mends, values=values)


def _ranked(
    trial: Trial,
    failure: Failure,
    runs: Sequence[_Seen],
    tried: Sequence[_Tried],
    mends: Sequence[Edit],
    *,
    values: Mapping[Span, float],
) -> Suspects | None:
    flow = trial.submission.facts.flow
    known = sorted({*trial.submission.facts.lines, *(line for run in runs for line in run.lines.covered)})
    first = next((run for run in runs if not run.lines.passed), None)
    covered = first.lines.covered if first else frozenset()
    proved = {blamed_line(edit): 1.0 / (1 + place) for place, edit in reversed(list(enumerate(mends)))}
    signs, ground, end = _signs(failure, flow, covered, trial.question.function)
    crashes = _crashes(runs)
    origins = sources(flow, covered, end) if end else {}
    by_value = likely(flow, origins)
    spectrum = Spectrum.of(known, [run.lines for run in runs])
    straight = len({run.covered for run in spectrum.runs}) == 1
    partly = _partly(tried, crashes, values)
    lines = localise(spectrum, (proved, signs, partly), further=(by_value, _cues(trial)), runs=not straight)
    if not lines.ranked:
        return None
    best = lines.ranked[0].element
    by_span = mutation_scores(Mutation(_span(one.edit), one.change.mended, one.change.broken) for one in tried)
    spans = sorted({span for run in runs for span in run.spans.covered} | by_span.keys() | values.keys())
    told: Ground
    if best in signs:
        told = ground
    elif best in proved:
        told = "mended"
    elif best in crashes:
        told = "crash"
    elif any(blamed_line(one.edit) == best and one.nearly_mends for one in tried):
        told = "partly"
    elif not straight and _stands_out(spectrum, best):
        told = "runs"
    else:
        told = "unknown" if ground != "value" else "value" if best == end else "made" if best in origins else "unknown"
    return Suspects(
        lines=lines,
        expressions=localise(Spectrum.of(spans, [run.spans for run in runs]), (by_span, values)),
        ground=told,
        origins=tuple(line for line in sorted(origins, key=lambda line: (origins[line], line)) if line != best),
        mends=tuple(mends),
    )


def _cues(trial: Trial) -> dict[int, float]:
    """What the text alone says."""
    facts, reads = trial.submission.facts, trial.submission.language.reads
    given = {name for function in facts.functions for name, _ in function.parameters} | {*facts.bound, *facts.defined}
    return cue_scores(cues(facts.flow, given, reads.given_names if reads else frozenset()))


def _stands_out(spectrum: Spectrum[int], line: int) -> bool:
    """Whether most failing runs pass through a line, and passing ones less often."""
    counts = spectrum.counts(line)
    failing, passing = len(spectrum.failing), len(spectrum.passing)
    return counts.failed > failing / 2 and bool(passing) and counts.failed / failing > counts.passed / passing


def _valued(trial: Trial, program: Program, failing: Sequence[Case]) -> dict[Span, float]:
    """For each expression how many of the failing tests another value of it would put right, and what a solver says of
    it, where it can say something."""
    text = trial.program.text
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    spans = {
        (starts[site.line - 1] + site.column, starts[site.end_line - 1] + site.end_column): _site_span(site)
        for site in program.sites
        if site.kind in ("expression", "condition")
    }
    found: dict[Span, float] = {}
    for place in angels(trial, list(spans)[:_PLACES], failing[:_TESTS]):
        span = spans[place.begin, place.end]
        found[span] = found.get(span, 0.0) + _ANGELIC * place.share
    for span, score in blamed_by_solver(trial, failing).items():
        found[span] = found.get(span, 0.0) + _SOLVED * score
    return found


def _partly(tried: Sequence[_Tried], crashes: Mapping[int, float], values: Mapping[Span, float]) -> dict[int, float]:
    """What speaks for a line short of a change that mends: changes that mend a part, runs that break off there, and
    expressions in it of which another value would do."""
    valued: dict[int, float] = {}
    for span, score in values.items():
        valued[span[0]] = max(valued.get(span[0], 0.0), score)
    best = mutation_scores(one.change for one in tried)
    mended: dict[int, set[int]] = {}
    for one in tried:
        if one.edit.kind in _CONDITION or 4 * one.broken <= one.passing:
            mended.setdefault(blamed_line(one.edit), set()).update(one.mended)
    total = max((one.failing for one in tried), default=1)
    return {
        line: best.get(line, 0.0)
        + _TOGETHER * len(mended.get(line, ())) / total
        + _CRASHED * crashes.get(line, 0.0)
        + valued.get(line, 0.0)
        for line in {*best, *crashes, *valued}
    }


def _signs(
    failure: Failure, flow: Sequence[Statement], covered: frozenset[int], function: str
) -> tuple[Mapping[int, float], Ground, int | None]:
    """Lines that a usual mistake points at, which one it is, and where the wrong value is given."""
    name = function.rpartition(".")[2]
    mine = [one for one in flow if one.function == name and one.line in covered]
    gave = [one for one in mine if one.gives in RETURNS]
    end = gave[-1].line if gave else None
    if failure.outcome.problem is not None:
        return {}, "crash", failure.outcome.problem.line
    if failure.kind not in _NO_VALUE:
        return {}, "value", end
    nothing = [one.line for one in gave if one.gives == "nothing"]
    printed = [one.line for one in flow if one.line in covered and one.gives == "print"]
    if nothing:
        return {nothing[-1]: 1.0}, "nothing", nothing[-1]
    if failure.kind == "printed" and printed:
        return {printed[-1]: 1.0}, "printed", printed[-1]
    if not gave and mine:
        return {mine[-1].line: 1.0}, "no_return", mine[-1].line
    return {}, "value", end


def _crashes(runs: Sequence[_Seen]) -> dict[int, float]:
    """The lines in which failing runs broke off, with their share of these runs."""
    failing = [run for run in runs if not run.lines.passed]
    found = Counter(
        run.outcome.problem.line
        for run in failing
        if run.outcome.problem and run.outcome.problem.reason == "crash" and run.outcome.problem.line
    )
    return {line: times / len(failing) for line, times in found.items()}


def _span(edit: Edit) -> Span:
    return edit.line, edit.column, edit.end_line, edit.end_column


def _watched_runs(trial: Trial, program: Program, cases: Sequence[Case], failures: Sequence[Failure]) -> list[_Seen]:
    """Failing runs first, then passing ones; inputs near a failing one are among them, because they break ties."""
    costly = failures[0].costly
    nearby = [] if costly else list(_nearby(trial, failures[0].case))
    cases = [*cases, *(case for case, _ in nearby)]
    wrong = {id(failure.case) for failure in failures} | {id(case) for case, right in nearby if not right}
    failing = _spread([case for case in cases if id(case) in wrong], _FIRST if costly else _WATCHED_FAILING)
    passing = [case for case in cases if id(case) not in wrong]
    chosen = failing + passing[len(passing) - min(len(passing), _RUNS) :]
    return [
        _Seen(
            case,
            outcome,
            Run(id(case) not in wrong, _lines(program, outcome)),
            Run(id(case) not in wrong, _spans(program, outcome)),
        )
        for case, outcome in zip(chosen, _watched(trial, program, chosen), strict=False)
    ]


def executed_lines(trial: Trial, cases: Sequence[Case]) -> list[frozenset[int]]:
    """The lines that the submission evaluated in each of these runs; fewer where its process ended."""
    program = trial.submission.program(WATCHED)
    if isinstance(program, NoProgram):
        return []
    return [_lines(program, outcome) for outcome in _watched(trial, program, cases)]


def _spread(items: Sequence[_Item], most: int) -> list[_Item]:
    """Up to so many, the first one and others from all over: the smallest inputs alone have much in common."""
    return [items[number * len(items) // most] for number in range(most)] if len(items) > most else list(items)


def _watched(trial: Trial, program: Program, cases: Sequence[Case]) -> list[Outcome]:
    submission = trial.submission
    steps = max([steps_for(case) for case in cases], default=1)
    return list(
        submission.calls.call(
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
    return frozenset(_site_span(program.sites[site]) for site in outcome.coverage.expressions)


def _site_span(site: Site) -> Span:
    return site.line, site.column + 1, site.end_line, site.end_column + 1


def _told_apart(runs: Sequence[_Seen], lines: Sequence[int], most: int) -> list[_Seen]:
    """Failing runs that went different ways first: what is in all of them is in few lines."""
    spectrum = Spectrum.of(lines, [run.lines for run in runs[:1]])
    chosen = [*runs[:1], *(run for run, _ in separating(spectrum, [(run, run.lines) for run in runs[1:]], most - 1))]
    rest = [run for run in runs if not any(run is other for other in chosen)]
    return [*chosen, *_spread(rest, max(0, most - len(chosen)))]


def _telling(runs: Sequence[_Seen], lines: Sequence[int]) -> list[_Seen]:
    """Passing tests for the edits: those that tell lines apart, those nearest to failing ones, then a few more."""
    failed = [run.lines for run in runs if not run.lines.passed]
    passed = [run for run in runs if run.lines.passed]
    spectrum = Spectrum.of(lines, failed)
    chosen = [run for run, _ in separating(spectrum, [(run, run.lines) for run in passed], _PASSING // 2)]
    near = sorted(passed, key=lambda run: -max([len(run.lines.covered & one.covered) for one in failed], default=0))
    for run in near:
        if len(chosen) >= _PASSING:
            break
        if not any(run is other for other in chosen):
            chosen.append(run)
    return chosen


def _nearby(trial: Trial, case: Case) -> Iterator[tuple[Case, bool]]:
    """Inputs made on purpose around a failing one, and whether the answer to them is right: they break ties."""
    inputs = near(case.arguments, trial.question.shapes, maker(trial.question))[:_NEAR]
    for found, _, failure in trial.failures(quick(trial.oracle.cases(inputs))):
        yield found, failure is None


def _mending(trial: Trial, failing: Sequence[Case], tests: Sequence[Case]) -> list[tuple[Edit, str]]:
    """The changes that mend some failing test, with what came of all tests: 1 where it is right."""
    submission, reference = trial.submission, trial.oracle.programs.reference
    if not failing or submission.language.mends is None:
        return []
    constants = reference.facts.constants if reference else ()
    changes = submission.language.mends.small_changes(
        submission.sandbox, trial.program.text,
        [value for value in constants if isinstance(value, int)][:_CONSTANTS],
        [value for value in constants if isinstance(value, str)][:_CONSTANTS],
        most=_EDITS,
    )  # fmt: skip
    changes = [change for change in changes if len(change.pieces) == 1]  # a place is one
    first = answers(trial, failing[:_FIRST], changes, _STEPS)
    mending = [change for change, said in zip(changes, first, strict=True) if "1" in said]
    again = answers(trial, tests, mending, _STEPS)
    text = trial.program.text
    return [
        (edit_of(text, change, place), said) for place, (change, said) in enumerate(zip(mending, again, strict=True))
    ]


def _tried(changed: Sequence[tuple[Edit, str]], tests: Sequence[_Seen], failing: int) -> Iterator[_Tried]:
    """The edits that mend something; the failing tests come first. What never comes to a line cannot be broken there,
    so only passing tests that do count."""
    for edit, said in changed:
        if len(said) != len(tests):
            continue
        right = [digit == "1" for digit in said]
        mended = frozenset(number for number, ok in enumerate(right[:failing]) if ok)
        if mended:
            line = blamed_line(edit)
            there = sum(line in test.lines.covered for test in tests[failing:])
            broken = right[failing:].count(False)
            yield _Tried(edit, mended, failing, broken, max(there, broken))


def _verified(trial: Trial, edits: Sequence[Edit], cases: Sequence[Case]) -> list[Edit]:
    """Those with which all cases come out right, the likeliest first; at most one for each line, and only some."""
    found: list[Edit] = []
    tried = 0
    for edit in sorted(edits, key=unlikely):
        if tried == _TRIED or len(found) == _VERIFIED or trial.meter.exhausted:
            break
        if all(blamed_line(edit) != blamed_line(other) for other in found):
            tried += 1
            if mends_all(trial, edit, cases):
                found.append(edit)
    return found


def mends_all(trial: Trial, edit: Edit, cases: Sequence[Case]) -> bool:
    """Run anew, in the same way as the submission was."""
    changed = trial.submission.edited(apply_edit(trial.program.text, edit).encode())
    program = changed.program()
    if isinstance(program, NoProgram):
        return False
    right = 0
    for _, _, failure in replace(trial, submission=changed, program=program).failures(cases):
        if failure:
            return False
        right += 1
    return right == len(cases)
