"""The five verdicts. A verdict is never stronger than its evidence."""

from enum import StrEnum


class Verdict(StrEnum):
    PROVED = "proved"  # holds for all behaviours, decided outside the sandbox
    PASSED = "passed"  # no counterexample, with the evidence spelled out
    REFUTED = "refuted"  # there is a witness, and it was replayed
    UNDECIDED = "undecided"  # the budget ended first
    REJECTED = "rejected"  # the submission cannot be examined as asked

    @property
    def right(self) -> bool:
        return self in (Verdict.PROVED, Verdict.PASSED)
