"""The situations in which a machine is wrong: which outputs, and in how many of all."""

from __future__ import annotations

from viva.core.rungs import Clue
from viva.core.texts import Say
from viva.engines.machines.differences import Differences


def pattern(found: Differences, say: Say) -> Clue:
    """Which outputs and which states, where that was looked through to the end."""
    if not found.whole or not found.wrong:
        return Clue(say("pattern_some"))
    outputs = say("comma").join(f"`{name}`" for name in found.outputs)
    told = [say("pattern_outputs", count=len(found.outputs), outputs=outputs)] if found.outputs else []
    if found.together:
        told.append(say("pattern_together"))
    told.append(say("pattern_count", wrong=found.wrong, all=found.situations))
    return Clue(" ".join(told))
