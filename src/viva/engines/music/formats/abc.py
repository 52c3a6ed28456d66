"""ABC notation, both ways: https://abcnotation.com/wiki/abc:standard:v2.1

Read are headers, notes, chords, rests, lengths, broken rhythm, tuplets, ties, bars, voices and changes of key, meter
and length inside; ornaments, slurs, chord symbols, lyrics and grace notes are passed over. Accidentals hold to the end
of the bar in all octaves, as the standard has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from fractions import Fraction

from viva.core.records import dataclass
from viva.core.text.reading import Misread, in_quotes
from viva.core.texts import Sentence, Slot
from viva.engines.music.keys import mode_fifths, signature
from viva.engines.music.parsing import OCTAVES, parse
from viva.engines.music.scalars import LETTERS, Diatone, Note, Octave, Shift, Voice
from viva.engines.music.score import LONGEST, MOST_EVENTS, MOST_PARTS, Event, Part, Piece, Score, beat_of, in_bars

_NOTE = r"(?P<accidental>\^\^|\^|__|_|=)?(?P<letter>[A-Ga-g])(?P<marks>[,']{0,8})"
_LENGTH = r"(?P<over>\d{0,3})(?P<slashes>/{0,4})(?P<under>\d{0,3})"
_TOKENS = re.compile(
    rf"""(?P<space>[\s`\\~.yh-wH-W]+|%[^\n]*)|(?P<skip>"[^"\n]*"|![^!\n]*!|\+[a-z]+\+|\{{[^}}\n]*\}})
    |(?P<inline>\[[A-Za-z]:[^\]\n]*\])|(?P<bar>:*\|+[:\]|]*[0-9]?|\[\||::|:\||:*\]|\[[0-9])
    |(?P<tuplet>\((?P<group>[2-9])(?::[0-9]*){{0,2}})|(?P<slur>[()])
    |(?P<chord>\[(?P<inside>[^\]\n]{{0,200}})\]{_LENGTH.replace("P<", "P<c_")})
    |(?P<rest>[zx](?P<rests>{_LENGTH.replace("P<", "P<r_")}))|(?P<whole>Z(?P<bars>\d{{0,3}}))
    |(?P<note>{_NOTE}{_LENGTH})|(?P<tie>-)|(?P<broken>[<>]{{1,3}})""",
    re.VERBOSE,
)
_ONE = re.compile(rf"{_NOTE}{_LENGTH}-?\s*")
_FIELDS = "IKLMNPQRTUVWXmrsw"  # those that may stand between lines of notes, where `A:|` is a note and a bar
_SHIFTS = {"^^": 2, "^": 1, "=": 0, "_": -1, "__": -2}
_MODES = {"": "major", "maj": "major", "ion": "major", "m": "minor", "min": "minor", "aeo": "minor", "dor": "dorian",
          "phr": "phrygian", "lyd": "lydian", "mix": "mixolydian", "loc": "locrian"}  # fmt: skip
_TUPLETS = {2: 3, 3: 2, 4: 3, 5: 2, 6: 2, 7: 2, 8: 3, 9: 2}  # so many in the time of


@dataclass(slots=True)
class _Staff:
    """A part while it is read."""

    name: str
    clef: str = ""  # as it stood when the first of it was read
    events: list[Event] = field(default_factory=list)
    now: Fraction = Fraction(0)
    bar: int = 1
    bar_start: Fraction = Fraction(0)
    accidentals: dict[str, int] = field(default_factory=dict)
    tied: bool = False
    factor: Fraction = Fraction(1)
    grouped: int = 0
    pending: Fraction | None = None


def _wrong(key: str, line: int, column: int | None = None, **slots: Slot) -> Misread:
    return Misread(Sentence(key, slots, "viva.engines.music"), line, column)


@dataclass(slots=True)
class _AbcReader:
    fifths: int = 0
    first_fifths: int | None = None
    meter: tuple[int, int] = (4, 4)
    unit: Fraction | None = None
    title: str = ""
    staves: dict[str, _Staff] = field(default_factory=dict)
    clefs: dict[str, str] = field(default_factory=dict)
    clef: str = "treble"
    current: str = ""
    count: int = 0

    def staff(self, line: int) -> _Staff:
        """That of the current voice. Voices stand in the order in which they are named first."""
        found = self.staves.get(self.current)
        if found is None:
            if len(self.staves) >= MOST_PARTS:
                raise _wrong("too_many_parts", line, most=MOST_PARTS)
            found = self.staves[self.current] = _Staff(self.current)
        return found

    def part(self, staff: _Staff) -> Part:
        clef = staff.clef or self.clefs.get(staff.name, self.clef)
        return Part(staff.name or "1", tuple(staff.events), clef)

    def header(self, letter: str, value: str, line: int) -> None:
        value = value.partition("%")[0].strip()
        if letter == "T":
            self.title = self.title or value[:100]
        elif letter == "M":
            self.meter = _meter(value, line)
        elif letter == "L":
            self.unit = _fraction(value, line)
        elif letter == "V":
            name, *rest = value.split() or ["1"]
            self.current = name[:20]
            clef = _clef(" ".join(rest))
            if clef:
                self.clefs[self.current] = clef
                if self.current in self.staves:
                    self.staves[self.current].clef = clef
            self.staff(line)
        elif letter == "K":
            self.clef = _clef(value) or self.clef
            fifths = _key(value, line)
            if fifths is not None:
                self.fifths = fifths
                self.first_fifths = fifths if self.first_fifths is None else self.first_fifths

    @property
    def length(self) -> Fraction:
        if self.unit is not None:
            return self.unit
        return Fraction(1, 16) if Fraction(*self.meter) < Fraction(3, 4) else Fraction(1, 8)


def read_abc(text: str, *, whole: bool = False) -> Score:
    """The first tune of a text; with `whole` also voices without notes, and a tune that has none yet. Raises Misread
    with line and column."""
    reader = _AbcReader()
    body = False
    for line, content in enumerate(text.splitlines(), 1):
        if content.startswith("%"):
            continue
        if body and not content.strip():
            break  # a tune ends with an empty line
        found = re.match(r"([A-Za-z]):(.*)", content)
        if found and (not body or found[1] in _FIELDS):
            if found[1] in "wWs":
                continue
            if found[1] == "X" and body:
                break
            reader.header(found[1], found[2], line)
            body = body or found[1] == "K"
        elif content.strip():
            body = True
            _read_line(reader, content, line)
    if whole and not reader.staves:
        reader.staff(1)
    staves = [staff for staff in reader.staves.values() if whole or any(event.voices for event in staff.events)]
    if not staves:
        raise _wrong("no_notes", max(1, text.count("\n")))
    parts = tuple(reader.part(staff) for staff in staves)
    return Score(parts, reader.first_fifths or 0, reader.meter, reader.title)


def _read_line(reader: _AbcReader, content: str, line: int) -> None:
    at = 0
    while at < len(content):
        token = _TOKENS.match(content, at)
        if token is None:
            raise _wrong("abc_unknown", line, at + 1, found=in_quotes(content[at : at + 10]))
        at = token.end()
        column = token.start() + 1
        if token["inline"]:
            reader.header(token["inline"][1], token["inline"][3:-1], line)
        elif token["bar"]:
            _bar(reader.staff(line), token["bar"])
        elif token["tuplet"]:
            staff = reader.staff(line)
            size = int(token["group"])
            staff.factor, staff.grouped = Fraction(_TUPLETS[size], size), size
        elif token["tie"]:
            reader.staff(line).tied = True
        elif token["broken"]:
            _break(reader.staff(line), token["broken"], line, column)
        elif token["note"]:
            voice = _voice(reader, token, line, column)
            _append(reader, (voice,), _times(token, "", line, column), line, column)
        elif token["chord"]:
            voices, inner, tied = _inside(reader, token["inside"], line, column + 1)
            _append(reader, voices, inner * _times(token, "c_", line, column), line, column)
            reader.staff(line).tied = tied
        elif token["rest"]:
            _append(reader, (), _times(token, "r_", line, column), line, column)
        elif token["whole"]:
            length = Fraction(*reader.meter) * int(token["bars"] or 1) / reader.length
            _append(reader, (), length, line, column)


def _bar(staff: _Staff, text: str) -> None:
    staff.accidentals.clear()
    if "|" in text and staff.now > staff.bar_start:
        staff.bar += 1
        staff.bar_start = staff.now


def _break(staff: _Staff, text: str, line: int, column: int) -> None:
    """`a>b`: the first is dotted and the second halved."""
    if not staff.events:
        raise _wrong("abc_unknown", line, column, found=in_quotes(text))
    short = Fraction(1, 2 ** len(text))
    first = 2 - short if text[0] == ">" else short
    last = staff.events.pop()
    staff.now = last.start + last.duration * first
    staff.events.append(replace(last, duration=last.duration * first))
    staff.pending = 2 - first


def _times(token: re.Match[str], prefix: str, line: int, column: int) -> Fraction:
    over, slashes, under = (token[f"{prefix}{name}"] or "" for name in ("over", "slashes", "under"))
    divisor = int(under) if under and slashes else 2 ** len(slashes)
    if (under and not slashes) or divisor == 0 or divisor > 256 or (over and int(over) == 0):
        raise _wrong("abc_length", line, column)
    return Fraction(int(over or 1), divisor)


def _voice(reader: _AbcReader, token: re.Match[str], line: int, column: int) -> Voice:
    staff = reader.staff(line)
    letter, marks = token["letter"], token["marks"]
    name = letter.upper()
    octave = 4 + letter.islower() + marks.count("'") - marks.count(",")
    if octave not in OCTAVES:
        raise _wrong("abc_octave", line, column, found=in_quotes(token[0]))
    if token["accidental"]:
        staff.accidentals[name] = _SHIFTS[token["accidental"]]
    signed = {str(note.diatone): note.shift.halves for note in signature(reader.fifths)}
    shift = staff.accidentals.get(name, signed.get(name, 0))
    return Voice(Note(Diatone(LETTERS.index(name)), Shift(shift)), Octave(octave))


def _inside(reader: _AbcReader, text: str, line: int, column: int) -> tuple[tuple[Voice, ...], Fraction, bool]:
    """The notes of a chord, their length, and whether all of them are tied to what follows."""
    voices, length, at, ties = [], None, 0, 0
    while at < len(text):
        found = _ONE.match(text, at)
        if found is None:
            raise _wrong("abc_unknown", line, column + at, found=in_quotes(text[at : at + 10]))
        voices.append(_voice(reader, found, line, column + at))
        length = length or _times(found, "", line, column + at)
        ties += "-" in found[0]
        at = found.end()
    if not voices:
        raise _wrong("abc_unknown", line, column, found="[]")
    return tuple(voices), length or Fraction(1), ties == len(voices)


def _append(reader: _AbcReader, voices: tuple[Voice, ...], times: Fraction, line: int, column: int) -> None:
    staff = reader.staff(line)
    duration = reader.length * times
    if staff.grouped:
        duration *= staff.factor
        staff.grouped -= 1
    if staff.pending is not None:
        duration *= staff.pending
        staff.pending = None
    if not 0 < duration <= LONGEST:
        raise _wrong("abc_length", line, column)
    mark, reader.count = reader.count, reader.count + 1
    staff.clef = staff.clef or reader.clefs.get(staff.name, reader.clef)
    if reader.count > MOST_EVENTS:
        raise _wrong("too_many_events", line, most=MOST_EVENTS)
    last = staff.events[-1] if staff.events else None
    if staff.tied and last and last.voices == voices:
        staff.events[-1] = replace(last, duration=last.duration + duration)
    else:
        beat = beat_of(staff.now - staff.bar_start, reader.meter)
        staff.events.append(Event(staff.now, duration, voices, staff.bar, beat, mark))
    staff.tied = False
    staff.now += duration


def _fraction(text: str, line: int) -> Fraction:
    found = re.fullmatch(r"(\d{1,2})(?:/(\d{1,3}))?", text)
    if found is None or int(found[1]) == 0 or int(found[2] or 1) == 0:
        raise _wrong("abc_header", line, found=in_quotes(text))
    return Fraction(int(found[1]), int(found[2] or 1))


def _meter(text: str, line: int) -> tuple[int, int]:
    text = {"C": "4/4", "C|": "2/2", "none": "4/4", "": "4/4"}.get(text, text)
    found = re.fullmatch(r"(\d{1,2})/(1|2|4|8|16|32|64)", text)
    if found is None or int(found[1]) == 0:
        raise _wrong("abc_header", line, found=in_quotes(text))
    return int(found[1]), int(found[2])


def _clef(text: str) -> str:
    found = re.search(r"(?:clef=)?\b(treble|bass|alto|tenor)\b", text)
    return found[1] if found else ""


def _key(text: str, line: int) -> int | None:
    first = re.sub(r"\bclef=\S+|\b(?:treble|bass|alto|tenor)\b.*", "", text).strip()
    if not first:
        return None
    if first.lower() == "none":
        return 0
    found = re.match(r"([A-G][#b]?)\s*([A-Za-z]*)", first)
    mode = _MODES.get(found[2].lower()[:3] if found and found[2] != "m" else "m") if found else None
    fifths = mode_fifths(parse(Note, found[1]), mode) if found and mode else None
    if fifths is None:
        raise _wrong("abc_key", line, found=in_quotes(text))
    return fifths


def write_abc(score: Score, tonic: str = "") -> str:
    """The score as ABC that reads the same under every rule of how far accidentals reach."""
    from viva.engines.music.keys import note_at  # noqa: PLC0415

    head = ["X:1", f"T:{' '.join(score.title.split())}", f"M:{score.meter[0]}/{score.meter[1]}", "L:1/4"]
    head += [f"V:{number} clef={part.clef}" for number, part in enumerate(score.parts, 1)]
    lines = [*head, f"K:{tonic or note_at(score.fifths)}"]
    bars = in_bars(score)
    for number in range(1, len(score.parts) + 1):
        lines.append(f"[V:{number}] {_written(bars[number - 1], score.fifths)}")
    return "\n".join(lines) + "\n"


def _written(bars: dict[int, list[Piece]], fifths: int) -> str:
    return " | ".join(" ".join(_bar_written(pieces, fifths)) or "x" for pieces in bars.values()) + " |]"


def _bar_written(pieces: Iterable[Piece], fifths: int) -> Iterator[str]:
    signed = {str(note.diatone): note.shift.halves for note in signature(fifths)}
    touched: set[str] = set()
    for piece in pieces:
        notes = []
        for voice in piece.event.voices:
            name, shift = str(voice.note.diatone), voice.note.shift.halves
            plain = shift == signed.get(name, 0) and name not in touched
            if not plain:
                touched.add(name)
            notes.append(("" if plain else _mark(shift)) + _pitch(voice))
        length = _length(piece.duration * 4)
        tie = "-" if piece.held else ""
        if not notes:
            yield f"z{length}"
        else:
            yield f"{notes[0] if len(notes) == 1 else '[' + ''.join(notes) + ']'}{length}{tie}"


def _mark(shift: int) -> str:
    return "=" if shift == 0 else "^" * shift if shift > 0 else "_" * -shift


def _pitch(voice: Voice) -> str:
    octave = voice.octave.number
    name = str(voice.note.diatone)
    return name.lower() + "'" * (octave - 5) if octave >= 5 else name + "," * (4 - octave)


def _length(times: Fraction) -> str:
    if times == 1:
        return ""
    return str(times.numerator) if times.denominator == 1 else f"{times.numerator}/{times.denominator}"
