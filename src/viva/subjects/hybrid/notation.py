"""Files to values: the table of an exercise, its reference, and what is handed in."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.report import About, Finding
from viva.core.source import Source
from viva.core.submission import Submission, Unreadable
from viva.core.table import Table, read_toml, suggestion
from viva.core.text.reading import Misread
from viva.core.texts import Say
from viva.core.where import Passage
from viva.engines.hybrid import System, align_inputs, formats, summarise
from viva.engines.hybrid.curves import Number, size
from viva.engines.hybrid.expressions import read_number, show_number
from viva.engines.hybrid.generating import Rules, Values, evaluate, holds
from viva.engines.hybrid.model import Span
from viva.engines.hybrid.summary import Summary
from viva.subjects.hybrid.errors import read_errors
from viva.subjects.hybrid.model import Bounds, Task, Variation

_HORIZON = 100.0
_MOST_EVENTS = 2_000
_MOST_VALUES = 1_000


def read_task(settings: Table, source: Source) -> Task:
    """Raises Fault, for a reference too that no answer could be compared with."""
    file = settings.string("reference")
    reference = read_reference(source, file)
    threshold, horizon = exact(settings, "threshold", 0.0), exact(settings, "horizon", _HORIZON)
    if threshold < 0:
        raise settings.fault("threshold", "cannot be negative", "outputs further apart than this differ")
    if horizon <= 0:
        raise settings.fault("horizon", "must be above 0", "it is the time up to which answers are compared")
    summary = examine_system(reference, file, horizon)
    own = formats.parameters_of(source.text(file))
    stated = _stated_bounds(settings.table("bounds"), reference, own)
    bounds = _bounds(settings.table("bounds"), reference, summary, stated, own)
    variation = _variation(settings, source, own, Rules(horizon, (), stated, threshold))
    errors = settings.string("errors", "")
    known = read_errors(source.text(errors), errors, reference) if errors else ()
    unit = settings.string("unit", "")
    return Task(
        file, reference, threshold, horizon, bounds, unit, known, _starts(settings, reference), variation, summary
    )


def parameter_words(task: Task) -> dict[str, str]:
    """What stands in the statement for `{name}`: the parameters, in digits that people can read."""
    return {name: show_number(value) for name, value in task.variation.own.items()}


def read_reference(source: Source, file: str) -> System:
    try:
        beside = file.rpartition(".")[0] + ".cfg"
        return formats.read(source.text(file), configuration=source.text(beside) if beside in source.files else "")
    except Misread as problem:
        raise problem.fault(file) from None


def examine_system(reference: System, file: str, horizon: Fraction) -> Summary:
    """The run of a reference; a fault where it is none to compare with."""
    if not reference.outputs:
        raise Fault("the reference shows no output", file, remedy='name what is compared: "outputs": ["T"]')
    free = [event.name for event in reference.inputs.events if event.times is None]
    if free:
        problem = f"the event {free[0]!r} may come at any time, and an exercise needs times to compare at"
        raise Fault(problem, file, remedy="list some times for it")
    summary = summarise(reference, horizon)
    several = next((jump for jump in summary.jumps if jump.options), None)
    if several:
        modes = ", ".join(reference.mode_names(several.before))
        problem = f"at time {show_time(several.time)} several transitions are possible at once in the mode {modes}"
        raise Fault(problem, file, remedy="make the guards exclude each other")
    ending = summary.ending
    if ending and ending.reason != "horizon":
        why = {
            "stuck": "the invariant ends and no guard holds",
            "zeno": "transitions follow each other without end at one instant",
            "growth": "a value grows beyond all bounds",
        }.get(ending.reason, "there are too many transitions to examine")
        modes = ", ".join(reference.mode_names(ending.modes))
        problem = f"the reference stops at time {show_time(ending.time)} in the mode {modes}: {why}"
        raise Fault(problem, file, remedy="mend the model, or choose an earlier `horizon`")
    if len(summary.jumps) > _MOST_EVENTS:
        problem = f"the reference switches more than {_MOST_EVENTS:,} times up to the horizon"
        raise Fault(problem, file, remedy="choose an earlier `horizon`")
    return summary


def exact(settings: Table, key: str, default: float | None = None) -> Fraction:
    """A number of the table as it is written: 0.1 is one tenth. A fraction can be given in quotes."""
    value = settings.value(key)
    if isinstance(value, str):
        try:
            return read_number(value)
        except Misread as problem:
            raise settings.fault(key, f"cannot be {value!r}: {problem.problem}") from None
    number = settings.number(key, default)
    if not math.isfinite(number):
        raise settings.fault(key, f"cannot be {number}")
    return Fraction(repr(number))


def _stated_bounds(table: Table, reference: System, own: Values) -> dict[str, tuple[str, str]]:
    """The bounds of outputs as the teacher wrote them: numbers, or expressions in the parameters."""
    found = {}
    for name in table.values:
        if name not in reference.outputs:
            raise table.fault(name, "is no output of the reference", suggestion(name, reference.outputs))
        pair = table.value(name)
        if not isinstance(pair, list) or len(pair) != 2:
            raise table.fault(name, "must be two numbers, the lower first", "as in T = [18, 21]")
        found[name] = (_as_text(pair[0]), _as_text(pair[1]))
        try:
            low, high = (evaluate(each, own) for each in found[name])
        except Misread as problem:
            raise table.fault(name, f"cannot be read: {problem.problem}") from None
        if low > high:
            raise table.fault(name, "has its lower bound above the upper one")
    return found


def _starts(settings: Table, reference: System) -> dict[str, Span]:
    """The table `[hybrid.start]`: for outputs all initial values between two numbers."""
    table = settings.table("start")
    found = {}
    for name in table.values:
        if name not in reference.outputs:
            raise table.fault(name, "is no output of the reference", suggestion(name, reference.outputs))
        pair = table.value(name)
        if not isinstance(pair, list) or len(pair) != 2:
            raise table.fault(name, "must be two numbers, the lower first", "as in T = [18, 21]")
        low, high = (_number(table, name, each) for each in pair)
        if low > high:
            raise table.fault(name, "has its lower end above the upper one")
        found[name] = Span(low, high)
    return found


def _as_text(value: object) -> str:
    return show_number(Fraction(repr(value))) if isinstance(value, float) and math.isfinite(value) else str(value)


def _bounds(
    table: Table, reference: System, summary: Summary, stated: Mapping[str, tuple[str, str]], own: Values
) -> dict[str, Bounds]:
    found: dict[str, Bounds] = {}
    for name in reference.outputs:
        low, high = (Fraction(each) for each in summary.bounds[reference.position(name)])
        found[name] = (low, high)
        if name in stated:
            asked = (evaluate(stated[name][0], own), evaluate(stated[name][1], own))
            if low < asked[0] or high > asked[1]:
                stays = f"[{show_time(low)}, {show_time(high)}]"
                raise table.fault(name, f"is not kept by the reference itself, which stays in {stays}")
            found[name] = asked
    return found


def _variation(settings: Table, source: Source, own: Values, rules: Rules) -> Variation:
    """The table `[hybrid.vary]`: for each parameter its range, and beside them `sense` and `band`."""
    table = settings.table("vary")
    sense = table.strings("sense", [])
    band = exact(table, "band", 2.5)
    ratings = table.string("ratings", "ratings.toml")
    ranges = {name: _range(table, name, own) for name in table.values if name not in ("sense", "band", "ratings")}
    table.finish()
    for each in sense:
        try:
            if not holds(each, own):
                raise table.fault("sense", f"has {each!r}, which does not hold for the exercise itself")
        except Misread as problem:
            raise table.fault("sense", f"has {each!r}: {problem.problem}", problem.remedy) from None
    rated = read_ratings(source.text(ratings), ratings, own) if ratings in source.files else ()
    return Variation(own, ranges, replace(rules, sense=sense, band=band or None), rated)


def _range(table: Table, name: str, own: Values) -> tuple[Fraction, ...]:
    if name not in own:
        raise table.fault(name, "is no parameter of the reference", suggestion(name, list(own) or ["no parameter"]))
    if isinstance(table.values.get(name), list):
        items = table.value(name)
        assert isinstance(items, list)
        values = [_number(table, name, each) for each in items]
    else:
        row = table.table(name)
        low, high, step = exact(row, "from"), exact(row, "to"), exact(row, "step", 1.0)
        row.finish()
        if step <= 0 or high < low or (high - low) / step > _MOST_VALUES:
            raise table.fault(name, "is no range", "as in { from = 1, to = 5, step = 0.5 }")
        values = [low + step * number for number in range(int((high - low) / step) + 1)]
    if not values:
        raise table.fault(name, "has no values")
    return tuple(dict.fromkeys(values))


def _number(table: Table, name: str, value: object) -> Fraction:
    try:
        return read_number(_as_text(value))
    except Misread as problem:
        raise table.fault(name, problem.problem) from None


def read_ratings(text: str, file: str, own: Values) -> tuple[tuple[Mapping[str, Fraction], float], ...]:
    """What the teacher thought of candidates: rows `[[candidate]]` with `score` and the values of parameters."""
    table = read_toml(text, file)
    found = []
    for row in table.tables("candidate"):
        score = row.number("score")
        values = row.table("values")
        found.append(
            ({name: _number(values, name, values.value(name)) for name in values.values if name in own}, score)
        )
        row.finish()
    table.finish()
    return tuple(found)


def read_submission(task: Task, submission: Submission, say: Say) -> tuple[str, System]:
    """The system that was handed in, with the inputs that the exercise gives. Raises Unreadable."""
    file, text = submission.text(formats.ENDINGS)
    try:
        system = formats.read(text, configuration=_configuration(submission))
    except Misread as problem:
        raise unreadable(file, problem, say) from None
    return file, fit_system(task, system, say)


def _configuration(submission: Submission) -> str:
    """The file beside a model of SpaceEx that says how it begins."""
    found = [content for file, content in sorted(submission.files.items()) if file.lower().endswith(".cfg")]
    return found[0].decode("utf-8", errors="replace") if found else ""


def fit_system(task: Task, system: System, say: Say) -> System:
    missing = [name for name in task.outputs if name not in system.variables]
    if missing:
        raise Unreadable(
            "missing_output", say("missing_output", name=missing[0], variables=", ".join(system.variables))
        )
    try:
        return align_inputs(system, task.reference)
    except KeyError as problem:
        names = ", ".join(task.reference.inputs.names) or say("no_inputs")
        raise Unreadable("unknown_input", say("unknown_input", name=problem.args[0], inputs=names)) from None


def unreadable(file: str, problem: Misread, say: Say) -> Unreadable:
    where = Passage(file, problem.line, problem.column) if problem.line else None
    said = say("unreadable", file=file, problem=problem.sentence).replace("?.", "?")
    return Unreadable(problem.reason, [Finding(said, About.POLICY, signature=problem.reason, where=where)])


def show_time(value: Fraction | float) -> str:
    """A number for people: as it is where that is short, otherwise rounded, with the fraction where that helps."""
    if not isinstance(value, float):
        text = show_number(value)
        if "/" not in text and len(text) <= 10:
            return text
    number = float(value)
    return f"{number:.3g}" if abs(number) < 1 else f"{number:.3f}".rstrip("0").rstrip(".")


def spoken_number(value: Fraction | float, say: Say) -> str:
    """A number in a sentence, with the decimal point of the language."""
    return show_time(value).replace(".", say("decimal_point"))


def show_moment(task: Task, value: Number, say: Say) -> str:
    """A moment in a sentence, with its unit where there is one: `2.5 s`, `time 2.5`."""
    key = "at_time_unit" if task.unit else "at_time"
    return say(key, time=spoken_number(value, say), unit=task.unit)


def show_span(task: Task, value: Number) -> str:
    return f"{show_time(value)} {task.unit}".rstrip()


def json_number(value: Number) -> Json:
    """A value in JSON: whole ones without a point."""
    return int(value) if value == int(value) and size(value) < 2**53 else float(value)
