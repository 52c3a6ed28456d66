"""One finding for each rung: what to think about, what kind of mistake it is, the answer beside the right one, where,
and what to write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from viva.core.ladder import Rung
from viva.core.report import Finding, Witness
from viva.core.texts import Say
from viva.core.where import Bar
from viva.subjects.harmony.model import Mistake, Question
from viva.subjects.harmony.naming import shown


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong answer: to which question, what was written, what is wrong with it, and where it stands."""

    number: int
    question: Question
    text: str
    mistake: Mistake
    file: str
    line: int


def findings(wrong: Sequence[Wrong], asked: int, say: Say, language: str) -> list[Finding]:
    """About the first wrong answer; of the others only how many there are."""
    first = wrong[0]
    kind = first.mistake.kind
    slots = {name: _worded(value, say) for name, value in first.mistake.slots.items()}
    signature = f"harmony:{kind}"
    question = first.question
    expected, *others = (shown(each, language, question.kind) for each in question.accepted)
    given = shown(question.given, language, question.asked)
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
    example = say("example", given=given, expected=expected, actual=first.text)
    if first.mistake.spelled:
        yours, right = (shown(each, language) for each in first.mistake.spelled)
        example += " " + say("example_spelled", yours=yours, right=right)
    if others:
        example += " " + say("example_also", others=", ".join(f"`{other}`" for other in others[:4]))
    place = say("place", number=first.number + 1, line=first.line)
    if len(wrong) > 1:
        place += " " + say("place_others", numbers=", ".join(str(each.number + 1) for each in wrong[1:]))
    return [
        Finding(say(f"hint_{kind}", **slots), rung=Rung.HINT, signature=signature),
        Finding(
            say(f"pattern_{kind}", **slots)
            + (" " + say("pattern_count", count=len(wrong), asked=asked) if asked > 1 else ""),
            rung=Rung.PATTERN,
            signature=signature,
        ),
        Finding(example, rung=Rung.EXAMPLE, signature=signature, witness=witness),
        Finding(place, rung=Rung.PLACE, signature=signature, where=Bar(question.bar, question.beat)),
        Finding(say("fix", line=first.line, actual=first.text, expected=expected), rung=Rung.FIX, signature=signature),
    ]


def _worded(value: str | int, say: Say) -> str | int:
    """`type:m7` and the like in words, where there are words for them."""
    if isinstance(value, int):
        return value
    about, _, name = value.partition(":")
    return say(f"{about}_{name.replace('#', 's')}", f"{about}_other", value=name)
