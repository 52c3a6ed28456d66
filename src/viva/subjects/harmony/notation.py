"""The table of an exercise and what is handed in, as values. Readers of scores are loaded where there is a score."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from viva.core.records import dataclass
from viva.core.report import About, Finding
from viva.core.source import Source
from viva.core.submission import Submission, Unreadable
from viva.core.table import Table
from viva.core.text.reading import Misread
from viva.core.texts import Say
from viva.core.where import Passage
from viva.engines.music import Key, Note, Octave, Voice, parse, read_key
from viva.subjects.harmony.model import WHAT, Task
from viva.subjects.harmony.naming import read_voice

if TYPE_CHECKING:
    from viva.engines.music.part_writing import Wanted
    from viva.engines.music.score import Score, Slice

SCORES = (".abc", ".musicxml", ".xml")
ENDINGS = (".txt", *SCORES, ".mxl", ".mid", ".midi")
CLEFS = ("treble", "bass", "alto", "tenor")
MOST_QUESTIONS = 100
LONGEST_ANSWER = 20_000
_LABEL = re.compile(
    r"^(?:(?:[A-Za-zÄÖÜäöüß]{3,20} )?[0-9]{1,3}(?:[.)]\s+|:\s*)|[A-Za-zÄÖÜäöüß]{3,20}(?:\)\s+|:\s*))"
)  # `1.`, `pivot:`, `bar 3:`, but not `verm. Quinte`
_FOUR = 4  # parts: soprano, alto, tenor, bass
_BETWEEN = ("-", "–", "—", "→", "->", "=>")

Value = TypeVar("Value")


def read_task(settings: Table, source: Source, what: str, *, words: bool = False) -> Task:
    """What the tables of all kinds say; each kind makes its questions of it. With `words` every word is a thing of its
    own. Names of notes, scales and the like are asked for in no key."""
    key = None if what in WHAT else key_of(settings)
    items, score = read_given(settings, source)
    if words:
        items, score = tuple(word for item in items for word in item.split()), None
    return Task(what, items, (), key, score)


def read_given(settings: Table, source: Source) -> tuple[tuple[str, ...], Score | None]:
    """What the exercise starts from: a list of texts, a text with one for each line, or the chords of a score."""
    if isinstance(settings.values.get("given"), list):
        items: tuple[str, ...] = settings.strings("given")
        score = None
    else:
        named = settings.string("given")
        if named.lower().endswith(SCORES):
            from viva.engines.music.score import slices  # noqa: PLC0415

            score = _score(named, source.text(named))
            items = tuple(" ".join(map(str, each.voices)) for each in slices(score))
        else:
            score = None
            text = source.text(named) if named in source.files else named
            items = tuple(line.strip() for line in re.split(r"[\n,;|]", text) if line.strip())
    if not 1 <= len(items) <= MOST_QUESTIONS:
        raise settings.fault("given", f"has {len(items)} things to ask about; there may be 1 to {MOST_QUESTIONS}")
    return items, score


def _score(file: str, text: str) -> Score:
    try:
        return score_in(file, text)
    except Misread as problem:
        raise problem.fault(file) from None


def places_of(score: Score) -> list[tuple[int, str]]:
    """The bar and beat of each chord."""
    from viva.engines.music.score import shown_beat, slices  # noqa: PLC0415

    return [(each.bar, shown_beat(each.beat)) for each in slices(score)]


def is_score(file: str, text: str) -> bool:
    """By its ending, or because it looks like ABC or MusicXML: what is pasted has no ending."""
    return file.lower().endswith(SCORES) or re.search(r"^K:|^\s*<", text, re.MULTILINE) is not None


def score_in(file: str, text: str) -> Score:
    if file.lower().endswith((".musicxml", ".xml")) or text.lstrip().startswith("<"):
        from viva.engines.music.formats.musicxml import read_musicxml  # noqa: PLC0415

        return read_musicxml(text)
    from viva.engines.music.formats.abc import read_abc  # noqa: PLC0415

    return read_abc(text)


def key_of(settings: Table) -> Key:
    return read_setting(settings, "key", read_key, settings.string("key"))


def read_setting(settings: Table, name: str, read: Callable[[str], Value], text: str) -> Value:
    """A value that a teacher wrote."""
    try:
        return read(text)
    except Misread as problem:
        raise settings.fault(name, f"cannot be read: {problem.problem}") from None


def voices_of(text: str) -> tuple[Voice, ...]:
    return tuple(parse(Voice, word) for word in text.split())


@dataclass(frozen=True, slots=True)
class Answers:
    """Each answer with its line, or with its bar where notes were written; `spelled` is False where the file does not
    tell how notes are spelled."""

    file: str
    found: tuple[tuple[int, str], ...]
    score: Score | None = None

    @property
    def spelled(self) -> bool:
        return self.score is None or self.score.spelled


def handed_in(submission: Submission, say: Say, locale: str, key: Key | None = None) -> tuple[str, str | Score]:
    """The file, and its text or the score that it is. What MIDI leaves open is spelled in the key."""
    file, content = submission.single(ENDINGS)
    try:
        score = _binary(file.lower(), content, key)
        if score is not None:
            return file, score
        file, text = submission.text(ENDINGS)
        if is_score(file, text):
            return file, score_in(file, text)
    except Misread as problem:
        raise misread(problem, file, say, locale) from None
    if len(text) > LONGEST_ANSWER:
        raise Unreadable("too_large", say("too_long", most=LONGEST_ANSWER))
    return file, text


def _binary(name: str, content: bytes, key: Key | None) -> Score | None:
    """MIDI and MusicXML by their endings or by how they begin; None for what is text."""
    if not content.strip():
        return None
    if content.startswith(b"MThd") or name.endswith((".mid", ".midi")):
        from viva.engines.music.formats.midi import read_midi  # noqa: PLC0415

        return read_midi(content, key)
    packed = content.startswith(b"PK\x03\x04") or name.endswith(".mxl")
    if packed or name.endswith((".xml", ".musicxml")) or content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        from viva.engines.music.formats.musicxml import decode_xml, read_musicxml, read_mxl  # noqa: PLC0415

        return read_mxl(content) if packed else read_musicxml(decode_xml(content))
    return None


def answers(submission: Submission, asked: int, say: Say, locale: str, key: Key | None = None) -> Answers:
    """Written notes answer one question in each bar."""
    file, answer = handed_in(submission, say, locale, key)
    if not isinstance(answer, str):
        from viva.engines.music.score import slices  # noqa: PLC0415

        bars: dict[int, list[str]] = {}
        for each in slices(answer):
            bars.setdefault(each.bar, []).extend(map(str, each.voices))
        return Answers(file, tuple((bar, " ".join(voices)) for bar, voices in sorted(bars.items())), answer)
    parts = [(number, _LABEL.sub("", part)) for number, part in _pieces(answer)]
    found = [(number, part) for number, part in parts if part]
    words = [(number, word) for number, part in found for word in part.split() if word not in _BETWEEN]
    if abs(len(words) - asked) < abs(len(found) - asked):
        found = words
    if not found:
        raise Unreadable("empty", say("no_answers"))
    return Answers(file, tuple(found))


def _pieces(text: str) -> list[tuple[int, str]]:
    """What stands between line ends and separators, each with its line; what follows `//` is a comment."""
    return [
        (number, part.strip())
        for number, line in enumerate(text.splitlines(), 1)
        for part in re.split(r"[,;|]", line.partition("//")[0])
    ]


@dataclass(frozen=True, slots=True)
class Sung:
    """What was handed in: the voices of each chord from the soprano down, the bar and beat of each, and its score."""

    chords: tuple[tuple[Voice, ...], ...]
    places: tuple[tuple[int, str], ...]
    score: Score
    starts: tuple[Fraction, ...]


def read_parts(submission: Submission, asked: Sequence[Wanted], say: Say, locale: str, language: str) -> Sung:
    """A score (ABC, MusicXML, MIDI) with one part for each voice from the soprano down, or a text with one chord on
    each line, lowest note first; a text in which every chord begins with its highest note is read the other way.
    `language` is that of the names of notes."""
    key = asked[0].key
    file, answer = handed_in(submission, say, locale, key)
    if not isinstance(answer, str):
        return _of_score(answer, asked, say)
    lines = [(line, part) for line, part in _pieces(answer) if part]
    if not lines:
        raise Unreadable("empty", say("no_answers"))
    chords: list[tuple[Voice, ...]] = []
    for number, (line, part) in enumerate(lines[: len(asked) + 100], 1):
        words = re.sub(r"^\d+[.)]\s+", "", part).split()
        try:
            chord = tuple(read_voice(word, language) for word in words[:9])
        except Misread as problem:
            raise misread(problem, file, say, locale, line) from None
        if len(chord) != _FOUR:
            raise Unreadable("wrong_parts", say("four_notes", number=number, there=len(words)))
        chords.append(chord)
    downwards = all(chord[0].pitch > chord[-1].pitch for chord in chords)
    return _in_quarters(tuple(chord if downwards else chord[::-1] for chord in chords), key.fifths)


def _in_quarters(chords: tuple[tuple[Voice, ...], ...], fifths: int) -> Sung:
    from viva.engines.music.score import homophony  # noqa: PLC0415
    from viva.engines.music.voice_leading import PARTS  # noqa: PLC0415

    score = homophony(tuple(chord[::-1] for chord in chords), PARTS, fifths)
    places = tuple((at // 4 + 1, str(at % 4 + 1)) for at in range(len(chords)))
    return Sung(chords, places, score, tuple(Fraction(at, 4) for at in range(len(chords))))


def _of_score(score: Score, asked: Sequence[Wanted], say: Say) -> Sung:
    from viva.engines.music.score import shown_beat, slices  # noqa: PLC0415

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


def misread(problem: Misread, file: str, say: Say, locale: str, line: int | None = None) -> Unreadable:
    said = say("misread", problem=problem.told(locale))
    where = Passage(file, problem.line or line or 1, problem.column)
    return Unreadable(problem.reason, [Finding(said, About.POLICY, signature=problem.reason, where=where)])
