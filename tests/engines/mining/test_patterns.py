"""Samples of regular expressions match them, or almost; what is no expression has none."""

import re

import pytest

from viva.engines.mining import matching, samples


@pytest.mark.parametrize(
    "pattern",
    [r"[a-z]+\d{2}", r"^(\d{4})-(\d{2})-(\d{2})$", r"[A-Z][a-z]*|x+y", r"^[\w.]+@\w+\.[a-z]{2,3}$", r"(ab|cd)?e"],
)
def test_samples_match_and_almost_match(pattern: str) -> None:
    found = samples(pattern)
    assert any(re.fullmatch(pattern, text) for text in found)
    assert len(found) > 1


@pytest.mark.parametrize("text", ["hello", "", "((((", "a{99999999999}", "(" * 79, "[z-a]x", "*a", "x" * 200 + "+"])
def test_other_texts_have_no_samples(text: str) -> None:
    assert samples(text) == []


@pytest.mark.parametrize(
    "pattern", [r"[A-Z]{2}\d{3}-x", r"(a|b)+c?\1", r"^\s*#[0-9a-f]{6}$", r"[^,]+,.*", r"\d", r"x{60}", r"[^~a]+"]
)
def test_what_is_said_to_match_does(pattern: str) -> None:
    found = matching(pattern)
    assert found
    assert all(re.search(pattern, text) for text in found)


@pytest.mark.parametrize("text", ["hello", "", "((((", "(?<=a+)b", "[z-a]x", "*a"])
def test_nothing_matches_what_is_no_pattern(text: str) -> None:
    assert matching(text) == []
