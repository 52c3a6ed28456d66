"""Exercises of things that are drawn at random within limits."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from viva.core.records import dataclass
from viva.core.source import MANIFEST, Source
from viva.core.text.reading import Misread
from viva.engines.music import Chord, ChordType, Key, Note, ScaleType, Voice, parse, read_key, read_numeral
from viva.engines.music.generating import STAVES, Limits, Nothing, draw_sample
from viva.engines.music.keys import all_keys, signature
from viva.engines.music.library import GROUPS
from viva.engines.music.modulation import Modulations
from viva.engines.music.names import ROMAN
from viva.engines.music.parsing import wrong
from viva.engines.music.scalars import Interval
from viva.engines.music.structures import ChordGroup, Layout
from viva.subjects.harmony.tasks.pivot import draw_voicing, modulation

_TITLES = {"note": "Name the notes", "interval": "Name the intervals", "scale": "Name the scales",
           "key": "Name the keys", "chord": "Name the chords", "progression": "Roman numerals",
           "modulation": "Find the pivot chord"}  # fmt: skip
_TRIES = 300


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a teacher asks for, as texts and numbers."""

    what: str
    clef: str
    group: str
    inversions: int
    count: int
    homes: str | None
    accidentals: int
    ends: str | None
    types: str | None
    repeated_notes: int
    repetition: bool
    roots: str | None = None
    octaves: int = 2
    layouts: str | None = None
    progression: str | None = None
    voiced: bool = False

    def limits(self) -> Limits:
        low, high = STAVES[self.clef]
        if self.ends:
            found = re.fullmatch(r"\s*(\S+?)\s*(?:-|to|\.\.)\s*([A-Ga-g]\S*)\s*", self.ends)
            if found is None:
                raise wrong("no_range", found=self.ends)
            low, high = parse(Voice, found[1]), parse(Voice, found[2])
        keys = tuple(read_key(each) for each in _listed(self.homes)) if self.homes else all_keys()
        if len(self.homes or "") and not keys:
            raise wrong("no_key", found=f"'{self.homes}'")
        roots = tuple(parse(Note, each) for each in _listed(self.roots or ""))
        layouts = tuple(parse(Layout, each) for each in (self.layouts or "").split(";") if each.strip())
        return Limits(keys, self.accidentals, low, high, tuple(range(self.inversions + 1)), self.octaves,
                      tuple(range(self.repeated_notes + 1)), self.repetition, roots, layouts)  # fmt: skip

    def chord_types(self) -> list[ChordType]:
        return [parse(ChordType, each) for each in _listed(self.types or "M, m, dim, aug")]

    def scale_types(self) -> list[ScaleType]:
        return [parse(ScaleType, each) for each in _listed(self.types or "major, minor")]


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def exercise_of(wishes: Wishes, chosen: random.Random) -> Source:
    """The files of an exercise. Raises Misread for what cannot be read, and Nothing where the limits are too narrow."""
    limits = wishes.limits()
    key: Key | None = None
    if wishes.what == "progression":
        group = GROUPS[wishes.group]
        if wishes.progression:
            key = limits.key(chosen)
            chords = tuple(_on_degree(key, group, each) for each in wishes.progression.replace(",", " ").split())
        else:
            key, chords = limits.progression(group, wishes.count, chosen)
        given = [_notes(limits.voiced(chord, chosen)) for chord in chords]
    elif wishes.what == "modulation":
        key, chords = _modulating(wishes, limits, chosen)
        given = [draw_voicing(limits, each, chosen) if wishes.voiced else str(each) for each in chords]
    else:
        given = _things(wishes, limits, chosen)
    task = {"progression": "analyse", "modulation": "pivot"}.get(wishes.what, "identify")
    lines = ['subject = "harmony"', f'title = "{_TITLES[wishes.what]}"', "points = 10", "", "[harmony]",
             f'task = "{task}"']  # fmt: skip
    if task == "identify":
        lines.append(f'what = "{wishes.what}"')
        if wishes.what in ("note", "interval", "chord"):
            lines.append(f'clef = "{wishes.clef}"')
        if wishes.what == "chord" and wishes.inversions:
            lines.append("inversions = true")
    if key is not None:
        lines.append(f'key = "{key}"')
    lines.append("given = [" + ", ".join(f'"{each}"' for each in given) + "]")
    return Source("generated", {MANIFEST: ("\n".join(lines) + "\n").encode()})


def _on_degree(key: Key, group: ChordGroup, word: str) -> Chord:
    """A plain numeral is the chord of the group on that degree of the key, as in listing 2 of the paper: `vi` is `VI`.
    Any other says itself which chord it is: `V7`, `bII6`, `V/V`."""
    if word.upper() in ROMAN:
        return key.scale.type.hfun(group, key.scale.card.degdexes[ROMAN.index(word.upper())])(key.scale)
    return read_numeral(word).chord(key)


def _things(wishes: Wishes, limits: Limits, chosen: random.Random) -> list[str]:
    match wishes.what:
        case "note":
            return [str(voice) for voice in draw_sample(limits.voices, wishes.count, limits, chosen)]
        case "interval":
            pairs = limits.intervals(parse(Interval, "P8"))
            return [_notes(pair) for pair in draw_sample(pairs, wishes.count, limits, chosen)]
        case "scale":
            scales = limits.scales(wishes.scale_types())
            return [" ".join(map(str, each.notes)) for each in draw_sample(scales, wishes.count, limits, chosen)]
        case "key":
            counts = sorted({key.fifths for key in limits.keys if abs(key.fifths) <= wishes.accidentals})
            rows = [" ".join(map(str, signature(each))) or "none" for each in counts]
            return draw_sample(rows, wishes.count, limits, chosen)
    chords = draw_sample(limits.chords(wishes.chord_types()), wishes.count, limits, chosen)
    return [_notes(limits.voiced(chord, chosen)) for chord in chords]


def _modulating(wishes: Wishes, limits: Limits, chosen: random.Random) -> tuple[Key, tuple[Chord, ...]]:
    """Drawn evenly from the automaton of keys, until the way can be told: from one tonic to the other."""
    keys = tuple(key for key in limits.keys if abs(key.fifths) <= min(wishes.accidentals, 6))
    group = GROUPS[wishes.group]
    automaton = Modulations(keys, group)
    for _ in range(_TRIES if len(keys) > 1 else 0):
        start, end = chosen.sample(keys, 2)
        first, last = (key.scale.type.hfun(group, key.scale.card.degdexes[0])(key.scale) for key in (start, end))
        try:
            steps = automaton.draw(start, end, max(2, wishes.count - 2), chosen)
            chords = (first, *(step.chord for step in steps), last)
            if modulation(start, chords, "")[1] is end:
                return start, chords
        except (Misread, ValueError):
            continue
    raise Nothing("no modulation between these keys was found")


def _notes(voices: Sequence[Voice]) -> str:
    return " ".join(map(str, voices))
