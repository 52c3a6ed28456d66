"""One cell of a table: a number, true or false, or nothing."""

from __future__ import annotations

import math
import re

from viva.core.fault import Fault
from viva.core.text.reading import expected_found, in_quotes
from viva.engines.signals.reading.rows import WORDS

TRUTH = {"true": 1.0, "false": 0.0}
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_WITH_COMMA = re.compile(r"[+-]?(?:\d+,\d*|,\d+)(?:[eE][+-]?\d+)?", re.ASCII)


class Cells:
    """Reads the cells of one file. Where columns are not parted by commas, the first number with a mark says what the
    decimals of this file begin with; a number that is written otherwise could mean another one, and is refused."""

    def __init__(self, delimiter: str) -> None:
        self.mark = "." if delimiter == "," else None

    def number(self, text: str, where: str, file: str, line: int) -> float:
        """NaN where it is missing."""
        text = text.strip()
        mark = _mark(text)
        if mark is None:
            if (word := text.lower()) in WORDS:
                return math.nan
            if word in TRUTH:
                return TRUTH[word]
            wanted = "a finite number" if word.lstrip("+-") in ("inf", "infinity") else "a number"
            raise Fault(expected_found(f"{wanted} {where}", in_quotes(text)), file, line)
        if mark and self.mark not in (None, mark):
            wanted = f"a number with {self.mark!r} before its decimals"
            remedy = "write all numbers of a file in one way"
            raise Fault(expected_found(f"{wanted} {where}", in_quotes(text)), file, line, remedy=remedy)
        self.mark = self.mark or mark or None
        value = float(text.replace(",", "."))
        if math.isinf(value):
            raise Fault(expected_found(f"a finite number {where}", in_quotes(text)), file, line)
        return value

    def is_number(self, text: str) -> bool:
        return _mark(text.strip()) is not None


def _mark(text: str) -> str | None:
    """What its decimals begin with; nothing where there are none; None if it is no number."""
    if _NUMBER.fullmatch(text):
        return "." if "." in text else ""
    return "," if _WITH_COMMA.fullmatch(text) else None
