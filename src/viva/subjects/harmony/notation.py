"""The table of an exercise and what is handed in, as values."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from viva.core.reading import Misread
from viva.core.report import About, Finding
from viva.core.source import Source
from viva.core.submission import Submission, Unreadable
from viva.core.table import Table
from viva.core.texts import Say
from viva.core.where import Passage
from viva.engines.music import Key, Voice, parse, read_key
from viva.engines.music.abc import read_abc
from viva.engines.music.musicxml import read_musicxml
from viva.engines.music.score import LARGEST, Score, slices

SCORES = (".abc", ".musicxml", ".xml")
ENDINGS = (".txt", *SCORES)
CLEFS = ("treble", "bass", "alto", "tenor")
MOST_QUESTIONS = 100
LONGEST_ANSWER = 20_000

Value = TypeVar("Value")


def given(settings: Table, source: Source) -> tuple[tuple[str, ...], Score | None]:
    """What the exercise starts from: a list of texts, a text with one for each line, or the chords of a score."""
    if isinstance(settings.values.get("given"), list):
        items: tuple[str, ...] = settings.strings("given")
        score = None
    else:
        named = settings.string("given")
        if named.endswith(SCORES):
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


def is_score(file: str, text: str) -> bool:
    """By its ending, or because it looks like ABC or MusicXML: what is pasted has no ending."""
    return file.lower().endswith(SCORES) or re.search(r"^K:|^\s*<", text, re.MULTILINE) is not None


def score_in(file: str, text: str) -> Score:
    xml = file.lower().endswith((".musicxml", ".xml")) or text.lstrip().startswith("<")
    return read_musicxml(text) if xml else read_abc(text)


def key_of(settings: Table) -> Key:
    return settled(settings, "key", read_key, settings.string("key"))


def settled(settings: Table, name: str, read: Callable[[str], Value], text: str) -> Value:
    """A value that a teacher wrote."""
    try:
        return read(text)
    except Misread as problem:
        raise settings.fault(name, f"cannot be read: {problem.problem}") from None


def voices_of(text: str) -> tuple[Voice, ...]:
    return tuple(parse(Voice, word) for word in text.split())


def answers(submission: Submission, asked: int, say: Say, locale: str) -> tuple[str, tuple[tuple[int, str], ...]]:
    """The file, and each answer with its line. Written notes answer one question in each bar."""
    file, text = submission.text(ENDINGS)
    refuse_long(file, text, say)
    if is_score(file, text):
        return file, _from_score(text, file, say, locale)
    lines = [
        (number, part.strip())
        for number, line in enumerate(text.splitlines(), 1)
        for part in re.split(r"[,;|]", line.partition("//")[0])
        if part.strip()
    ]
    found = [(number, re.sub(r"^\d+[.)]\s+", "", part)) for number, part in lines]
    words = [(number, word) for number, part in found for word in part.split()]
    if abs(len(words) - asked) < abs(len(found) - asked):
        found = words
    if not found:
        raise Unreadable("empty", say("no_answers"))
    return file, tuple(found)


def refuse_long(file: str, text: str, say: Say) -> None:
    most = LARGEST if is_score(file, text[:1000]) else LONGEST_ANSWER
    if len(text) > most:
        raise Unreadable("too_large", say("too_long", most=most))


def _from_score(text: str, file: str, say: Say, locale: str) -> tuple[tuple[int, str], ...]:
    try:
        score = score_in(file, text)
    except Misread as problem:
        raise misread(problem, file, say, locale) from None
    bars: dict[int, list[str]] = {}
    for each in slices(score):
        bars.setdefault(each.bar, []).extend(map(str, each.voices))
    return tuple((bar, " ".join(voices)) for bar, voices in sorted(bars.items()))


def misread(problem: Misread, file: str, say: Say, locale: str, line: int | None = None) -> Unreadable:
    said = say("misread", problem=problem.told(locale))
    where = Passage(file, problem.line or line or 1, problem.column)
    return Unreadable("syntax_error", [Finding(said, About.POLICY, signature="syntax_error", where=where)])
