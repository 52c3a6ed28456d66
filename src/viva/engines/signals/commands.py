"""`viva monitor`: a formula and a trace, whole or as it comes."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np

from viva.core.escape import visible, visible_line
from viva.core.fault import Fault
from viva.core.reading import Misread
from viva.core.table import suggestion
from viva.core.texts import catalogue
from viva.engines.signals.diagnosis import Step, diagnose
from viva.engines.signals.horizon import horizon
from viva.engines.signals.model import Comparison, Formula, Signal, signals, subterms
from viva.engines.signals.notation import parse, show
from viva.engines.signals.online import Monitor, Robust
from viva.engines.signals.plot import plot
from viva.engines.signals.reader import number_text
from viva.engines.signals.reading import STANDARD_INPUT, read_batches, read_trace
from viva.engines.signals.robustness import Semantics, Verdict, bounds, verdict
from viva.engines.signals.trace import Trace, joined

STATUS = {Verdict.TRUE: 0, Verdict.FALSE: 1, Verdict.ZERO: 3, Verdict.UNKNOWN: 3}
FILES = (".stl", ".txt")
SAY = catalogue("viva.engines.signals").say


@click.command("monitor")
@click.argument("formula", metavar="FORMULA|FILE")
@click.argument("trace", default=STANDARD_INPUT)
@click.option(
    "--online", is_flag=True, help="Sample by sample: robust intervals, when it is decided, when it is certain."
)
@click.option("--stop", is_flag=True, help="With --online: read no further than the decision.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
@click.option("--plot", "picture", metavar="FILE.svg", help="Draw signals, thresholds and subformulas.")
@click.option("--semantics", default="points", metavar="WORD", help="points (default) or linear.")
@click.option("--extend", metavar="constant", help="Hold the last sample for ever instead of cutting windows.")
@click.option("-p", "--param", "given", multiple=True, metavar="NAME=VALUE", help="The value of a parameter.")
@click.option("--formula", "name", metavar="NAME", help="Which formula of the file; without it the last.")
def monitor(
    *,
    formula: str,
    trace: str,
    online: bool,
    stop: bool,
    as_json: bool,
    picture: str | None,
    semantics: str,
    extend: str | None,
    given: tuple[str, ...],
    name: str | None,
) -> int:
    """Watch signals: does a formula of signal temporal logic hold of a trace, how robustly, and why.

    TRACE is CSV with a header and the column time, JSON or Parquet; - or nothing is standard input.
    Exit status: 0 true, 1 false, 3 zero.

    \b
    Example:
      viva monitor "G[0,10] F[0,5] x > 0" trace.csv
      simulate | viva monitor rules.stl --online --stop
    """
    meaning = _semantics(semantics)
    wanted = _formula(formula, _parameters(given), name)
    if extend not in (None, "constant"):
        raise Fault(f"--extend cannot be {extend!r}", remedy="there is constant")
    if extend and online:
        raise Fault("--extend is for whole traces", remedy="leave --online or --extend out")
    if stop and not online:
        raise Fault("--stop needs --online")
    call = Call(wanted, trace, meaning, extend is not None, stop, as_json, picture)
    return _online(call) if online else _whole(call)


@dataclass(frozen=True, slots=True)
class Call:
    formula: Formula
    file: str
    semantics: Semantics
    extend: bool
    stop: bool
    as_json: bool
    picture: str | None

    def diagnose(self, trace: Trace) -> tuple[Step, ...]:
        """What decides; of a trace that is held for ever, nothing is said."""
        return () if self.extend else diagnose(self.formula, trace, self.semantics)


def _whole(call: Call) -> int:
    trace = read_trace(call.file, signals(call.formula))
    low, high = bounds(call.formula, trace, call.semantics, call.extend)
    found = verdict(low, high)
    steps = call.diagnose(trace) if call.picture or not call.as_json else ()
    if call.as_json:
        _print_json({"robustness": _robustness(low, high), "verdict": found})
    else:
        _print(_result(low, high))
        _print_steps(steps, trace)
    _draw(call, trace, steps, None)
    return STATUS[found]


def _online(call: Call) -> int:
    watching = Monitor(call.formula, call.semantics)
    intervals: list[Robust] = []
    parts: list[Trace] = []
    for batch in read_batches(call.file, signals(call.formula)):
        kind = watching.interval.kind
        for interval, time in zip(watching.each(batch), batch.times.tolist(), strict=True):
            intervals.append(interval)
            if not call.as_json and (interval.kind != kind or len(intervals) == 1):
                kind = interval.kind
                low, high = _short(interval.low), _short(interval.high)
                _print(SAY("interval", time=f"{_short(time):>10}", kind=f"{kind:<8}", low=low, high=high))
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
    final = intervals[-1] if stopped else watching.end()
    found = verdict(final.low, final.high)
    steps = () if stopped or (call.as_json and not call.picture) else call.diagnose(trace)
    if call.as_json:
        _print_json(
            {
                "robustness": _robustness(final.low, final.high),
                "verdict": found,
                "intervals": [[_number(one.low), _number(one.high)] for one in intervals],
                "decided_at": watching.decided_at,
                "concrete_at": watching.concrete_at if not stopped or final.concrete else None,
            }
        )
    else:
        _print_online(watching, call.formula, needed, trace, found)
        _print(_result(final.low, final.high))
        _print_steps(steps, trace)
    _draw(call, trace, steps, watching)
    return STATUS[found]


def _print_online(watching: Monitor, formula: Formula, sample: int, trace: Trace, found: Verdict) -> None:
    if watching.decided_at is not None:
        time = _short(watching.decided_at)
        _print(SAY("decided", time=time, sample=sample, count=len(trace), verdict=found))
    else:
        _print(SAY("undecided", time=_short(float(trace.times[-1]))))
    if watching.concrete_at is not None:
        _print(SAY("concrete", time=_short(watching.concrete_at)))
    if horizon(formula) < math.inf:
        _print(SAY("horizon", horizon=_short(horizon(formula))))


def _semantics(word: str) -> Semantics:
    if word not in list(Semantics):
        raise Fault(f"--semantics cannot be {word!r}", remedy=suggestion(word, [str(one) for one in Semantics]))
    return Semantics(word)


def _formula(text: str, parameters: dict[str, float], name: str | None) -> Formula:
    """A file, if there is one of that name."""
    file = Path(text)
    try:
        is_file = file.is_file()
    except (OSError, ValueError):  # too long for a name, or a character no name may have
        is_file = False
    if is_file:
        try:
            content = file.read_text("utf-8-sig")
        except UnicodeDecodeError:
            raise Fault("this is not text in UTF-8", text) from None
        return _parsed(content, parameters, name, text)
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


def _number(value: float) -> float | str:
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value + 0.0  # never -0.0


def _robustness(low: float, high: float) -> object:
    """One number; both ends where samples were noisy, or where it was stopped at the decision."""
    return _number(low) if low == high else [_number(low), _number(high)]


def _short(value: float) -> str:
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return number_text(float(f"{value:.6g}") + 0.0)


def _result(low: float, high: float) -> str:
    found = verdict(low, high)
    if low == high:
        return SAY("result", verdict=found, robustness=_short(low))
    return SAY("result_noisy", verdict=found, low=_short(low), high=_short(high))


def _print(line: str) -> None:
    click.echo(visible(line))


def _print_json(found: dict[str, object]) -> None:
    click.echo(json.dumps(found))


def _print_steps(steps: tuple[Step, ...], trace: Trace) -> None:
    if not steps:
        return
    _print(SAY("because"))
    rows = []
    for depth, step in enumerate(steps):
        following = steps[depth + 1].time if depth + 1 < len(steps) else step.time
        shown = _values(step, trace) if isinstance(step.formula, Comparison) else ""
        why = SAY(step.why, time=_short(following), values=shown)
        text = visible_line(show(step.formula))
        rows.append(
            ("  " * depth + (text if len(text) <= 60 else f"{text[:59]}…"), _short(step.value), _short(step.time), why)
        )
    wide, value, time = (max(len(row[column]) for row in rows) for column in range(3))
    for row in rows:
        _print(f"  {row[0]:<{wide}}  {row[1]:>{value}} at {row[2]:<{time}}  {row[3]}".rstrip())


def _values(step: Step, trace: Trace) -> str:
    """The signals of a comparison where it decides."""
    assert isinstance(step.formula, Comparison)
    names = dict.fromkeys(
        term.name
        for side in (step.formula.left, step.formula.right)
        for term in subterms(side)
        if isinstance(term, Signal)
    )
    return ", ".join(_value(trace, name, step.time) for name in names)


def _value(trace: Trace, name: str, time: float) -> str:
    values = trace.signals[name]
    low, high = (_short(float(np.interp(time, trace.times, end))) for end in (values.low, values.high))
    return f"{name} = {low}" if values.exact else f"{name} in [{low}, {high}]"


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
    try:
        Path(call.picture).write_text(drawing.svg, "utf-8")
    except OSError as problem:
        reason = (problem.strerror or "unknown reason").lower()
        raise Fault(f"this cannot be written: {reason}", call.picture, remedy="name another file") from None
    click.echo(f"viva: wrote {visible_line(call.picture)}", err=True)
