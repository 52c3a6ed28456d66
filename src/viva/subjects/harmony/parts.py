"""Four parts: how an answer is read, compared with the chords that are asked for, explained and drawn.

An answer is a score (ABC, MusicXML, MIDI) with one part for each voice from the soprano down, or a text with one chord
on each line, lowest note first; a text in which every chord begins with its highest note is read the other way. Every
rule is looked at for every chord and every two that follow each other, so a right answer is proved.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from viva.core.deciding import outcome
from viva.core.deciding.ground import Decision
from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.core.reading import Misread
from viva.core.report import About, Finding, Report, Witness
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.core.texts import Say, catalogue
from viva.core.where import Bar
from viva.engines.music import Note, Octave, Voice
from viva.engines.music.abc import write_abc
from viva.engines.music.engraving import engraved
from viva.engines.music.midi import write_midi
from viva.engines.music.musicxml import write_musicxml
from viva.engines.music.part_writing import CHORD_FAULTS, Wanted, chord_faults, mended, written
from viva.engines.music.score import Score, Slice, homophony, shown_beat, slices
from viva.engines.music.voice_leading import PARTS, RULES, Breach, Moment, Rule, alone, breaches
from viva.subjects.harmony.examine import PACKAGE
from viva.subjects.harmony.model import Task
from viva.subjects.harmony.naming import languages, read_voice, shown
from viva.subjects.harmony.notation import handed_in, misread

_FOUR = len(PARTS)


@dataclass(frozen=True, slots=True)
class Sung:
    """What was handed in: the voices of each chord from the soprano down, the bar and beat of each, and its score."""

    chords: tuple[tuple[Voice, ...], ...]
    places: tuple[tuple[int, str], ...]
    score: Score
    starts: tuple[Fraction, ...]


def read_parts(submission: Submission, asked: Sequence[Wanted], say: Say, locale: str, language: str) -> Sung:
    """`language` is that of the names of notes."""
    key = asked[0].key
    file, answer = handed_in(submission, say, locale, key)
    if isinstance(answer, Score):
        return _of_score(answer, asked, say)
    lines = [line.strip() for line in re.split(r"[\n,;|]", answer) if line.strip()]
    if not lines:
        raise Unreadable("empty", say("no_answers"))
    chords: list[tuple[Voice, ...]] = []
    for number, line in enumerate(lines[: len(asked) + 100], 1):
        words = re.sub(r"^\d+[.)]\s+", "", line).split()
        try:
            chord = tuple(read_voice(word, language) for word in words[:9])
        except Misread as problem:
            raise misread(problem, file, say, locale, number) from None
        if len(chord) != _FOUR:
            raise Unreadable("wrong_parts", say("four_notes", number=number, there=len(words)))
        chords.append(chord)
    downwards = all(chord[0].pitch > chord[-1].pitch for chord in chords)
    return _in_quarters(tuple(chord if downwards else chord[::-1] for chord in chords), key.fifths)


def _in_quarters(chords: tuple[tuple[Voice, ...], ...], fifths: int) -> Sung:
    score = homophony(tuple(chord[::-1] for chord in chords), PARTS, fifths)
    places = tuple((at // 4 + 1, str(at % 4 + 1)) for at in range(len(chords)))
    return Sung(chords, places, score, tuple(Fraction(at, 4) for at in range(len(chords))))


def _of_score(score: Score, asked: Sequence[Wanted], say: Say) -> Sung:
    chords: list[tuple[Voice, ...]] = []
    places: list[tuple[int, str]] = []
    starts = []
    for number, each in enumerate(slices(score)):
        voices = _four(each)
        if voices is None:
            said = say("four_sound", bar=each.bar, beat=shown_beat(each.beat), there=len(each.voices))
            raise Unreadable("wrong_parts", said)
        if not score.spelled and number < len(asked):
            voices = tuple(_spelled(voice, asked[number].chord.notes) for voice in voices)
        chords.append(voices)
        places.append((each.bar, shown_beat(each.beat)))
        starts.append(each.start)
    if len(score.parts) == _FOUR and score.spelled:
        return Sung(tuple(chords), tuple(places), score, tuple(starts))
    return replace(_in_quarters(tuple(chords), score.fifths), places=tuple(places))


def _four(sounding: Slice) -> tuple[Voice, ...] | None:
    """From the soprano down: one in each of four parts, two in each of two staves, where one alone is sung by both, or
    four at once."""
    parts = sounding.parts
    if len(parts) == _FOUR:
        return tuple(part[0] for part in parts) if all(len(part) == 1 for part in parts) else None
    if len(parts) == 2 and all(1 <= len(part) <= 2 for part in parts):
        return tuple(voice for part in parts for voice in (part[-1], part[0]))
    return sounding.voices[::-1] if len(sounding.voices) == _FOUR else None


def _spelled(voice: Voice, notes: Sequence[Note]) -> Voice:
    """MIDI does not tell how a note is spelled: as one of the chord where it sounds like one."""
    around = [Voice(note, octave) for note in notes for octave in _octaves(voice)]
    return next((each for each in around if each.pitch == voice.pitch), voice)


def _octaves(voice: Voice) -> tuple[Octave, ...]:
    return tuple(Octave(voice.octave.number + more) for more in (-1, 0, 1))


def checked(
    exercise: Exercise, submission: Submission, terms: Terms, asked: Sequence[Wanted], without: Sequence[str]
) -> Report:
    """`without` are the rules that are not asked for."""
    names = exercise.task_as(Task).given
    say = catalogue(PACKAGE, terms.locale).say
    spoken = languages(exercise, terms.locale)
    sung = _understood(submission, asked, say, terms.locale, spoken)
    report = outcome.begun(exercise, terms, say("method_voices"))
    rules = tuple(rule for rule in RULES if rule.name not in without)
    covered = say("covered_voices", rules=len(rules), chords=len(sung.chords))
    tests = len(rules) * len(sung.chords)
    report = replace(report, evidence=replace(report.evidence, tests=tests, covered=covered))
    if len(sung.chords) != len(asked):
        name = "too_few" if len(sung.chords) < len(asked) else "too_many"
        said = say(f"{name}_chords", there=len(sung.chords), wanted=len(asked))
        return outcome.rejected(report, name, (Finding(said, About.POLICY, signature=name),))
    moments = _moments(sung, asked)
    found = sorted((*chord_faults(moments, asked), *breaches(moments, rules)), key=lambda each: each.chord)
    if not found:
        return outcome.proved(report, Decision("every rule was looked at for every chord and every two in a row"))
    bad = {each.chord for each in found}
    report = replace(report, evidence=replace(report.evidence, failed=len(found)))
    told = _Told(found, moments, asked, names, sung, rules, say, spoken[0])
    return outcome.refuted(report, "wrong", (len(moments) - len(bad)) / len(moments), told.findings())


def _understood(submission: Submission, asked: Sequence[Wanted], say: Say, locale: str, spoken: Sequence[str]) -> Sung:
    """As the first language of names reads it in which the notes are those of the chords, or else the first that can
    read it."""
    problem: Unreadable | None = None
    found: list[Sung] = []
    for language in spoken:
        try:
            sung = read_parts(submission, asked, say, locale, language)
        except Unreadable as unreadable:
            problem = problem or unreadable
            continue
        if len(sung.chords) == len(asked) and not [*chord_faults(_moments(sung, asked), asked)]:
            return sung
        found.append(sung)
    if not found:
        assert problem is not None
        raise problem
    return found[0]


def _moments(sung: Sung, asked: Sequence[Wanted]) -> list[Moment]:
    return [want.sung(voices) for want, voices in zip(asked, sung.chords, strict=True)]


@dataclass(frozen=True, slots=True)
class _Told:
    """The findings of what is broken, the first first."""

    found: Sequence[Breach]
    moments: Sequence[Moment]
    asked: Sequence[Wanted]
    names: Sequence[str]
    sung: Sung
    rules: Sequence[Rule]
    say: Say
    language: str

    def findings(self) -> list[Finding]:
        first, say = self.found[0], self.say
        moment = self.moments[first.chord]
        bar, beat = self.sung.places[first.chord]
        parts = [say(PARTS[part]) for part in first.parts]
        now = [moment.voices[part] for part in first.parts]
        before = [self.moments[first.chord - 1].voices[part] for part in first.parts] if first.chord else []
        signature = f"harmony:{first.rule}"
        slots = {"parts": say("and").join(parts), "now": self._spoken(now, ", "), "chord": self.names[first.chord]}
        by_itself = first.rule in CHORD_FAULTS or alone(first.rule)
        key = "example_alone" if by_itself else "example_together"
        example = f"{say(key, **slots, before=self._spoken(before, ', '))} {say(f'rule_{first.rule}')}"
        if first.rule in CHORD_FAULTS:
            wanted = self.asked[first.chord]
            example += " " + say("example_chord", notes=shown(" ".join(map(str, wanted.chord.notes)), self.language),
                                 bass=shown(str(wanted.low or wanted.bass), self.language))  # fmt: skip
        witness = Witness(
            "bar",
            {"bar": bar, "beat": beat, "voice": "+".join(PARTS[part] for part in first.parts), "rule": first.rule,
             "expected": " ".join(map(str, moment.chord.notes)) if first.rule in CHORD_FAULTS else first.rule,
             "actual": " ".join(map(str, [*before, *now]))},
        )  # fmt: skip
        rules = list(dict.fromkeys(each.rule for each in self.found))
        place = say("place_voices", bar=bar, beat=beat, **slots)
        others = list(dict.fromkeys(self.sung.places[each.chord] for each in self.found if each.chord != first.chord))
        if others:
            places = ", ".join(say("place_of", bar=bar, beat=beat) for bar, beat in others[:8])
            place += " " + say("place_more", places=places)
        return [
            Finding(say(f"hint_{first.rule}"), rung=Rung.HINT, signature=signature),
            Finding(" ".join(say(f"rule_{name}") for name in rules[:4]), rung=Rung.PATTERN, signature=signature),
            Finding(example, rung=Rung.EXAMPLE, signature=signature, witness=witness),
            Finding(
                place,
                rung=Rung.PLACE,
                signature=signature,
                where=Bar(bar, beat),
                drawing=_coloured(self.sung, self.found),
            ),
            Finding(self._fix(first), rung=Rung.FIX, signature=signature),
        ]

    def _spoken(self, voices: Sequence[Voice], between: str = " ") -> str:
        return shown(between.join(map(str, voices)), self.language)

    def _fix(self, first: Breach) -> str:
        """The least change of one chord that mends it, or four parts that keep all rules."""
        say = self.say
        change = mended(self.moments, self.asked, first.chord, self.rules)
        if change is None:
            whole = written(self.asked, self.rules)
            if whole is None:
                return say("fix_none")
            return say("fix_whole", chords=" | ".join(self._spoken(each.voices[::-1]) for each in whole))
        at, moment = change
        bar, beat = self.sung.places[at]
        old = self.moments[at].voices
        moved = [
            say("fix_part", part=say(PARTS[part]), old=self._spoken([one]), new=self._spoken([other]))
            for part, (one, other) in enumerate(zip(old, moment.voices, strict=True))
            if one is not other
        ]
        said = say("fix_chord", bar=bar, beat=beat, chord=self.names[at], parts=", ".join(moved))
        rest = [*self.moments[:at], moment, *self.moments[at + 1 :]]
        left = len({each.chord for each in (*chord_faults(rest, self.asked), *breaches(rest, self.rules))})
        return f"{said} {say('fix_left', count=left)}" if left else said


def _coloured(sung: Sung, found: Sequence[Breach], title: str = "") -> Drawing:
    """What was handed in, with the notes that break a rule in colour."""
    wrong = set()
    for each in found:
        start = sung.starts[each.chord]
        for part in each.parts:
            events = sung.score.parts[part].events
            held = (event for event in events if event.start <= start < event.start + event.duration)
            wrong |= {(part, event.start) for event in held}
    return engraved(replace(sung.score, title=title), title, write_abc(sung.score), frozenset(wrong))


def solved(asked: Sequence[Wanted], without: Sequence[str], language: str) -> Submission | None:
    """Four parts that keep all rules, as text and in every notation for scores; None if none were found."""
    found = written(asked, tuple(rule for rule in RULES if rule.name not in without))
    if found is None:
        return None
    lines = [shown(" ".join(map(str, moment.voices[::-1])), language) for moment in found]
    score = homophony(tuple(moment.voices[::-1] for moment in found), PARTS, asked[0].key.fifths)
    text = Submission.from_text("\n".join(lines) + "\n", "answer.txt")
    return replace(text, also=scores_of(score))


def scores_of(score: Score) -> dict[str, bytes]:
    return {
        ".abc": write_abc(score).encode(),
        ".musicxml": write_musicxml(score).encode(),
        ".xml": write_musicxml(score).encode(),
        ".mid": write_midi(score),
        ".midi": write_midi(score),
    }


def drawn(exercise: Exercise, submission: Submission, asked: Sequence[Wanted], without: Sequence[str]) -> Drawing:
    locale = exercise.feedback.locale
    say = catalogue(PACKAGE, locale).say
    sung = _understood(submission, asked, say, locale, languages(exercise, locale))
    if len(sung.chords) != len(asked):
        return _coloured(sung, (), exercise.title)
    moments, rules = _moments(sung, asked), tuple(rule for rule in RULES if rule.name not in without)
    return _coloured(sung, [*chord_faults(moments, asked), *breaches(moments, rules)], exercise.title)
