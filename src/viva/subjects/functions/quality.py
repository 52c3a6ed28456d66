"""Findings about quality: bad habits, wasted work, deep recursion, and what the teacher's own analyses find.

An analysis is a function of a file of the exercise: it takes the list of runs and gives sentences, or pairs of a line
and a sentence. It runs outside the sandbox, on data.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping, Sequence

from viva.core.fault import Fault
from viva.core.ladder import Rung
from viva.core.records import dataclass
from viva.core.report import About, Finding
from viva.core.text.escape import visible_line
from viva.core.where import Passage
from viva.engines.calls import Arguments, Case, Compiled, Failure, Growth, Source, Trial, Voice, load_module, steps_for
from viva.languages.outcome import Outcome
from viva.languages.program import NoProgram
from viva.languages.sites import Hooks
from viva.languages.survey import Mention
from viva.sandbox import Limits
from viva.subjects.functions.model import Task

_MOST = 8
_WASTE = frozenset({"text_in_loop", "list_searched", "list_front", "sorted_again", "worked_out_again", "calls_again"})
_RUNS = 100
_OBSERVED = Hooks(expressions=True, calls=True)
_WATCHED = 30


def findings(
    task: Task, trial: Trial, cases: Sequence[Case], voice: Voice, *, deep: Sequence[Case], growth: Growth | None
) -> tuple[Finding, ...]:
    """`deep` are inputs on which the function is right but calls itself deeper than its language allows."""
    reference = trial.oracle.programs.reference
    found = [*habits(trial.submission, voice, reference), *patterns(trial, cases[:_WATCHED], voice)]
    raised = any(mention.name.endswith("setrecursionlimit") for mention in trial.submission.facts.names)
    if deep and not raised:
        call = voice.call(task.function, min(deep, key=lambda case: case.steps).arguments)
        found.append(Finding(voice.say("quality_deep", call=call), About.QUALITY, signature="deep_recursion"))
    if growth:
        found.append(_growth(growth, voice))
    if task.analyses is not None:
        found += _analysed(task.analyses, trial, cases)
    return tuple(found)


def of_wrong(task: Task, trial: Trial, failure: Failure, cases: Sequence[Case], voice: Voice) -> Iterator[Finding]:
    """What else there is to say of a function that is wrong: patterns of runs that end, and what comes after a loop
    that does not."""
    if failure.reason == "no_end":
        if task.past_loops:
            yield from past_loops(trial, failure.case, task.past_loops, voice)
    else:
        yield from patterns(trial, cases[:_WATCHED], voice)


def habits(submission: Compiled, voice: Voice, reference: Compiled | None = None) -> tuple[Finding, ...]:
    """Each kind of habit with each name once. Wasted work is not told where the model solution does the same."""
    seen: dict[tuple[str, str], Finding] = {}
    wasteful = any(mention.name in _WASTE for mention in submission.facts.habits)
    shared = {mention.name for mention in reference.facts.habits} & _WASTE if wasteful and reference else set()
    for mention in submission.facts.habits:
        if mention.name in shared:
            continue
        text = voice.say(f"habit_{mention.name}", line=mention.line, name=mention.detail)
        where = Passage(str(submission.file), mention.line, mention.column)
        finding = Finding(text, About.QUALITY, signature=f"habit:{mention.name}", where=where)
        seen.setdefault((mention.name, mention.detail), finding)
    return tuple(seen.values())[:_MOST]


def patterns(trial: Trial, cases: Sequence[Case], voice: Voice) -> Iterator[Finding]:
    """What slows an engine down, as runs show it: each kind once, with the place where it was seen first."""
    reads = trial.submission.language.reads
    kinds = () if reads is None else reads.patterns
    seen: dict[str, Mention] = {}
    for outcome in watched(trial, cases, Hooks(calls=True)) if kinds else ():
        for mention in outcome.coverage.seen:
            seen.setdefault(mention.name, mention)
    for kind in kinds:
        if kind in seen:
            where = Passage(str(trial.submission.file), seen[kind].line, seen[kind].column)
            text = voice.say(f"pattern_{kind}", line=seen[kind].line, name=visible_line(seen[kind].detail))
            yield Finding(text, About.QUALITY, signature=f"pattern:{kind}", where=where)


def past_loops(trial: Trial, case: Case, rounds: int, voice: Voice) -> Iterator[Finding]:
    """What comes of a run whose endless loop is left (section 9.2 of the autograder's paper)."""
    for outcome in watched(trial, [case], Hooks(rounds=rounds)):
        loop = next((mention for mention in outcome.coverage.seen if mention.name == "endless_loop"), None)
        if loop is not None:
            right = outcome.value is not None and trial.judge.failure(case, outcome) is None
            key = "past_loops_right" if right else "past_loops_wrong" if outcome.problem is None else "past_loops_stops"
            where = Passage(str(trial.submission.file), loop.line, loop.column)
            yield Finding(
                voice.say(key, line=loop.line, rounds=rounds), About.CORRECTNESS, Rung.PLACE,
                signature="past_loops", where=where,
            )  # fmt: skip


def watched(trial: Trial, cases: Sequence[Case], hooks: Hooks) -> Iterator[Outcome]:
    submission = trial.submission
    program = submission.program(hooks)
    if isinstance(program, NoProgram) or not cases:
        return iter(())
    steps = max(steps_for(case) for case in cases)
    return submission.calls.call(
        submission.sandbox, program, submission.function, [case.arguments for case in cases], steps=steps,
        report=["ticks"], limits=Limits(), drain=any(case.drained for case in cases),
    )  # fmt: skip


def _growth(growth: Growth, voice: Voice) -> Finding:
    curve = growth.curve
    text = voice.say(
        "quality_growth", growth=growth.submission, reference=growth.reference, parameter=growth.parameter,
        size=curve.sizes[-1], steps=curve.submission[-1], fewer=curve.reference[-1],
        half=curve.sizes[-2], before=curve.submission[-2],
    )  # fmt: skip
    return Finding(text, About.QUALITY, signature=f"growth:{growth.submission}")


@dataclass(frozen=True, slots=True)
class Observation:
    """One run of the submission: what it was called with, what the hooks counted, what it raised.

    `calls` counts what was called, by name: `sorted`, `list.append`, the function itself. `lines` were evaluated.
    """

    arguments: Arguments
    steps: int
    calls: Mapping[str, int]
    lines: frozenset[int]
    raised: str | None


def _analysed(analyses: Source, trial: Trial, cases: Sequence[Case]) -> Iterator[Finding]:
    runs = list(observations(trial, cases[:_RUNS]))
    file = str(analyses.file)
    for name, analysis in load_module(analyses.text, file).items():
        own = isinstance(analysis, types.FunctionType) and analysis.__code__.co_filename == file
        if isinstance(analysis, types.FunctionType) and own and not name.startswith("_"):
            yield from _told(name, analysis, runs, str(trial.submission.file))


def observations(trial: Trial, cases: Sequence[Case]) -> Iterator[Observation]:
    program = trial.submission.program(_OBSERVED)
    for case, outcome in zip(cases, watched(trial, cases, _OBSERVED), strict=False):
        assert not isinstance(program, NoProgram)  # or it would not have run
        lines = frozenset(program.sites[site].line for site in outcome.coverage.expressions)
        problem = outcome.problem
        yield Observation(
            case.arguments,
            outcome.steps or 0,
            outcome.coverage.calls,
            lines,
            (problem.kind or problem.reason) if problem else None,
        )


def _told(name: str, analysis: types.FunctionType, runs: Sequence[Observation], file: str) -> Iterator[Finding]:
    written = analysis.__code__.co_filename
    try:
        said: Iterable[object] = analysis(list(runs)) or ()
        for item in [said] if isinstance(said, str) else list(said):
            match item:
                case (int(line), str(sentence)):
                    yield Finding(sentence, About.QUALITY, signature=f"analysis:{name}", where=Passage(file, line))
                case str(sentence):
                    yield Finding(sentence, About.QUALITY, signature=f"analysis:{name}")
                case _:
                    raise Fault(f"the analysis {name!r} gave {item!r}, which is no sentence", file=written)
    except Fault:
        raise
    except Exception as problem:  # noqa: BLE001 the analysis is the teacher's
        raise Fault(f"the analysis {name!r} raised {type(problem).__name__}: {problem}", file=written) from None
