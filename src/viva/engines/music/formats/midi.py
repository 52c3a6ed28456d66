"""Standard MIDI files, both ways: https://midi.org/standard-midi-files

Out of a score each part is a track. Read are files of format 0 and 1 with ticks of a quarter; drums are passed over.
A file tells which keys sound and not how they are spelled, so they are spelled by the key (of the file, or of whoever
asks), and the score says so. Times are taken to the nearest thirty-second or triplet, as players and programs end notes
a little early.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import field
from fractions import Fraction

from viva.core.records import dataclass
from viva.core.text.reading import Misread
from viva.core.texts import Sentence, Slot
from viva.engines.music.keys import Key, note_at
from viva.engines.music.scalars import Octave, Voice
from viva.engines.music.score import LONGEST, MOST_EVENTS, MOST_PARTS, Event, Part, Score, beat_of, lanes

_TICKS = 480  # of a quarter
_MOST_MESSAGES = 50_000
_DRUMS = 9
_GRIDS = (32, 24)  # parts of a whole note
_DATA_BYTES = {0x80: 2, 0x90: 2, 0xA0: 2, 0xB0: 2, 0xC0: 1, 0xD0: 1, 0xE0: 2}


def write_midi(score: Score) -> bytes:
    tracks = [_track(part, at, score) for at, part in enumerate(score.parts)]
    head = b"MThd" + (6).to_bytes(4, "big") + (1).to_bytes(2, "big") + len(tracks).to_bytes(2, "big")
    return head + _TICKS.to_bytes(2, "big") + b"".join(tracks)


def _track(part: Part, at: int, score: Score) -> bytes:
    """Ends come before beginnings at the same time, so that a repeated note sounds again."""
    channel = at % 9
    moments: list[tuple[int, int, int]] = []
    for event in part.events:
        start, end = (int(time * 4 * _TICKS) for time in (event.start, event.start + event.duration))
        for voice in event.voices:
            if 0 <= voice.pitch <= 127:
                moments += [(start, 1, voice.pitch), (end, 0, voice.pitch)]
    body = bytearray()
    if at == 0:
        beats, unit = score.meter
        body += bytes((0, 0xFF, 0x58, 4, beats, unit.bit_length() - 1, 24, 8))
        body += bytes((0, 0xFF, 0x59, 2, score.fifths % 256, 0))
    now = 0
    for time, on, pitch in sorted(moments):
        body += _length(time - now) + bytes(((0x90 if on else 0x80) | channel, pitch, 80 if on else 0))
        now = time
    body += b"\x00\xff\x2f\x00"
    return b"MTrk" + len(body).to_bytes(4, "big") + bytes(body)


def _length(ticks: int) -> bytes:
    """Seven bits in each byte, the last without its high bit."""
    found = [ticks & 0x7F]
    while ticks := ticks >> 7:
        found.append(ticks & 0x7F | 0x80)
    return bytes(reversed(found))


def _wrong(key: str, **slots: Slot) -> Misread:
    return Misread(Sentence(key, slots, "viva.engines.music"))


@dataclass(slots=True)
class _MidiReader:
    data: bytes
    at: int = 0
    messages: int = 0
    fifths: int | None = None
    minor: bool = False
    meters: list[tuple[int, tuple[int, int]]] = field(default_factory=list)  # from which tick on
    notes: list[tuple[tuple[int, int], int, int, int]] = field(default_factory=list)  # part, pitch, start, end

    def take(self, count: int) -> bytes:
        found = self.data[self.at : self.at + count]
        if len(found) < count:
            raise _wrong("midi_ends")
        self.at += count
        return found

    def number(self, count: int) -> int:
        return int.from_bytes(self.take(count), "big")

    def length(self) -> int:
        """At most four bytes of seven bits each."""
        value = 0
        for _ in range(4):
            byte = self.number(1)
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                return value
        raise _wrong("midi_broken")

    def track(self, number: int, end: int) -> None:
        now, status = 0, 0
        sounding: dict[tuple[int, int], list[int]] = {}
        while self.at < end:
            self.messages += 1
            if self.messages > _MOST_MESSAGES:
                raise _wrong("too_many_events", most=MOST_EVENTS)
            now += self.length()
            first = self.number(1)
            if first in (0xFF, 0xF0, 0xF7):
                if not self._other(first, now):
                    break
                continue
            if first >= 0x80:
                status = first
                data = self.take(_DATA_BYTES.get(status & 0xF0, 0))
            else:
                data = bytes((first,)) + self.take(_DATA_BYTES.get(status & 0xF0, 1) - 1)
            if status & 0xF0 not in _DATA_BYTES or any(byte > 127 for byte in data):
                raise _wrong("midi_broken")
            kind, channel = status & 0xF0, status & 0x0F
            if kind not in (0x80, 0x90) or channel == _DRUMS:
                continue
            if kind == 0x90 and data[1]:
                sounding.setdefault((channel, data[0]), []).append(now)
            elif sounding.get((channel, data[0])):
                self._sounded(number, channel, data[0], sounding[channel, data[0]].pop(0), now)
        for (channel, pitch), starts in sounding.items():
            for start in starts:
                self._sounded(number, channel, pitch, start, now)

    def _sounded(self, track: int, channel: int, pitch: int, start: int, end: int) -> None:
        self.notes.append(((track, channel), pitch, start, end))
        if len(self.notes) > MOST_EVENTS:
            raise _wrong("too_many_events", most=MOST_EVENTS)

    def _other(self, first: int, now: int) -> bool:
        """A message that is no note; False at the end of a track."""
        kind = self.number(1) if first == 0xFF else 0
        data = self.take(self.length())
        if kind == 0x58 and len(data) >= 2:
            if not 1 <= data[0] <= 64 or data[1] > 6:
                raise _wrong("midi_broken")
            self.meters.append((now, (data[0], 2 ** data[1])))
        elif kind == 0x59 and len(data) >= 2 and self.fifths is None:
            self.fifths, self.minor = int.from_bytes(data[:1], "big", signed=True), data[1] == 1
            if abs(self.fifths) > 7:
                raise _wrong("midi_broken")
        return kind != 0x2F


def read_midi(data: bytes, key: Key | None = None) -> Score:
    """The notes of a file, spelled in the key. Raises Misread."""
    reader = _MidiReader(data)
    if reader.take(4) != b"MThd":
        raise _wrong("midi_broken")
    head = reader.take(reader.number(4))
    if len(head) < 6:
        raise _wrong("midi_broken")
    form, ticks = int.from_bytes(head[:2], "big"), int.from_bytes(head[4:6], "big")
    if form > 1 or not 0 < ticks < 0x8000:
        raise _wrong("midi_kind")
    number = 0
    while reader.at < len(data):
        name, size = reader.take(4), reader.number(4)
        end = reader.at + size
        if end > len(data):
            raise _wrong("midi_ends")
        if name == b"MTrk":
            reader.track(number, end)
            number += 1
        reader.at = end
    if not reader.notes:
        raise _wrong("no_notes")
    return _score(reader, ticks, key)


def _score(reader: _MidiReader, ticks: int, key: Key | None) -> Score:
    fifths = key.fifths if key else reader.fifths or 0
    minor = key.minor if key else reader.minor
    first = fifths + (-1 if minor else -4)  # twelve notes on the line of fifths, with the leading tone of minor
    spelled = {note_at(each).pitch_class: note_at(each) for each in range(first, first + 12)}
    bars = _Bars(reader.meters, ticks)
    rows: dict[tuple[int, int], list[Event]] = {}
    for part, pitch, begun, ended in reader.notes:
        start, end = _nearest(Fraction(begun, 4 * ticks)), _nearest(Fraction(ended, 4 * ticks))
        length = max(end - start, Fraction(1, _GRIDS[0]))
        if length > LONGEST:
            raise _wrong("midi_long", most=LONGEST)
        bar, beat = bars.place(start)
        note = spelled[pitch % 12]
        octave = (pitch - 12 - note.shift.halves) // 12
        rows.setdefault(part, []).append(Event(start, length, (Voice(note, Octave(octave)),), bar, beat))
    found = [row for events in rows.values() for row in lanes(events)]
    if len(found) > MOST_PARTS:
        raise _wrong("too_many_parts", most=MOST_PARTS)
    found.sort(key=_height, reverse=True)
    parts = tuple(Part(str(at), row, "treble" if _height(row) >= 60 else "bass") for at, row in enumerate(found, 1))
    return Score(parts, fifths, bars.first, spelled=False)


def _height(row: tuple[Event, ...]) -> Fraction:
    return Fraction(sum(voice.pitch for event in row for voice in event.voices),
                    sum(len(event.voices) for event in row))  # fmt: skip


def _nearest(time: Fraction) -> Fraction:
    return min((Fraction(round(time * grid), grid) for grid in _GRIDS), key=lambda each: abs(each - time))


class _Bars:
    """Where bars begin, by the meters of a file."""

    def __init__(self, meters: list[tuple[int, tuple[int, int]]], ticks: int) -> None:
        changes = {_nearest(Fraction(tick, 4 * ticks)): meter for tick, meter in sorted(meters)}
        self.first = changes.get(Fraction(0), (4, 4))
        changes.setdefault(Fraction(0), self.first)
        self.starts, self.meters, self.bars = [], [], []
        bar, before = 1, Fraction(0)
        meter = self.first
        for start, after in sorted(changes.items()):
            bar += -int(-(start - before) // Fraction(*meter))  # a bar that is cut short counts
            self.starts.append(start)
            self.meters.append(after)
            self.bars.append(bar)
            before, meter = start, after

    def place(self, time: Fraction) -> tuple[int, Fraction]:
        at = bisect_right(self.starts, time) - 1
        whole, rest = divmod(time - self.starts[at], Fraction(*self.meters[at]))
        return self.bars[at] + int(whole), beat_of(rest, self.meters[at])
