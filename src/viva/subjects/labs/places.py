"""The moment that decides, and what the plant did then; or the line of the controller that gave no commands."""

from __future__ import annotations

from viva.core.rungs import Clue
from viva.core.texts import Say
from viva.core.where import Passage, Time
from viva.drawing.plot import short
from viva.engines.signals import diagnose, show
from viva.engines.signals.model import signals
from viva.languages.problem import Problem
from viva.subjects.labs.judge import Judged, Result


def places(failed: Judged, say: Say, file: str) -> Clue:
    problem = failed.run.problem
    if isinstance(problem, Problem) and problem.line:
        text = say("place_line", line=problem.line, time=f"{failed.run.episode.end:g}")
        return Clue(text, Passage(file, problem.line))
    episode = failed.run.episode
    if problem is not None or failed.result is Result.LATE:
        return Clue(say("place_end", time=f"{episode.end:g}"), Time(episode.end))
    steps = diagnose(failed.goal.formula, episode.trace())
    last = steps[-1]
    number = min(range(len(episode.times)), key=lambda place: abs(episode.times[place] - last.time))
    names = (*signals(last.formula), *(name for name in episode.columns if name.startswith("command_")))
    values = ", ".join(f"{name} = {short(episode.columns[name][number])}" for name in dict.fromkeys(names))
    text = say("place_moment", time=f"{last.time:g}", formula=show(last.formula), values=values)
    return Clue(text, Time(last.time))
