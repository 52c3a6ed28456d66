"""Automata of the conditions without parts, made directly: prefixes, suffixes, occurrences, counts, offsets.

Places are variables here, each with its track; `compiler.py` turns any other place into a variable first. An automaton
need only be right for tracks of position variables that have a single 1: quantifying takes care of the others.
"""

# ruff: noqa: ARG001, ARG005 (every step has the same three arguments)

from __future__ import annotations

from collections.abc import Callable
from operator import eq, ge, gt, le, lt

from viva.engines.logic import formula as f
from viva.engines.logic.tracks import State, Step, Tracked, Work, build_tracked

HOLDS: dict[f.Comparison, Callable[[int, int], bool]] = {"=": eq, "<": lt, "<=": le, ">": gt, ">=": ge}
# The set without members, as a set variable of that value; no quantifier binds this name.
NOTHING = f.Positions("")
# Starts that may still become an occurrence: how many letters match, and what the track says.
Open = tuple[tuple[int, bool], ...]
Inside = Callable[[int, int, int], bool]


class Atoms:
    """Over an alphabet. Letters and strings are given by the numbers of the letters in it."""

    def __init__(self, alphabet: tuple[str, ...], work: Work) -> None:
        self.alphabet = alphabet
        self.letters = len(alphabet)
        self.work = work

    def made(
        self, tracks: tuple[str, ...], start: State, step: Step[State], accepts: Callable[[State], bool]
    ) -> Tracked:
        return build_tracked(tracks, start, step, accepts, letters=self.letters, work=self.work)

    def constant(self, value: bool) -> Tracked:
        return self.made((), 0, lambda state, letter, bits: state, lambda state: value)

    def is_empty(self) -> Tracked:
        return self.made((), 0, lambda state, letter, bits: 1, lambda state: state == 0)

    def begins(self, string: tuple[int, ...]) -> Tracked:
        size = len(string)

        def step(state: int, letter: int, bits: int) -> int:
            return state if state in (size, -1) else state + 1 if letter == string[state] else -1

        return self.made((), 0, step, lambda state: state == size)

    def ends(self, string: tuple[int, ...]) -> Tracked:
        step = matcher(string, self.letters)
        return self.made((), 0, lambda state, letter, bits: step[state][letter], len(string).__eq__)

    def count_of_string(self, string: tuple[int, ...], count: Counter) -> Tracked:
        """Occurrences are counted where they end, so overlapping ones are."""
        step = matcher(string, self.letters)

        def move(state: tuple[int, int], letter: int, bits: int) -> tuple[int, int]:
            found = step[state[0]][letter]
            return found, count.next(state[1]) if found == len(string) else state[1]

        return self.made((), (0, 0), move, lambda state: count.accepts(state[1]))

    def count(self, positions: f.Set, count: Counter) -> Tracked:
        tracks, inside = self.membership(positions)

        def move(state: tuple[int, int], letter: int, bits: int) -> tuple[int, int]:
            seen, number = state
            return seen | bits, count.next(number) if inside(letter, bits, seen) else number

        return self.made(tracks, (0, 0), move, lambda state: count.accepts(state[1]))

    def letter_throughout(self, wanted: int, positions: f.Set) -> Tracked:
        tracks, inside = self.membership(positions)

        def move(seen: int, letter: int, bits: int) -> int:
            return -1 if seen < 0 or (letter != wanted and inside(letter, bits, seen)) else seen | bits

        return self.made(tracks, 0, move, lambda seen: seen >= 0)

    def member(self, variable: str, positions: f.Set) -> Tracked:
        tracks, inside = self.membership(positions, variable)
        mark = 1 << tracks.index(variable)

        def move(state: tuple[int, bool], letter: int, bits: int) -> tuple[int, bool]:
            seen, found = state
            return seen | bits, found or bool(bits & mark and inside(letter, bits, seen))

        return self.made(tracks, (0, False), move, lambda state: state[1])

    def letter_at(self, wanted: int, variable: str, offset: int) -> Tracked:
        """The letter `offset` positions after the variable; what is before it is remembered until the 1 comes."""

        def after(state: int, letter: int, bits: int) -> int:
            # -1: the 1 has not come; -2 found; -3 not; otherwise the letters still to pass
            left = offset if state == -1 and bits else state
            if left in (-1, -2, -3):
                return left
            return left - 1 if left else -2 if letter == wanted else -3

        if offset >= 0:
            return self.made((variable,), -1, after, lambda state: state == -2)

        def before(state: tuple[bool, ...] | bool, letter: int, bits: int) -> tuple[bool, ...] | bool:
            # the last letters, as whether each is the wanted one; once the 1 has come, the answer
            if isinstance(state, bool):
                return state
            return state[0] if bits else (*state[1:], letter == wanted)

        unknown: tuple[bool, ...] | bool = (False,) * -offset
        return self.made((variable,), unknown, before, lambda state: state is True)

    def compare(self, left: str, comparison: f.Comparison, right: str) -> Tracked:
        holds = HOLDS[comparison]
        if left == right:
            return self.constant(holds(0, 0))
        tracks = tuple(sorted((left, right)))
        one, other = 1 << tracks.index(left), 1 << tracks.index(right)

        def move(state: int, letter: int, bits: int) -> int:
            # 0: neither has come; 1, 2: the left, the right one has; 3: both, and it holds; 4: both, and it does not
            if state > 2 or not bits:
                return state
            new = (1 if bits & one else 0) | (2 if bits & other else 0) | state
            if new < 3:
                return new
            order = 0 if state == 0 else -1 if state == 1 else 1
            return 3 if holds(order, 0) else 4

        return self.made(tracks, 0, move, lambda state: state == 3)

    # Where a place is: the variable's track has a single 1, there

    def is_first(self, variable: str) -> Tracked:
        return self.made(
            (variable,),
            0,
            lambda state, letter, bits: (1 if bits else 2) if state == 0 else 2 if bits else state,
            lambda state: state == 1,
        )

    def is_last(self, variable: str) -> Tracked:
        return self.made(
            (variable,), 0, lambda state, letter, bits: 2 if state else 1 if bits else 0, lambda state: state == 1
        )

    def is_first_occurrence(self, string: tuple[int, ...], variable: str) -> Tracked:
        """The occurrence that starts first ends first, so the 1 has to come as many letters before the first end as
        the string is long."""
        step, size = matcher(string, self.letters), len(string)

        def move(state: tuple[int, int], letter: int, bits: int) -> tuple[int, int]:
            found, age = state  # age: letters since the 1, -1 where it has not come; found -1: done, -2: failed
            if found == -2 or (bits and (age >= 0 or found == -1)):
                return -2, 0
            if found == -1:
                return state
            age = 0 if bits else age + 1 if age >= 0 else -1
            found = step[found][letter]
            if age >= size or (found == size and age != size - 1):
                return -2, 0
            return (-1, 0) if found == size else (found, age)

        start: tuple[int, int] = (0, -1)
        return self.made((variable,), start, move, lambda state: state[0] == -1)

    def is_last_occurrence(self, string: tuple[int, ...], variable: str) -> Tracked:
        """From the 1 on the string comes at once and never again."""
        step, size = matcher(string, self.letters), len(string)

        def move(state: tuple[int, bool], letter: int, bits: int) -> tuple[int, bool]:
            found, complete = state  # found -1: the 1 has not come; -2: failed
            if found == -2 or (bits and found != -1):
                return -2, False
            if found == -1 and not bits:
                return state
            following = step[max(found, 0)][letter]
            if complete:
                return (-2, False) if following == size else (following, True)
            if following != max(found, 0) + 1:
                return -2, False
            return following, following == size

        return self.made((variable,), (-1, False), move, lambda state: state[1])

    def is_shifted(self, base: str, offset: int, variable: str) -> Tracked:
        """The variable is `offset` positions after the base, which is in the word."""
        tracks = tuple(sorted((base, variable)))
        earlier, later = (base, variable) if offset >= 0 else (variable, base)
        first, second = 1 << tracks.index(earlier), 1 << tracks.index(later)
        distance = abs(offset)

        def move(state: int, letter: int, bits: int) -> int:
            # -1: nothing has come; -2 done; -3 failed; otherwise the letters still to pass
            if state == -3:
                return -3
            left = state
            if bits & first:
                if state != -1:
                    return -3
                left = distance
            if left < 0:
                return -3 if bits & second else left
            if (left == 0) != bool(bits & second):
                return -3
            return left - 1 if left else -2

        return self.made(tracks, -1, move, lambda state: state == -2)

    def is_occurrences(self, string: tuple[int, ...], variable: str) -> Tracked:
        """The set variable is the set of the occurrences of the string."""
        size = len(string)

        def move(state: Open | None, letter: int, bits: int) -> Open | None:
            if state is None:
                return None
            following = []
            for matched, said in (*state, (0, bool(bits))):
                fits = string[matched] == letter
                if (not fits and said) or (fits and matched + 1 == size and not said):
                    return None
                if fits and matched + 1 < size:
                    following.append((matched + 1, said))
            return tuple(following)

        def accepts(state: Open | None) -> bool:
            return state is not None and not any(said for _, said in state)

        start: Open | None = ()
        return self.made((variable,), start, move, accepts)

    def singleton(self, variable: str) -> Tracked:
        return self.made((variable,), 0, lambda state, letter, bits: min(state + bits, 2), lambda state: state == 1)

    def membership(self, positions: f.Set, *variables: str) -> tuple[tuple[str, ...], Inside]:
        """The tracks, and whether the present position is in a set whose strings have one letter:
        `inside(letter, bits, seen)`, where `seen` are the tracks that had a 1 before."""
        named = {each.name for each in f.nodes(positions) if isinstance(each, f.Position | f.Positions)}
        tracks = tuple(sorted((named - {NOTHING.name}) | {*variables}))
        mark = {track: 1 << index for index, track in enumerate(tracks)}

        def inside(part: f.Node) -> Inside:
            match part:
                case f.All():
                    return lambda letter, bits, seen: True
                case f.Positions(name):
                    if part == NOTHING:
                        return lambda letter, bits, seen: False
                    return lambda letter, bits, seen: bool(bits & mark[name])
                case f.Occurrences(str() as string):
                    wanted = self.alphabet.index(string)
                    return lambda letter, bits, seen: letter == wanted
                case f.Beside("<", f.Position(name)):
                    return lambda letter, bits, seen: not (bits | seen) & mark[name]
                case f.Beside("<=", f.Position(name)):
                    return lambda letter, bits, seen: not seen & mark[name]
                case f.Beside(">", f.Position(name)):
                    return lambda letter, bits, seen: bool(seen & mark[name])
                case f.Beside(_, f.Position(name)):
                    return lambda letter, bits, seen: bool((bits | seen) & mark[name])
                case f.Union(left, right):
                    one, other = inside(left), inside(right)
                    return lambda letter, bits, seen: one(letter, bits, seen) or other(letter, bits, seen)
                case f.Intersection(left, right):
                    one, other = inside(left), inside(right)
                    return lambda letter, bits, seen: one(letter, bits, seen) and other(letter, bits, seen)
            raise AssertionError(part)

        return tracks, inside(positions)


class Counter:
    """Counts to where the answer no longer changes, or modulo a number."""

    def __init__(self, comparison: f.Comparison, number: int, modulus: int | None = None) -> None:
        self.holds = HOLDS[comparison]
        self.number = number
        self.modulus = modulus

    def next(self, count: int) -> int:
        if self.modulus is not None:
            return (count + 1) % self.modulus
        return min(count + 1, self.number + 1)

    def accepts(self, count: int) -> bool:
        return self.holds(count, self.number)


def matcher(string: tuple[int, ...], letters: int) -> list[list[int]]:
    """The automaton of Knuth, Morris and Pratt: a state is how much of the string was just read."""
    table: list[list[int]] = []
    fallback = 0
    for state in range(len(string) + 1):
        row = [0] * letters if state == 0 else list(table[fallback])
        if state < len(string):
            row[string[state]] = state + 1
            if state:
                fallback = table[fallback][string[state]]
        table.append(row)
    return table
