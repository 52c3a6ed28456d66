"""Music theory: random voicings made and checked, a four-part check of a hundred chords, and what an import costs."""

import importlib.metadata
import random
import subprocess
import sys
from collections.abc import Iterator

from measure import Row, fewer, timed

from viva.engines.music import Chord, read_key, read_numeral
from viva.engines.music.keys import note_at
from viva.engines.music.library import chord_types
from viva.engines.music.midi import read_midi, write_midi
from viva.engines.music.musicxml import read_musicxml, write_musicxml
from viva.engines.music.part_writing import wanted, written
from viva.engines.music.random_voicings import random_voicing
from viva.engines.music.score import homophony
from viva.engines.music.voice_leading import PARTS, breaches

_VOICINGS = fewer(10_000)
_CHECKS = fewer(20)
_IMPORTS = fewer(5)
_READS = fewer(10)


def versions() -> dict[str, str]:
    return {"viva": importlib.metadata.version("viva"), "music21": importlib.metadata.version("music21")}


def rows() -> Iterator[Row]:
    yield timed("random voicing, made and checked", _VOICINGS, _voicings, "10,000 a second")
    names = ("I", "vi", "IV", "ii6", "V7", "I", "IV", "V6", "I", "V")
    phrase = written([wanted(read_numeral(name), read_key("C")) for name in names])
    assert phrase is not None
    moments = phrase * 10
    score = homophony(tuple(moment.voices[::-1] for moment in moments), PARTS, 0)
    yield timed(
        "four-part check of 100 chords",
        _CHECKS,
        lambda: [list(breaches(moments)) for _ in range(_CHECKS)],
        "below 50 ms",
    )
    text, data = write_musicxml(score), write_midi(score)
    yield timed(
        "MusicXML of 100 chords in four parts, read", _READS, lambda: [read_musicxml(text) for _ in range(_READS)]
    )
    yield timed("MIDI of 100 chords in four parts, read", _READS, lambda: [read_midi(data) for _ in range(_READS)])
    yield timed("python -c pass", _IMPORTS, lambda: _imported("pass"))
    yield timed(
        "import of the subject", _IMPORTS, lambda: _imported("import viva.subjects.harmony.tasks.analyse"), "150 ms"
    )
    yield timed("import of music21", 1, lambda: _imported("import music21", 1))


def _voicings() -> None:
    """The four kinds of the paper's figure, all inversions; each is seen to be the chord it should be."""
    chosen = random.Random(1)
    types = [chord_types()[name] for name in ("M", "m", "M7", "m7", "7")]
    for number in range(_VOICINGS):
        chord = Chord(types[number % 5], note_at(number % 11 - 5))
        inversion = number % 3
        voices = random_voicing(chord, 2, 1, inversion, chosen).voices
        assert voices[0].note is chord.notes[inversion]
        assert {voice.note for voice in voices} == set(chord.notes)


def _imported(statement: str, times: int = _IMPORTS) -> None:
    for _ in range(times):
        subprocess.run([sys.executable, "-c", statement], check=True)
