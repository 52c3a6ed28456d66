"""`viva monitor`: a formula and a trace, whole or as it comes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import click

from viva.cli.traces import File, chosen_formula, given_numbers, short_text, trace_options
from viva.commands.options import PATH, Word, json_option
from viva.commands.output import complain, flush, write, write_document, write_file
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.terms import ENGLISH
from viva.core.text.escape import visible, visible_line
from viva.core.texts import catalogue
from viva.engines.signals.diagnosis import Step, diagnose
from viva.engines.signals.horizon import horizon
from viva.engines.signals.model import Comparison, Formula, Signal, signals, subterms
from viva.engines.signals.notation import show
from viva.engines.signals.online import Monitor, Robust, Rolling, interval_after
from viva.engines.signals.plot import plot
from viva.engines.signals.reader import number_text
from viva.engines.signals.reading import STANDARD_INPUT, Missing
from viva.engines.signals.robustness import Semantics, Verdict, bounds, signal_at, verdict
from viva.engines.signals.slack import is_seen
from viva.engines.signals.trace import Trace, concatenate

STATUS = {Verdict.TRUE: 0, Verdict.FALSE: 1, Verdict.ZERO: 3, Verdict.UNKNOWN: 3}
_DEFINITE = (Verdict.TRUE, Verdict.FALSE)


@click.command("monitor")
@click.argument("formula", metavar="FORMULA|FILE")
@click.argument("trace", default=STANDARD_INPUT)
@click.option(
    "--online", is_flag=True, help="Sample by sample: robust intervals, when it is decided, when it is certain."
)
@click.option("--rolling", is_flag=True, help="The value at every sample, as soon as it is certain, as CSV.")
@click.option("--stop", is_flag=True, help="With --online: read no further than the decision.")
@json_option("the answer")
@click.option("--plot", "picture", type=PATH, metavar="FILE.svg", help="Draw signals, thresholds and subformulas.")
@click.option(
    "--extend",
    type=Word(["constant"]),
    metavar="constant",
    help="Hold the last sample for ever instead of cutting windows.",
)
@click.option("--strict", is_flag=True, help="Exit with 3 where more samples could still change the verdict.")
@trace_options
@click.option("--formula", "name", metavar="NAME", help="Which formula of the file; without it the last.")
def command(
    *,
    formula: str,
    trace: str,
    online: bool,
    rolling: bool,
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
    wanted = chosen_formula(formula, given_numbers(given), name)
    if extend and online:
        raise Fault("--extend is for whole traces", remedy="leave --online or --extend out")
    if stop and not online:
        raise Fault("--stop needs --online")
    if rolling and (online or extend or picture):
        raise Fault("--rolling goes without --online, --extend and --plot", remedy="leave them out")
    file = File(trace, column, Missing(missing))
    call = Call(wanted, file, Semantics(semantics), extend is not None, stop, strict, as_document, picture)
    if rolling:
        return _rolling(call)
    return _online(call) if online else _whole(call)


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
        return catalogue("viva.cli", self.locale).say(key, **slots)

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
    _draw(call, trace, steps, None, ())
    return _status(call, found, so_far)


def _is_so_far(call: Call, trace: Trace) -> bool:
    """Whether samples after the last one could change the verdict."""
    if call.extend or is_seen(call.formula, trace.times):
        return False
    return not interval_after(call.formula, trace, call.semantics).decided


def _print_so_far(call: Call, found: Verdict, trace: Trace, so_far: bool) -> None:
    if so_far:
        far = horizon(call.formula)
        key = "monitor_so_far" if far < math.inf else "monitor_so_far_endless"
        ends, looks = float(trace.times[-1]), float(trace.times[0]) + far
        _print(call.say(key, verdict=found, ends=short_text(ends), looks=short_text(looks)))


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
                low, high = short_text(interval.low), short_text(interval.high)
                _print(
                    call.say("monitor_interval", time=f"{short_text(time):>10}", kind=f"{kind:<8}", low=low, high=high)
                )
        parts.append(batch)
        if call.stop and watching.decided:
            break
    stopped = call.stop and watching.decided
    trace = concatenate(parts, signals(call.formula))
    needed = len(intervals)
    if watching.decided_at is not None:
        needed = 1 + int(trace.times.searchsorted(watching.decided_at))
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
    _draw(call, trace, steps, watching, intervals)
    return _status(call, found, so_far)


def _rolling(call: Call) -> int:
    """A line for each sample; the exit status is that of the first."""
    values = Rolling(call.formula, call.semantics)
    found: list[tuple[float, float]] = []
    if not call.as_document:
        _print("time,robustness")
    for batch in call.file.batches(signals(call.formula)):
        found += _given(call, values.push_trace(batch))
    found += _given(call, values.end())
    if call.as_document:
        write_document({"robustness": [[time, _plain(value)] for time, value in found]}, indent=None)
    return STATUS[verdict(found[0][1], found[0][1])]


def _given(call: Call, found: list[tuple[float, float]]) -> list[tuple[float, float]]:
    if found and not call.as_document:
        _print("\n".join(f"{number_text(time)},{_long(value)}" for time, value in found))
    return found


def _long(value: float) -> str:
    """To the last digit."""
    return number_text(value + 0.0) if math.isfinite(value) else short_text(value)


def _print_online(call: Call, watching: Monitor, sample: int, trace: Trace, found: Verdict) -> None:
    if watching.decided_at is not None:
        time = short_text(watching.decided_at)
        _print(call.say("monitor_decided", time=time, sample=sample, count=len(trace), verdict=found))
    else:
        _print(call.say("monitor_undecided", time=short_text(float(trace.times[-1]))))
    if watching.concrete_at is not None:
        _print(call.say("monitor_concrete", time=short_text(watching.concrete_at)))
    if horizon(call.formula) < math.inf:
        _print(call.say("monitor_horizon", horizon=short_text(horizon(call.formula))))


def _robustness(low: float, high: float) -> Json:
    """One number; both ends where samples were noisy, or where it was stopped at the decision."""
    return _plain(low) if low == high else [_plain(low), _plain(high)]


def _plain(value: float) -> float:
    return value + 0.0  # never -0.0


def _result(call: Call, low: float, high: float) -> str:
    found = verdict(low, high)
    if low == high:
        return call.say("monitor_result", verdict=found, robustness=short_text(low))
    return call.say("monitor_result_noisy", verdict=found, low=short_text(low), high=short_text(high))


def _print(line: str) -> None:
    """At once: samples may come slowly."""
    write(f"{visible(line)}\n")
    flush()


def _print_steps(call: Call, steps: tuple[Step, ...], trace: Trace) -> None:
    if not steps:
        return
    _print(call.say("monitor_because"))
    reasons = catalogue("viva.engines.signals", call.locale).say
    rows = []
    for depth, step in enumerate(steps):
        following = steps[depth + 1].time if depth + 1 < len(steps) else step.time
        shown = _values(call, step, trace) if isinstance(step.formula, Comparison) else ""
        why = reasons(step.why, time=short_text(following), values=shown)
        text = visible_line(show(step.formula))
        text = "  " * depth + (text if len(text) <= 60 else f"{text[:59]}…")
        rows.append((text, short_text(step.value), short_text(step.time), why))
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
        low, high = map(short_text, signal_at(trace, name, step.time, call.semantics))
        shown.append(f"{name} = {low}" if trace.signals[name].exact else f"{name} in [{low}, {high}]")
    return ", ".join(shown)


def _draw(
    call: Call, trace: Trace, steps: tuple[Step, ...], watching: Monitor | None, intervals: Sequence[Robust]
) -> None:
    if not call.picture:
        return
    drawing = plot(
        call.formula,
        trace,
        call.semantics,
        steps=steps,
        decided_at=watching.decided_at if watching else None,
        concrete_at=watching.concrete_at if watching else None,
        intervals=intervals,
        locale=call.locale,
    )
    write_file(call.picture, drawing.svg)
    complain(call.say("wrote", file=call.picture))
