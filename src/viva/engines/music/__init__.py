"""Musical objects that keep what notes mean: A flat is not G sharp.

Start reading in `scalars.py`; then `adding.py` (which sums there are), `structures.py` (scales, chords and what picks
from them), `parsing.py` (texts to values) and `roman.py` (numerals in a key).
"""

from viva.engines.music.adding import NoSum
from viva.engines.music.keys import Key, read_key
from viva.engines.music.parsing import chord_over, parse
from viva.engines.music.roman import Numeral, Reading, read_numeral, readings
from viva.engines.music.scalars import (
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
    enharmonic,
)
from viva.engines.music.structures import Chord, ChordGroup, ChordType, HFunction, Layout, Scale, ScaleType, Voicing

__all__ = [
    "Chord",
    "ChordGroup",
    "ChordType",
    "Degdex",
    "Degree",
    "Diadex",
    "Diatone",
    "HFunction",
    "Index",
    "Interval",
    "Key",
    "Layout",
    "NoSum",
    "Note",
    "Numeral",
    "Octave",
    "Placement",
    "Reading",
    "RelVoice",
    "Scale",
    "ScaleCard",
    "ScaleType",
    "Shift",
    "Voice",
    "Voicing",
    "chord_over",
    "enharmonic",
    "parse",
    "read_key",
    "read_numeral",
    "readings",
]
