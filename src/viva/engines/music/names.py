"""What types of chords and scales are called. The first name is the one that is written; all are read.

Where two types share a name, musicians mean either by it, and the later one is what it is read as: a thirteenth chord
has its eleventh or not."""

from __future__ import annotations

from types import MappingProxyType

CHORDS = MappingProxyType(
    {
        "M3 P5": ("M", "", "maj", "major", "Maj", "ma", "major triad"),
        "m3 P5": ("m", "min", "minor", "-", "mi", "Min", "minor triad"),
        "m3 d5": ("dim", "o", "°", "mb5", "º", "diminished", "diminished triad"),
        "M3 A5": ("aug", "+", "augmented", "augmented triad"),
        "P4 P5": ("sus4", "sus"),
        "M2 P5": ("sus2",),
        "P5": ("5",),
        "M3 P5 M6": ("6", "M6", "maj6"),
        "m3 P5 M6": ("m6", "min6", "-6"),
        "M3 P5 M7": (
            "M7",
            "maj7",
            "Maj7",
            "Δ7",
            "Δ",
            "△7",
            "△",
            "∆7",
            "∆",
            "j7",
            "ma7",
            "MA7",
            "major seventh",
            "major 7",
        ),
        "M3 P5 m7": ("7", "dom7", "D7", "Dom7", "dominant seventh", "dominant 7"),
        "m3 P5 m7": ("m7", "min7", "-7", "mi7", "Min7", "minor seventh", "minor 7"),
        "m3 P5 M7": ("mM7", "mMaj7", "mΔ7", "mΔ", "m(M7)", "m(maj7)", "minmaj7", "mmaj7", "-M7"),
        "m3 d5 d7": (
            "dim7",
            "o7",
            "°7",
            "º7",
            "diminished seventh",
            "diminished 7",
            "fully diminished seventh",
            "fully diminished",
        ),
        "m3 d5 m7": (
            "m7b5",
            "ø7",
            "ø",
            "Ø7",
            "Ø",
            "min7b5",
            "mi7b5",
            "-7b5",
            "hdim7",
            "half-diminished seventh",
            "half-diminished",
            "half diminished",
            "half diminished seventh",
            "half-diminished 7",
        ),
        "M3 A5 m7": ("7#5", "aug7", "+7"),
        "M3 A5 M7": ("M7#5", "augM7", "+M7", "maj7#5"),
        "M3 d5 m7": ("7b5",),
        "P4 P5 m7": ("7sus4", "7sus"),
        "M3 P5 M9": ("add9", "add2"),
        "m3 P5 M9": ("madd9", "madd2"),
        "M3 P5 M6 M9": ("69", "6add9"),
        "M3 P5 m7 M9": ("9", "dom9", "D9", "dominant ninth", "dominant 9"),
        "M3 P5 m7 m9": ("7b9",),
        "M3 P5 m7 A9": ("7#9",),
        "M3 P5 M7 M9": ("M9", "maj9", "Maj9", "Δ9"),
        "m3 P5 m7 M9": ("m9", "min9", "-9"),
        "m3 P5 m7 m9": ("m7b9",),
        "m3 P5 M7 M9": ("mM9", "mMaj9"),
        "m3 d5 m7 m9": ("m7b5b9", "ø7b9"),
        "m3 d5 m7 M9": ("m9b5", "ø9"),
        "P5 m7 M9 P11": ("11(no3)", "11"),
        "M3 P5 m7 M9 P11": ("11", "dom11"),
        "m3 P5 m7 M9 P11": ("m11", "min11", "-11"),
        "M3 P5 M7 M9 A11": ("M9#11", "maj9#11"),
        "M3 P5 M7 M9 P11": ("M11", "maj11"),
        "M3 P5 m7 M9 P11 M13": ("13(11)", "13"),
        "M3 P5 m7 M9 A11 M13": ("13#11",),
        "M3 P5 m7 M9 M13": ("13", "dom13"),
        "m3 P5 m7 M9 P11 M13": ("m13(11)", "m13"),
        "m3 P5 m7 M9 M13": ("m13", "min13", "-13"),
        "M3 P5 M7 M9 A11 M13": ("M13#11", "M13"),
        "M3 P5 M7 M9 P11 M13": ("M13(11)", "M13"),
        "M3 P5 M7 M9 M13": ("M13", "maj13"),
    }
)

SCALES = MappingProxyType(
    {
        "1 2 3 4 5 6 7": ("major", "ionian", "maj"),
        "1 2 3b 4 5 6b 7b": ("minor", "natural minor", "aeolian", "minor natural", "min"),
        "1 2 3b 4 5 6b 7": ("harmonic minor", "minor harmonic"),
        "1 2 3b 4 5 6 7": ("melodic minor", "ascending melodic minor", "minor melodic", "jazz minor"),
        "1 2 3b 4 5 6 7b": ("dorian",),
        "1 2b 3b 4 5 6b 7b": ("phrygian",),
        "1 2 3 4# 5 6 7": ("lydian",),
        "1 2 3 4 5 6 7b": ("mixolydian",),
        "1 2b 3b 4 5b 6b 7b": ("locrian",),
        "1 2 3 5 6": ("major pentatonic", "pentatonic major"),
        "1 3b 4 5 7b": ("minor pentatonic", "pentatonic minor"),
        "1 3b 4 5b 5 7b": ("blues",),
        "1 2 3 4# 5# 6#": ("whole tone", "whole-tone"),
        "1 2b 3b 3 4# 5 6 7b": (
            "half-whole octatonic",
            "octatonic",
            "half whole octatonic",
            "half-whole diminished",
            "half whole diminished",
            "dominant diminished",
        ),
        "1 2 3b 4 5b 6b 6 7": (
            "octatonic",
            "whole-half octatonic",
            "whole half octatonic",
            "whole-half diminished",
            "whole half diminished",
            "diminished",
        ),
        "1 2 3 4 5 6b 7": ("harmonic major",),
        "1 2b 3 4 5 6b 7": ("double harmonic",),
        "1 2 3b 4# 5 6b 7": ("hungarian minor",),
        "1 2b 3b 4 5 6 7": ("neapolitan major",),
    }
)

# Scales that no key spells: where F# stands, Gb is as usual
FREELY_SPELLED = frozenset(("blues", "whole tone", "octatonic", "half-whole octatonic"))
ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII")
