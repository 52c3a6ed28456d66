"""Names in the language of whoever reads them. Inside of Viva all names are English: what is answered is brought into
these before it is compared, and what is shown is brought out of them.

The language of names is that of the exercise. Where it says none, and the report is in another language than English,
an answer may be in either: then B is read as both languages have it, and right if one of them is.
"""

from __future__ import annotations

from viva.core.exercise import Exercise
from viva.core.terms import ENGLISH
from viva.engines.music import Voice, parse

GERMAN = "de"


def languages(exercise: Exercise, report: str) -> tuple[str, ...]:
    """In which names may be answered; in the first of them they are shown."""
    if exercise.feedback.locale:
        return (exercise.feedback.locale,)
    return (ENGLISH,) if report in ("", ENGLISH) else (report, ENGLISH)


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
