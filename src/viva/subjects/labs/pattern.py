"""In which environments and settings a controller fails, in words and as a picture."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.drawing import Drawing
from viva.core.rungs import Clue
from viva.core.texts import Say
from viva.drawing.plot import Line, Mark, Panel, Plot, Threshold, draw, short
from viva.engines.robots import Arena, Tried
from viva.subjects.labs.judge import Judged

_ENOUGH = 4  # settings that were tried, before a bound is told
_MOST_FURTHER = 3


def pattern(
    failed: Judged,
    runs: Sequence[Sequence[Judged]],
    tried: Sequence[tuple[Arena, Tried]],
    say: Say,
) -> Clue | None:
    """None where one run is all there is: the example says it."""
    name = failed.run.environment.arena.name
    here = [one for arena, one in tried if arena.name == name]
    if len(here) >= _ENOUGH and any(one.margin < 0 for one in here):
        failures = sum(one.margin < 0 for one in here)
        bound = _bound(here)
        if bound is not None:
            path, side, value = bound
            text = say(
                f"pattern_{side}", setting=setting_name(path), value=short(value), wrong=failures, count=len(here)
            )
        else:
            text = say("pattern_settings", wrong=failures, count=len(here))
        return Clue(text, drawing=region(here, say))
    mine = [one for results in runs for one in results if one.goal is failed.goal]
    if len(mine) < 2:
        return None
    wrong = [one for one in mine if one.result.wrong]
    titles = ", ".join(dict.fromkeys(one.run.environment.title for one in wrong))
    which = "some" if len(wrong) < len(mine) else "both" if len(mine) == 2 else "all"
    what = "broken" if failed.run.problem is not None else "missed"
    slots = {"goal": failed.goal.text, "arenas": titles, "wrong": len(wrong), "count": len(mine)}
    return Clue(say(f"pattern_{what}_{which}", **slots))


def setting_name(path: str) -> str:
    """A number of an arena in words: `obstacle.0.at.0` is `obstacle 1 x`."""
    words: list[str] = []
    for word in path.split("."):
        if not word.isdecimal():
            words.append(word)
        elif words and words[-1] in ("at", "from", "to"):
            words[-1:] = (
                ["x" if word == "0" else "y"] if words[-1] == "at" else [words[-1], "x" if word == "0" else "y"]
            )
        else:
            words.append(str(int(word) + 1))
    return " ".join(words)


def _bound(tried: Sequence[Tried]) -> tuple[str, str, float] | None:
    """A setting on one side of which everything failed and on the other nothing, and where between them it turns."""
    for path in tried[0].settings:
        wrong = [one.settings[path] for one in tried if one.margin < 0]
        right = [one.settings[path] for one in tried if one.margin >= 0]
        if not right or not wrong:
            continue
        if max(right) < min(wrong):
            return path, "above", (max(right) + min(wrong)) / 2
        if max(wrong) < min(right):
            return path, "below", (max(wrong) + min(right)) / 2
    return None


def region(tried: Sequence[Tried], say: Say) -> Drawing:
    """How far from failing it was, over the first setting; below, where it failed, each further setting over the
    first."""
    path, *others = tried[0].settings
    points = sorted((one.settings[path], max(min(one.margin, 2.0), -2.0)) for one in tried)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    margins = Panel(say("region_title"), (Line(xs, ys, dots=True), Threshold(0.0, say("region_border"))), height=160)
    marks = [
        Panel(
            say("region_over", setting=setting_name(other)),
            tuple(
                Mark(one.settings[path], one.settings[other], "\u2717" if one.margin < 0 else "\u2713") for one in tried
            ),
            height=160,
        )
        for other in others[:_MOST_FURTHER]
    ]
    plot = Plot((margins, *marks), xs[0], xs[-1], setting_name(path))
    return draw(plot, say("region_title"), say("region_text", count=len(tried)))
