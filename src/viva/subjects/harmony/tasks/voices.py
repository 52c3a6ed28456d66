"""Write a progression in four parts. The rules are those of `viva.engines.music.voice_leading`.

An answer is ABC or MusicXML with one part for each voice from the soprano down, or a text with one chord on each line,
lowest note first. Every rule is looked at for every chord and every two that follow each other, so a right answer is
proved.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from viva.core import outcome
from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.ground import Decision
from viva.core.kinds import Asked
from viva.core.ladder import Rung
from viva.core.reading import Misread
from viva.core.report import About, Finding, Report, Witness
from viva.core.source import Source
from viva.core.submission import Submission, Unreadable
from viva.core.table import Table, suggestion
from viva.core.terms import Terms
from viva.core.texts import Say, catalogue
from viva.core.where import Bar
from viva.engines.music import Voice, parse, read_key, read_numeral
from viva.engines.music.abc import write_abc
from viva.engines.music.engraving import engraved
from viva.engines.music.musicxml import write_musicxml
from viva.engines.music.part_writing import complete, written
from viva.engines.music.score import Score, homophony, shown_beat, slices
from viva.engines.music.voice_leading import NAMES, PARTS, RULES, Breach, Moment, breaches
from viva.subjects.harmony.examine import PACKAGE, fields, stated
from viva.subjects.harmony.model import Question, Task, difficulty
from viva.subjects.harmony.notation import ENDINGS, given, is_score, key_of, misread, refuse_long, score_in, settled
from viva.subjects.harmony.vary import numerals

_CHORD = ("other_notes", "other_bass", "incomplete")


@dataclass(frozen=True, slots=True)
class FourParts(Task):
    """`without` are the rules that the exercise does not ask for."""

    without: tuple[str, ...] = ()


def read(settings: Table, source: Source) -> Asked:
    key = key_of(settings)
    items, _ = given(settings, source)
    items = tuple(word for item in items for word in item.split())
    without = settings.strings("without", ())
    for name in without:
        if name not in NAMES:
            raise settings.fault("without", f"has no rule {name!r}", suggestion(name, NAMES))
    for item in items:
        settled(settings, "given", read_numeral, item)
    questions = tuple(Question(item, (item,), (), at // 4 + 1, str(at % 4 + 1)) for at, item in enumerate(items))
    task = FourParts("voices", items, questions, key, without=without)
    return Asked(task, difficulty(questions), partial(stated, "voices"), fields(questions, key))


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(FourParts)
    say = catalogue(PACKAGE, terms.locale).say
    chords, places = _chords(submission, len(task.given), say, terms.locale)
    report = outcome.begun(exercise, terms, say("method_voices"))
    rules = tuple(rule for rule in RULES if rule.name not in task.without)
    covered = say("covered_voices", rules=len(rules), chords=len(chords))
    report = replace(report, evidence=replace(report.evidence, tests=len(rules) * len(chords), covered=covered))
    if len(chords) != len(task.given):
        name = "too_few" if len(chords) < len(task.given) else "too_many"
        said = say(f"{name}_chords", there=len(chords), wanted=len(task.given))
        return outcome.rejected(report, name, (Finding(said, About.POLICY, signature=name),))
    assert task.key is not None
    moments = []
    for voices, name in zip(chords, task.given, strict=True):
        numeral = read_numeral(name)
        moments.append(Moment(voices, numeral.chord(task.key), task.key, numeral))
    found = [*_wrong_chords(moments, task), *breaches(moments, rules)]
    found.sort(key=lambda each: each.chord)
    if not found:
        return outcome.proved(report, Decision("every rule was looked at for every chord and every two in a row"))
    bad = {each.chord for each in found}
    report = replace(report, evidence=replace(report.evidence, failed=len(found)))
    told = _findings(found, moments, places, say)
    return outcome.refuted(report, "wrong", (len(moments) - len(bad)) / len(moments), told)


def _chords(
    submission: Submission, asked: int, say: Say, locale: str
) -> tuple[list[tuple[Voice, ...]], list[tuple[int, str]]]:
    """The voices of each chord from the soprano down, and the bar and beat of each."""
    file, text = submission.text(ENDINGS)
    refuse_long(file, text, say)
    try:
        if is_score(file, text):
            return _of_score(score_in(file, text), say)
        lines = [line.strip() for line in re.split(r"[\n,;|]", text) if line.strip()]
        chords: list[tuple[Voice, ...]] = [
            tuple(parse(Voice, word) for word in line.split()[:9])[::-1] for line in lines[: asked + 100]
        ]
    except Misread as problem:
        raise misread(problem, file, say, locale) from None
    for number, chord in enumerate(chords, 1):
        if len(chord) != 4:
            raise Unreadable("wrong_parts", say("four_notes", number=number, there=len(chord)))
    return chords, [(at // 4 + 1, str(at % 4 + 1)) for at in range(len(chords))]


def _of_score(score: Score, say: Say) -> tuple[list[tuple[Voice, ...]], list[tuple[int, str]]]:
    chords: list[tuple[Voice, ...]] = []
    places: list[tuple[int, str]] = []
    for each in slices(score):
        voices = tuple(voice for voice in each.parts if voice) if len(score.parts) == 4 else each.voices[::-1]
        if len(voices) != 4:
            raise Unreadable("wrong_parts", say("four_sound", bar=each.bar, there=len(voices)))
        chords.append(voices)
        places.append((each.bar, shown_beat(each.beat)))
    return chords, places


def _wrong_chords(moments: Sequence[Moment], task: FourParts) -> list[Breach]:
    """Where the notes are not those of the chord that is asked for."""
    found = []
    for at, moment in enumerate(moments):
        strangers = tuple(part for part, voice in enumerate(moment.voices) if voice.note not in moment.chord.notes)
        assert task.key is not None
        if strangers:
            found.append(Breach("other_notes", at, strangers))
        elif moment.voices[3].note is not moment.numeral.bass(task.key):
            found.append(Breach("other_bass", at, (3,)))
        elif not complete(moment):
            found.append(Breach("incomplete", at, (0, 1, 2, 3)))
    return found


def _findings(
    found: Sequence[Breach], moments: Sequence[Moment], places: Sequence[tuple[int, str]], say: Say
) -> list[Finding]:
    first = found[0]
    moment = moments[first.chord]
    bar, beat = places[first.chord]
    parts = [say(PARTS[part]) for part in first.parts]
    now = [str(moment.voices[part]) for part in first.parts]
    before = [str(moments[first.chord - 1].voices[part]) for part in first.parts] if first.chord else []
    signature = f"harmony:{first.rule}"
    slots = {"parts": say("and").join(parts), "now": ", ".join(now), "chord": str(moment.numeral)}
    alone = first.rule in _CHORD or next(rule for rule in RULES if rule.name == first.rule).alone is not None
    example = say("example_alone" if alone else "example_together", **slots, before=", ".join(before))
    notes = " ".join(map(str, moment.chord.notes))
    witness = Witness(
        "bar",
        {"bar": bar, "beat": beat, "voice": "+".join(PARTS[part] for part in first.parts), "rule": first.rule,
         "expected": notes if first.rule in _CHORD else first.rule, "actual": " ".join([*before, *now])},
    )  # fmt: skip
    rules = list(dict.fromkeys(each.rule for each in found))
    pattern = " ".join(say(f"rule_{name}") for name in rules[:4])
    drawn = _drawn([each.voices for each in moments], found, moments[0].key.fifths)
    return [
        Finding(say(f"hint_{first.rule}"), rung=Rung.HINT, signature=signature),
        Finding(pattern, rung=Rung.PATTERN, signature=signature),
        Finding(f"{example} {say(f'rule_{first.rule}')}", rung=Rung.EXAMPLE, signature=signature, witness=witness),
        Finding(
            say("place_voices", bar=bar, beat=beat, **slots),
            rung=Rung.PLACE,
            signature=signature,
            where=Bar(bar, beat),
            drawing=drawn,
        ),
    ]


def _drawn(chords: Sequence[tuple[Voice, ...]], found: Sequence[Breach], fifths: int, title: str = "") -> Drawing:
    score = homophony(tuple(chord[::-1] for chord in chords), PARTS, fifths, title)
    times = score.parts[0].events
    wrong = frozenset((part, times[each.chord].start) for each in found for part in each.parts)
    return engraved(score, title, write_abc(score), wrong)


def solve(exercise: Exercise) -> Submission:
    task = exercise.task_as(FourParts)
    assert task.key is not None
    rules = tuple(rule for rule in RULES if rule.name not in task.without)
    found = written([read_numeral(name) for name in task.given], task.key, rules)
    if found is None:
        raise (
            exercise.source.manifest()
            .table("harmony")
            .fault(
                "given", "has no four parts that keep all rules, as far as was looked", "change it, or leave out a rule"
            )
        )
    lines = [" ".join(str(voice) for voice in moment.voices[::-1]) for moment in found]
    score = homophony(tuple(moment.voices[::-1] for moment in found), PARTS, task.key.fifths, "")
    text = Submission.from_text("\n".join(lines) + "\n", "answer.txt")
    also = {".abc": write_abc(score).encode(), ".musicxml": write_musicxml(score).encode()}
    return replace(text, also=also)


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    """The parts that were handed in, or those of the model answer."""
    task = exercise.task_as(FourParts)
    assert task.key is not None
    say = catalogue(PACKAGE, exercise.feedback.locale).say
    shown = thing if isinstance(thing, Submission) else solve(exercise)
    chords, _ = _chords(shown, len(task.given), say, exercise.feedback.locale)
    return _drawn(chords, (), task.key.fifths, exercise.title)


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    """The same chords in another order or key, where four parts keep all rules."""
    rules = tuple(rule for rule in RULES if rule.name not in exercise.task_as(FourParts).without)
    for source in numerals(exercise, seed):
        table = source.manifest().table("harmony")
        names = [read_numeral(name) for name in table.strings("given")]
        if written(names, read_key(table.string("key")), rules) is not None:
            yield source
