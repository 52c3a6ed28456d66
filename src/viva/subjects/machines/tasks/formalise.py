"""Write the formula for a sentence. It is compared with the asked one on all runs over the signals: infinite runs, or
finite ones; formulas of signal temporal logic on the traces that the exercise gives."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath

from viva.core.deciding import outcome
from viva.core.deciding.proof_basis import Decision
from viva.core.deciding.scale import above
from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.kinds import Asked
from viva.core.records import dataclass
from viva.core.report import Report, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.core.text.escape import clip
from viva.core.text.reading import Misread
from viva.core.texts import Say, catalogue
from viva.drawing import listing
from viva.engines.machines.expressions import names_in
from viva.engines.machines.formats.text import read_signals
from viva.engines.machines.logic import ltl
from viva.engines.machines.logic.formula_equivalence import Difference, anything, compare_formulas
from viva.engines.machines.logic.mending import Mended, one_change
from viva.engines.machines.model import Signal
from viva.subjects.machines import frames as framing
from viva.subjects.machines.notation import in_words, unreadable

ENDINGS = (".ltl", ".stl", ".txt")
_STATES = 20_000
_PACKAGE = "viva.subjects.machines"
_SCORE = {"weak": 0.4, "strong": 0.4, "both": 0.1}


@dataclass(frozen=True, slots=True)
class Sentence:
    """`logic` is `ltl` (infinite runs), `finite` or `stl`; of the last the formula is compared on the `traces`."""

    logic: str
    text: str
    signals: tuple[Signal, ...] = ()
    traces: tuple[tuple[str, bytes], ...] = ()


def read(settings: Table, source: Source) -> Asked:
    file = settings.string("formula")
    text = source.text(file).strip()
    logic = settings.choice("logic", ("ltl", "finite", "stl"), "ltl")
    signals: tuple[Signal, ...] = ()
    traces: tuple[tuple[str, bytes], ...] = ()
    try:
        if logic == "stl":
            traces = tuple((name, _content(source, name)) for name in settings.strings("traces"))
            _judged(text, traces)
        else:
            signals = tuple(signal for each in settings.strings("signals") for signal in read_signals(each))
            ltl.parse(text, anything(signals).types)
    except Misread as problem:
        raise problem.fault(file) from None
    if logic == "stl" and not traces:
        raise settings.fault("traces", "names none", "a formula over signals is compared on traces")
    parts = float(len(re.findall(r"\w+(?:\.\w+)*|[^\w\s()]+", text)))  # the names and signs of the formula
    return Asked(Sentence(logic, text, signals, traces), parts, catalogue(_PACKAGE).say("statement_formula") + "\n")


def _content(source: Source, name: str) -> bytes:
    source.text(name)  # a fault where there is no such file
    return source.files[name]


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    task = exercise.task_as(Sentence)
    file, text = submission.text(ENDINGS)
    written = _without_comments(text)
    try:
        if task.logic == "stl":
            _judged(written, task.traces)
        else:
            ltl.parse(written, anything(task.signals).types)
    except Misread as problem:
        raise unreadable(problem, file, catalogue(_PACKAGE, terms.locale).say) from None


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Sentence)
    say = catalogue(_PACKAGE, terms.locale).say
    file, text = submission.text(ENDINGS)
    written = _without_comments(text)
    report = outcome.begun(exercise, terms, say("method_traces" if task.logic == "stl" else "method_formula"))
    try:
        return _on_traces(report, task, written, say) if task.logic == "stl" else _on_runs(report, task, written, say)
    except Misread as problem:
        raise unreadable(problem, file, say) from None


def _without_comments(text: str) -> str:
    return " ".join(line.partition("#")[0] for line in text.splitlines()).strip()


def _on_runs(report: Report, task: Sentence, written: str, say: Say) -> Report:
    types = anything(task.signals).types
    asked, given = ltl.parse(task.text, types), ltl.parse(written, types)
    finite = task.logic == "finite"
    found = compare_formulas(asked, given, task.signals, finite=finite, limit=_STATES)
    covered = say("covered_formula", count=found.nodes)
    report = replace(report, evidence=replace(report.evidence, covered=covered))
    if found.equal is None:
        return outcome.undecided(report, say("undecided_formula"))
    if found.difference is None:
        return outcome.proved(report, Decision("equal sets of runs, by a tableau"))
    way = _way(asked, given, task, finite)
    mended = one_change(written, asked, task.signals, finite=finite, known=found.difference)
    ladder = _ladder(task, way, say(f"pattern_formula_{way}"), _example(found.difference, say), say, (written, mended))
    return outcome.refuted(report, "wrong", _score(way, asked, given, task, finite), ladder.findings())


def _score(way: str, asked: ltl.Formula, given: ltl.Formula, task: Sentence, finite: bool) -> float:
    """Nothing for what is true of all runs or of none; little for what does not speak of all that was asked for."""
    for always in (ltl.Truth(True), ltl.Truth(False)):
        if compare_formulas(always, given, task.signals, finite=finite, limit=_STATES).equal:
            return 0.0
    return _SCORE[way if _names(asked) <= _names(given) else "both"]


def _names(formula: ltl.Formula) -> set[str]:
    return {name for guard in ltl.guards_of(formula) for name in names_in(guard)}


def _ladder(  # noqa: PLR0917 what each rung is made from
    task: Sentence, way: str, pattern: str, example: Clue, say: Say, mending: tuple[str, Mended | None] = ("", None)
) -> Ladder:
    """Where one change is enough, the hint says so, the place is where it is, and the fix is that change."""
    written, mended = mending
    hint, fix, place = say(f"hint_formula_{way}"), say("fix_formula", formula=task.text), None
    if mended is not None:
        hint = f"{say('hint_formula_close')} {hint}"
        key = "place_formula_whole" if mended.part == written else "place_formula"
        place = say(key, formula=clip(written, 120), part=clip(mended.part, 60))
        fix = say("fix_formula_change", formula=mended.text)
    return Ladder(f"formula:{way}", hint=hint, pattern=pattern, example=example, place=place, fix=fix)


def _way(asked: ltl.Formula, given: ltl.Formula, task: Sentence, finite: bool) -> str:
    """Whether the formula is too weak, too strong or both: whether it and the asked one imply each other."""
    both = ltl.Both(asked, given)
    implied = compare_formulas(both, asked, task.signals, finite=finite, limit=_STATES).equal
    implies = compare_formulas(both, given, task.signals, finite=finite, limit=_STATES).equal
    if implied:
        return "weak"
    return "strong" if implies else "both"


def _example(found: Difference, say: Say) -> Clue:
    run = say("arrow").join(in_words(letter, say) for letter in found.run)
    text = say("example_forbidden" if found.asked else "example_allowed", run=run)
    if found.loop is not None:
        text += " " + say("example_loop", number=found.loop + 1)
    fields: dict[str, Json] = {
        "run": [dict(letter) for letter in found.run],
        "loop": found.loop,
        "expected": found.asked,
        "actual": not found.asked,
    }
    return Clue(text, witness=Witness("formula", fields))


def _on_traces(report: Report, task: Sentence, written: str, say: Say) -> Report:
    asked, given = _judged(task.text, task.traces), _judged(written, task.traces)
    covered = say("covered_traces", count=len(task.traces))
    report = replace(report, evidence=replace(report.evidence, tests=len(task.traces), covered=covered))
    wrong = [at for at, (one, other) in enumerate(zip(asked, given, strict=True)) if one != other]
    if not wrong:
        return outcome.passed(report)
    report = replace(report, evidence=replace(report.evidence, failed=len(wrong)))
    weak = any(given[at] for at in wrong)
    way = "both" if weak and any(asked[at] for at in wrong) else "weak" if weak else "strong"
    first = wrong[0]
    name = PurePosixPath(task.traces[first][0]).name
    fields: dict[str, Json] = {"trace": name, "expected": asked[first], "actual": given[first]}
    told = say("example_trace_allowed" if given[first] else "example_trace_forbidden", trace=name)
    pattern = say("pattern_traces", wrong=len(wrong), count=len(asked))
    ladder = _ladder(task, way, pattern, Clue(told, witness=Witness("trace", fields)), say)
    constant = max(sum(asked), len(asked) - sum(asked)) / len(asked)
    return outcome.refuted(report, "wrong", 0.9 * above(1 - len(wrong) / len(asked), constant), ladder.findings())


def _judged(text: str, traces: tuple[tuple[str, bytes], ...]) -> list[bool]:
    """Whether a formula of signal temporal logic holds on each trace; what a student names that no trace has is
    unreadable, not a fault."""
    from viva.engines import signals  # noqa: PLC0415 heavy, and only for these formulas

    formula = signals.parse(text)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, content) in enumerate(traces):
            file = Path(folder) / f"{number}{PurePosixPath(name).suffix}"
            file.write_bytes(content)
            try:
                found.append(signals.robustness(formula, signals.read_trace(file)) > 0)
            except Fault as fault:
                raise Misread(fault.problem, remedy=fault.remedy, reason="unknown_signal") from None
    return found


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:  # noqa: ARG001
    """A sentence has no variants: nobody but its teacher can say another."""
    return iter(())


def solve(exercise: Exercise) -> Submission:
    return Submission.from_text(exercise.task_as(Sentence).text + "\n", "answer.ltl")


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    text = exercise.task_as(Sentence).text
    if isinstance(thing, Submission):
        _, text = thing.text(ENDINGS)
    return listing.draw(exercise.title, listing.lines_of(text, 20, 120))


frames = framing.frames_of_run
