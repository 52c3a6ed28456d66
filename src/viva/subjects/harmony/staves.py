"""Notes while they are written: engraved as in reports, with what the reader understood of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from viva.core.drawing import Staves
from viva.core.exercise import Exercise
from viva.core.report import About, Finding
from viva.core.submission import Unreadable
from viva.core.terms import Terms
from viva.core.text.reading import Misread
from viva.core.texts import catalogue
from viva.subjects.harmony.model import Task
from viva.subjects.harmony.notation import is_score, misread

if TYPE_CHECKING:
    from viva.engines.music.score import Part, Score

MOST = 400  # notes and rests that are engraved while somebody waits
_KINDS = ("construct", "realise", "voices", "figured", "counterpoint")  # whose answers are notes


def staves(exercise: Exercise, text: str, terms: Terms) -> Staves | None:
    """None where the answer is not notes. Raises Unreadable where the text is, and cannot be read, or is too long."""
    from viva.engines.music.formats.abc import read_abc  # noqa: PLC0415
    from viva.engines.music.formats.engraving import engrave  # noqa: PLC0415

    if exercise.kind not in _KINDS:
        return None
    say = catalogue("viva.subjects.harmony", terms.locale).say
    written = text if text.strip() else begin(exercise)
    if not is_score("", written) or written.lstrip().startswith("<"):
        raise Unreadable("syntax_error", say("not_notes"))
    try:
        score = read_abc(written, whole=True)
    except Misread as problem:
        raise misread(problem, "answer.abc", say, terms.locale) from None
    if sum(len(part.events) for part in score.parts) > MOST:
        said = say("too_many_notes", most=MOST)
        raise Unreadable("too_large", [Finding(said, About.POLICY, signature="too_large")])
    return Staves(engrave(replace(score, title=""), exercise.title, written), written, tuple(understood(score)))


def understood(score: Score) -> Iterator[str]:
    """Each event: its number in the text, its part, bar, start, length and voices."""
    for number, part in enumerate(score.parts):
        for each in part.events:
            voices = " ".join(map(str, each.voices))
            yield f"{each.mark}:{number}:{each.bar}:{each.start}:{each.duration}:{voices}"


def begin(exercise: Exercise) -> str:
    """What an empty answer begins as: the staves that are asked for, with what is given on them."""
    from viva.engines.music.formats.abc import write_abc  # noqa: PLC0415
    from viva.engines.music.score import Part, Score  # noqa: PLC0415

    task = exercise.task_as(Task)
    parts = _parts(task, exercise.kind or "")
    key = f"{task.key.tonic}{'m' if task.key.minor else ''}" if task.key else "C"
    fifths = task.key.fifths if task.key else 0
    head = ["X:1", "M:4/4", "L:1/4"]
    if len(parts) == 1:
        return "\n".join([*head, f"K:{key} clef={parts[0].clef}"]) + "\n"
    lines = [*head, *(f"V:{part.name} clef={part.clef}" for part in parts), f"K:{key}"]
    for part in parts:
        alone = Score((Part("1", part.events, part.clef),), fifths)
        given = write_abc(alone).splitlines()[-1].partition(" ")[2] if part.events else ""
        lines.append(f"[V:{part.name}] {given}".rstrip())
    return "\n".join(lines) + "\n"


def _parts(task: Task, kind: str) -> tuple[Part, ...]:
    from viva.engines.music.score import Event, Part  # noqa: PLC0415

    def given(length: Fraction) -> tuple[Event, ...]:
        return tuple(
            Event(length * at, length, each.voices, each.bar, Fraction(each.beat or 1))
            for at, each in enumerate(task.questions)
        )

    match kind:
        case "voices" | "figured":
            bass = given(Fraction(1, 4)) if kind == "figured" else ()
            upper = (Part("S", ()), Part("A", ()), Part("T", (), "bass"))
            return (*upper, Part("B", bass, "bass"))
        case "counterpoint":
            pitches = [voice.pitch for each in task.questions for voice in each.voices]
            clef = "bass" if sum(pitches) < 57 * len(pitches) else "treble"
            cantus, counter = Part("cantus", given(Fraction(1)), clef), Part("counterpoint", (), clef)
            return (counter, cantus) if task.what == "above" else (cantus, counter)
    return (Part("1", (), task.clef or "treble"),)
