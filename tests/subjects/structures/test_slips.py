"""Slips drawn by machine: nearly all are found, and no program that does the same is refuted."""

import random

import pytest

from tests.subjects.structures.slips import SAMPLES, Sample, differs, slips
from tests.subjects.structures.test_examine import exercise, report
from viva.core.verdict import Verdict

MOST = 24


def drawn(sample: Sample, count: int) -> list[str]:
    every = slips(sample)
    return random.Random(7).sample(every, min(count, len(every)))


def verdict_of(sample: Sample, text: str) -> Verdict:
    asked = exercise(sample.source, sample.cls, ", ".join(f'"{name}"' for name in sample.asked))
    return report(text, asked).verdict


def counted(sample: Sample, count: int) -> tuple[list[str], list[str], int]:
    """Slips that were missed, right programs that were refuted, and how many slips there were."""
    missed: list[str] = []
    refuted: list[str] = []
    wrong = 0
    for text in drawn(sample, count):
        found = verdict_of(sample, text)
        if differs(sample, text):
            wrong += 1
            if found not in (Verdict.REFUTED, Verdict.REJECTED):
                missed.append(text)
        elif found in (Verdict.REFUTED, Verdict.REJECTED):
            refuted.append(text)
    return missed, refuted, wrong


@pytest.mark.some(1)
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_a_few_slips_are_found_and_what_does_the_same_is_not_refuted(sample: Sample) -> None:
    assert verdict_of(sample, sample.source) is Verdict.PASSED
    missed, refuted, wrong = counted(sample, 4)
    assert wrong
    assert not refuted, refuted[0]
    assert not missed, missed[0]


@pytest.mark.thorough
def test_97_of_100_slips_are_found_and_no_right_program_is_refuted() -> None:
    missed: list[str] = []
    wrong = 0
    for sample in SAMPLES:
        lost, refuted, count = counted(sample, MOST)
        assert not refuted, refuted[0]
        missed += lost
        wrong += count
    assert wrong >= 150
    assert len(missed) <= 0.03 * wrong, "\n\n".join(missed)
