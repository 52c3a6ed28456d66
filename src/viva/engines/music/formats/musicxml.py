"""MusicXML, both ways: partwise and timewise scores without repeats, as MuseScore and others write them, plain or
compressed (`.mxl`).

Grace notes are passed over, and so are cue notes, which take their time; ties are joined; of several voices in a part
each is a part of its own.
"""

from __future__ import annotations

import re
from dataclasses import field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from viva.core.records import dataclass
from viva.core.text.escape import markup
from viva.core.text.reading import Misread
from viva.core.text.xmltext import go_over
from viva.core.texts import Sentence, Slot
from viva.engines.music.parsing import MOST_ACCIDENTALS, OCTAVES
from viva.engines.music.scalars import LETTERS, Diatone, Note, Octave, Shift, Voice
from viva.engines.music.score import (
    LARGEST,
    LONGEST,
    MOST_EVENTS,
    MOST_PARTS,
    VALUES,
    Event,
    Part,
    Piece,
    Score,
    beat_of,
    in_bars,
    lanes,
    values,
)

if TYPE_CHECKING:
    from zipfile import ZipFile

_DEEPEST = 40
_LONGEST_TEXT = 100
_CLEFS = {"G": "treble", "F": "bass", "C3": "alto", "C4": "tenor"}
_SIGNS = {"treble": ("G", 2), "bass": ("F", 4), "alto": ("C", 3), "tenor": ("C", 4)}
_TYPES = {"breve": "breve", "1": "whole", "2": "half", "4": "quarter", "8": "eighth", "16": "16th", "32": "32nd",
          "64": "64th"}  # fmt: skip
_ENCODING = re.compile(rb"""\s*<\?xml[^>]*encoding=["']([A-Za-z0-9_.-]+)["']""")
_ROOT_FILE = re.compile(r"""<rootfile[^>]*full-path=["']([^"'<>]{1,200})["']""")
_UNPACKED = 4  # times as large as a plain file may be what a compressed one holds
_DIVISIONS = 96


def _wrong(key: str, line: int, **slots: Slot) -> Misread:
    return Misread(Sentence(key, slots, "viva.engines.music"), line)


@dataclass(slots=True)
class _Lane:
    """A voice of a part while it is read; `tied` are the notes of each event that go on from the one before."""

    name: str
    clef: str
    events: list[Event] = field(default_factory=list)
    tied: list[set[Voice]] = field(default_factory=list)


@dataclass(slots=True)
class _Progress:
    """How far a part has been read; in a timewise score the parts take turns."""

    lanes: dict[str, _Lane] = field(default_factory=dict)
    clefs: dict[str, str] = field(default_factory=dict)
    divisions: int = 1
    bar: int = 0
    bar_start: Fraction = Fraction(0)
    now: Fraction = Fraction(0)
    furthest: Fraction = Fraction(0)

    def begin_bar(self) -> None:
        self.bar += 1
        self.bar_start = self.furthest = self.now

    def end_bar(self) -> None:
        self.now = max(self.now, self.furthest)


