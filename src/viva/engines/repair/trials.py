"""Quick trials of changed programs, and how near to right they are: what leads the search, and decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import field

from viva.core.records import dataclass
from viva.engines.repair.model import Wrong
from viva.languages.edits import Change, Piece, Probe
from viva.languages.protocol import Tries

Changes = tuple[Change, ...]

_WORTH = {"1": 1.0, "2": 0.0, "0": 0.05, **{str(digit): 0.1 + (digit - 3) * 0.07 for digit in range(3, 10)}}


@dataclass(slots=True)
class Trials:
    """`tests` grow by those that a proposal failed when it was judged; `tried` counts the programs so far, and
    `runs` the tests that were run for them. `first` is called once, when changes are seen to mend all quick tests.

    What has failed a test fails it still, and what was answered is known: programs are asked new tests only."""

    wrong: Wrong
    tests: list[Probe] = field(default_factory=list)
    tried: int = 0
    runs: int = 0
    first: Callable[[], None] | None = None
    failed: set[Changes] = field(default_factory=set)
    known: dict[Changes, str] = field(default_factory=dict)

    _kept: ExitStack = field(default_factory=ExitStack)
    _open: tuple[int, Tries] | None = None

    @contextmanager
    def open(self, since: int = 0) -> Iterator[Tries]:
        """What asks all tests, or those `since` so many. That which asks all stays open until `close`, or until there
        are more tests: to begin takes as long as to ask a hundred programs."""
        if since:
            with self._trying(since) as tries:
                yield tries
            return
        if self._open is None or self._open[0] != len(self.tests):
            self.close()
            self._open = len(self.tests), self._kept.enter_context(self._trying(0))
        yield self._open[1]

    def close(self) -> None:
        self._open = None
        self._kept.close()

    @contextmanager
    def _trying(self, since: int) -> Iterator[Tries]:
        wrong = self.wrong
        with wrong.mends.tries(
            wrong.sandbox, wrong.text, wrong.function, self.tests[since:],
            steps=wrong.steps, comparison=wrong.comparison, drain=wrong.drain,
        ) as tries:  # fmt: skip
            try:
                yield tries
            finally:
                wrong.meter.charge(tries.steps)
                self.runs += tries.runs

    def answers(self, programs: Sequence[Changes]) -> list[str]:
        """For each program a digit for each test, as `Tries` has them."""
        waiting: dict[int, list[Changes]] = {}
        for program in programs:
            asked = len(self.known.get(program, ""))
            if asked < len(self.tests) and (asked or program not in self.known):
                waiting.setdefault(asked, []).append(program)
        for asked, some in waiting.items():
            with self.open(asked) as tries:
                said = tries.answers(some)
                self.tried += len(some)
            self.known |= {
                one: self.known.get(one, "") + more if more else "" for one, more in zip(some, said, strict=True)
            }
        found = [self.known[program] for program in programs]
        self._seen(any(map(right, found)))
        return found

    def passing(self, programs: Sequence[Changes]) -> list[bool]:
        if not programs or self.failed.issuperset(programs):
            return [False for _ in programs]
        with self.open() as tries:
            return self.passed(tries, programs)

    def answered(self, tries: Tries, programs: Sequence[Changes]) -> list[str]:
        self.tried += len(programs)
        said = tries.answers(programs)
        self._seen(any(map(right, said)))
        return said

    def passed(self, tries: Tries, programs: Sequence[Changes]) -> list[bool]:
        left = [program for program in programs if program not in self.failed]
        self.tried += len(left)
        said = tries.passing(left) if left else []
        self.failed.update(program for program, ok in zip(left, said, strict=True) if not ok)
        self._seen(any(said))
        return [program not in self.failed for program in programs]

    def _seen(self, any_right: bool) -> None:
        if any_right and self.first is not None:
            self.first()
            self.first = None


def right(said: str) -> bool:
    return bool(said) and not said.strip("1")


def score(said: str) -> float:
    """How near to right a program is: each test counts 1 if it is right, and less the further the answer is away."""
    return sum(_WORTH[digit] for digit in said) / max(1, len(said))


def helps(before: str, said: str) -> bool:
    """Whether a change makes a difference, and not for the worse."""
    return bool(said) and said != before and score(said) >= score(before)


def pieces(changes: Sequence[Change]) -> list[Piece]:
    return [piece for change in changes for piece in change.pieces]


def places(change: Change) -> tuple[tuple[int, int], ...]:
    return tuple((piece.begin, piece.end) for piece in change.pieces)


def overlap(one: Change, two: Change) -> bool:
    return any(
        (first.begin < second.end and second.begin < first.end) or first == second
        for first in one.pieces
        for second in two.pieces
    )
