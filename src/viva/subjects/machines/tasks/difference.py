"""Say where a sentence and a formula differ: a run on which one of them is true and the other is not.

Somebody wanted to say the sentence of the statement (`formula` says it rightly) and wrote something else (`written`). A
run is handed in: of temporal logic a reaction on each line, with `repeat:` before those that go on for ever; of signal
temporal logic a trace.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from viva.core.deciding import outcome
from viva.core.deciding.proof_basis import Decision
from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.kinds import Asked
from viva.core.records import dataclass
from viva.core.report import About, Finding, Report, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.core.text.reading import Misread
from viva.core.texts import Say, catalogue
from viva.drawing import listing
from viva.engines.machines.formats.text import read_signals
from viva.engines.machines.logic import ltl
from viva.engines.machines.logic.formula_equivalence import Difference, anything, compare_formulas
from viva.engines.machines.model import Signal, Signals
from viva.subjects.machines.notation import in_words, unreadable
from viva.subjects.machines.runs import letter

_PACKAGE = "viva.subjects.machines"
_STATES = 20_000
_LONGEST = 200
_SAMPLES = 2_000
_REPEAT = "repeat:"
RUNS, TRACES = (".txt", ".run"), (".csv", ".txt")


@dataclass(frozen=True, slots=True)
class Pair:
    """`text` says the sentence, `written` does not. Of temporal logic `apart` is a shortest run on which they differ;
    of signals `model` is a trace of the teacher's."""

    logic: str
    text: str
    written: str
    signals: tuple[Signal, ...] = ()
    apart: Difference | None = None
    model: str = ""


def read(settings: Table, source: Source) -> Asked:
    file, other = settings.string("formula"), settings.string("written")
    text, written = source.text(file).strip(), source.text(other).strip()
    logic = settings.choice("logic", ("ltl", "finite", "stl"), "ltl")
    if logic == "stl":
        return Asked(_of_signals(settings, source, text, written), _size(text) + _size(written))
    signals = tuple(signal for each in settings.strings("signals") for signal in read_signals(each))
    types = anything(signals).types
    formulas: list[ltl.Formula] = []
    for name, content in ((file, text), (other, written)):
        try:
            formulas.append(ltl.parse(content, types))
        except Misread as problem:
            raise problem.fault(name) from None
    found = compare_formulas(formulas[0], formulas[1], signals, finite=logic == "finite", limit=_STATES)
    if found.difference is None:
        raise settings.fault("written", "differs from `formula` on no run that was found", "write another one")
    return Asked(Pair(logic, text, written, signals, found.difference), _size(text) + _size(written))


def _size(text: str) -> float:
    """How much there is to read."""
    return float(len(text.replace("(", " ").replace(")", " ").split()))


def _of_signals(settings: Table, source: Source, text: str, written: str) -> Pair:
    file = settings.string("solution")
    pair = Pair("stl", text, written, model=source.text(file))
    try:
        values = _on_trace(pair, pair.model)
    except Misread as problem:
        raise problem.fault(file) from None
    if None in values or values[0] == values[1]:
        raise settings.fault("solution", "is no trace on which both are decided and differ")
    return pair


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    pair = exercise.task_as(Pair)
    file, text = submission.text(TRACES if pair.logic == "stl" else RUNS)
    try:
        if pair.logic == "stl":
            _on_trace(pair, text)
        else:
            _read(pair, text)
    except Misread as problem:
        raise unreadable(problem, file, catalogue(_PACKAGE, terms.locale).say) from None


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    pair = exercise.task_as(Pair)
    say = catalogue(_PACKAGE, terms.locale).say
    file, text = submission.text(TRACES if pair.logic == "stl" else RUNS)
    report = outcome.begun(exercise, terms, say("method_difference"))
    report = replace(report, evidence=replace(report.evidence, tests=1, covered=say("covered_difference")))
    try:
        values, fields = _on_trace(pair, text), dict[str, Json]()
        if pair.logic != "stl":
            run, loop = _read(pair, text)
            fields = {"run": [dict(each) for each in run], "loop": loop}
    except Misread as problem:
        raise unreadable(problem, file, say) from None
    if None in values:
        said = Finding(say("difference_open"), About.POLICY, signature="open")
        return outcome.rejected(report, "open", (said,))
    if values[0] != values[1]:
        return outcome.proved(report, Decision("both formulas were evaluated on the run, by definition"))
    both = "true" if values[0] else "false"
    witness = Witness("formula", {**fields, "expected": values[0], "actual": values[1]})
    ladder = Ladder(
        f"difference:{both}",
        hint=say("hint_difference"),
        pattern=_pattern(pair, say),
        example=Clue(say(f"example_both_{both}"), witness=witness),
        fix=_fix(pair, say),
    )
    return outcome.refuted(report, "wrong", 0.0, ladder.findings())


