"""Common groups of chords, for scales with seven elements."""

from __future__ import annotations

from viva.engines.music.parsing import chord_types, parse, scale_types
from viva.engines.music.structures import ChordGroup

TRIADS = parse(ChordGroup, "(1/7@0, 3/7@0, 5/7@0)")
SEVENTHS = parse(ChordGroup, "(1/7@0, 3/7@0, 5/7@0, 7/7@0)")
NINTHS = parse(ChordGroup, "(1/7@0, 3/7@0, 5/7@0, 7/7@0, 2/7@1)")
GROUPS = {"triad": TRIADS, "seventh": SEVENTHS, "ninth": NINTHS}

__all__ = ["GROUPS", "NINTHS", "SEVENTHS", "TRIADS", "chord_types", "scale_types"]
