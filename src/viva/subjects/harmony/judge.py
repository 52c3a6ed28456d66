"""Whether one answer is right, and if not, what kind of mistake it is. Raises Misread where it cannot be read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from viva.engines.music import (
    Chord,
    Interval,
    Key,
    Note,
    Numeral,
    Reading,
    Scale,
    Voice,
    chord_over,
    enharmonic,
    parse,
    read_key,
    read_numeral,
    readings,
)
from viva.engines.music.names import FREELY_SPELLED, SCALES
from viva.engines.music.parsing import called_alike, every_scale_type, scale_names, wrong
from viva.engines.music.roman import meanings, sixth_types
from viva.subjects.harmony.model import Mistake

_NOTHING = ("none", "-", "0", "no sharps or flats", "no accidentals", "keine")
ORDINALS = ("root", "first", "second", "third", "fourth")


def note(voice: Voice, text: str, sounding: bool) -> Mistake | None:
    """A note by its name; its octave may be left out."""
    answer: Note | Voice = parse(Voice, text) if text.strip()[-1:].isdigit() else parse(Note, text)
    name = answer.note if isinstance(answer, Voice) else answer
    alike = enharmonic(name, voice.note) and (not isinstance(answer, Voice) or enharmonic(answer, voice))
    if name is voice.note:
        return None if not isinstance(answer, Voice) or answer is voice else Mistake("octave")
    if alike:
        return None if sounding else Mistake("spelling")
    return Mistake("accidental" if name.diatone is voice.note.diatone else "letter")


def interval(low: Voice, high: Voice, text: str, sounding: bool) -> Mistake | None:
    """The name of an interval; one wider than an octave may be named by what it is within one."""
    right = named_intervals(low, high)[0]
    answer = parse(Interval, text)
    answer = -answer if answer.steps < 0 else answer
    tritone = text.strip().lower() == "tritone" and right.simple.halves == answer.halves
    if answer in named_intervals(low, high) or tritone:
        return None
    if answer.halves == right.halves or (right.number > 8 and answer.halves == right.simple.halves):
        return None if sounding else Mistake("interval_spelling")
    if answer.number in (right.number, right.simple.number):
        return Mistake("quality", {"was": f"quality:{right.quality[0]}", "read": f"quality:{answer.quality[0]}"})
    return Mistake("size")


def named_intervals(low: Voice, high: Voice) -> tuple[Interval, ...]:
    there = high - low
    assert isinstance(there, Interval)
    right = there if (there.steps, there.halves) >= (0, 0) else -there
    return (right, right.simple) if right.number > 8 else (right,)


def scale(right: Scale, text: str, sounding: bool) -> Mistake | None:
    answer = parse(Scale, text)
    both = (_listed(answer.notes), _listed(right.notes))
    if right in scales_called(text):
        return None
    if sounding and [each.pitch_class for each in answer.notes] == [each.pitch_class for each in right.notes]:
        return None
    if answer.root is not right.root:
        return Mistake("mode_root" if set(answer.notes) == set(right.notes) else "scale_root", {}, both)
    return Mistake("scale_type", {}, both)


def _listed(notes: Iterable[Note]) -> str:
    return " ".join(map(str, notes))


def key(right: tuple[Key, ...], text: str) -> Mistake | None:
    answer = read_key(text)
    if answer in right:
        return None
    fifths = right[0].fifths
    if answer.fifths == fifths:
        return Mistake("key_mode")
    if any(answer.tonic == each.tonic for each in right):
        return Mistake("key_parallel")
    if answer.fifths == -fifths:
        return Mistake("key_direction")
    return Mistake("key_count")


def chord(right: tuple[Reading, ...], text: str, sounding: bool, inversions: bool) -> Mistake | None:
    """The name of a chord. A bass that is named must be right; `inversions` wants it named."""
    answer, bass = chord_over(text)
    slashed = "/" in text
    names = {(reading.chord, reading.chord.notes[reading.inversion]) for reading in right}
    # A thirteenth chord is called so with its eleventh and without.
    meant = {(Chord(kind, name.root), low) for name, low in names for kind in called_alike(name.type)}
    if (answer, bass) in meant or (not slashed and not inversions and answer in {name for name, _ in meant}):
        return None
    alike = {(_sound(name), low.pitch_class) for name, low in names}
    if (_sound(answer), bass.pitch_class) in alike or (
        not slashed and not inversions and _sound(answer) in {sound for sound, _ in alike}
    ):
        return None if sounding else Mistake("chord_spelling", {}, _both(answer, right[0].chord))
    first = right[0]
    slots = {
        "was": f"type:{first.chord.type}",
        "inversion": f"inversion:{ORDINALS[first.inversion]}",
        "read": f"type:{answer.type}",
    }
    both = _both(answer, first.chord)
    if answer in {name for name, _ in meant}:
        return Mistake("bass", slots)
    if answer.root is first.chord.root:
        return Mistake("chord_type", slots, both)
    if first.inversion and answer.root is first.chord.notes[first.inversion]:
        return Mistake("bass_as_root", slots, both)
    return Mistake("chord_root", slots, both)


def _both(answer: Chord, right: Chord) -> tuple[str, str]:
    return _listed(answer.notes), _listed(right.notes)


def _sound(name: Chord) -> frozenset[int]:
    return frozenset(each.pitch_class for each in name.notes)


def numeral(
    right: tuple[Numeral, ...], text: str, home: Key, heard: tuple[Reading, ...], *, spelled: bool = True
) -> Mistake | None:
    """A numeral that means the chord that is `heard`, over whatever degree. Only the home chord is not the dominant of
    another unless that one follows. A name does not say how its notes are `spelled`: Ab7 may be the augmented sixth."""
    answer = numeral_over(text, home)
    usual = frozenset[tuple[Chord, int]]().union(*(meanings(each, home) for each in right))
    # Where few notes are heard, they may stand for any of the right numerals.
    chords = {(each.chord, each.inversion) for each in heard} & usual or usual
    if answer in right or (meanings(answer, home) & chords and not _leaves_home(answer, home)):
        return None
    if not spelled and _is_sixth_that_sounds_as(answer, home, heard):
        return None
    first = right[0]
    means, inversion = answer.chord(home), answer.inversion
    both = _both(means, first.chord(home))
    if means is first.chord(home):
        return Mistake("figures" if inversion != first.inversion else "applied")
    if means.root is not first.chord(home).root:
        return Mistake("degree", {}, both)
    if means.type.intervals[:2] != first.chord(home).type.intervals[:2]:
        return Mistake("numeral_case", {}, both)
    return Mistake("sevenths", {}, both)


def _is_sixth_that_sounds_as(answer: Numeral, home: Key, heard: tuple[Reading, ...]) -> bool:
    chord = answer.chord(home)
    bass = chord.notes[answer.inversion].pitch_class
    return chord.type in sixth_types() and any(
        _sound(chord) == _sound(each.chord) and bass == each.chord.notes[each.inversion].pitch_class for each in heard
    )


def _leaves_home(answer: Numeral, home: Key) -> bool:
    """Whether it says that the home chord is the dominant of another: `V/IV` in C major."""
    home_triad = answer.size == 3 and answer.chord(home).root is home.tonic
    return home_triad and answer.of is not None and answer.degree == 5 and answer.of.chord(home).root is not home.tonic


def numeral_over(text: str, home: Key) -> Numeral:
    """A numeral, or one with its bass after a slash as chords have it: `V7/B` is V65 in C."""
    name, slash, bass = text.strip().rpartition("/")
    if not slash or not re.fullmatch(r"[A-G][#b♯♭]{0,2}", bass):
        return read_numeral(text)
    plain = read_numeral(name)
    notes = plain.chord(home).notes
    low = parse(Note, bass)
    if plain.inversion or low not in notes:
        raise wrong("bass_outside", chord=name, bass=bass)
    return Numeral(plain.degree, plain.shift, plain.quality, plain.sevenths, plain.size, notes.index(low), plain.of)


def built_interval(start: Voice | Note, way: Interval, text: str, sounding: bool) -> Mistake | None:
    there = start + (way if isinstance(start, Voice) else way.index)
    if isinstance(there, Voice):
        return note(there, _with_octave(text), sounding)
    assert isinstance(there, Note)
    answer = parse(Note, text.strip().rstrip("0123456789"))
    if answer is there:
        return None
    if enharmonic(answer, there):
        return None if sounding else Mistake("spelling")
    return Mistake("accidental" if answer.diatone is there.diatone else "letter")


def _with_octave(text: str) -> str:
    words = text.split()
    if len(words) != 1:
        raise wrong("one_note", count=len(words))
    parse(Voice, words[0])
    return words[0]


def _notes(text: str) -> tuple[tuple[Note, ...], Note]:
    """The notes in their order, and the lowest: by pitch if all have octaves, otherwise the first."""
    words = text.split()
    if not words:
        raise wrong("no_note", found="''")
    if all(word[-1].isdigit() for word in words):
        voices = [parse(Voice, word) for word in words]
        return tuple(voice.note for voice in voices), min(voices, key=lambda each: each.pitch).note
    notes = tuple(parse(Note, word.rstrip("0123456789")) for word in words)
    return notes, notes[0]


def built_scale(name: str, text: str, sounding: bool) -> Mistake | None:
    """The notes from the first one on; the octave at the end may be there or not, and the way down again. Who writes
    only the way down has written the scale too."""
    notes, _ = _notes(text)
    scales = scales_called(name)
    if came_down(notes, scales):
        return None
    notes = _way_up(notes, scales)
    right = scales[0]
    asked = right.notes
    if len(notes) == len(asked) + 1 and notes[-1] is notes[0]:
        notes = notes[:-1]
    alike = [each.notes for each in scales]
    if notes in alike:
        return None
    sounds = [each.pitch_class for each in notes]
    if any(sounds == [each.pitch_class for each in one] for one in alike):
        free = str(right.type) in FREELY_SPELLED and notes[0] is right.root and goes_up_by_letters(notes)
        return None if sounding or free else Mistake("scale_letters")
    if len(notes) != len(asked):
        return Mistake("scale_length", {"count": len(notes), "asked": len(asked)})
    if notes[::-1] == asked:
        return Mistake("scale_down")
    wrong_ones = sum(one is not other for one, other in zip(notes, asked, strict=True))
    return Mistake("scale_notes", {"count": wrong_ones})


def _way_up(notes: tuple[Note, ...], scales: Sequence[Scale]) -> tuple[Note, ...]:
    """What is left of a scale that goes up and comes down rightly: the way up with the octave."""
    middle = len(notes) // 2
    up, down = notes[: middle + 1], notes[middle:][::-1]
    ways = _ways_down(scales)
    both_ways = len(notes) % 2 == 1 and up[-1] is up[0] and down[-1] is down[0]
    return up if both_ways and (down == up or down[:-1] in ways) else notes


def _ways_down(scales: Sequence[Scale]) -> set[tuple[Note, ...]]:
    """What may be heard on the way down, named upwards: the melodic minor comes down as the natural one, or as it went
    up."""
    ways = {scale.notes for scale in scales}
    if any(str(scale.type) == "melodic minor" for scale in scales):
        ways.add(parse(Scale, f"{scales[0].root} natural minor").notes)
    return ways


def came_down(notes: Sequence[Note], scales: Sequence[Scale]) -> bool:
    """Whether these are the notes from the octave down, to the root or to the one above it."""
    first, *others = notes
    if len(others) > 1 and others[-1] is first:
        others = others[:-1]
    return (first, *reversed(others)) in _ways_down(scales)


def scales_called(text: str) -> tuple[Scale, ...]:
    """What a name can mean, the usual one first: `C octatonic` begins with a whole or with a half step."""
    usual = parse(Scale, text)
    names = set(scale_names(text))
    others = (
        Scale(kind, usual.root)
        for kind, called in zip(every_scale_type(), SCALES.values(), strict=True)
        if not names.isdisjoint(called)
    )
    return tuple(dict.fromkeys((usual, *others)))


def goes_up_by_letters(notes: Sequence[Note]) -> bool:
    """Whether each letter is the one before or a later one, within the octave, with simple accidentals: as a scale is
    written that no key spells."""
    first = notes[0].diatone.letter
    places = [(each.diatone.letter - first) % 7 for each in notes]
    return places == sorted(places) and all(abs(each.shift.halves) <= 1 for each in notes[1:])


def built_key(right: Key, text: str) -> Mistake | None:
    """The altered notes of a signature, in any order, or how many; `none` where there are none."""
    counted = re.fullmatch(r"([0-7])\s*(sharps?|flats?|#|b|Kreuze?|Be)", text.strip())
    if counted:
        fifths = int(counted[1]) * (1 if counted[2][0] in "s#K" else -1)
        return None if fifths == right.fifths else Mistake("key_direction" if fifths == -right.fifths else "key_count")
    notes = () if text.strip().lower() in _NOTHING else _notes(text)[0]
    if set(notes) == set(right.signature):
        return None
    if {each.diatone for each in notes} == {each.diatone for each in right.signature} or (
        notes and right.signature and notes[0].shift is not right.signature[0].shift
    ):
        return Mistake("key_direction")
    return Mistake("key_count")


def built_chord(right: Chord, bass: Note, text: str, sounding: bool) -> Mistake | None:
    """All notes of a chord, some perhaps doubled, with the asked one lowest."""
    notes, lowest = _notes(text)
    alike = (Chord(kind, right.root).notes for kind in called_alike(right.type))
    asked = next((each for each in alike if set(each) == set(notes)), right.notes)
    if set(notes) == set(asked):
        return None if lowest is bass else Mistake("built_bass")
    if {each.pitch_class for each in notes} == {each.pitch_class for each in asked}:
        if not sounding:
            return Mistake("chord_letters")
        return None if lowest.pitch_class == bass.pitch_class else Mistake("built_bass")
    if set(notes) < set(asked):
        return Mistake("chord_missing", {"count": len(set(asked) - set(notes))})
    if set(asked) < set(notes):
        return Mistake("chord_extra", {"count": len(set(notes) - set(asked))})
    return Mistake("chord_notes", {"count": len(set(notes) - set(asked))})


def reading_of(text: str) -> tuple[Reading, ...]:
    """What a teacher's notes or chord name can be read as."""
    words = text.split()
    if (len(words) == 1 and not words[0][-1:].isdigit()) or "/" in text:
        name, bass = chord_over(text)
        if bass not in name.notes:
            raise wrong("bass_outside", chord=str(name), bass=str(bass))
        return (Reading(name, name.notes.index(bass)),)
    if len(words) == 1:
        name, _ = chord_over(text)
        return (Reading(name, 0),)
    voices = tuple(parse(Voice, word) for word in words)
    return readings(voices) or readings(voices, sixth_types())