def _pattern(pair: Pair, say: Say) -> str | None:
    """Of which kind the runs are on which both differ, where that was decided."""
    if pair.logic == "stl":
        return None
    types = anything(pair.signals).types
    asked, given = ltl.parse(pair.text, types), ltl.parse(pair.written, types)

    def implied(one: ltl.Formula, other: ltl.Formula) -> bool | None:
        both = compare_formulas(ltl.Both(one, other), one, pair.signals, finite=pair.logic == "finite", limit=_STATES)
        return both.equal

    less, more = implied(given, asked), implied(asked, given)
    if less is None or more is None:
        return None
    return say(f"pattern_difference_{'less' if less else 'more' if more else 'both'}")


def _fix(pair: Pair, say: Say) -> str:
    if pair.apart is None:
        return say("fix_difference_trace", trace="\n".join(pair.model.strip().splitlines()[:12]))
    run = say("arrow").join(in_words(each, say) for each in pair.apart.run)
    told = say("fix_difference", run=run)
    return told if pair.apart.loop is None else f"{told} {say('example_loop', number=pair.apart.loop + 1)}"


def _read(pair: Pair, text: str) -> tuple[list[Signals], int | None]:
    """The reactions, and from which on they repeat. Raises Misread with the line."""
    system = anything(pair.signals)
    run: list[Signals] = []
    loop: int | None = None
    for number, written in enumerate(text.splitlines(), 1):
        line = written.partition("#")[0].strip()
        if not line:
            continue
        if line.lower() == _REPEAT and loop is None and pair.logic == "ltl":
            loop = len(run)
            continue
        if len(run) == _LONGEST:
            raise Misread(f"there are more than {_LONGEST} reactions", number, remedy="a shorter run will do")
        try:
            given = letter(system, "" if line == "-" else line)
        except Misread as problem:
            raise Misread(problem.said, number, problem.column, problem.what_to_do, problem.reason) from None
        run.append(given)
    if not run or loop == len(run):
        raise Misread("there are no reactions here", remedy="write one on each line, and - for one without signals")
    if pair.logic == "ltl" and loop is None:
        raise Misread(
            "nothing says what repeats for ever", remedy=f"write {_REPEAT} on a line before the reactions that repeat"
        )
    return run, loop


def _on_trace(pair: Pair, text: str) -> tuple[bool | None, bool | None]:
    """What the sentence and what was written say of a run; None where a trace ends too early, or lies on an edge."""
    if pair.logic != "stl":
        run, loop = _read(pair, text)
        types = anything(pair.signals).types
        first, second = (ltl.holds(ltl.parse(each, types), run, loop, types) for each in (pair.text, pair.written))
        return first, second
    from viva.engines import signals  # noqa: PLC0415 heavy, and only for these formulas

    if len(text.splitlines()) > _SAMPLES:
        raise Misread(f"this trace has more than {_SAMPLES} lines", remedy="a shorter one will do")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "trace.csv"
        file.write_text(text, "utf-8")
        found: list[bool | None] = []
        for each in (pair.text, pair.written):
            try:
                monitor = signals.Monitor(signals.parse(each))
                monitor.push_trace(signals.read_trace(file))
            except Fault as fault:
                raise Misread(fault.problem.replace(str(file), "the trace"), remedy=fault.remedy) from None
            interval = monitor.interval
            found.append(True if interval.low > 0 else False if interval.high < 0 else None)
    return found[0], found[1]


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:  # noqa: ARG001
    """A sentence has no variants: nobody but its teacher can say another."""
    return iter(())


def solve(exercise: Exercise) -> Submission:
    pair = exercise.task_as(Pair)
    if pair.apart is None:
        return Submission.from_text(pair.model, "answer.csv")
    lines = [in_words(each) or "-" for each in pair.apart.run]
    if pair.apart.loop is not None:
        lines.insert(pair.apart.loop, _REPEAT)
    return Submission.from_text("\n".join(lines) + "\n", "answer.txt")


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    text = exercise.task_as(Pair).written
    if isinstance(thing, Submission):
        _, text = thing.text((*RUNS, *TRACES))
    return listing.draw(exercise.title, listing.lines_of(text, 20, 120))
