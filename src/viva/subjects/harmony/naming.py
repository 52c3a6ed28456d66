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
_GERMAN_MODE = re.compile(r"(?<![A-Za-z])[A-Ha-h](?:is|es|s)?[-\s]?(?:Dur|Moll|dur|moll)(?![a-z])")

_GERMAN_OCTAVE = re.compile(r"(?<!\S)([a-h](?:isis|is|eses|es|ses|s)?)([1-6]|['’′]{1,6})(?!\S)")
_LINED = 3  # octaves from the first C of a piano to small c: c1 is C4


def languages(exercise: Exercise, report: str) -> tuple[str, ...]:
    """In which names may be answered; in the first of them they are shown."""
    if exercise.feedback.locale:
        return (exercise.feedback.locale,)
    return (ENGLISH,) if report in ("", ENGLISH) else (report, ENGLISH)


def languages_left(answers: Iterable[str], possible: tuple[str, ...]) -> tuple[str, ...]:
    """The languages that are left where some names in answers are of one language only: `F#` is English, `Fis` and `H`
    are German."""
    text = " ".join(answers)
    if possible == (ENGLISH,) and _GERMAN_MODE.search(text) and not _ENGLISH_NAME.search(text):
        return (GERMAN,)  # nobody else says `Moll`
    if len(possible) == 1:
        return possible
    if _ENGLISH_NAME.search(text):
        return (ENGLISH,)
    return (GERMAN,) if GERMAN in possible and _GERMAN_NAME.search(text) else possible


def show_name(text: str, language: str, what: str = "notes") -> str:
    """A name of a key, a scale, an interval, a numeral, or words that are notes or chords."""
    if language != GERMAN or what == "numeral":
        return text
    from viva.engines.music.formats import german  # noqa: PLC0415 only where someone speaks it

    names = {"key": german.german_key, "scale": german.german_scale, "interval": german.german_interval}
    return names.get(what, german.german_words)(text)


def understood(text: str, language: str, what: str = "notes") -> str:
    if language != GERMAN or what == "numeral":
        return text
    from viva.engines.music.formats import german  # noqa: PLC0415

    names = {
        "key": german.english_key,
        "scale": german.english_scale,
        "interval": german.english_interval,
        "chord": german.english_chord,
    }
    return names.get(what, german.english_words)(text.replace("♯", "#").replace("♭", "b"))


def ways_to_read(text: str, spoken: Iterable[str], what: str = "notes") -> list[str]:
    """In every language; in German the `c1` of one who counts octaves from small c is a C4."""
    found = []
    for language in spoken:
        found.append(understood(text, language, what))
        if language == GERMAN and what in ("note", "notes"):
            found.append(understood(_GERMAN_OCTAVE.sub(_with_number, text), language, what))
    return found


def _with_number(found: re.Match[str]) -> str:
    octave = int(found[2]) if found[2].isdigit() else len(found[2])
    return f"{found[1].capitalize()}{octave + _LINED}"


def read_voice(word: str, language: str) -> Voice:
    return parse(Voice, understood(word, language))


def show_voices(voices: Iterable[Voice], language: str, between: str = " ") -> str:
    return show_name(between.join(map(str, voices)), language)
