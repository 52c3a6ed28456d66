"""Says to a beginner what an error means, without a value of the input."""

from __future__ import annotations

import re

from viva.core.terms import ENGLISH
from viva.core.texts import catalogue
from viva.languages.problem import Problem
from viva.languages.survey import Survey

_RULES = (
    (r"\bhead: empty list", "crash_head"),
    (r"\b(tail|init|last|maximum|minimum|foldr1|foldl1|cycle)\b.*empty (?:list|structure)", "crash_empty"),
    (r"Non-exhaustive (?:patterns|guards)", "crash_patterns"),
    (r"Irrefutable pattern failed", "crash_patterns"),
    (r"divide by zero", "crash_division"),
    (r"index too large|negative index|index out of range|Error in array index", "crash_index"),
    (r"no parse|ambiguous parse", "crash_read"),
    (r"Prelude\.undefined", "crash_undefined"),
    (r"fromJust", "crash_from_just"),
    (r"element not in the map|given key is not an element", "crash_key"),
    (r"negative exponent", "crash_exponent"),
    (r"bad argument|tag \(.*\) is outside", "crash_enum"),
    (r"No match in record selector", "crash_field"),
    (r"arithmetic underflow|arithmetic overflow", "crash_overflow"),
)  # fmt: skip


def explain_crash(problem: Problem, facts: Survey, locale: str = ENGLISH) -> str | None:  # noqa: ARG001 see the protocol
    for pattern, key in _RULES:
        if re.search(pattern, problem.message):
            return catalogue("viva.languages.haskell", locale).say(key)
    return None
