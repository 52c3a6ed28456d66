"""The moment that shows what the hint speaks of, and what the plant did then; or the line of the controller that gave
no commands."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.rungs import Clue
from viva.core.texts import Say
from viva.core.where import Passage, Time
from viva.drawing.plot import short
from viva.engines.signals import diagnose, show
from viva.engines.signals.diagnosis import Step
from viva.engines.signals.model import Eventually, Not, signals
from viva.languages.problem import Problem
from viva.subjects.labs.judge import Judged, Result, shown_slips


def places(failed: Judged, say: Say, file: str) -> Clue:
    problem = failed.run.problem
    if isinstance(problem, Problem) and problem.line:
        text = say("place_line", line=problem.line, time=float(failed.run.episode.end))
        return Clue(text, Passage(file, problem.line))
    episode = failed.run.episode
    if problem is not None or failed.result is Result.LATE:
        return Clue(say("place_end", time=float(episode.end)), Time(episode.end))
    shown = shown_slips(failed.run)
    if shown:  # the hint is about it
        slip, time = shown[0]
        values = _values(failed, signals(slip.formula), time)
        return Clue(say("place_slip", time=float(time), values=values), Time(time))
    steps = diagnose(failed.goal.formula, episode.trace())
    last = steps[-1]
    values = _values(failed, signals(last.formula), last.time)
    slots = {"time": float(last.time), "formula": show(last.formula), "values": values}
    if not _never_happens(steps):
        return Clue(say("place_moment", **slots), Time(last.time))
    if last.time > episode.times[0]:
        return Clue(say("place_nearest", **slots), Time(last.time))
    return Clue(say("place_never", **slots), Time(last.time, failed.at))


def _values(failed: Judged, names: Sequence[str], time: float) -> str:
    """What these signals and the commands were then."""
    episode = failed.run.episode
    number = min(range(len(episode.times)), key=lambda place: abs(episode.times[place] - time))
    every = dict.fromkeys((*names, *(name for name in episode.columns if name.startswith("command_"))))
    return ", ".join(f"{name} = {short(episode.columns[name][number])}" for name in every)


def _never_happens(steps: Sequence[Step]) -> bool:
    """Whether the goal waits for something that does not come: then the last step is the moment that came nearest to
    it, and nothing went wrong at that moment."""
    waits = any(isinstance(step.formula, Eventually) for step in steps[-2:-1])
    return waits and not any(isinstance(step.formula, Not) for step in steps)
