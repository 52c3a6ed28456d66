"""Findings for the ladder: the misunderstanding, the situations, a shortest run as a table, the place, a fix."""

from __future__ import annotations

from viva.core.json import Json
from viva.core.report import Comparison, Finding, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.text.escape import clip
from viva.core.texts import Say
from viva.engines.machines.model import Signals
from viva.engines.machines.running.behaviour import Reaction
from viva.subjects.machines.diagnosis import Diagnosis
from viva.subjects.machines.fix import fix
from viva.subjects.machines.model import Answer
from viva.subjects.machines.notation import in_words
from viva.subjects.machines.pattern import pattern
from viva.subjects.machines.places import places

_SHOWN = 12


def findings(answer: Answer, why: Diagnosis, say: Say) -> tuple[Finding, ...]:
    return Ladder(
        why.signature,
        hint=_hint(why, say),
        pattern=pattern(why.differences, say),
        example=_example(why.expected, why.actual, say),
        place=places(answer, why, say),
        fix=fix(answer, why.mending, say),
    ).findings()


def _hint(why: Diagnosis, say: Say) -> str:
    if why.misreadings:
        together = sum(bool(value) for value in why.expected[-1].inputs.values()) > 1
        shown = sorted(why.misreadings, key=lambda name: name != "simultaneous_missed" or not together)  # the example's
        return " ".join(say(f"hint_{name}") for name in shown)
    mended = why.mending.edits or ()
    if len(mended) == 1 and mended[0].before is None:
        return say("hint_mend_start" if mended[0].kind == "initial" else "hint_mend_missing")
    found = why.differences
    if found.together and found.whole:
        return say("hint_simultaneous_missed")
    if why.shift is not None:
        name, by = why.shift
        return say("hint_too_late" if by > 0 else "hint_too_early", output=clip(name), count=abs(by))
    kinds = [kind for kind in ("missing", "extra", "other") if kind in found.kinds]
    if len(kinds) == 1 and found.whole:
        key = f"hint_{kinds[0]}" + "_output" * (len(found.outputs) == 1)
        return say(key, f"hint_{kinds[0]}", output=clip(found.outputs[0]))
    asked, given = dict(why.expected[-1].outputs), dict(why.actual[-1].outputs)
    early, late = [name for name in given if name not in asked], [name for name in asked if name not in given]
    if early and not late:
        return say("hint_early", output=clip(early[0]))
    if late and not early:
        return say("hint_late", output=clip(late[0]))
    return say("hint_some")


def _example(expected: list[Reaction], actual: list[Reaction], say: Say) -> Clue:
    """The run as a table, the first difference in its last row."""
    columns = tuple(say(f"column_{name}") for name in ("reaction", "inputs", "asked_state", "your_state"))
    columns += (say("column_asked"), say("column_yours"))
    rows = [
        (
            str(number),
            in_words(one.inputs, say),
            clip(one.state, 60),
            clip(other.state, 60),
            in_words(one.outputs, say),
            in_words(other.outputs, say),
        )
        for number, (one, other) in enumerate(zip(expected, actual, strict=True), 1)
    ]
    last = len(rows) - 1
    shown = rows if len(rows) <= _SHOWN else [*rows[: _SHOWN // 2], ("…",) * 6, *rows[-_SHOWN // 2 :]]
    text = say(
        "example",
        count=len(rows),
        inputs=say("arrow").join(in_words(one.inputs, say) for one in expected[-_SHOWN:]),
        asked=rows[last][4],
        yours=rows[last][5],
    )
    comparison = Comparison(say("example_caption", count=len(rows)), columns, tuple(shown), len(shown) - 1)
    witness = Witness(
        "machine",
        {
            "inputs": [_json(one.inputs) for one in expected],
            "expected": [_json(one.outputs) for one in expected],
            "actual": [_json(one.outputs) for one in actual],
        },
    )
    return Clue(text, witness=witness, comparison=comparison)


def _json(signals: Signals) -> Json:
    return dict(signals)
