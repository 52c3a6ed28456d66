"""MusicXML, both ways: partwise scores without repeats, as MuseScore and others write them.

The reader takes no entities and follows no references, so that no file can grow while it is read. Grace notes and cue
notes are passed over; ties are joined; of several voices in a part each is a part of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from xml.parsers import expat

from viva.core.escape import markup
from viva.core.reading import Misread
from viva.core.texts import Sentence, Slot
from viva.engines.music.parsing import MOST_ACCIDENTALS, OCTAVES
from viva.engines.music.scalars import LETTERS, Diatone, Note, Octave, Shift, Voice
from viva.engines.music.score import LONGEST, MOST_EVENTS, MOST_PARTS, Event, Part, Score, beat_of

_DEEPEST = 40
_MOST_ELEMENTS = 200_000
_CLEFS = {"G": "treble", "F": "bass", "C3": "alto", "C4": "tenor"}
_SIGNS = {"treble": ("G", 2), "bass": ("F", 4), "alto": ("C", 3), "tenor": ("C", 4)}
_PROLOGUE = re.compile(r"^\s*<\?xml[^>]*\?>")
_DOCUMENT_TYPE = re.compile(r"""<!DOCTYPE\s+[\w:.-]+(\s+(PUBLIC|SYSTEM)(\s+("[^"]*"|'[^']*')){1,2})?\s*>""")
_TYPES = {
    Fraction(1, 2**power): name for power, name in enumerate(("whole", "half", "quarter", "eighth", "16th", "32nd"))
}
_DIVISIONS = 96


def _wrong(key: str, line: int, **slots: Slot) -> Misread:
    return Misread(Sentence(key, slots, "viva.engines.music"), line)


@dataclass(slots=True)
class _Staff:
    name: str
    clef: str = "treble"
    events: list[Event] = field(default_factory=list)


@dataclass(slots=True)
class _Reader:
    """What expat calls while it goes over the file; `words` are the texts of the note or attributes at hand."""

    parser: expat.XMLParserType
    open: list[str] = field(default_factory=list)
    words: dict[str, str] = field(default_factory=dict)
    text: str = ""
    elements: int = 0
    parts: dict[str, dict[str, _Staff]] = field(default_factory=dict)
    part: str = ""
    fifths: int | None = None
    meter: tuple[int, int] = (4, 4)
    divisions: int = 1
    bar: int = 0
    bar_start: Fraction = Fraction(0)
    now: Fraction = Fraction(0)
    furthest: Fraction = Fraction(0)
    last: Fraction = Fraction(0)
    count: int = 0

    def fail(self, key: str, **slots: Slot) -> Misread:
        return _wrong(key, self.parser.CurrentLineNumber, **slots)

    def refuse(self, *_: object) -> None:
        raise self.fail("xml_entities")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.elements += 1
        if len(self.open) >= _DEEPEST or self.elements > _MOST_ELEMENTS:
            raise self.fail("xml_too_large")
        if not self.open and name != "score-partwise":
            raise self.fail("xml_not_partwise", found=name[:40])
        self.open.append(name)
        self.text = ""
        if name == "part":
            if len(self.parts) >= MOST_PARTS:
                raise self.fail("too_many_parts", most=MOST_PARTS)
            self.part = attributes.get("id", str(len(self.parts)))[:40]
            self.parts.setdefault(self.part, {})
            self.bar, self.now, self.bar_start = 0, Fraction(0), Fraction(0)
        elif name == "measure":
            self.bar += 1
            self.bar_start = self.furthest = self.now
        elif name in ("note", "attributes", "backup", "forward"):
            self.words = {}
        elif name == "tie":
            self.words[f"tie-{attributes.get('type', '')}"] = "yes"
        elif name in ("chord", "rest", "grace", "cue"):
            self.words[name] = "yes"

    def characters(self, text: str) -> None:
        if len(self.text) < 100:
            self.text += text

    def end(self, name: str) -> None:
        self.open.pop()
        text = self.text.strip()
        self.text = ""
        if name == "note":
            self._note()
        elif name == "attributes":
            self._attributes()
        elif name in ("backup", "forward"):
            way = self._duration()
            self.now = max(self.bar_start, self.now - way) if name == "backup" else self.now + way
            self.furthest = max(self.furthest, self.now)
        elif name == "measure":
            self.now = max(self.now, self.furthest)
        elif text:
            self.words.setdefault(name, text)

    def _number(self, name: str, within: range, default: int | None = None) -> int:
        text = self.words.get(name, "" if default is None else str(default))
        found = re.fullmatch(r"[+-]?\d{1,6}", text)
        if found is None or int(text) not in within:
            raise self.fail("xml_number", name=name, found=text[:20])
        return int(text)

    def _attributes(self) -> None:
        if "divisions" in self.words:
            self.divisions = self._number("divisions", range(1, 100_000))
        if "fifths" in self.words:
            fifths = self._number("fifths", range(-7, 8))
            self.fifths = fifths if self.fifths is None else self.fifths
        if "beats" in self.words:
            self.meter = self._number("beats", range(1, 65)), self._number("beat-type", range(1, 65), 4)
        sign = self.words.get("sign", "")
        clef = _CLEFS.get(sign) or _CLEFS.get(sign + self.words.get("line", ""))
        if clef:
            self.parts.setdefault(self.part, {}).setdefault("1", _Staff(self.part)).clef = clef

    def _duration(self) -> Fraction:
        length = Fraction(self._number("duration", range(1, 1_000_000)), 4 * self.divisions)
        if length > LONGEST:
            raise self.fail("abc_length")
        return length

    def _note(self) -> None:
        if "grace" in self.words or "cue" in self.words:
            return
        self.count += 1
        if self.count > MOST_EVENTS:
            raise self.fail("too_many_events", most=MOST_EVENTS)
        length = self._duration()
        staves = self.parts.setdefault(self.part, {})
        number = self.words.get("voice", "1")[:10]
        if number not in staves and len(staves) >= MOST_PARTS:
            raise self.fail("too_many_parts", most=MOST_PARTS)
        first = next(iter(staves.values()), None)
        staff = staves.setdefault(number, _Staff(f"{self.part}-{number}", first.clef if first else "treble"))
        voices = () if "rest" in self.words else (self._voice(),)
        events = staff.events
        if "chord" in self.words and events and events[-1].voices:
            before = events[-1]
            joined = tuple(dict.fromkeys((*before.voices, *voices)))
            events[-1] = Event(before.start, before.duration, joined, before.bar, before.beat)
            return
        held = "tie-stop" in self.words and events and events[-1].voices == voices
        if held and events[-1].start + events[-1].duration == self.now:
            before = events[-1]
            events[-1] = Event(before.start, before.duration + length, voices, before.bar, before.beat)
        else:
            beat = beat_of(self.now - self.bar_start, self.meter)
            events.append(Event(self.now, length, voices, self.bar, beat))
        self.now += length
        self.furthest = max(self.furthest, self.now)

    def _voice(self) -> Voice:
        step = self.words.get("step", "")
        if len(step) != 1 or step not in LETTERS:
            raise self.fail("xml_number", name="step", found=step[:20])
        alter = re.sub(r"\.0*$", "", self.words.get("alter", "0"))
        self.words["alter"] = alter
        shift = self._number("alter", range(-MOST_ACCIDENTALS, MOST_ACCIDENTALS + 1))
        octave = self._number("octave", OCTAVES)
        return Voice(Note(Diatone(LETTERS.index(step)), Shift(shift)), Octave(octave))


def read_musicxml(text: str) -> Score:
    """A partwise score. Raises Misread with the line."""
    plain = _DOCUMENT_TYPE.sub(lambda found: "\n" * found[0].count("\n"), _PROLOGUE.sub("", text, count=1), count=1)
    reader = _Reader(expat.ParserCreate())
    parser = reader.parser
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.characters
    parser.StartDoctypeDeclHandler = reader.refuse
    parser.EntityDeclHandler = reader.refuse
    try:
        parser.Parse(plain.encode("utf-8", "surrogatepass"), True)
    except expat.ExpatError as problem:
        raise _wrong("xml_broken", problem.lineno, why=expat.errors.messages[problem.code]) from None
    staves = [staff for each in reader.parts.values() for staff in each.values()]
    staves = [staff for staff in staves if any(event.voices for event in staff.events)]
    if not staves:
        raise _wrong("no_notes", 1)
    parts = tuple(Part(staff.name, tuple(staff.events), staff.clef) for staff in staves)
    return Score(parts, reader.fifths or 0, reader.meter)


def write_musicxml(score: Score) -> str:
    names = "".join(
        f'<score-part id="P{at}"><part-name>{markup(part.name)}</part-name></score-part>'
        for at, part in enumerate(score.parts, 1)
    )
    parts = "".join(f'<part id="P{at}">{_measures(part, score)}</part>' for at, part in enumerate(score.parts, 1))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 '
        'Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">\n<score-partwise version="4.0"><work><work-title>'
        f"{markup(score.title)}</work-title></work><part-list>{names}</part-list>{parts}</score-partwise>\n"
    )


