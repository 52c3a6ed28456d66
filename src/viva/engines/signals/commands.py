"""`viva monitor`: a formula and a trace, whole or as it comes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np

from viva.commands.files import read_text
from viva.commands.options import PATH, Word, json_option
from viva.commands.output import complain, flush, write, write_document, write_file
from viva.core.escape import visible, visible_line
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.reading import Misread
from viva.core.terms import ENGLISH
from viva.core.texts import catalogue
from viva.engines.signals.diagnosis import Step, diagnose
from viva.engines.signals.horizon import horizon
from viva.engines.signals.model import Comparison, Formula, Signal, signals, subterms
from viva.engines.signals.notation import parse, show
from viva.engines.signals.online import Monitor, Robust
from viva.engines.signals.plot import plot
from viva.engines.signals.reader import number_text
from viva.engines.signals.reading import STANDARD_INPUT, Missing, read_batches, read_trace
from viva.engines.signals.robustness import Semantics, Verdict, bounds, signal_at, verdict
from viva.engines.signals.slack import is_seen
from viva.engines.signals.trace import Trace, joined

STATUS = {Verdict.TRUE: 0, Verdict.FALSE: 1, Verdict.ZERO: 3, Verdict.UNKNOWN: 3}
FILES = (".stl", ".txt")
_DEFINITE = (Verdict.TRUE, Verdict.FALSE)


@click.command("monitor")
@click.argument("formula", metavar="FORMULA|FILE")
@click.argument("trace", default=STANDARD_INPUT)
@click.option(
    "--online", is_flag=True, help="Sample by sample: robust intervals, when it is decided, when it is certain."
)
@click.option("--stop", is_flag=True, help="With --online: read no further than the decision.")
@json_option("the answer")
@click.option("--plot", "picture", type=PATH, metavar="FILE.svg", help="Draw signals, thresholds and subformulas.")
@click.option(
    "--semantics",
    type=Word(list(Semantics)),
    default="points",
    metavar="WORD",
    help="points (default), linear or hold.",
)
@click.option(
    "--extend",
    type=Word(["constant"]),
    metavar="constant",
    help="Hold the last sample for ever instead of cutting windows.",
)
@click.option("--time", "column", metavar="COLUMN", help="The column of the times, where its name does not say so.")
@click.option(
    "--missing",
    type=Word(list(Missing)),
    default=Missing.REFUSE,
    metavar="WORD",
    help="What becomes of missing values: hold, skip, linear or refuse (default).",
)
@click.option("--strict", is_flag=True, help="Exit with 3 where more samples could still change the verdict.")
@click.option("-p", "--param", "given", multiple=True, metavar="NAME=VALUE", help="The value of a parameter.")
@click.option("--formula", "name", metavar="NAME", help="Which formula of the file; without it the last.")
def monitor(
    *,
    formula: str,
    trace: str,
    online: bool,
    stop: bool,
    as_document: bool,
    picture: Path | None,
    semantics: str,
    extend: str | None,
    column: str | None,
    missing: str,
    strict: bool,
    given: tuple[str, ...],
    name: str | None,
) -> int:
    """Watch signals: does a formula of signal temporal logic hold of a trace, how robustly, and why.

    TRACE is CSV with a header and a column of times, JSON, JSON lines or Parquet, also packed by gzip; - or nothing is
    standard input. Its times are seconds or dates.
    Exit status: 0 true, 1 false, 3 zero, or with --strict only true or false so far.

    \b
    Example:
      viva monitor "G[0,10] F[0,5] x > 0" trace.csv
      simulate | viva monitor rules.stl --online --stop
    """
    wanted = _formula(formula, _parameters(given), name)
    if extend and online:
        raise Fault("--extend is for whole traces", remedy="leave --online or --extend out")
    if stop and not online:
        raise Fault("--stop needs --online")
    file = File(trace, column, Missing(missing))
    call = Call(wanted, file, Semantics(semantics), extend is not None, stop, strict, as_document, picture)
    return _online(call) if online else _whole(call)


@dataclass(frozen=True, slots=True)
class File:
    name: str
    time: str | None
    missing: Missing

    def whole(self, wanted: Sequence[str]) -> Trace:
        return read_trace(self.name, wanted, time=self.time, missing=self.missing)

    def batches(self, wanted: Sequence[str]) -> Iterator[Trace]:
        return read_batches(self.name, wanted, time=self.time, missing=self.missing)


@dataclass(frozen=True, slots=True)
class Call:
    formula: Formula
    file: File
    semantics: Semantics
    extend: bool
    stop: bool
    strict: bool
    as_document: bool
    picture: Path | None
    locale: str = ENGLISH

    def say(self, key: str, **slots: object) -> str:
        return catalogue("viva.engines.signals", self.locale).say(key, **slots)

    def diagnose(self, trace: Trace) -> tuple[Step, ...]:
        """What decides; of a trace that is held for ever, nothing is said."""
        return () if self.extend else diagnose(self.formula, trace, self.semantics)


def _whole(call: Call) -> int:
    trace = call.file.whole(signals(call.formula))
    low, high = bounds(call.formula, trace, call.semantics, call.extend)
    found = verdict(low, high)
    so_far = found in _DEFINITE and _is_so_far(call, trace)
    steps = call.diagnose(trace) if call.picture or not call.as_document else ()
    if call.as_document:
        document: dict[str, Json] = {"robustness": _robustness(low, high), "verdict": found}
        write_document(document | ({"so_far": True} if so_far else {}), indent=None)
    else:
        _print(_result(call, low, high))
        _print_so_far(call, found, trace, so_far)
        _print_steps(call, steps, trace)
    _draw(call, trace, steps, None)
    return _status(call, found, so_far)


def _is_so_far(call: Call, trace: Trace) -> bool:
    """Whether samples after the last one could change the verdict."""
    if call.extend or is_seen(call.formula, trace.times):
        return False
    watching = Monitor(call.formula, call.semantics)
    watching.push_trace(trace)
    return not watching.decided


def _print_so_far(call: Call, found: Verdict, trace: Trace, so_far: bool) -> None:
    if so_far:
        far = horizon(call.formula)
        key = "so_far" if far < math.inf else "so_far_endless"
        ends, looks = float(trace.times[-1]), float(trace.times[0]) + far
        _print(call.say(key, verdict=found, ends=_short(ends), looks=_short(looks)))


def _status(call: Call, found: Verdict, so_far: bool) -> int:
    return STATUS[Verdict.UNKNOWN] if call.strict and so_far else STATUS[found]


def _online(call: Call) -> int:
    watching = Monitor(call.formula, call.semantics)
    intervals: list[Robust] = []
    parts: list[Trace] = []
    for batch in call.file.batches(signals(call.formula)):
        kind = watching.interval.kind
        for interval, time in zip(watching.each(batch), batch.times.tolist(), strict=True):
            intervals.append(interval)
            if not call.as_document and (interval.kind != kind or len(intervals) == 1):
                kind = interval.kind
                low, high = _short(interval.low), _short(interval.high)
                _print(call.say("interval", time=f"{_short(time):>10}", kind=f"{kind:<8}", low=low, high=high))
        parts.append(batch)
        if call.stop and watching.decided:
            break
    stopped = call.stop and watching.decided
    trace = joined(parts, signals(call.formula))
    needed = len(intervals)
    if watching.decided_at is not None:
        needed = 1 + int(np.searchsorted(trace.times, watching.decided_at))
    if stopped:  # as if nothing had been read after the decision
        trace, intervals = trace.part(0, needed), intervals[:needed]
    so_far = not watching.decided
    final = intervals[-1] if stopped else watching.end()
    found = verdict(final.low, final.high)
    so_far = so_far and found in _DEFINITE
    steps = () if stopped or (call.as_document and not call.picture) else call.diagnose(trace)
    if call.as_document:
        write_document(
            {
                "robustness": _robustness(final.low, final.high),
                "verdict": found,
                **({"so_far": True} if so_far else {}),
                "intervals": [[_plain(one.low), _plain(one.high)] for one in intervals],
                "decided_at": watching.decided_at,
                "concrete_at": watching.concrete_at if not stopped or final.concrete else None,
            },
            indent=None,
        )
    else:
        _print_online(call, watching, needed, trace, found)
        _print(_result(call, final.low, final.high))
        _print_so_far(call, found, trace, so_far)
        _print_steps(call, steps, trace)
    _draw(call, trace, steps, watching)
    return _status(call, found, so_far)


def _print_online(call: Call, watching: Monitor, sample: int, trace: Trace, found: Verdict) -> None:
    if watching.decided_at is not None:
        time = _short(watching.decided_at)
        _print(call.say("decided", time=time, sample=sample, count=len(trace), verdict=found))
    else:
        _print(call.say("undecided", time=_short(float(trace.times[-1]))))
    if watching.concrete_at is not None:
        _print(call.say("concrete", time=_short(watching.concrete_at)))
    if horizon(call.formula) < math.inf:
        _print(call.say("horizon", horizon=_short(horizon(call.formula))))


def _formula(text: str, parameters: dict[str, float], name: str | None) -> Formula:
    """A file, if there is one of that name."""
    file = Path(text)
    try:
        is_file = file.is_file()
    except (OSError, ValueError):  # too long for a name, or a character no name may have
        is_file = False
    if is_file:
        return _parsed(read_text(file), parameters, name, text)
    if text.endswith(FILES) and " " not in text:
        raise Fault("there is no such file", text, remedy="name a file of formulas, or give a formula in quotes")
    return _parsed(text, parameters, name, "formula")


def _parsed(text: str, parameters: dict[str, float], name: str | None, file: str) -> Formula:
    try:
        return parse(text, parameters, name)
    except Misread as problem:
        raise problem.fault(file) from None


def _parameters(given: tuple[str, ...]) -> dict[str, float]:
    found = {}
    for one in given:
        name, equals, value = one.partition("=")
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not equals or not name.strip() or not math.isfinite(number):
            raise Fault(f"--param {one!r} does not give a number to a name", remedy="write --param limit=3.5")
        found[name.strip()] = number
    return found


def _robustness(low: float, high: float) -> Json:
    """One number; both ends where samples were noisy, or where it was stopped at the decision."""
    return _plain(low) if low == high else [_plain(low), _plain(high)]


def _plain(value: float) -> float:
    return value + 0.0  # never -0.0


def _short(value: float) -> str:
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return number_text(float(f"{value:.6g}") + 0.0)


def _result(call: Call, low: float, high: float) -> str:
    found = verdict(low, high)
    if low == high:
        return call.say("result", verdict=found, robustness=_short(low))
    return call.say("result_noisy", verdict=found, low=_short(low), high=_short(high))


def _print(line: str) -> None:
    """At once: samples may come slowly."""
    write(f"{visible(line)}\n")
    flush()


def _print_steps(call: Call, steps: tuple[Step, ...], trace: Trace) -> None:
    if not steps:
        return
    _print(call.say("because"))
    rows = []
    for depth, step in enumerate(steps):
        following = steps[depth + 1].time if depth + 1 < len(steps) else step.time
        shown = _values(call, step, trace) if isinstance(step.formula, Comparison) else ""
        why = call.say(step.why, time=_short(following), values=shown)
        text = visible_line(show(step.formula))
        rows.append(
            ("  " * depth + (text if len(text) <= 60 else f"{text[:59]}…"), _short(step.value), _short(step.time), why)
        )
    wide, value, time = (max(len(row[column]) for row in rows) for column in range(3))
    for row in rows:
        _print(f"  {row[0]:<{wide}}  {row[1]:>{value}} at {row[2]:<{time}}  {row[3]}".rstrip())


def _values(call: Call, step: Step, trace: Trace) -> str:
    """The signals of a comparison where it decides."""
    assert isinstance(step.formula, Comparison)
    names = dict.fromkeys(
        term.name
        for side in (step.formula.left, step.formula.right)
        for term in subterms(side)
        if isinstance(term, Signal)
    )
    shown = []
    for name in names:
        low, high = map(_short, signal_at(trace, name, step.time, call.semantics))
        shown.append(f"{name} = {low}" if trace.signals[name].exact else f"{name} in [{low}, {high}]")
    return ", ".join(shown)


def _draw(call: Call, trace: Trace, steps: tuple[Step, ...], watching: Monitor | None) -> None:
    if not call.picture:
        return
    drawing = plot(
        call.formula,
        trace,
        call.semantics,
        steps=steps,
        decided_at=watching.decided_at if watching else None,
        concrete_at=watching.concrete_at if watching else None,
    )
    write_file(call.picture, drawing.svg)
    complain(f"wrote {call.picture}")
