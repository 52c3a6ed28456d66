"""Names in the language of whoever reads them. Inside of Viva all names are English: what is answered is brought into
these before it is compared, and what is shown is brought out of them."""

from __future__ import annotations

from viva.engines.music import Voice, german, parse

_SHOWN = {"key": german.german_key, "scale": german.german_scale, "interval": german.german_interval}
_READ = {"key": german.english_key, "scale": german.english_scale, "interval": german.english_interval}


def shown(text: str, locale: str, what: str = "notes") -> str:
    """A name of a key, a scale, an interval, a numeral, or words that are notes or chords."""
    if locale != "de" or what == "numeral":
        return text
    return _SHOWN.get(what, german.german_words)(text)


def understood(text: str, locale: str, what: str = "notes") -> str:
    if locale != "de" or what == "numeral":
        return text
    return _READ.get(what, german.english_words)(text)


def read_voice(word: str, locale: str) -> Voice:
    return parse(Voice, understood(word, locale))