def _measures(part: Part, score: Score) -> str:
    sign, line = _SIGNS[part.clef]
    attributes = (
        f"<attributes><divisions>{_DIVISIONS}</divisions><key><fifths>{score.fifths}</fifths></key><time><beats>"
        f"{score.meter[0]}</beats><beat-type>{score.meter[1]}</beat-type></time><clef><sign>{sign}</sign><line>{line}"
        "</line></clef></attributes>"
    )
    found = []
    for bar in range(1, max((event.bar for event in part.events), default=1) + 1):
        notes = "".join(_event(event) for event in part.events if event.bar == bar)
        found.append(f'<measure number="{bar}">{attributes if bar == 1 else ""}{notes}</measure>')
    return "".join(found)


def _event(event: Event) -> str:
    length = f"<duration>{int(event.duration * 4 * _DIVISIONS)}</duration><voice>1</voice>" + (
        f"<type>{_TYPES[event.duration]}</type>" if event.duration in _TYPES else ""
    )
    if not event.voices:
        return f"<note><rest/>{length}</note>"
    return "".join(
        f"<note>{'<chord/>' if at else ''}<pitch><step>{voice.note.diatone}</step><alter>{voice.note.shift.halves}"
        f"</alter><octave>{voice.octave.number}</octave></pitch>{length}</note>"
        for at, voice in enumerate(event.voices)
    )
