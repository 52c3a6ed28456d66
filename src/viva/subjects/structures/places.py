"""The rung `place`: the line where a small change mends, or else the one by which failing runs stand out.

What is said of runs was said inside the box, so it is for people and decides nothing. That a change mends is only said
where all calls came out right when they were run anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from viva.core.records import dataclass
from viva.core.rungs import Clue
from viva.core.where import Passage
from viva.engines.edits import apply_edit, blamed_line, edit_of, unlikely
from viva.engines.faults import Mutation, Place, Run, Spectrum, localise, mutation_scores, place_clue
from viva.engines.heaps.running import wasteful
from viva.engines.repair import Checked, Repair
from viva.engines.repair.telling import lines as changed_lines
from viva.languages.edits import Change, Edit, Probe
from viva.languages.program import Program
from viva.languages.sites import Hooks
from viva.subjects.structures import fix
from viva.subjects.structures.judge import Bench
from viva.subjects.structures.model import Failure, Judged, Shown

_FEW = 3
_MOST_RUNS = 120
_EDITS = 250
_FIRST = 3
_FAILING = 6
_RIGHT = 12
_JUDGED = 6
_CONSTANTS = 6
_NEARLY = 0.5
_WATCHED = Hooks(expressions=True)


@dataclass(frozen=True, slots=True)
class Suspects:
    """Lines of the file, the likeliest first, and why the first is: `mended`, `partly` (a change there mends some),
    `runs`, or `unknown`."""

    lines: tuple[int, ...]
    kind: str


def places(bench: Bench, judged: Judged, failure: Failure, shown: Shown, *, with_edits: bool = False) -> Clue | None:
    """By runs alone, which is quick, or by small changes too."""
    loaded = not failure.outcome.while_loading
    found = suspects(bench, judged, shown, with_edits=with_edits) if loaded else Suspects((), "unknown")
    problem = failure.outcome.problem
    line = shown.crash_line(problem.line) if problem is not None else None
    if found.kind != "mended" and problem is not None:
        if line is None:
            return None
        kind = "crash" if problem.reason == "crash" else "stopped"
        return place_clue(Place(kind, line, error=problem.kind), Passage(shown.file, line), shown.locale)
    if not found.lines:
        return None
    first, *others = found.lines[:_FEW]
    if found.kind == "unknown":
        place = Place("unknown", None, (first, *others)) if not others else Place("weak", first, tuple(others))
        return place_clue(place, Passage(shown.file, first), shown.locale)
    return place_clue(Place(found.kind, first, tuple(others)), Passage(shown.file, first), shown.locale)


def places_of_repair(repair: Repair, shown: Shown) -> Clue:
    """The lines that a repair changes."""
    first, *others = changed_lines(repair)
    kind = "together" if others else "mended"
    return place_clue(Place(kind, first, tuple(others[: _FEW - 1])), Passage(shown.file, first), shown.locale)


def suspects(bench: Bench, judged: Judged, shown: Shown, *, with_edits: bool) -> Suspects:
    tried = list(_tried(bench, judged, shown)) if with_edits else []
    mending = sorted((one for one in tried if one.change.mends_all), key=lambda one: unlikely(one.edit))
    mended = _verified(bench, judged, shown, [one.edit for one in mending])
    if mended:
        return Suspects(tuple(mended), "mended")
    scores = mutation_scores(one.change for one in tried)
    runs = _runs(bench, judged, shown)
    own = _lines_by_nearness(bench, shown, judged.asked.method)
    elements = sorted({line for run in runs for line in run.covered if line in own} | scores.keys())
    straight = len({run.covered for run in runs}) == 1
    spectrum = Spectrum.of(elements, runs)
    ranking = localise(spectrum, (scores,), further=(own,), runs=not straight)
    lines = ranking.top(_FEW)
    if not lines:
        return Suspects((), "unknown")
    counts = spectrum.counts(lines[0])
    if scores.get(lines[0], 0.0) >= _NEARLY:
        return Suspects(lines, "partly")
    stands_out = counts.failed > len(spectrum.failing) / 2 and counts.passed < len(spectrum.passing)
    return Suspects(lines, "runs" if stands_out and not straight else "unknown")


@dataclass(frozen=True, slots=True)
class _Tried:
    """An edit of the file, and how much of the failing calls it mends and of the others it breaks."""

    edit: Edit
    change: Mutation[int]


def _tried(bench: Bench, judged: Judged, shown: Shown) -> Iterator[_Tried]:
    """The small changes that mend some failing call."""
    failing = fix.failing_probes(bench, judged, _FAILING)
    if not failing or not shown.given.whole:
        return
    right = fix.right_probes(bench, judged, _RIGHT)
    text, begin = bench.submission.program.text, shown.given.begin
    changes = _changes(bench, begin)
    first = _answers(bench, judged, failing[:_FIRST], changes)
    mending = [change for change, said in zip(changes, first, strict=True) if "1" in said]
    again = _answers(bench, judged, [*failing, *right], mending)
    for place, (change, said) in enumerate(zip(mending, again, strict=True)):
        if len(said) == len(failing) + len(right):
            edit = edit_of(text, change, place)
            line = shown.line(blamed_line(edit))
            mended = said[: len(failing)].count("1") / len(failing)
            broken = 1 - said[len(failing) :].count("1") / len(right) if right else 0.0
            if line is not None and mended:
                yield _Tried(edit, Mutation(line, mended, broken))


def _changes(bench: Bench, begin: int) -> list[Change]:
    submission, reference = bench.submission, bench.reference
    reads, mends = reference.language.reads, submission.language.mends
    if reads is None or mends is None:
        return []
    constants = reads.survey_trusted(reference.program.text, "").constants
    found = mends.small_changes(
        submission.sandbox, submission.program.text,
        [value for value in constants if isinstance(value, int)][:_CONSTANTS],
        [value for value in constants if isinstance(value, str)][:_CONSTANTS],
        most=_EDITS,
    )  # fmt: skip
    return [change for change in found if len(change.pieces) == 1 and change.pieces[0].begin >= begin]


def _answers(bench: Bench, judged: Judged, probes: Sequence[Probe], changes: Sequence[Change]) -> list[str]:
    submission = bench.submission
    if not changes or submission.language.mends is None:
        return []
    with submission.language.mends.tries(
        submission.sandbox, submission.program.text, f"{submission.cls}.{judged.asked.method}", probes,
        steps=fix.steps_for(judged),
    ) as tries:  # fmt: skip
        said = tries.answers([(change,) for change in changes])
        bench.meter.charge(tries.steps)
        return said


def _verified(bench: Bench, judged: Judged, shown: Shown, edits: Sequence[Edit]) -> list[int]:
    """The lines of changes with which all calls come out right, the likeliest first, each line once."""
    right = fix.judgement(bench, judged, ())
    found: list[int] = []
    for edit in edits[:_JUDGED]:
        line = shown.line(blamed_line(edit))
        if line is None or line in found or len(found) == _FEW:
            continue
        if isinstance(right(apply_edit(bench.submission.program.text, edit)), Checked):
            found.append(line)
    return found


def _runs(bench: Bench, judged: Judged, shown: Shown) -> list[Run[int]]:
    """Failing and passing calls with the lines of the file that they were in."""
    submission = bench.submission
    program = submission.language.runs.prepare(submission.sandbox, submission.program.text.encode(), _WATCHED)
    if not isinstance(program, Program):
        return []
    failing = judged.failures[: _MOST_RUNS // 2]
    stride = len(judged.right) // _MOST_RUNS + 1
    cases = [*((failure.expected, False) for failure in failing), *((each, True) for each in judged.right[::stride])]
    calls = [bench.fitting.given(expected.call, judged.asked.layout) for expected, _ in cases]
    runner = replace(submission, program=program)
    runs: list[Run[int]] = []
    for (_, passed), outcome in zip(cases, runner.run(judged.asked.method, calls, ticks=True), strict=False):
        if wasteful(outcome):
            break
        lines = {shown.line(program.sites[site].line) for site in outcome.coverage.expressions}
        runs.append(Run(passed, frozenset(line for line in lines if line is not None)))
    return runs


def _lines_by_nearness(bench: Bench, shown: Shown, method: str) -> dict[int, float]:
    """The lines with a statement, with what breaks ties: those of the method come before its helpers, and constructors
    last, which only make what others ask for."""
    submission = bench.submission
    found: dict[int, float] = {}
    if submission.language.reads is None:
        return found
    for one in submission.language.reads.survey(submission.sandbox, submission.program.text.encode()).flow:
        name = one.function.rpartition(".")[2]
        line = shown.line(one.line)
        if line is not None:
            nearness = 1.0 if name == method else 0.1 if name.startswith("__") else 0.5
            found[line] = max(nearness, found.get(line, 0.0))
    return found
