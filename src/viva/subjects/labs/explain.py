"""What is told of a controller that misses a goal, rung by rung."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import About, Finding, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.text.escape import clip
from viva.core.texts import Say
from viva.drawing.plot import short
from viva.engines.robots import PLANTS, Arena, Tried
from viva.engines.signals import show
from viva.engines.signals.model import signals
from viva.languages.takes import Takes
from viva.subjects.labs import draw
from viva.subjects.labs.controllers import Nonsense, Run, Stuck
from viva.subjects.labs.judge import Judged, Result, reason, shown_slips
from viva.subjects.labs.model import Slip, Task
from viva.subjects.labs.notation import STEP
from viva.subjects.labs.pattern import pattern, setting_name
from viva.subjects.labs.places import places

_SHOWN_SENSORS = 12
_LONGEST = 120  # characters of a message


def missing(say: Say, file: str) -> tuple[Finding, ...]:
    return (Finding(say("missing_function", file=file, name=STEP), About.POLICY, signature="missing_function"),)


def missing_from_header(say: Say, file: str, header: str) -> tuple[Finding, ...]:
    text = say("missing_from_header", file=file, name=STEP, header=header)
    return (Finding(text, About.POLICY, signature="missing_function"),)


def parameters(say: Say, file: str, takes: Takes) -> tuple[Finding, ...]:
    text = say("parameters", file=file, name=STEP, count=len(takes.parameters))
    return (Finding(text, About.POLICY, signature="parameters"),)


def how(one: Judged, say: Say) -> str:
    """How a goal came out in a run, in a few words."""
    if one.margin is None or one.at is None:
        return say(f"how_{one.result.value}", "how_other", margin=_margin(one, say))
    return say(f"how_{one.result.value}_at", "how_other", margin=_margin(one, say), time=float(one.at))


def _margin(one: Judged, say: Say) -> str:
    """What was not driven to the end could have become worse, or better."""
    amount = short(abs(one.margin or 0.0))
    return amount if one.exact else say("at_least", amount=amount)


def last_values(one: Judged) -> str:
    """What the goal speaks of, as it was when the run ended."""
    columns = one.run.episode.columns
    return ", ".join(f"{name} = {short(columns[name][-1])}" for name in signals(one.goal.formula))


def broken_goals(run: Run, say: Say) -> str:
    """What a controller gave no commands with, and when."""
    problem, episode = run.problem, run.episode
    sensors = ", ".join(f"{name} = {short(value)}" for name, value in list(episode.told.items())[:_SHOWN_SENSORS])
    slots = {"arena": run.environment.title, "time": float(episode.end), "sensors": sensors}
    if isinstance(problem, Nonsense):
        what = say("example_nonsense", **slots, value=problem.shown)
        return f"{what} {say(f'nonsense_{problem.kind}', count=problem.count, commands=commands_of(run))}"
    if isinstance(problem, Stuck):
        return say("example_stuck", **slots, problem=problem.told)
    assert problem is not None
    told = f"{problem.kind}: {clip(problem.message, _LONGEST)}" if problem.kind and problem.message else problem.kind
    return say("example_problem", **slots, problem=told or say(f"ended_{problem.reason}", "ended_other"))


def commands_of(run: Run) -> str:
    """What a controller is to give back, as a program would write it: `left, right`."""
    return ", ".join(PLANTS[run.environment.arena.plant].commands)


def findings(
    task: Task,
    failed: Judged,
    runs: Sequence[Sequence[Judged]],
    tried: Sequence[tuple[Arena, Tried]],
    *,
    say: Say,
    file: str,
    wanted: Collection[Rung],
) -> tuple[Finding, ...]:
    """By the hint equal mistakes are known: what else is told belongs to one run."""
    missed = [one for results in runs for one in results if one.result.wrong]
    slip = next((slip for slip, _ in shown_slips(failed.run)), None)
    signature = _signature(missed, slip) if failed.run.problem is None else reason(failed)
    hint = Ladder(signature, hint=_hint(failed, slip, say))
    ladder = Ladder(
        None,
        pattern=pattern(failed, runs, tried, say) if Rung.PATTERN in wanted else None,
        example=_example(task, failed, say) if Rung.EXAMPLE in wanted else None,
        place=places(failed, say, file) if Rung.PLACE in wanted else None,
    )
    return (*hint.findings(), *ladder.findings(), *_beyond(failed.run, say))


def _beyond(run: Run, say: Say) -> tuple[Finding, ...]:
    """A remark on commands that are far more than there is: an angle for a speed, or degrees for radians."""
    if run.beyond is None or run.problem is not None:
        return ()
    name, value = run.beyond
    low, high = PLANTS[run.environment.arena.plant].commands[name]
    text = say("beyond", name=name, value=short(float(value)), low=f"{low:g}", high=f"{high:g}")
    if "angle" in PLANTS[run.environment.arena.plant].sensors:
        text += " " + say("beyond_angles")
    return (Finding(text, About.QUALITY, signature="beyond"),)


def _signature(missed: Sequence[Judged], slip: Slip | None) -> str:
    where = dict.fromkeys(f"{one.goal.name} {one.result} in {one.run.environment.title}" for one in missed)
    return "; ".join([*where, *([slip.name] if slip else [])])


def _hint(failed: Judged, slip: Slip | None, say: Say) -> str:
    if failed.run.problem is not None:
        problem = failed.run.problem
        key = f"hint_{problem.kind}" if isinstance(problem, Nonsense) else f"hint_{reason(failed)}"
        kind = "" if isinstance(problem, Nonsense | Stuck) else problem.kind
        return say(key, f"hint_problem_{kind}", "hint_problem", commands=commands_of(failed.run))
    late = "hint_late" if failed.result is Result.LATE else "hint_goal"
    return slip.text if slip else failed.goal.hint or say(late, goal=failed.goal.text)


def _example(task: Task, failed: Judged, say: Say) -> Clue:
    run = failed.run
    problem = run.problem
    environment, episode = run.environment, run.episode
    settings = {each.path: environment.arena.setting(each.path) for each in environment.arena.settings}
    time = failed.at if failed.at is not None else episode.end
    fields: dict[str, Json] = {
        "arena": environment.title,
        "seed": environment.seed,
        "settings": dict(settings),
        "goal": failed.goal.name,
        "formula": show(failed.goal.formula),
        "time": time,
        "robustness": failed.margin,
    }
    if problem is not None:
        fields |= {"sensors": dict(episode.told)}
        text = broken_goals(run, say)
    else:
        text = say(
            f"example_{failed.result.value}",
            arena=environment.title,
            goal=failed.goal.text,
            time=float(time),
            by=float(failed.goal.by or 0),
        )
        if settings:
            listed = ", ".join(f"{setting_name(name)} = {short(value)}" for name, value in settings.items())
            text += " " + say("example_settings", settings=listed)
    return Clue(text, witness=Witness("lab", fields), drawing=draw.run(task, run, failed, say))
