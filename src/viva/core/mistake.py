"""A mistake in Viva itself: what it is called, and what to do about it. It is never a verdict."""

import traceback
from pathlib import PurePath

_LONGEST = 500

REMEDY = (
    "please send this sentence to the developers of Viva, with the exercise, the submission and what "
    "`VIVA_DEBUG=1 viva check EXERCISE SUBMISSION` prints"
)


class TooLarge(Exception):
    """What a worker would answer has more bytes than an answer may have. Nothing of it was sent."""

    def __init__(self, size: int, largest: int) -> None:
        super().__init__(f"{size:,} bytes; at most {largest:,} are sent")


def told(problem: BaseException) -> str:
    """What was raised, and where: `TypeError: …, in viva/core/report.py, line 12`."""
    sentence = f"{type(problem).__name__}: {problem}"[:_LONGEST].removesuffix(": ")
    steps = traceback.extract_tb(problem.__traceback__, limit=-1)
    return f"{sentence}, in {_module(steps[-1].filename)}, line {steps[-1].lineno}" if steps else sentence


def log(problem: BaseException) -> None:
    """For who looks after Viva, where a check goes on without what the mistake is in."""
    import logging  # noqa: PLC0415 it is not free, and seldom needed

    logging.getLogger("viva").error("this is a mistake in Viva, not yours (%s); %s", told(problem), REMEDY)


def _module(file: str) -> str:
    """The file from its package on: what lies above is nobody's business."""
    parts = PurePath(file).parts
    start = max((index for index, part in enumerate(parts) if part in ("src", "site-packages", "plugin")), default=-3)
    return "/".join(parts[start + 1 :])
