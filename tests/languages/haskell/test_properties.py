"""Functions in Haskell that are judged by properties, without a model solution."""

import pytest

from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.verdict import Verdict
from viva.services.checking import check
from viva.services.registry import read_source

pytestmark = [pytest.mark.needs_bwrap, pytest.mark.needs_ghc]

MANIFEST = """subject = "functions"
title = "Without"
statement = "statement.md"

[functions]
languages = ["haskell"]
function = "minus"
properties = "properties.py"
"""
PROPERTIES = '''
def none_of_second(f, xs: list[int], ys: list[int]):
    """Nothing of the second list is left."""
    try:
        return not set(f(xs, ys)) & set(ys)
    except Exception:
        return False

def twice(f, xs: list[int], ys: list[int]):
    """Taking away twice is taking away once."""
    once = f(xs, ys)
    return f(once, ys) == once

def kept(f, xs: list[int], ys: list[int]):
    """What is not in the second list stays."""
    return all(x in f(xs, ys) for x in xs if x not in ys)
'''
TYPE = "minus :: [Int] -> [Int] -> [Int]\n"


@pytest.mark.parametrize(
    ("body", "verdict", "broken"),
    [
        ("minus xs ys = [x | x <- xs, x `notElem` ys]", Verdict.PASSED, ""),
        ("minus xs ys = [x | x <- xs, x `notElem` take 2 ys]", Verdict.REFUTED, "none_of_second"),
        ("minus xs ys = take 3 [x | x <- xs, x `notElem` ys]", Verdict.REFUTED, "kept"),
    ],
)
def test_properties_alone_decide_within_the_usual_budget(body: str, verdict: Verdict, broken: str) -> None:
    files = {"exercise.toml": MANIFEST, "statement.md": "Take away.", "properties.py": PROPERTIES}
    subject, exercise = read_source(Source("minus", {name: text.encode() for name, text in files.items()}))
    report = check(subject, exercise, Submission.from_text(TYPE + body + "\n", "minus.hs"), Terms())
    assert report.verdict is verdict
    assert [part.exercise for part in report.parts if not part.verdict.right] == ([broken] if broken else [])
    if not broken:
        assert (report.evidence.tests or 0) > 900  # each of the three with some hundreds of inputs
