"""What a failing run means for a submission: the reason of the verdict, and whether the failure is held against it.

How a run departs from its test is worked out in `engines/dialogues/judging.py`.
"""

from __future__ import annotations

from viva.engines.dialogues.judging import Failure
from viva.engines.dialogues.slow import is_large, unfinished
from viva.engines.dialogues.traces import Departure

_REASONS = {
    Departure.OUTPUT: "wrong",
    Departure.SPACING: "wrong",
    Departure.EXTRA: "wrong",
    Departure.ENDS_EARLY: "wrong",
    Departure.MISSING: "no_output",
    Departure.READS_ON: "unexpected_read",
    Departure.INPUT: "protocol_error",
}
_OUTCOMES = {
    Departure.OUTPUT: "wrong_output",
    Departure.SPACING: "white_space",
    Departure.EXTRA: "extra_output",
    Departure.ENDS_EARLY: "reads_too_little",
    Departure.MISSING: "missing_output",
    Departure.READS_ON: "reads_past_the_end",
    Departure.INPUT: "other_input",
}
_TOO_MUCH = ("memory_limit", "output_limit", "recursion_limit")
_NO_END = "no_end"


def reason(failure: Failure) -> str:
    """One word for the report."""
    if failure.difference:
        return _REASONS[failure.difference.kind]
    return _NO_END if failure.kind == "step_limit" else str(failure.observed.ended)


def outcome(failure: Failure) -> str:
    """The word for what went wrong; for a run that was ended, the word for what ended it."""
    if failure.ahead or failure.difference is None:
        return failure.kind
    return _OUTCOMES[failure.difference.kind]


def excused(failure: Failure) -> bool:
    """Whether the program may only be too slow, of which `slow` knows more, or not fit for the size of a number it has
    read, which nobody asked it to be fit for."""
    return unfinished(failure) or (is_large(failure) and failure.kind in _TOO_MUCH)