@dataclass(slots=True)
class _MusicXmlReader:
    """What is told of the file while it is gone over; `words` are the texts of the note or attributes at hand."""

    line: int = 1
    open: list[str] = field(default_factory=list)
    words: dict[str, str] = field(default_factory=dict)
    parts: dict[str, _Progress] = field(default_factory=dict)
    part: _Progress = field(default_factory=_Progress)
    name: str = ""
    fifths: int | None = None
    meter: tuple[int, int] | None = None
    clef: str = "1"
    count: int = 0

    def fail(self, key: str, **slots: Slot) -> Misread:
        return _wrong(key, self.line, **slots)

    def start(self, tag: str, attributes: dict[str, str], line: int) -> None:
        self.line = line
        if not self.open and tag not in ("score-partwise", "score-timewise"):
            raise self.fail("xml_not_score", found=tag[:40])
        self.open.append(tag)
        if tag == "part":
            self._part(attributes.get("id", str(len(self.parts)))[:40])
            if self.open[0] == "score-timewise":
                self.part.begin_bar()
        elif tag == "measure" and self.open[0] == "score-partwise":
            self.part.begin_bar()
        elif tag in ("note", "attributes", "backup", "forward"):
            self.words = {}
        elif tag == "clef":
            self.clef = attributes.get("number", "1")[:10]
        elif tag == "tie":
            self.words[f"tie-{attributes.get('type', '')}"] = "yes"
        elif tag in ("chord", "rest", "grace", "cue"):
            self.words[tag] = "yes"

    def _part(self, name: str) -> None:
        if name not in self.parts and len(self.parts) >= MOST_PARTS:
            raise self.fail("too_many_parts", most=MOST_PARTS)
        self.name = name
        self.part = self.parts.setdefault(name, _Progress())

    def end(self, tag: str, text: str, line: int) -> None:
        self.line = line
        self.open.pop()
        if tag == "note":
            self._note()
        elif tag == "attributes":
            self._attributes()
        elif tag == "clef":
            sign, staff_line = self.words.pop("sign", ""), self.words.pop("line", "")
            self.part.clefs.setdefault(self.clef, _CLEFS.get(sign) or _CLEFS.get(sign + staff_line) or "treble")
        elif tag in ("backup", "forward"):
            way, part = self._duration(), self.part
            part.now = max(part.bar_start, part.now - way) if tag == "backup" else part.now + way
            part.furthest = max(part.furthest, part.now)
        elif tag == ("measure" if self.open and self.open[0] == "score-partwise" else "part"):
            self.part.end_bar()
        elif said := text.strip()[:_LONGEST_TEXT]:
            self.words.setdefault(tag, said)

    def _number(self, name: str, within: range, default: int | None = None) -> int:
        text = self.words.get(name, "" if default is None else str(default))
        found = re.fullmatch(r"[+-]?[0-9]{1,6}", text)
        if found is None or int(text) not in within:
            raise self.fail("xml_number", name=name, found=text[:20])
        return int(text)

    def _attributes(self) -> None:
        if "divisions" in self.words:
            self.part.divisions = self._number("divisions", range(1, 100_000))
        if "fifths" in self.words:
            fifths = self._number("fifths", range(-7, 8))
            self.fifths = fifths if self.fifths is None else self.fifths
        if "beats" in self.words and self.meter is None:
            self.meter = self._number("beats", range(1, 65)), self._number("beat-type", range(1, 65), 4)

    def _duration(self) -> Fraction:
        length = Fraction(self._number("duration", range(1_000_000)), 4 * self.part.divisions)
        if length > LONGEST:
            raise self.fail("abc_length")
        return length

    def _note(self) -> None:
        if "grace" in self.words or self.words.get("duration") == "0":
            return
        self.count += 1
        if self.count > MOST_EVENTS:
            raise self.fail("too_many_events", most=MOST_EVENTS)
        length, part = self._duration(), self.part
        if "cue" not in self.words:
            self._sound(length)
        if "chord" not in self.words:
            part.now += length
            part.furthest = max(part.furthest, part.now)

    def _sound(self, length: Fraction) -> None:
        part = self.part
        lane = self._lane()
        voices = () if "rest" in self.words else (self._voice(),)
        tied = set(voices) if "tie-stop" in self.words else set()
        if "chord" in self.words and lane.events and lane.events[-1].voices:
            before = lane.events[-1]
            lane.events[-1] = replace(before, voices=(*before.voices, *voices))
            lane.tied[-1] |= tied
            return
        beat = beat_of(part.now - part.bar_start, self.meter or (4, 4))
        lane.events.append(Event(part.now, length, voices, part.bar, beat))
        lane.tied.append(tied)

    def _lane(self) -> _Lane:
        """By its voice; where one voice is written in two staves at once, by its staff too."""
        lanes, staff = self.part.lanes, self.words.get("staff", "1")[:10]
        name = self.words.get("voice", "1")[:10]
        last = lanes[name].events[-1] if name in lanes and lanes[name].events else None
        if last and "chord" not in self.words and last.start + last.duration > self.part.now:
            name = f"{name}/{staff}"
        if name not in lanes and sum(len(each.lanes) for each in self.parts.values()) >= MOST_PARTS:
            raise self.fail("too_many_parts", most=MOST_PARTS)
        return lanes.setdefault(name, _Lane(f"{self.name}-{name}", self.part.clefs.get(staff, "treble")))

    def _voice(self) -> Voice:
        step = self.words.get("step", "")
        if len(step) != 1 or step not in LETTERS:
            raise self.fail("xml_number", name="step", found=step[:20])
        self.words["alter"] = re.sub(r"\.0*$", "", self.words.get("alter", "0"))
        shift = self._number("alter", range(-MOST_ACCIDENTALS, MOST_ACCIDENTALS + 1))
        octave = self._number("octave", OCTAVES)
        return Voice(Note(Diatone(LETTERS.index(step)), Shift(shift)), Octave(octave))


def read_musicxml(text: str) -> Score:
    """A partwise or timewise score. Raises Misread with the line."""
    reader = _MusicXmlReader()
    go_over(text, reader, Sentence("notation_program", {}, "viva.engines.music"), deepest=_DEEPEST, bare_type=True)
    parts = []
    for progress in reader.parts.values():
        for lane in progress.lanes.values():
            rows = lanes(_joined(lane))
            parts += [Part(lane.name, row, lane.clef) for row in rows if any(event.voices for event in row)]
    if not parts:
        raise _wrong("no_notes", 1)
    if len(parts) > MOST_PARTS:
        raise _wrong("too_many_parts", 1, most=MOST_PARTS)
    return Score(tuple(parts), reader.fifths or 0, reader.meter or (4, 4))


