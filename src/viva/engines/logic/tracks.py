"""Automata that read a word together with the values of variables.

Each variable is a track of bits under the word: the track of a position variable has a single 1, that of a set
variable a 1 at each member. A symbol is a letter and a bit for each track. Quantifying a variable removes its track.
All automata here are minimal and numbered in the order of their first words, so equal languages have equal tables.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from operator import itemgetter
from typing import TypeVar

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.automata import DFA, minimise

State = TypeVar("State", bound=Hashable)
Step = Callable[[State, int, int], State]
# Table entries that may be built for one formula: a second or two of work.
WORK = 1_000_000


class TooLarge(Fault):
    """The automaton of a formula takes more work than is allowed."""

    def __init__(self, limit: int) -> None:
        super().__init__(
            f"the automaton of this formula takes more than {limit:,} steps to build",
            remedy="use smaller numbers, shorter strings or fewer nested quantifiers",
        )


@dataclass(slots=True)
class Work:
    """Counts the table entries that were built. Raises TooLarge past the limit."""

    limit: int = WORK
    done: int = 0

    def charge(self, entries: int) -> None:
        self.done += entries
        if self.done > self.limit:
            raise TooLarge(self.limit)


@dataclass(frozen=True, slots=True)
class Tracked:
    """`moves[state][bits * letters + letter]`, where bit i of `bits` belongs to `tracks[i]`; the start is 0."""

    tracks: tuple[str, ...]
    moves: tuple[tuple[int, ...], ...]
    accepting: frozenset[int]


def build_tracked(
    tracks: tuple[str, ...],
    start: State,
    step: Step[State],
    accepts: Callable[[State], bool],
    *,
    letters: int,
    work: Work,
) -> Tracked:
    """The automaton whose states are the values that `step(state, letter, bits)` reaches from `start`."""
    number = {start: 0}
    order = [start]
    rows: list[tuple[int, ...]] = []
    symbols = [(letter, bits) for bits in range(1 << len(tracks)) for letter in range(letters)]
    for state in order:
        work.charge(len(symbols))
        row = []
        for letter, bits in symbols:
            target = step(state, letter, bits)
            known = number.get(target)
            if known is None:
                known = number[target] = len(order)
                order.append(target)
            row.append(known)
        rows.append(tuple(row))
    return minimal(tracks, tuple(rows), frozenset(number for number, state in enumerate(order) if accepts(state)), work)


def minimal(
    tracks: tuple[str, ...], moves: tuple[tuple[int, ...], ...], accepting: frozenset[int], work: Work
) -> Tracked:
    # To make an automaton minimal takes longer than to build it.
    work.charge(len(moves) * len(moves[0]))
    smallest = minimise(DFA(_symbols(len(moves[0])), moves, 0, accepting))
    return Tracked(tracks, smallest.moves, smallest.accepting)


@cache
def _symbols(count: int) -> tuple[str, ...]:
    return tuple(chr(symbol) for symbol in range(count))


def complement(automaton: Tracked) -> Tracked:
    rejecting = frozenset(range(len(automaton.moves))) - automaton.accepting
    return Tracked(automaton.tracks, automaton.moves, rejecting)


def product(letters: int, left: Tracked, right: Tracked, accept: Callable[[bool, bool], bool], work: Work) -> Tracked:
    """The product; its tracks are those of both."""
    tracks = tuple(sorted({*left.tracks, *right.tracks}))
    left_rows = _widened(letters, left, tracks)
    right_rows = _widened(letters, right, tracks)
    # Where one side cannot change its mind and that decides, what the other side does no longer matters.
    left_final, right_final = _settled(left), _settled(right)
    left_decides = {
        state: accept(value, False)
        for state, value in left_final.items()
        if accept(value, False) == accept(value, True)
    }
    right_decides = {
        state: accept(False, value)
        for state, value in right_final.items()
        if accept(False, value) == accept(True, value)
    }
    width = len(right.moves)
    sinks = {False: -1, True: -2}
    first = 0
    if 0 in left_decides or 0 in right_decides:
        first = sinks[left_decides.get(0, right_decides.get(0, False))]
    number = {first: 0}
    order = [first]
    rows: list[tuple[int, ...]] = []
    symbols = letters << len(tracks)
    for pair in order:
        work.charge(symbols)
        if pair < 0:
            rows.append((number[pair],) * symbols)
            continue
        one, other = divmod(pair, width)
        row = []
        for left_target, right_target in zip(left_rows[one], right_rows[other], strict=True):
            if left_target in left_decides:
                target = sinks[left_decides[left_target]]
            elif right_target in right_decides:
                target = sinks[right_decides[right_target]]
            else:
                target = left_target * width + right_target
            known = number.get(target)
            if known is None:
                known = number[target] = len(order)
                order.append(target)
            row.append(known)
        rows.append(tuple(row))
    accepting = frozenset(
        index
        for index, pair in enumerate(order)
        if pair == sinks[True]
        or (pair >= 0 and accept(pair // width in left.accepting, pair % width in right.accepting))
    )
    return minimal(tracks, tuple(rows), accepting, work)


def _settled(automaton: Tracked) -> dict[int, bool]:
    """The states that are never left, and whether they accept; a minimal automaton has at most two."""
    return {
        state: state in automaton.accepting
        for state, row in enumerate(automaton.moves)
        if row[0] == state and row.count(state) == len(row)
    }


def _widened(letters: int, automaton: Tracked, tracks: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """The rows with the columns of all `tracks`."""
    if automaton.tracks == tracks:
        return automaton.moves
    place = [tracks.index(track) for track in automaton.tracks]
    columns = [
        sum((bits >> wide & 1) << narrow for narrow, wide in enumerate(place)) * letters + letter
        for bits in range(1 << len(tracks))
        for letter in range(letters)
    ]
    pick = itemgetter(*columns)
    return tuple(pick(row) for row in automaton.moves)


def project(letters: int, automaton: Tracked, track: str, work: Work) -> Tracked:
    """The automaton that guesses one track: there is a way to fill it. By the subset construction."""
    gone = automaton.tracks.index(track)
    tracks = automaton.tracks[:gone] + automaton.tracks[gone + 1 :]
    low = (1 << gone) - 1
    columns = []
    for bits in range(1 << len(tracks)):
        without = (bits & low) | ((bits & ~low) << 1)
        for letter in range(letters):
            columns.append((without * letters + letter, (without | 1 << gone) * letters + letter))
    # A state that rejects whatever follows adds nothing to a subset, one that accepts whatever follows is all of it.
    settled = _settled(automaton)
    dead = {state for state, value in settled.items() if not value}
    won = next((state for state, value in settled.items() if value), None)
    steps = [[{row[without], row[within]} - dead for without, within in columns] for row in automaton.moves]
    first = frozenset((0,)) - dead
    number = {first: 0}
    order = [first]
    rows: list[tuple[int, ...]] = []
    winning = frozenset((won,)) if won is not None else None
    for subset in order:
        work.charge(len(columns) + len(subset))
        row = []
        for column in range(len(columns)):
            target = frozenset().union(*[steps[state][column] for state in subset])
            if winning is not None and won in target:
                target = winning
            known = number.get(target)
            if known is None:
                known = number[target] = len(order)
                order.append(target)
            row.append(known)
        rows.append(tuple(row))
    accepting = frozenset(index for index, subset in enumerate(order) if not automaton.accepting.isdisjoint(subset))
    return minimal(tracks, tuple(rows), accepting, work)
