"""Model answers as files: a system in each notation that it can be handed in."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

from viva.core.submission import Submission
from viva.core.text.reading import Misread
from viva.engines.hybrid import System, formats
from viva.engines.hybrid.formats import spaceex

FILE = "answer.hybrid.json"


def model(given: System, horizon: Fraction) -> Submission:
    """The system in JSON, and in every other notation that has room for it."""
    written = {".json": formats.write(given, "json").encode()}
    with suppress(Misread):  # names or slopes that the text notation has no room for
        written[".txt"] = written[".hybrid"] = formats.write(given, "text").encode()
    with suppress(Misread):  # SpaceEx has no inputs from outside, and lets transitions wait
        written[".xml"] = spaceex.write(given).encode()
        written[".cfg"] = spaceex.write_configuration(given, horizon).encode()
    return Submission(FILE, {FILE: written[".json"]}, written, {".xml": ".cfg"})
