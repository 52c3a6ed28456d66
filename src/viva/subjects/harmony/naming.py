"""Names in the language of whoever reads them. Inside of Viva all names are English: what is answered is brought into
these before it is compared, and what is shown is brought out of them.

The language of names is that of the exercise. Where it says none, and the report is in another language than English,
an answer may be in either, as its names tell. Where all of them are in both, B may be either note.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from viva.core.exercise import Exercise
from viva.core.terms import ENGLISH
from viva.engines.music import Voice, parse

GERMAN = "de"
_ENGLISH_NAME = re.compile(r"(?<![A-Za-z0-9])[A-Ga-g][#b♯♭]")
_GERMAN_NAME = re.compile(r"(?<![A-Za-z0-9])(?:[Hh](?![a-z]{2})|[A-Ha-h](?:is|es)|[AEae]s(?!us))")


def languages(exercise: Exercise, report: str) -> tuple[str, ...]:
    """In which names may be answered; in the first of them they are shown."""
    if exercise.feedback.locale:
        return (exercise.feedback.locale,)
    return (ENGLISH,) if report in ("", ENGLISH) else (report, ENGLISH)


def spoken(answers: Iterable[str], possible: tuple[str, ...]) -> tuple[str, ...]:
    """The languages that are left where some names in answers are of one language only: `F#` is English, `Fis` and `H`
    are German."""
    if len(possible) == 1:
        return possible
    text = " ".join(answers)
    if _ENGLISH_NAME.search(text):
        return (ENGLISH,)
    return (GERMAN,) if GERMAN in possible and _GERMAN_NAME.search(text) else possible


def shown(text: str, language: str, what: str = "notes") -> str:
    """A name of a key, a scale, an interval, a numeral, or words that are notes or chords."""
    if language != GERMAN or what == "numeral":
        return text
    from viva.engines.music import german  # noqa: PLC0415 only where someone speaks it

    names = {"key": german.german_key, "scale": german.german_scale, "interval": german.german_interval}
    return names.get(what, german.german_words)(text)


def understood(text: str, language: str, what: str = "notes") -> str:
    if language != GERMAN or what == "numeral":
        return text
    from viva.engines.music import german  # noqa: PLC0415

    names = {"key": german.english_key, "scale": german.english_scale, "interval": german.english_interval}
    return names.get(what, german.english_words)(text)


def read_voice(word: str, language: str) -> Voice:
    return parse(Voice, understood(word, language))


def show_voices(voices: Iterable[Voice], language: str, between: str = " ") -> str:
    return shown(between.join(map(str, voices)), language)
