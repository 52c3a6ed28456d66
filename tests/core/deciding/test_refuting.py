"""A failure is told only if a run of its own shows it again."""

from collections.abc import Callable
from dataclasses import dataclass, field

from viva.core.deciding.refuting import Inconsistent, shrink_and_replay


@dataclass
class Trial:
    """A program that fails on numbers from 10 on; `runs` are the inputs it was run on alone."""

    program: Callable[[int], int]
    runs: list[int] = field(default_factory=list)

    def alone(self, failure: tuple[int, int]) -> int:
        self.runs.append(failure[0])
        return self.program(failure[0])

    def smaller(self, failure: tuple[int, int]) -> tuple[int, int]:
        value = failure[0]
        while value > 10:
            value -= 1
        return value, self.program(value)

    def refuted(self, number: int) -> tuple[int, int] | Inconsistent[tuple[int, int], int]:
        found = number, self.program(number)
        return shrink_and_replay(
            found, smaller=self.smaller, alone=self.alone, same=lambda failure, run: failure[1] == run
        )


def test_the_smallest_failure_is_run_once_more_alone() -> None:
    trial = Trial(lambda number: 0)
    assert trial.refuted(15) == (10, 0)
    assert trial.runs == [10]


def test_a_failure_that_comes_out_otherwise_alone_is_told_with_both() -> None:
    calls: list[int] = []

    def counts_its_calls(number: int) -> int:
        calls.append(number)
        return len(calls)

    assert Trial(counts_its_calls).refuted(15) == Inconsistent((10, 2), 3)


def test_a_failure_that_cannot_be_made_smaller_is_replayed_too() -> None:
    trial = Trial(lambda number: 0)
    assert trial.refuted(10) == (10, 0)
    assert trial.runs == [10]
