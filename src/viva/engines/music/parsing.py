"""Reads every type from the text that `str` writes, and the usual other spellings. Raises `Misread`, which says which
part was understood."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from typing import TypeVar, cast

from viva.core.text.reading import Misread, in_quotes
from viva.core.texts import Sentence, Slot
from viva.engines.music import names
from viva.engines.music.scalars import (
    LETTERS,
    Degdex,
    Degree,
    Diadex,
    Diatone,
    Index,
    Interval,
    Note,
    Octave,
    Placement,
    RelVoice,
    ScaleCard,
    Shift,
    Voice,
    height,
    interval_of,
)
from viva.engines.music.structures import (
    Chord,
    ChordGroup,
    ChordType,
    HFunction,
    Layout,
    OtherCard,
    Scale,
    ScaleType,
    Voicing,
)

LONGEST = 200
MOST_ACCIDENTALS = 4
OCTAVES = range(-1, 10)  # those that MIDI has
_ACCIDENTALS = str.maketrans({"♯": "#", "♭": "b", "♮": "", "𝄪": "x", "𝄫": "bb"})
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
_APART = re.compile(r"(?<=\b[A-Ga-g]) +(?=[♯♭♮𝄪𝄫]|#+(?![0-9]))")
_SPOKEN = re.compile(r"(?<=\b[A-Ga-g])[ -]?(?:(double)[ -]?)?(flat|sharp|natural(?= *$| *[0-9]))s?\b", re.IGNORECASE)
_SHIFT = re.compile(r"(?:#|b|x|n){0,12}")
_PERFECT = (0, 3, 4)

Kind = TypeVar("Kind")


def wrong(key: str, /, **slots: Slot) -> Misread:
    return Misread(Sentence(key, slots, "viva.engines.music"))


def parse(kind: type[Kind], text: str) -> Kind:
    """A value of this type."""
    text = text.strip()
    if len(text) > LONGEST:
        raise wrong("too_long", most=LONGEST)
    return cast(Kind, _READERS[kind](plain_signs(text)))


def plain_signs(text: str) -> str:
    """The signs of sheet music as `#`, `b` and `x`, and so `B flat` and `F-sharp`; small raised figures as figures,
    all dashes as `-`."""
    plain = unicodedata.normalize("NFKC", _APART.sub("", text.replace("º", "°")).translate(_ACCIDENTALS))
    return _SPOKEN.sub(_sign, plain.translate(_DASHES))


def _sign(found: re.Match[str]) -> str:
    return {"sharp": "#", "flat": "b", "natural": ""}[found[2].lower()] * (2 if found[1] else 1)


def _letter(text: str) -> Diatone:
    if len(text) == 1 and text.upper() in LETTERS:
        return Diatone(LETTERS.index(text.upper()))
    raise wrong("no_letter", found=in_quotes(text))


def _shift(text: str) -> Shift:
    """Accidentals alone; no text is a natural."""
    if text in ("", "n"):
        return Shift(0)
    plain = text.replace("x", "##")
    if set(plain) not in ({"#"}, {"b"}):
        raise wrong("no_accidental", found=in_quotes(text))
    if len(plain) > MOST_ACCIDENTALS:
        raise wrong("too_many_accidentals", found=in_quotes(text), most=MOST_ACCIDENTALS)
    return Shift(len(plain) if plain[0] == "#" else -len(plain))


def _number(text: str, within: range, whole: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,4}", text) or int(text) not in within:
        raise wrong("no_number", found=in_quotes(text), whole=in_quotes(whole), low=within[0], high=within[-1])
    return int(text)


def _note(text: str) -> Note:
    if not text or text[0].upper() not in LETTERS:
        raise wrong("no_note", found=in_quotes(text))
    rest = text[1:]
    if _SHIFT.fullmatch(rest) is None:
        raise wrong("note_then", note=text[0].upper(), rest=in_quotes(rest))
    return Note(_letter(text[0]), _shift(rest))


def _voice(text: str) -> Voice:
    found = re.fullmatch(r"([^0-9@-]*)@?(-?[0-9]*)", text)
    if found is None:
        raise wrong("no_voice", found=in_quotes(text))
    note = _note(found[1])
    if not found[2]:
        raise wrong("no_octave", note=str(note), example=f"{note}4")
    return Voice(note, Octave(_number(found[2], OCTAVES, text)))


def _diadex(text: str) -> Diadex:
    return Diadex(_number(text, range(1, 8), text) - 1)


def _index(text: str) -> Index:
    """`3b`, and `b3` as it is often written."""
    found = re.fullmatch(r"([#bx]*)(\d+)([#bxn]*)", text)
    if found is None or (found[1] and found[3]):
        raise wrong("no_index", found=in_quotes(text))
    return Index(_diadex(found[2]), _shift(found[1] or found[3]))


def _octave(text: str) -> Octave:
    return Octave(_number(text.removeprefix("@"), range(-99, 100), text))


def _relvoice(text: str) -> RelVoice:
    index, _, octave = text.partition("@")
    return RelVoice(_index(index), _octave(octave))


def _degdex(text: str) -> Degdex:
    number, _, card = text.partition("/")
    size = _number(card, range(1, 100), text)
    return Degdex(ScaleCard(size), _number(number, range(1, size + 1), text))


def _degree(text: str) -> Degree:
    found = re.fullmatch(r"([0-9]+/[0-9]+)(?:\((-?[0-9]+)\))?", text)
    if found is None:
        raise wrong("no_degree", found=in_quotes(text))
    return Degree(_degdex(found[1]), Shift(_number(found[2] or "0", range(-12, 13), text)))


def _placement(text: str) -> Placement:
    degree, at, octave = text.partition("@")
    if not at:
        raise wrong("no_placement", found=in_quotes(text))
    return Placement(_degree(degree), _octave(octave))


def _interval(text: str) -> Interval:
    """`m3`, `P5`, `-A4`; also `minor 3rd` and `perfect fifth`."""
    found = re.fullmatch(r"(-?)(P|M|m|A{1,4}|d{1,4})([0-9]{1,2})", _abbreviated(text))
    if found is None or found[3].startswith("0"):
        raise wrong("no_interval", found=in_quotes(text))
    steps, quality = int(found[3]) - 1, found[2]
    perfect = steps % 7 in _PERFECT
    if quality in ("M", "m") and perfect:
        raise wrong("never_major", found=in_quotes(text), number=found[3])
    if quality == "P" and not perfect:
        raise wrong("never_perfect", found=in_quotes(text), number=found[3])
    shift = {"P": 0, "M": 0, "m": -1, "A": len(quality), "d": -len(quality) - (not perfect)}[quality[0]]
    made = interval_of(steps, height(steps) + shift)
    return -made if found[1] else made


_QUALITIES = {"perfect": "P", "major": "M", "minor": "m", "augmented": "A", "diminished": "d", "maj": "M", "min": "m",
              "aug": "A", "dim": "d", "perf": "P", "mi": "m"}  # fmt: skip
_ORDINALS = ("unison", "second", "third", "fourth", "fifth", "sixth", "seventh", "octave", "ninth", "tenth",
             "eleventh", "twelfth", "thirteenth")  # fmt: skip


_ONE_WORD = {"unison": "P1", "octave": "P8", "8ve": "P8", "tritone": "A4", "tt": "A4", "semitone": "m2"}
_TWO_WORDS = {"half step": "m2", "half tone": "m2", "whole step": "M2", "whole tone": "M2"}


def _abbreviated(text: str) -> str:
    text = re.sub(r"(?<=[a-z])-(?=[A-Za-z0-9])", " ", text)  # `minor-third`
    words = text.replace("-", " -").split() if text.startswith("-") else text.split()
    if " ".join(words).lower() in _TWO_WORDS:
        return _TWO_WORDS[" ".join(words).lower()]
    if len(words) == 1:
        if words[0].lower() in _ONE_WORD:
            return _ONE_WORD[words[0].lower()]
        short = re.fullmatch(
            r"(-?)(perfect|perf|p|major|maj|minor|min|mi|augmented|aug|diminished|dim)\.?(\d{1,2})", words[0].lower()
        )
        return f"{short[1]}{_QUALITIES.get(short[2], 'P')}{short[3]}" if short else words[0]
    if len(words) == 3 and words[0].lower() == "doubly":
        words = [words[1], words[2]]
        double = 2
    else:
        double = 1
    if len(words) != 2 or words[0].lower() not in _QUALITIES:
        return text
    number = words[1].lower()
    number = str(_ORDINALS.index(number) + 1) if number in _ORDINALS else re.sub(r"(?:st|nd|rd|th)$", "", number)
    return _QUALITIES[words[0].lower()] * double + number


def _listed(text: str, read: Callable[[str], Kind]) -> tuple[Kind, ...]:
    inside = text.strip().removeprefix("[").removesuffix("]").removeprefix("(").removesuffix(")")
    return tuple(read(part.strip()) for part in inside.split(",") if part.strip())


@cache
def every_chord_type() -> tuple[ChordType, ...]:
    return tuple(ChordType(tuple(_interval(each) for each in intervals.split())) for intervals in names.CHORDS)


@cache
def chord_types() -> dict[str, ChordType]:
    """The types of chords by all of their names."""
    found: dict[str, ChordType] = {}
    for made, called in zip(every_chord_type(), names.CHORDS.values(), strict=True):
        found |= dict.fromkeys(called, made)
    return found


@cache
def called_alike(kind: ChordType) -> tuple[ChordType, ...]:
    """It and the types that share a name with it."""
    mine = set(names.CHORDS.get(" ".join(map(str, kind.intervals)), ()))
    every = zip(every_chord_type(), names.CHORDS.values(), strict=True)
    return tuple(dict.fromkeys((kind, *(other for other, called in every if mine & set(called)))))


@cache
def every_scale_type() -> tuple[ScaleType, ...]:
    return tuple(ScaleType(tuple(_index(each) for each in elements.split())) for elements in names.SCALES)


@cache
def scale_types() -> dict[str, ScaleType]:
    """The types of scales by all of their names."""
    found: dict[str, ScaleType] = {}
    for made, called in zip(every_scale_type(), names.SCALES.values(), strict=True):
        found |= dict.fromkeys(called, made)
    return found


def _chord_type(text: str) -> ChordType:
    if text.startswith("["):
        try:
            return ChordType(_listed(text, _interval))
        except ValueError:
            raise wrong("no_chord_type", found=in_quotes(text)) from None
    if text in chord_types():
        return chord_types()[text]
    raise wrong("no_chord_type", found=in_quotes(text))


def _chord(text: str) -> Chord:
    """The longest run of accidentals that leaves a known type: `Bb5` is a fifth on B flat, `Am7b5` is on A. A small
    letter with a type is read too; alone it could be major or minor."""
    if re.match(r"[a-g](?![#b]*$)", text):
        text = text[0].upper() + text[1:]
    found = re.match(r"([A-G])([#bx]*)", text)
    if found is None:
        raise wrong("no_root", found=in_quotes(text))
    root = Note(_letter(found[1]), _shift(found[2]))
    rest = text[found.end() :].strip()
    for kind in _chord_type_names(rest):
        if kind.startswith("[") or kind in chord_types():
            return Chord(_chord_type(kind), root)
    raise wrong("root_then", root=str(root), rest=in_quotes(rest))


_TYPE_WORDS = (
    (r"half[- ]?dim(?:inished)?", "ø"), (r"fully[- ]?diminished", "dim"), (r"diminished|verm(?:indert)?\b", "dim"),
    (r"augmented", "aug"), (r"dominant|dom(?=[ 7-9])", ""), (r"suspended", "sus"), (r"major|dur\b", "maj"),
    (r"minor|moll\b", "m"), (r"triad|chord", ""), (r"second", "2"), (r"fourth", "4"), (r"fifth", "5"), (r"sixth", "6"),
    (r"seventh", "7"), (r"ninth", "9"), (r"eleventh", "11"), (r"thirteenth", "13"), (r"(?<=[0-9])(?:nd|th)\b", ""),
)  # fmt: skip


def _chord_type_names(rest: str) -> Iterator[str]:
    """What is written after the root, and the same as short as can be: `7(b9)`, `minor seventh`, `-minor`, `m7-5`."""
    yield rest
    yield re.sub(r"[()\s^]", "", rest)
    yield " ".join(rest.lower().split())
    # `A-minor` has a hyphen; `A-7` and `A-maj7` have the sign for minor.
    short = re.sub(
        r"^-(?=(?:minor|major|min|dim|aug|half|fully|dom|dur|moll)(?![a-z]*7))", "", rest.strip(), flags=re.I
    )
    for words, sign in _TYPE_WORDS:
        short = re.sub(words, sign, short, flags=re.IGNORECASE)
    short = re.sub(r"(?<=[0-9(])([-+])(?=5|9|11|13)", lambda found: "b" if found[1] == "-" else "#", short)
    short = re.sub(r"[()\s^]", "", short).removesuffix("-")
    yield short
    yield short.replace("maj", "M") if "maj" in short else short


def chord_over(text: str) -> tuple[Chord, Note]:
    """A chord and the note in its bass: `Gm7/Bb`; without a slash that is the root."""
    text = plain_signs(text.strip())
    if len(text) > LONGEST:
        raise wrong("too_long", most=LONGEST)
    text = re.sub(r"m/(?=(?:maj|Maj|M|Δ)7)", "m", re.sub(r"6/9(?![0-9])", "69", text))
    name, slash, bass = re.sub(r"\s+(?:on|over)\s+(?=[A-Ga-g])", "/", text).partition("/")
    chord = _chord(name.strip())
    if not slash:
        return chord, chord.root
    try:
        return chord, _note(bass.strip())
    except Misread:
        raise wrong("bass_then", chord=str(chord), rest=in_quotes(bass)) from None


def _scale_type(text: str) -> ScaleType:
    for wanted in _scale_type_names(text):
        if wanted in scale_types():
            return scale_types()[wanted]
    if text[:1] == "1":
        try:
            return ScaleType(_listed(text, _index))
        except ValueError:
            raise wrong("no_scale_type", found=in_quotes(text)) from None
    raise wrong("no_scale_type", found=in_quotes(text))


def _scale_type_names(text: str) -> Iterator[str]:
    """As it is written, without hyphens, without `scale`, `mode` and in which direction, and in either order."""
    plain = " ".join(text.lower().split())
    yield plain
    words = re.sub(r"[-()]", " ", plain).split()
    yield " ".join(words)
    words = [each for each in words if each not in ("scale", "mode", "ascending", "key")]
    yield " ".join(words)
    yield " ".join(reversed(words))


def _split_scale(text: str) -> tuple[str, str]:
    """The root and the type, as they are written: `C-major`, `Am harmonic`, `dorian on D`."""
    turned = re.fullmatch(r"(\D{4,}?)\s+(?:on|in|from)\s+([A-Ga-g][#bx]*)", text.strip())
    if turned:
        return turned[2], turned[1]
    found = re.fullmatch(
        r"([A-Ga-g][#bx]*)(m(?![a-z])|)(?:[\s-]+|(?=maj|min|dor|phr|lyd|mix|loc|aeo|ion)|$)(.*)", text.strip()
    )
    if found is None:
        root, _, kind = text.partition(" ")
        return root, kind
    kind = f"{found[3]} minor".strip() if found[2] and "minor" not in found[3] else found[3]
    return found[1], kind


def scale_names(text: str) -> tuple[str, ...]:
    """What the type of a scale may be called, as it is written."""
    return tuple(_scale_type_names(_split_scale(plain_signs(text))[1]))


def _scale(text: str) -> Scale:
    root, kind = _split_scale(text)
    found = _note(root)
    return Scale(_scale_type(kind.strip()), found)


def _voicing(text: str) -> Voicing:
    """A chord and a layout: `Gm7 (2/4@0, 1/4@1)`."""
    name, bracket, rest = text.partition("(")
    layout = Layout(_listed(f"{bracket}{rest}", _placement)) if bracket else None
    if layout is None:
        raise wrong("no_voicing", found=in_quotes(text))
    try:
        return Voicing(_chord(name.strip()), layout)
    except OtherCard:
        raise wrong("no_voicing", found=in_quotes(text)) from None


def _hfunction(text: str) -> HFunction:
    """`5/7(0) 7`, and `V-7`, `VI - min7` as the paper has it."""
    found = re.fullmatch(r"(?:([0-9]+/[0-9]+(?:\(-?[0-9]+\))?)|([IV]+))\s*[-\s]\s*(\S.*)", text)
    if found is None or (found[2] and found[2] not in names.ROMAN):
        raise wrong("no_hfunction", found=in_quotes(text))
    degree = _degree(found[1] or f"{names.ROMAN.index(found[2]) + 1}/7")
    return HFunction(_chord_type(found[3]), degree)


_READERS: dict[object, Callable[[str], object]] = {
    ScaleCard: lambda text: ScaleCard(_number(text, range(1, 100), text)),
    Diatone: _letter,
    Diadex: _diadex,
    Degdex: _degdex,
    Shift: _shift,
    Octave: _octave,
    Note: _note,
    Index: _index,
    Degree: _degree,
    Voice: _voice,
    RelVoice: _relvoice,
    Placement: _placement,
    Interval: _interval,
    ScaleType: _scale_type,
    ChordType: _chord_type,
    Scale: _scale,
    Chord: _chord,
    ChordGroup: lambda text: ChordGroup(_listed(text, _placement)),
    Layout: lambda text: Layout(_listed(text, _placement)),
    Voicing: _voicing,
    HFunction: _hfunction,
}
