"""The run of a witness as it is driven: the arena from above, or the signals, and below them how robustly the goal is
met as far as that is known by then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isfinite

from viva.core.drawing import Drawing, Frames
from viva.core.exercise import Exercise
from viva.core.report import Witness
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.core.texts import Say, catalogue
from viva.drawing import map as plan
from viva.drawing.frames import Moment, frames_of
from viva.drawing.plot import Band, Line, Panel, Plot, Threshold, short
from viva.drawing.plot import Moment as Now
from viva.drawing.plot import draw as plotted
from viva.engines.robots import Episode
from viva.engines.robots.plants.robot import Robot
from viva.engines.signals import Monitor
from viva.engines.signals.model import signals
from viva.engines.signals.online import Robust
from viva.subjects.labs.controllers import Run, drive_environment
from viva.subjects.labs.draw import ground_things, signals_over_time
from viva.subjects.labs.model import Environment, Goal, Task

_STEPS = 60


def frames(exercise: Exercise, submission: Submission, witness: Witness, terms: Terms) -> Frames | None:
    task = exercise.task_as(Task)
    say = catalogue(__package__, terms.locale).say
    environment = _environment(task, witness)
    goal = next((each for each in task.goals if each.name == witness.fields.get("goal")), None)
    if environment is None:
        return None
    watched = goal is not None  # who only tries it out sees all of the run, and no goal
    return frames_of_run(drive_environment(exercise, submission, environment, terms, watch=watched), goal, say)


def frames_of_run(run: Run, goal: Goal | None, say: Say) -> Frames | None:
    """The moments of a run; with a goal also what is known of its robustness."""
    episode = run.episode
    places = _places(len(episode.times))
    known = list(_known(episode, goal)) if goal else []
    moments = []
    for place in places:
        time = episode.times[place]
        slots = {"time": f"{time:g}", "values": _values(run, place)}
        text = say("frame_time", **slots)
        if known:
            text += " " + _so_far(known[place], say)
        drawings = [_seen(run, goal, place, say)]
        if goal and known:
            drawings.append(_robustness(goal, episode, known, place, say))
        moments.append(Moment(text, tuple(drawings)))
    return frames_of(say("draw_run", arena=run.environment.title), moments)


def _environment(task: Task, witness: Witness) -> Environment | None:
    """The one that the witness names, with the settings and the seed that it tells."""
    found = next((each for each in task.environments if each.title == witness.fields.get("arena")), None)
    settings, seed = witness.fields.get("settings"), witness.fields.get("seed")
    if found is None or not isinstance(settings, dict) or not isinstance(seed, int):
        return None
    numbers = {name: float(value) for name, value in settings.items() if isinstance(value, int | float)}
    return replace(found, arena=found.arena.with_settings(numbers), seed=seed)


def _places(count: int) -> list[int]:
    """Evenly over the whole run, its first and its last among them."""
    return sorted({round(step * (count - 1) / _STEPS) for step in range(_STEPS + 1)})


def _values(run: Run, place: int) -> str:
    """What the sensors read and what the controller commands."""
    columns = run.episode.columns
    names = [*run.environment.arena.plant_now().sensors, *(each for each in columns if each.startswith("command_"))]
    return ", ".join(f"`{name}` = {short(float(columns[name][place]))}" for name in names if name in columns)


def _seen(run: Run, goal: Goal | None, place: int, say: Say) -> Drawing:
    episode, plant = run.episode, run.environment.arena.plant_now()
    title = say("draw_run", arena=run.environment.title)
    if isinstance(plant, Robot):
        points = list(zip(episode.columns["x"], episode.columns["y"], strict=True))
        now = plan.Spot(points[place], f"{episode.times[place]:g}")
        things = [*ground_things(plant.ground, say), plan.Track(points, place + 1), now]
        return plan.draw(things, title, say("draw_run_text", arena=run.environment.title, seconds=f"{episode.end:g}"))
    goals = (goal,) if goal else ()
    names = [*(name for each in goals for name in signals(each.formula)), *plant.sensors]
    line = Now(episode.times[place], f"{episode.times[place]:g}")
    return signals_over_time(episode, names, goals, title=title, moment=line, say=say)


def _known(episode: Episode, goal: Goal) -> Iterator[Robust]:
    """After each sample the interval in which the robustness will lie."""
    monitor, names = Monitor(goal.formula), signals(goal.formula)
    for place in range(len(episode.times)):
        yield monitor.push(episode.times[place], **{name: episode.columns[name][place] for name in names})


def _so_far(known: Robust, say: Say) -> str:
    kind = "met" if known.low > 0 else "missed" if known.high < 0 else "open"
    least = known.low if kind == "met" else -known.high
    return say(f"frame_goal_{kind}", least=short(least) if isfinite(least) else "0")


def _robustness(goal: Goal, episode: Episode, known: Sequence[Robust], place: int, say: Say) -> Drawing:
    """What the robustness can still be: it narrows from above and from below. The line is where the run is."""
    finite = [abs(end) for each in known for end in (each.low, each.high) if isfinite(end)]
    most = 1.2 * max(finite, default=1.0) or 1.0

    def cut(value: float) -> float:
        return min(most, max(-most, value))

    times = list(episode.times)
    high, low = [cut(each.high) for each in known], [cut(each.low) for each in known]
    lines = (Line(times, high, say("frame_most"), steps=True), Line(times, low, say("frame_least"), steps=True))
    panel = Panel(say("frame_robustness"), (Band(times, low, high, steps=True), *lines, Threshold(0.0, "0")))
    now = Now(times[place], f"{times[place]:g}")
    return plotted(Plot((panel,), 0.0, episode.end, say("draw_axis"), (now,)), goal.text, _so_far(known[place], say))


def witness_of_input(exercise: Exercise, text: str, terms: Terms) -> Witness:
    """The arena in which somebody lets their controller drive; without a name the first."""
    environments = exercise.task_as(Task).environments
    named = [each for each in environments if text.strip() in ("", each.title)]
    if not named:
        names = ", ".join(dict.fromkeys(each.title for each in environments))
        raise Unreadable("input", catalogue(__package__, terms.locale).say("try_room", names=names))
    return Witness("lab", {"arena": named[0].title, "seed": named[0].seed, "settings": {}})
