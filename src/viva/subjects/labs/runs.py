"""Runs that were recorded, here or elsewhere, judged as if the controller had just driven.

A trace is trusted: it is the teacher's, or comes from a machine that the teacher runs. It stands for a run in one of
the environments, whose name ends the name of its file: `ada-straight.csv`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.robots.episode import Episode
from viva.engines.signals import Monitor
from viva.engines.signals.model import signals
from viva.engines.signals.reading import read_trace
from viva.engines.signals.trace import Bounds, Trace
from viva.subjects.labs.controllers import Run
from viva.subjects.labs.judge import Judged, judge_run, shown_slips
from viva.subjects.labs.model import Environment, Task
from viva.subjects.labs.score import goals_share

_LONGEST_GAP = 2.0  # seconds between two samples
ENDINGS = (".csv", ".json", ".jsonl", ".parquet")


@dataclass(frozen=True, slots=True)
class Recorded:
    """One run of a student, or of a controller: which goals are missed, and which known faults show."""

    who: str
    run: Run
    goals: tuple[Judged, ...]
    faults: tuple[str, ...]

    @property
    def missed(self) -> list[str]:
        return [each.goal.name for each in self.goals if not each.result.right]


@dataclass(frozen=True, slots=True)
class Row:
    """Of runs with a fault (None: with none that is known), in how many each goal is missed."""

    fault: str | None
    runs: int
    missed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Grade:
    """`share` of all marks; `lacking` are environments of which there is no run: their goals count as missed."""

    who: str
    share: float
    missed: tuple[str, ...]
    faults: tuple[str, ...]
    lacking: tuple[str, ...]


def slug(title: str) -> str:
    return re.sub(r"[^\w.-]+", "-", title).strip("-")


def judge_episode(task: Task, environment: Environment, episode: Episode, who: str) -> Recorded:
    """To the end: what a run that broke, or was not recorded long enough, leaves open stays open."""
    return _recorded(task, environment, episode, episode.trace(), who)


def judge_trace(task: Task, file: Path) -> Recorded:
    """Raises Fault."""
    name = file.name.partition(".")[0] if file.name.endswith(".gz") else file.stem
    named = [each for each in task.environments if name.endswith(f"-{slug(each.title)}")]
    if not named:
        titles = ", ".join(slug(each.title) for each in task.environments)
        raise Fault(
            "the name of a trace ends with the environment it is from",
            str(file),
            remedy=f"STUDENT-ARENA.csv, with {titles}",
        )
    environment = max(named, key=lambda each: len(each.title))
    formulas = [*(goal.formula for goal in task.goals), *(slip.formula for slip in task.slips)]
    wanted = sorted({name for each in formulas for name in signals(each)})
    found = read_trace(file, wanted)
    columns = {name: [float(value) for value in found.signals[name].low] for name in wanted}
    episode = Episode(environment.arena, environment.seed, [float(time) for time in found.times], columns)
    return _recorded(task, environment, episode, found, name.removesuffix(f"-{slug(environment.title)}"))


def _recorded(task: Task, environment: Environment, episode: Episode, found: Trace, who: str) -> Recorded:
    known = Trace(
        found.times,
        {
            name: Bounds(each.low - task.uncertain.get(name, 0.0), each.high + task.uncertain.get(name, 0.0))
            if task.uncertain.get(name)
            else each
            for name, each in found.signals.items()
        },
    )
    whole = episode.broken is None and episode.end >= environment.arena.seconds - 1e-9
    shown = known if _is_seen(episode.times) else None
    goals = tuple((goal, _watched(Monitor(goal.formula), shown, whole)) for goal in task.goals)
    slips = tuple((slip, _watched(Monitor(slip.formula), shown, whole)) for slip in task.slips)
    run = Run(environment, episode, goals, slips)
    return Recorded(who, run, judge_run(run), tuple(slip.name for slip, _ in shown_slips(run)))


def _is_seen(times: Sequence[float]) -> bool:
    """Whether a run was recorded from its beginning on, and nowhere so seldom that much of it is not seen."""
    return bool(times) and all(later - earlier <= _LONGEST_GAP for earlier, later in pairwise([0.0, *times]))


def _watched(monitor: Monitor, found: Trace | None, whole: bool) -> Monitor:
    """Of a run that nobody has seen, every goal stays open."""
    if found is None:
        return monitor
    monitor.push_trace(found)
    if whole:
        monitor.end()
    return monitor


def table(task: Task, environment: Environment, runs: Sequence[Recorded]) -> list[Row]:
    """The faults that show against the goals that are missed, in one environment."""
    here = [each for each in runs if each.run.environment is environment]
    rows = [_row(task, slip.name, [each for each in here if slip.name in each.faults]) for slip in task.slips]
    return [*(row for row in rows if row.runs), _row(task, None, [each for each in here if not each.faults])]


def _row(task: Task, fault: str | None, runs: Sequence[Recorded]) -> Row:
    return Row(fault, len(runs), tuple(sum(goal.name in each.missed for each in runs) for goal in task.goals))


def grades(task: Task, runs: Sequence[Recorded]) -> list[Grade]:
    """In the order of their names; each goal counts where it goes worst."""
    found: list[Grade] = []
    for who in sorted({each.who for each in runs}):
        own = [each for each in runs if each.who == who]
        there = {id(each.run.environment) for each in own}
        lacking = [each.title for each in task.environments if id(each) not in there]
        share = 0.0 if lacking else goals_share([each.goals for each in own])
        missed = [goal.name for goal in task.goals if any(goal.name in each.missed for each in own)]
        faults = [slip.name for slip in task.slips if any(slip.name in each.faults for each in own)]
        found.append(Grade(who, share, tuple(missed), tuple(faults), tuple(lacking)))
    return found
