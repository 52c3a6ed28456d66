"""What the tests of one property came to so far: the paper's An, rules 8 and 9."""

from __future__ import annotations

from collections import Counter
from dataclasses import field

from viva.core.records import dataclass
from viva.engines.properties.arguments.building import Refused
from viva.engines.properties.logic import Outcome, Tried


@dataclass(slots=True)
class Tally:
    """`tests` are results that were not discarded; `undecided` are none of them."""

    tests: int = 0
    discarded: int = 0
    unbuilt: int = 0
    unbuilt_why: str = ""
    undefined: str = ""
    undecided: int = 0
    incomplete: bool = False
    search_failed: str = ""
    labels: Counter[str] = field(default_factory=Counter)
    wanted: dict[str, float] = field(default_factory=dict)

    def count(self, tried: list[Tried] | Refused) -> Tried | None:
        """Counts the results of one argument up to a counterexample, which is returned."""
        if isinstance(tried, Refused):
            self.unbuilt += 1
            self.discarded += 1
            self.unbuilt_why = self.unbuilt_why or tried.why
            return None
        for each in tried:
            match each.outcome:
                case Outcome.REJ:
                    self.discarded += 1
                    continue
                case Outcome.UNDEF:
                    self.undefined = self.undefined or each.note
                    self.undecided += 1
                    continue
                case Outcome.PASS:
                    self.incomplete = True
                case Outcome.CE:
                    self.tests += 1
                    return each
            self.tests += 1
            self.labels.update(set(each.labels))
            self.wanted.update(each.wanted)
        return None

    @property
    def arguments(self) -> int:
        return self.tests + self.discarded + self.undecided

    def sorted_labels(self) -> dict[str, int]:
        return dict(sorted(self.labels.items()))

    def remarks(self) -> tuple[str, ...]:
        remarks = []
        if self.undefined:
            remarks.append(f"{self.undecided:,} undecided tests are not counted: {self.undefined}")
        if self.unbuilt and self.tests:
            remarks.append(f"{self.unbuilt:,} arguments were refused ({self.unbuilt_why})")
        for text, percent in self.wanted.items():
            if self.labels[text] * 100 < percent * self.tests:
                told = f"{self.labels[text]:,} of {self.tests:,} tests"
                remarks.append(f"{text}: only {told}; {percent:g} of a hundred are wanted")
        if self.search_failed:
            remarks.append(f"the search for arguments that fit the premise was given up ({self.search_failed})")
        return tuple(remarks)
