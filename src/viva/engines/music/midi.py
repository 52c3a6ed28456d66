"""Standard MIDI files out of a score: one track for each part."""

from __future__ import annotations

from viva.engines.music.score import Part, Score

_TICKS = 480  # of a quarter


def write_midi(score: Score) -> bytes:
    tracks = [_track(part, at) for at, part in enumerate(score.parts)]
    head = b"MThd" + (6).to_bytes(4, "big") + (1).to_bytes(2, "big") + len(tracks).to_bytes(2, "big")
    return head + _TICKS.to_bytes(2, "big") + b"".join(tracks)


def _track(part: Part, at: int) -> bytes:
    """Ends come before beginnings at the same time, so that a repeated note sounds again."""
    channel = at % 9
    moments: list[tuple[int, int, int]] = []
    for event in part.events:
        start, end = (int(time * 4 * _TICKS) for time in (event.start, event.start + event.duration))
        for voice in event.voices:
            if 0 <= voice.pitch <= 127:
                moments += [(start, 1, voice.pitch), (end, 0, voice.pitch)]
    body = bytearray()
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
