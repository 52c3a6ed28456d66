"""German names: H is B, B is Bb, F# is Fis, `g-Moll` is G minor, `kleine Terz` is m3. Both ways, as texts.

What is no German name stays as it is, so that the reader of English names tells what is wrong with it.
"""

from __future__ import annotations

import re
from types import MappingProxyType

_ENDINGS = {"": "", "#": "is", "##": "isis", "x": "isis", "b": "es", "bb": "eses"}
_SPECIAL = {"Ab": "As", "Abb": "Ases", "Eb": "Es", "Ebb": "Eses", "B": "H", "Bb": "B", "B#": "His", "Bbb": "Heses",
            "B##": "Hisis", "Bx": "Hisis"}  # fmt: skip
_ENGLISH = re.compile(r"([A-G])(##|#|x|bb|b|)(.*)")
# a root and its ending; the `s` of `Asus4` and the `es` of no note are none
_GERMAN = re.compile(r"([A-H])(isis|is|eses|ses|sas|es|s(?!us)|##|#|bb|b|)(.*)", re.IGNORECASE)
_SHIFTS = {"isis": "##", "is": "#", "es": "b", "s": "b", "eses": "bb", "ses": "bb", "sas": "bb"}

SCALES = MappingProxyType({
    "major": "Dur", "minor": "Moll", "natural minor": "natürlich Moll", "harmonic minor": "harmonisch Moll",
    "melodic minor": "melodisch Moll", "dorian": "dorisch", "phrygian": "phrygisch", "lydian": "lydisch",
    "mixolydian": "mixolydisch", "locrian": "lokrisch", "ionian": "ionisch", "aeolian": "äolisch",
    "major pentatonic": "Dur-Pentatonik", "minor pentatonic": "Moll-Pentatonik", "whole tone": "Ganzton",
    "octatonic": "Ganzton-Halbton", "blues": "Blues", "harmonic major": "harmonisch Dur",
    "hungarian minor": "ungarisch Moll",
})  # fmt: skip
_OTHER_SCALES = {"dur": "major", "moll": "minor", "natürliches moll": "minor", "harmonisches moll": "harmonic minor",
                 "melodisches moll": "melodic minor", "moll harmonisch": "harmonic minor",
                 "moll melodisch": "melodic minor", "moll natürlich": "minor", "reines moll": "minor",
                 "ganztonleiter": "whole tone", "durpentatonik": "major pentatonic",
                 "mollpentatonik": "minor pentatonic"}  # fmt: skip

_IN_WORDS = {"dur": "major", "moll": "minor", "vermindert": "diminished", "übermäßig": "augmented"}
_TYPES = re.compile(rf"[-\s]+({'|'.join(_IN_WORDS)}|verm|überm)\b\.?(?:er)?", re.IGNORECASE)

_QUALITIES = {"P": "reine", "M": "große", "m": "kleine", "A": "übermäßige", "d": "verminderte"}
_NUMBERS = ("Prime", "Sekunde", "Terz", "Quarte", "Quinte", "Sexte", "Septime", "Oktave", "None", "Dezime", "Undezime",
            "Duodezime", "Tredezime")  # fmt: skip
_ALONE = {"tritonus": "tritone", "prime": "P1", "prim": "P1", "oktave": "P8", "oktav": "P8", "quarte": "P4",
          "quart": "P4", "quinte": "P5", "quint": "P5", "halbton": "m2", "ganzton": "M2",
          "halbtonschritt": "m2", "ganztonschritt": "M2"}  # fmt: skip
_SHORT = {"r": "P", "g": "M", "k": "m", "ü": "A", "v": "d"}


def german_word(word: str) -> str:
    """A note, a voice or a chord: `F#4`, `Bbm7/Db`. Anything else stays as it is."""
    name, slash, bass = word.partition("/")
    found = _ENGLISH.fullmatch(name)
    if found is None:
        return word
    root = _SPECIAL.get(found[1] + found[2], found[1] + _ENDINGS[found[2]])
    return root + found[3] + (f"/{german_word(bass)}" if slash else "")


def english_word(word: str) -> str:
    """`Fis4`, `Bm7/Des` as they are written in English. A small letter stays small."""
    name, slash, bass = word.partition("/")
    found = _GERMAN.fullmatch(name)
    if found is None:
        return word
    letter, ending, rest = found[1], found[2], found[3]
    sign = _SHIFTS.get(ending.lower(), ending)
    if ending.lower() in ("s", "ses", "sas") and letter.upper() not in "AE":
        letter, sign, rest = found[1], "", ending + rest
    if letter in "Hh":
        letter = "B" if letter == "H" else "b"
    elif letter in "Bb" and not ending:
        sign = "b"
    return letter + sign + rest + (f"/{english_word(bass)}" if slash else "")


def german_words(text: str) -> str:
    return " ".join(german_word(word) for word in text.split(" "))


