"""How many marks a wrong answer gets."""

from __future__ import annotations


def score(wrong: int, asked: int) -> float:
    """The share of the answers, chords or notes with which nothing is wrong."""
    return (asked - wrong) / asked
