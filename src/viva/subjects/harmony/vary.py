"""Other exercises of the same difficulty: the same kinds of things on other notes, with as many accidentals; with more
or fewer where harder or easier ones are wished for."""

from __future__ import annotations

import operator
import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from viva.core.exercise import Exercise, Wish
from viva.core.source import Source
from viva.core.text.reading import Misread
from viva.core.texts import catalogue
from viva.engines.music import Chord, Interval, Key, Note, Scale, Voice, chord_over, parse, read_key
from viva.engines.music.keys import all_keys, signature
from viva.engines.music.scalars import height, interval_of
from viva.services.varying.variants import Changes, Names
from viva.subjects.harmony.examine import PACKAGE, state_task
from viva.subjects.harmony.model import Task

_WIDER = 4  # half steps by which the range of a variant may go over that of the exercise
_TRIES = 300  # in a row without anything new, after which there is nothing
_WAYS = tuple(
    interval_of(steps, height(steps) + shift) for steps in range(-4, 5) for shift in (-1, 0, 1) if steps or shift
)

_MOST_SIGNS = 7
_COMPARED: dict[Wish, Callable[[int, int], bool]] = {"like": operator.eq, "harder": operator.gt, "easier": operator.lt}

Draw = Callable[[random.Random], Changes | None]
Move = Callable[[str, Interval, Key], str]  # an item, how far its key goes, and to which key


def variants(exercise: Exercise, seed: int, draw: Draw, first: Sequence[str]) -> Iterator[Source]:
    names = Names(exercise, seed, catalogue(PACKAGE, exercise.feedback.locale).say)
    chosen = random.Random(f"harmony {exercise.name} {seed}")
    seen = {tuple(first)}
    since = 0
    while since < _TRIES:
        since += 1
        changes = draw(chosen)
        if changes is None:
            continue
        given = changes.settings["given"]
        assert isinstance(given, list)
        asked = (*given, changes.settings["key"]) if "key" in changes.settings else tuple(sorted(given))
        if asked not in seen:
            seen.add(asked)
            since = 0
            yield names.named(exercise.source, changes)


def word_variant(exercise: Exercise, key: str) -> str | None:
    """A statement for a variant, where the teacher's own would tell the old questions."""
    file = exercise.source.manifest().string("statement", "statement.md")
    if file not in exercise.source.files or "{given}" in exercise.source.text(file):
        return None
    return state_task(key, exercise.feedback.locale or "en")


def transpose(exercise: Exercise, seed: int) -> Iterator[Source]:
    """Each thing on another note, in another order."""
    task = exercise.task_as(Task)
    kind = exercise.kind or ""
    signs = [_signs(_spelled(kind, task.what, item)) for item in task.given]
    pitches = _pitches(task.given) if kind == "identify" or task.what in ("note", "interval") else []
    ends = (min(pitches) - _WIDER, max(pitches) + _WIDER) if pitches else None
    most = max(signs) + (exercise.wish == "harder")
    if task.what == "key":
        near = _signatures if kind == "identify" else _keys
        choices = [near(item, exercise.wish) for item in task.given]
    else:
        choices = [_others(kind, task.what, most, ends, item) for item in task.given]
    statement = word_variant(exercise, f"{kind}_{task.what}")

    def draw(chosen: random.Random) -> Changes | None:
        given = [chosen.choice(each) for each in choices]
        chosen.shuffle(given)
        number = sum(_signs(_spelled(kind, task.what, item)) for item in given)
        as_wished = task.what == "key" or _COMPARED[exercise.wish](number, sum(signs))
        if not as_wished or len(set(given)) < len(set(task.given)):
            return None
        return Changes(settings={"given": given}, statement=statement)

    return variants(exercise, seed, draw, sorted(task.given))


def _others(kind: str, what: str, most: int, ends: tuple[int, int] | None, item: str) -> list[str]:
    """The same on other notes between the ends, with at most so many accidentals; the thing itself among them."""
    found = [item]
    for way in _WAYS:
        moved = _moved(kind, what, item, way)
        if _simple(moved) and _signs(_spelled(kind, what, moved)) <= most and _within(ends, moved):
            found.append(moved)
    return found


def _pitches(items: Sequence[str]) -> list[int]:
    """Of all words that are notes with their octaves."""
    words = (word for item in items for word in item.split())
    return [parse(Voice, word).pitch for word in words if re.fullmatch(r"[A-G][#b]*-?[0-9]", word)]