def english_words(text: str) -> str:
    """Also `h-Moll` and `Gis vermindert`, where chords are named in words."""
    full = {"verm": "vermindert", "überm": "übermäßig"}
    plain = _TYPES.sub(lambda found: f" {_IN_WORDS[full.get(found[1].lower(), found[1].lower())]}", text)
    return " ".join(word if word in _IN_WORDS.values() else english_word(word) for word in plain.split(" "))


def english_chord(text: str) -> str:
    """As English words; a small letter alone is the minor chord."""
    if re.fullmatch(r"[a-h](?:is|es|s|#|b)?", text.strip()):
        name = english_word(text.strip())
        return f"{name[0].upper()}{name[1:]}m"
    return english_words(text)


def german_key(text: str) -> str:
    """`Eb major` is `Es-Dur`, `F# minor` is `fis-Moll`."""
    tonic, _, mode = text.partition(" ")
    name = german_word(tonic)
    return f"{name.lower()}-Moll" if mode == "minor" else f"{name}-Dur"


def english_key(text: str) -> str:
    apart = re.sub(r"(?<=\w)(?=(?:dur|moll)$)", " ", text.strip(), flags=re.IGNORECASE)
    tonic, *mode = [word for word in re.split(r"[-\s]+", apart) if word] or [""]
    words = {"dur": "major", "moll": "minor"}
    if len(mode) == 1 and mode[0].lower() in words:
        name = english_word(tonic)
        return f"{name[:1].upper()}{name[1:]} {words[mode[0].lower()]}"
    return " ".join((english_word(tonic), *mode)) if tonic else text


def german_scale(text: str) -> str:
    tonic, _, kind = text.partition(" ")
    return german_key(text) if kind in ("major", "minor") else f"{german_word(tonic)} {SCALES.get(kind, kind)}"


def english_scale(text: str) -> str:
    plain = re.sub(r"[-\s]*\b(?:ton)?leiter\b", "", text.strip(), flags=re.IGNORECASE)
    first = re.fullmatch(
        r"(\w{5,}?)e[rsn]?\s+([a-h](?:is|es|s)?)[-\s](\w+)", plain, re.IGNORECASE
    )  # `natürliches a-Moll`
    found = re.fullmatch(r"(\S+?)(?:-|\s+)(.*)", f"{first[2]} {first[1]} {first[3]}" if first else plain)
    if found is None:
        return text
    name = english_word(found[1])
    kind = re.sub(r"[-\s]+", " ", found[2]).strip().lower()
    known = {re.sub("-", " ", german).lower(): english for english, german in SCALES.items()} | _OTHER_SCALES
    return f"{name[:1].upper()}{name[1:]} {known.get(kind, kind)}"


def german_interval(text: str) -> str:
    """`m3` is `kleine Terz`; `m6 above Eb4` is `kleine Sexte über Es4`."""
    name, *rest = text.split(" ")
    found = re.fullmatch(r"(-?)([PMm]|A+|d+)(\d+)", name)
    if found is None or not 1 <= int(found[3]) <= len(_NUMBERS):
        return text
    double = "doppelt " if len(found[2]) == 2 else "dreifach " if len(found[2]) > 2 else ""
    said = f"{found[1]}{double}{_QUALITIES[found[2][0]]} {_NUMBERS[int(found[3]) - 1]}"
    where = [{"above": "über", "below": "unter"}.get(word, german_word(word)) for word in rest]
    return " ".join((said, *where))


def english_interval(text: str) -> str:
    """`kleine Terz`, `kl. 3`, `k3`, `doppelt verminderte Quinte`, `-reine Quarte`."""
    words = text.strip().lower().replace(".", ". ").split()
    down = bool(words) and words[0].startswith("-")
    if down:
        words[0] = words[0][1:]
    double = 2 if words[:1] == ["doppelt"] else 1
    words = words[double - 1 :]
    if len(words) == 1:
        if words[0] in _ALONE:
            return f"{'-' if down else ''}{_ALONE[words[0]]}"
        found = re.fullmatch(r"([rgkv]|ü{1,2}|v{1,2})(\d{1,2})", words[0])
        return f"{'-' if down else ''}{_SHORT[found[1][0]] * len(found[1])}{found[2]}" if found else text
    if len(words) != 2:
        return text
    kind = next((short for short, full in _QUALITIES.items() if _begins(full, words[0])), None)
    numbers = [name.lower() for name in _NUMBERS]
    named = next((at for at, name in enumerate(numbers, 1) if words[1] in (name, name.removesuffix("e"))), None)
    number = words[1] if words[1].isdigit() else named
    return f"{'-' if down else ''}{kind * double}{number}" if kind and number else text


def _begins(full: str, word: str) -> bool:
    """`kleine`, `kl.`, `klein`, `uebermaessige`."""
    word = word.replace("ue", "ü").replace("ae", "ä").replace("ss", "ß")
    return full == word or (word.endswith(".") and len(word) > 1 and full.startswith(word[:-1])) or full[:-1] == word
