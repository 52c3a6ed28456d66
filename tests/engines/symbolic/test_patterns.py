"""Samples of regular expressions match them, or almost; what is no expression has none."""

import re

import pytest

from tests.engines.symbolic.programs import target
from viva.engines.shapes import parse_shape
from viva.engines.symbolic import differ
from viva.engines.symbolic.patterns import samples
from viva.sandbox import Sandbox


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


def test_a_difference_behind_a_regular_expression_is_found(sandbox: Sandbox) -> None:
    source = "import re\ndef f(s):\n    return bool(re.fullmatch(r'[a-z]+-\\d{2}', s))\n"
    reference, submission = target(sandbox, source), target(sandbox, source.replace("{2}", "{3}"))
    assert any(proposal.suspected for proposal in differ(sandbox, submission, reference, [parse_shape("str")]))