def _within(ends: tuple[int, int] | None, item: str) -> bool:
    return ends is None or all(ends[0] <= pitch <= ends[1] for pitch in _pitches([item]))


def _spelled(kind: str, what: str, item: str) -> str:
    """All notes that have to do with it."""
    if what == "key":
        return ""
    if kind == "construct" and what == "scale":
        return " ".join(map(str, parse(Scale, item).notes))
    if kind == "construct" and what == "chord":
        return " ".join(map(str, chord_over(item)[0].notes))
    return item.replace("above", "").replace("below", "")


def _signs(notes: str) -> int:
    return notes.count("#") + notes.count("b")


def _simple(text: str) -> bool:
    """Nobody begins with a double accidental who did not before."""
    return "##" not in text and "bb" not in text


def _signatures(item: str, wish: Wish) -> list[str]:
    notes = item.split()
    if not notes or item == "none" or item[0].isdigit():
        swap = {"sharp": "flat", "flat": "sharp"}
        other = next((item.replace(old, new) for old, new in swap.items() if old in item), item)
        return [item, other]
    counts = [each for each in range(1, _MOST_SIGNS + 1) if _is_wished(each, len(notes), wish)] or [len(notes)]
    return [" ".join(map(str, signature(fifths))) for count in counts for fifths in (count, -count)]


def _keys(item: str, wish: Wish) -> list[str]:
    key = read_key(item)
    return [str(each) for each in all_keys() if _is_wished(abs(each.fifths), abs(key.fifths), wish)] or [item]


def _is_wished(signs: int, own: int, wish: Wish) -> bool:
    """Whether a key has as many accidentals, or up to two more, or fewer."""
    return _COMPARED[wish](signs, own) and signs <= own + 2


def _moved(kind: str, what: str, item: str, way: Interval) -> str:
    if kind == "identify" or what == "note":
        return " ".join(_word(word, way) for word in item.split())
    if what == "interval":
        *first, start = item.split()
        return " ".join((*first, _word(start, way)))
    if what == "scale":
        scale = parse(Scale, item)
        return str(scale + way.index)
    return moved_chord(item, way)


def moved_chord(text: str, way: Interval) -> str:
    chord, bass = chord_over(text)
    low = bass + way.index
    up: Chord = chord + way.index
    return f"{up}/{low}" if "/" in text else str(up)


def _word(word: str, way: Interval) -> str:
    return str(parse(Voice, word) + way) if word[-1].isdigit() else str(parse(Note, word) + way.index)


def keys_wished(key: Key, wish: Wish) -> list[Key]:
    """Of the same mode, with as many accidentals, or more, or fewer; the key itself where there is no such."""
    same = [each for each in all_keys() if each.minor == key.minor]
    return [each for each in same if _is_wished(abs(each.fifths), abs(key.fifths), wish)] or [key]


def _reordered(items: Sequence[str], chosen: random.Random) -> list[str]:
    """The first and the last stay where they are."""
    inside = list(items[1:-1])
    chosen.shuffle(inside)
    return [items[0], *inside, items[-1]] if len(items) > 2 else list(items)


def in_keys(move: Move, statement: str, exercise: Exercise, seed: int) -> Iterator[Source]:
    """The same in another order, from the first to the last, in a key of the same kind with as many accidentals."""
    task = exercise.task_as(Task)
    assert task.key is not None
    key = task.key
    keys = keys_wished(key, exercise.wish)
    own = word_variant(exercise, statement)

    def draw(chosen: random.Random) -> Changes | None:
        other = chosen.choice(keys)
        way = other.tonic - key.tonic
        up = interval_of(*_nearest(way.diadex.steps, way.halves))  # type: ignore[attr-defined]
        try:
            given = [move(item, up, other) for item in _reordered(task.given, chosen)]
        except Misread:  # a sign that nobody writes
            return None
        return Changes(settings={"given": given, "key": str(other)}, statement=own)

    return variants(exercise, seed, draw, (*task.given, str(key)))


def _nearest(steps: int, halves: int) -> tuple[int, int]:
    return (steps - 7, halves - 12) if steps > 3 else (steps, halves)


def _moved_sound(item: str, way: Interval, _: Key) -> str:
    return " ".join(_word(word, way) for word in item.split()) if " " in item else moved_chord(item, way)


progressions = partial(in_keys, _moved_sound, "analyse")
numerals = partial(in_keys, lambda item, *_: item, "realise")
