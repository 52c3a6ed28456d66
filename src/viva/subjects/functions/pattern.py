"""On which inputs a function fails, in words: a condition that tells them from the others
(`viva.engines.calls.failures.conditions`), or else how many there are, and of which kinds."""

from __future__ import annotations

from viva.core.rungs import Clue
from viva.core.text.escape import visible_line
from viva.engines.calls import Question, Voice
from viva.engines.calls.failures.overview import Overview

_FEW = 5


def pattern(question: Question, found: Overview, voice: Voice) -> Clue:
    slots = counts(question, found)
    if found.never:
        return Clue(voice.say("pattern_never", **slots))
    if found.condition:
        held = found.condition.tested
        slots |= {"covers": held.failing - held.missed, "others": held.caught, "passing": held.passing}
        text = voice.say(f"pattern_{found.condition.strength}", **slots, condition=found.condition.text)
    else:
        text = _way(found, voice, slots)
    said = [text]
    if found.not_run:
        said.append(voice.say("pattern_not_run", number=found.not_run))
    if len(found.groups) > 1 and found.condition:
        said.append(_kinds(found, voice))
    return Clue(" ".join(said))


def _way(found: Overview, voice: Voice, slots: dict[str, object]) -> str:
    """In which way it fails, and how often, as one sentence."""
    kind, _, error = found.main.kind.partition(":")
    if found.main.word and found.uniform:
        way = voice.say(f"hint_is_{found.main.word}", f"hint_{kind}").removesuffix(".")
        if not set(".?") & set(way):
            return voice.say("pattern_way", **slots, way=way)
    if len(found.groups) > 1:
        return f"{voice.say('pattern_failing', **slots)} {_kinds(found, voice)}"
    said = voice.say(f"kind_{kind}", "kind_other", error=visible_line(error))
    return voice.say("pattern_everywhere" if found.everywhere else "pattern_counted", **slots, kind=said)


def counts(question: Question, found: Overview) -> dict[str, object]:
    return {"function": question.function, "tests": found.tests, "failing": found.failing}


def _kinds(found: Overview, voice: Voice) -> str:
    kinds = ""
    for group in found.groups[:_FEW]:
        kind, _, error = group.kind.partition(":")
        said = voice.say(f"kind_{kind}", "kind_other", error=visible_line(error))
        told = voice.say("pattern_kind", number=len(group.failures), kind=said)
        kinds = voice.say("pattern_comma", first=kinds, second=told) if kinds else told
    return voice.say("pattern_kinds", kinds=kinds)
