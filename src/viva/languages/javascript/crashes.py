"""Says to a beginner what an exception means: by its name, by what the engine says with it, and by the names in the
source. Nothing of the values that the message holds is told: a hint must not give the input away.
"""

from __future__ import annotations

import difflib
import re

from viva.core.terms import ENGLISH
from viva.core.texts import catalogue
from viva.languages.javascript.reads import given_names
from viva.languages.problem import Problem
from viva.languages.survey import Survey

_NEAR = 0.7

_RULES: tuple[tuple[str, str, str], ...] = (
    ("ReferenceError", r"(?P<name>[\w$]{1,40}) is not initialized", "crash_early"),
    ("ReferenceError", r"(?P<name>[\w$]{1,40}) is not defined", "crash_name"),
    ("TypeError", r"cannot (read|set) property .* of (undefined|null)", "crash_nothing"),
    ("TypeError", r"cannot convert (undefined|null) to object", "crash_nothing"),
    ("TypeError", r"^'?(?P<name>[\w$]{1,40})'? is read-only", "crash_const"),
    ("TypeError", r"is read-only", "crash_frozen"),
    ("TypeError", r"not a function", "crash_callable"),
    ("TypeError", r"not iterable|value is not iterable|is not iterable", "crash_iterable"),
    ("TypeError", r"BigInt|bigint", "crash_bigint"),
    ("TypeError", r"must be called with new|class constructors must be invoked", "crash_new"),
    ("TypeError", r"not extensible|object is not extensible", "crash_frozen"),
    ("TypeError", r"cannot convert symbol", "crash_type"),
    ("TypeError", r"reduce of empty|empty array|Reduce of empty", "crash_reduce"),
    ("TypeError", r"circular", "crash_circular"),
    ("TypeError", r"", "crash_type"),
    ("RangeError", r"invalid array length|array too long", "crash_length"),
    ("RangeError", r"", "crash_range"),
    ("SyntaxError", r"", "crash_syntax"),
    ("throw", r"", "crash_thrown"),
)


def explain_crash(problem: Problem, facts: Survey, locale: str = ENGLISH) -> str | None:
    """What the exception means and what to look for; None where there is nothing to say but its name."""
    texts = catalogue("viva.languages.javascript", locale)
    for kind, pattern, key in _RULES:
        found = re.search(pattern, problem.message) if problem.kind == kind else None
        if found:
            slots = {name: value for name, value in found.groupdict().items() if value}
            if key == "crash_name":
                return texts.say(_undefined(slots["name"], facts), **slots)
            is_part = (
                key == "crash_const" and slots["name"] not in facts.bound
            )  # the same is said of what an object has
            return texts.say("crash_frozen" if is_part else key, **slots)
    return None


def _undefined(name: str, facts: Survey) -> str:
    """Whether there is a name that is nearly the same; it is not told, for that would be to say what mends it."""
    known = [other for other in (*facts.bound, *given_names) if other != name]
    same = any(other.lower() == name.lower() for other in known)
    if same or difflib.get_close_matches(name, known, 1, _NEAR):
        return "crash_name_meant"
    return "crash_name_elsewhere" if name in facts.bound else "crash_name"
