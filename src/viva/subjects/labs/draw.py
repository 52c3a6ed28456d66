"""Pictures: the arena from above with the way that was driven, or what the signals did over time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.report import Witness
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.texts import Say, catalogue
from viva.drawing import map as plan
from viva.drawing.plot import Line, Moment, Panel, Plot, Threshold
from viva.drawing.plot import draw as plotted
from viva.engines.robots import Arena, Episode
from viva.engines.robots.plants.robot import Robot
from viva.engines.robots.terrain import Ground
from viva.engines.signals.model import signals
from viva.engines.signals.plot import thresholds
from viva.subjects.labs.controllers import Run, drive_environment
from viva.subjects.labs.judge import Judged
from viva.subjects.labs.model import Goal, Task
from viva.subjects.labs.solve import model

_MOST_PANELS = 5


def run(task: Task, shown: Run, failed: Judged | None, say: Say) -> Drawing:
    """What a controller did, and the moment that decided."""
    environment, episode = shown.environment, shown.episode
    moment = failed.at if failed and failed.at is not None else None
    title = say("draw_run", arena=environment.title)
    plant = environment.arena.plant_now()
    if isinstance(plant, Robot):
        points = list(zip(episode.columns["x"], episode.columns["y"], strict=True))
        things: list[plan.Thing] = [*ground_things(plant.ground, say), plan.Way(points, episode.end, say("draw_way"))]
        if moment is not None:
            number = min(range(len(points)), key=lambda place: abs(episode.times[place] - moment))
            things.append(plan.Spot(points[number], say("draw_moment", time=f"{moment:g}")))
        return plan.draw(things, title, say("draw_run_text", arena=environment.title, seconds=f"{episode.end:g}"))
    goals = (failed.goal,) if failed else task.goals
    names = dict.fromkeys(name for goal in goals for name in signals(goal.formula))
    decided = None if moment is None else Moment(moment, say("draw_moment", time=f"{moment:g}"))
    return signals_over_time(episode, [*names, *plant.sensors], goals, title=title, moment=decided, say=say)


def signals_over_time(
    episode: Episode, names: Sequence[str], goals: Sequence[Goal], *, title: str, moment: Moment | None, say: Say
) -> Drawing:
    """Signals over time, with the numbers that goals compare them with."""

    shown = list(dict.fromkeys(names))[:_MOST_PANELS]
    commands = [name for name in episode.columns if name.startswith("command_")]

    def panel(name: str) -> Panel:
        bounds = dict(bound for goal in goals for bound in thresholds(name, goal.formula))
        lines = [Threshold(level, text) for text, level in bounds.items()]
        return Panel(name, (Line(episode.times, episode.columns[name]), *lines))

    panels = tuple(map(panel, dict.fromkeys((*shown, *commands))))
    moments = () if moment is None else (moment,)
    text = say("draw_run_text", arena=episode.arena.name.removesuffix(".toml"), seconds=f"{episode.end:g}")
    return plotted(Plot(panels, 0.0, episode.end, say("draw_axis"), moments), title, text)


def ground_things(ground: Ground, say: Say) -> Iterator[plan.Thing]:
    for surface in ground.surfaces:
        box = surface.box
        rising = surface.towards if surface.slope else None
        text = "" if rising else say("draw_height", height=f"{surface.base:g}")
        yield plan.Area((box.left, box.bottom), (box.right, box.top), "hill", rising, text)
    for box in ground.cliffs:
        yield plan.Area((box.left, box.bottom), (box.right, box.top), "drop")
    for wall in ground.walls:
        yield plan.Wall(wall.start, wall.end)
    for each in ground.obstacles:
        yield plan.Disc(each.at, each.radius)
    if ground.goal:
        yield plan.Disc(ground.goal.at, ground.goal.radius, "goal", say("draw_goal"))
    yield plan.Spot(ground.start, say("draw_start"), "plain")


def arena(shown: Arena, say: Say) -> Drawing | None:
    """The plan of an arena, for a plant that has one."""
    plant = shown.plant_now()
    if not isinstance(plant, Robot):
        return None
    title = say("draw_arena", arena=shown.name.removesuffix(".toml"))
    return plan.draw(list(ground_things(plant.ground, say)), title, title)


def draw(exercise: Exercise, thing: Submission | Witness | None = None) -> Drawing:
    """A submission drives in the first environment; without one the arena is drawn, or else what the reference does.
    A witness is drawn as its arena, with its settings."""
    task = exercise.task_as(Task)
    say = catalogue(__package__).say
    first = task.environments[0]
    if isinstance(thing, Witness):
        named = [each for each in task.environments if each.title == thing.fields.get("arena")]
        place = (named or [first])[0].arena
        settings = thing.fields.get("settings")
        changed = place.with_settings(settings) if isinstance(settings, dict) and settings else place  # type: ignore[arg-type]
        found = arena(changed, say)
        if found is not None:
            return found
        thing = None
    if thing is None:
        found = arena(first.arena, say)
        if found is not None:
            return found
    return run(task, drive_environment(exercise, thing or model(task), first, Terms()), None, say)
