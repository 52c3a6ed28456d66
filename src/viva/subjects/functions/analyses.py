"""Analyses of the teacher's own, on what the hooks saw.

A file of the exercise defines functions; each takes the list of runs and gives sentences, or pairs of a line and a
sentence. They run outside the sandbox, on data.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from viva.core.fault import Fault
from viva.core.report import About, Finding
from viva.core.where import Passage
from viva.engines.calls import Arguments, Case, Source, Trial, loaded, steps_for
from viva.languages.program import NoProgram
from viva.languages.sites import Hooks
from viva.sandbox import Limits

_RUNS = 100


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


def findings(analyses: Source, trial: Trial, cases: Sequence[Case]) -> Iterator[Finding]:
    runs = list(observations(trial, cases[:_RUNS]))
    file = str(analyses.file)
    for name, analysis in loaded(analyses.text, file).items():
        own = isinstance(analysis, types.FunctionType) and analysis.__code__.co_filename == file
        if isinstance(analysis, types.FunctionType) and own and not name.startswith("_"):
            yield from _told(name, analysis, runs, str(trial.submission.file))


def observations(trial: Trial, cases: Sequence[Case]) -> Iterator[Observation]:
    submission = trial.submission
    program = submission.program(Hooks(expressions=True, calls=True))
    if isinstance(program, NoProgram):
        return
    steps = max([steps_for(case) for case in cases], default=1)
    inputs = [case.arguments for case in cases]
    outcomes = submission.language.call(
        submission.sandbox, program, submission.function, inputs, steps=steps, report=["ticks"], limits=Limits()
    )
    for arguments, outcome in zip(inputs, outcomes, strict=False):
        lines = frozenset(program.sites[site].line for site in outcome.coverage.expressions)
        problem = outcome.problem
        yield Observation(
            arguments,
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
