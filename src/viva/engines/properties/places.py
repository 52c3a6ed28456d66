"""Where a test stands, and how that is noted before it runs: for replaying it, and for telling it after a crash."""

from __future__ import annotations

from collections.abc import MutableSequence

from viva.core.fault import Fault
from viva.core.records import dataclass

ORDER, CONSTANTS, SAMPLES = "order", "constants", "samples"
STREAMS = (ORDER, CONSTANTS, SAMPLES)

# What is noted before each test: stream, size, three words of the index, tests so far, and whether a counterexample
# was found and is being made smaller.
NOTES = 8
STREAM, SIZE, INDEX, TESTS, FOUND, DISCARDS = 0, 1, 2, 5, 6, 7
_WORD = (1 << 62) - 1


@dataclass(frozen=True, slots=True)
class Locator:
    """Where an argument stands; from this and the property it can be made again."""

    stream: str
    size: int
    index: int

    def __str__(self) -> str:
        return f"{self.stream}:{self.size}:{self.index}"


def is_place(text: str) -> bool:
    return text.partition(":")[0] in STREAMS and "=" not in text


def parse_place(text: str) -> Locator:
    match text.split(":"):
        case [stream, size, index] if stream in STREAMS and size.isdecimal() and index.isdecimal():
            return Locator(stream, int(size), int(index))
    raise Fault(f"{text!r} is not the place of a test", remedy="it looks like order:5:17, as a report shows it")


def place_of(notes: MutableSequence[int]) -> Locator:
    """The place that was noted before a test."""
    index = notes[INDEX] | notes[INDEX + 1] << 62 | notes[INDEX + 2] << 124
    return Locator(STREAMS[notes[STREAM]], notes[SIZE], index)


def note_place(notes: MutableSequence[int], place: Locator) -> None:
    index = place.index
    notes[STREAM], notes[SIZE] = STREAMS.index(place.stream), place.size
    notes[INDEX], notes[INDEX + 1], notes[INDEX + 2] = index & _WORD, index >> 62 & _WORD, index >> 124 & _WORD