def _joined(lane: _Lane) -> list[Event]:
    """Events all of whose notes are tied to the same notes before are one with these."""
    found: list[Event] = []
    for event, tied in sorted(zip(lane.events, lane.tied, strict=True), key=lambda each: each[0].start):
        last = found[-1] if found else None
        same = last and event.voices and tied == set(event.voices) == set(last.voices)
        if last and same and last.start + last.duration == event.start:
            found[-1] = replace(last, duration=last.duration + event.duration)
        else:
            found.append(event)
    return found


def read_mxl(content: bytes) -> Score:
    """The score in a compressed MusicXML file. Nothing is unpacked to anywhere. Raises Misread."""
    import io  # noqa: PLC0415 most answers are no archives
    import zipfile  # noqa: PLC0415
    import zlib  # noqa: PLC0415

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = archive.namelist()[:100]
            scores = [name for name in names if name.lower().endswith((".xml", ".musicxml")) and "META-INF" not in name]
            if "META-INF/container.xml" in names:
                listed = _ROOT_FILE.search(_member(archive, "META-INF/container.xml"))
                scores = [listed[1], *scores] if listed and listed[1] in names else scores
            if not scores:
                raise _wrong("mxl_no_score", 1)
            return read_musicxml(_member(archive, scores[0]))
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError, OSError, KeyError):
        raise _wrong("mxl_broken", 1) from None


def _member(archive: ZipFile, name: str) -> str:
    if archive.getinfo(name).compress_type not in (0, 8):  # stored, deflated: the others cannot be stopped half way
        raise _wrong("mxl_broken", 1)
    with archive.open(name) as stream:
        content = stream.read(LARGEST * _UNPACKED + 1)
    if len(content) > LARGEST * _UNPACKED:
        raise _wrong("xml_too_large", 1)
    return decode_xml(content)


def decode_xml(content: bytes) -> str:
    """The text of an XML file by its mark or by the encoding that it names. Raises Misread."""
    named = _ENCODING.match(content[:200])
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    if named and named[1].lower() in (b"iso-8859-1", b"latin1", b"windows-1252", b"us-ascii"):
        encoding = named[1].decode("ascii")
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        raise _wrong("xml_encoding", 1) from None


def write_musicxml(score: Score) -> str:
    names = "".join(
        f'<score-part id="P{at}"><part-name>{markup(part.name)}</part-name></score-part>'
        for at, part in enumerate(score.parts, 1)
    )
    parts = "".join(
        f'<part id="P{at}">{_measures(part, bars, score)}</part>'
        for at, (part, bars) in enumerate(zip(score.parts, in_bars(score), strict=True), 1)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 '
        'Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">\n<score-partwise version="4.0"><work><work-title>'
        f"{markup(score.title)}</work-title></work><part-list>{names}</part-list>{parts}</score-partwise>\n"
    )


def _measures(part: Part, bars: dict[int, list[Piece]], score: Score) -> str:
    sign, line = _SIGNS[part.clef]
    attributes = (
        f"<attributes><divisions>{_DIVISIONS}</divisions><key><fifths>{score.fifths}</fifths></key><time><beats>"
        f"{score.meter[0]}</beats><beat-type>{score.meter[1]}</beat-type></time><clef><sign>{sign}</sign><line>{line}"
        "</line></clef></attributes>"
    )
    return "".join(
        f'<measure number="{bar}">{attributes if bar == 1 else ""}{"".join(map(_piece, pieces))}</measure>'
        for bar, pieces in bars.items()
    )


def _piece(piece: Piece) -> str:
    lengths = values(piece.duration)
    found = []
    for at, length in enumerate(lengths):
        stop, start = at > 0 or piece.on, at < len(lengths) - 1 or piece.held
        value, dots = VALUES.get(length, ("", 0))
        time = f"<duration>{int(length * 4 * _DIVISIONS)}</duration>"
        ties = "".join(f'<tie type="{way}"/>' for way, there in (("stop", stop), ("start", start)) if there)
        kind = f"<type>{_TYPES[value]}</type>{'<dot/>' * dots}" if value else ""
        tied = ties.replace("<tie ", "<tied ")
        marks = f"<notations>{tied}</notations>" if tied else ""
        if not piece.event.voices:
            found.append(f"<note><rest/>{time}<voice>1</voice>{kind}</note>")
        for number, voice in enumerate(piece.event.voices):
            found.append(
                f"<note>{'<chord/>' if number else ''}<pitch><step>{voice.note.diatone}</step>"
                f"<alter>{voice.note.shift.halves}</alter><octave>{voice.octave.number}</octave></pitch>"
                f"{time}{ties}<voice>1</voice>{kind}{marks}</note>"
            )
    return "".join(found)
