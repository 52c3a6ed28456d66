"""Findings for the ladder: what to think about, what kind of mistake it is, the answer beside the right one, where, and
what to write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from viva.core.report import Finding, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.texts import Say
from viva.subjects.harmony.fix import fix, fix_of_parts
from viva.subjects.harmony.model import Wrong
from viva.subjects.harmony.naming import show_name, show_voices
from viva.subjects.harmony.pattern import pattern, pattern_of_rules
from viva.subjects.harmony.places import places, places_of_parts

if TYPE_CHECKING:
    from viva.subjects.harmony.diagnosis import Diagnosis

_MOST_RULES = 4


def findings(wrong: Sequence[Wrong], asked: int, say: Say, language: str) -> tuple[Finding, ...]:
    """About the first wrong answer; of the others only how many there are."""
    first = wrong[0]
    kind = first.mistake.kind
    slots = {name: _worded(value, say) for name, value in first.mistake.slots.items()}
    accepted = [show_name(each, language, first.question.kind) for each in first.question.accepted]
    return Ladder(
        f"harmony:{kind}",
        hint=say(f"hint_{kind}", **slots),
        pattern=pattern(wrong, asked, slots, say),
        example=_example(first, accepted, say, language),
        place=places(wrong, say),
        fix=fix(first, accepted[0], say),
    ).findings()


def _example(first: Wrong, accepted: Sequence[str], say: Say, language: str) -> Clue:
    question = first.question
    expected, *others = accepted
    given = show_name(question.given, language, question.asked)
    witness = Witness(
        "bar",
        {
            "question": first.number + 1,
            "bar": question.bar,
            "beat": question.beat,
            "voice": None,
            "given": given,
            "expected": expected,
            "actual": first.text,
        },
    )
    text = say("example", given=given, expected=expected, actual=first.text)
    if first.mistake.spelled:
        yours, right = (show_name(each, language) for each in first.mistake.spelled)
        text += " " + say("example_spelled", yours=yours, right=right)
    if others:
        text += " " + say("example_also", others=", ".join(f"`{other}`" for other in others[:4]))
    return Clue(text, witness=witness)


def _worded(value: str | int, say: Say) -> str | int:
    """`type:m7` and the like in words, where there are words for them."""
    if isinstance(value, int):
        return value
    about, _, name = value.partition(":")
    return say(f"{about}_{name.replace('#', 's')}", f"{about}_other", value=name)


def findings_of_parts(why: Diagnosis, names: Sequence[str], say: Say, language: str) -> tuple[Finding, ...]:
    """About the first rule that four parts break; `names` are those of the chords."""
    rule = why.first.rule
    slots = {
        "parts": _listed([say(name) for name in why.part_names], say),
        "now": show_voices(why.now, language, ", "),
        "chord": names[why.first.chord],
    }
    broken = list(dict.fromkeys(each.rule for each in why.found))
    return Ladder(
        f"harmony:{rule}",
        hint=say(f"hint_{rule}"),
        pattern=pattern_of_rules(broken[:_MOST_RULES], say),
        example=_example_of_parts(why, slots, say, language),
        place=places_of_parts(why, slots, say),
        fix=fix_of_parts(why, names, say, language),
    ).findings()


def _example_of_parts(why: Diagnosis, slots: dict[str, str], say: Say, language: str) -> Clue:
    rule, missed = why.first.rule, why.missed_chord
    key = "example_alone" if why.by_itself else "example_together"
    text = f"{say(key, **slots, before=show_voices(why.before, language, ', '))} {say(f'rule_{rule}')}"
    if missed is not None:
        notes, bass = " ".join(map(str, missed.chord.notes)), str(missed.low or missed.bass)
        text += " " + say("example_chord", notes=show_name(notes, language), bass=show_name(bass, language))
    bar, beat = why.sung.places[why.first.chord]
    moment = why.moments[why.first.chord]
    witness = Witness(
        "bar",
        {
            "bar": bar,
            "beat": beat,
            "voice": "+".join(why.part_names),
            "rule": rule,
            "expected": rule if missed is None else " ".join(map(str, moment.chord.notes)),
            "actual": " ".join(map(str, [*why.before, *why.now])),
        },
    )
    return Clue(text, witness=witness)


def _listed(names: Sequence[str], say: Say) -> str:
    *others, last = names
    return f"{', '.join(others)}{say('and')}{last}" if others else last
