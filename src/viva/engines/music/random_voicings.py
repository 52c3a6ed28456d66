"""Random voicings: listing 1 of the paper, with heights compared, so that chords wider than an octave work too."""

from __future__ import annotations

import random
from functools import lru_cache
from operator import itemgetter

from viva.engines.music.scalars import Degree, Octave, Placement, Shift
from viva.engines.music.structures import Chord, ChordType, Layout, Voicing


def random_layout(chord: Chord, octaves: int, repeats: int, inversion: int, chosen: random.Random) -> Layout:
    """Every element at least once, that of the inversion (from 0) lowest, all below its repetition so many octaves up.

    Each element but the lowest is placed uniformly, then the repeated ones are drawn uniformly without replacement.
    """
    card = chord.card
    if not 0 <= inversion < card.size:
        raise ValueError(f"this chord has the inversions 0 to {card.size - 1}, not {inversion}")
    if octaves < 1 or not 0 <= repeats <= card.size * (octaves - 1):
        raise ValueError(f"{octaves} octaves leave room for at most {card.size * (octaves - 1)} repeated notes")
    drawn: list[tuple[int, Placement]] = []
    left: list[tuple[int, Placement]] = []
    for number, places in enumerate(_places(chord.type, octaves, inversion)):
        mine = places[0] if number == inversion else chosen.choice(places)
        drawn.append(mine)
        left += [place for place in places if place is not mine]
    drawn += chosen.sample(left, repeats)
    drawn.sort(key=itemgetter(0))
    return Layout(tuple(placement for _, placement in drawn))


@lru_cache(maxsize=1024)
def _places(kind: ChordType, octaves: int, inversion: int) -> tuple[tuple[tuple[int, Placement], ...], ...]:
    """For each element its places from the bass up, with their heights above the root."""
    heights = [element.halves for element in kind.elements]
    found = []
    for degdex, height in zip(kind.card.degdexes, heights, strict=True):
        first = -((height - heights[inversion]) // 12)  # the lowest octave in which it is not below the bass
        degree = Degree(degdex, Shift(0))
        octave = range(first, first + octaves)
        found.append(tuple((height + 12 * at, Placement(degree, Octave(at))) for at in octave))
    return tuple(found)


def random_voicing(chord: Chord, octaves: int, repeats: int, inversion: int, chosen: random.Random) -> Voicing:
    return Voicing(chord, random_layout(chord, octaves, repeats, inversion, chosen))
