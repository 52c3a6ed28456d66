"""Model answers as files: an automaton in each notation that it can be handed in."""

from __future__ import annotations

from viva.core.submission import Submission
from viva.core.text.reading import Misread
from viva.engines.automata import Machine, formats


def model(machine: Machine, file: str) -> Submission:
    """The automaton in a file of this name, and in the other notations for those who want them."""
    written: dict[str, bytes] = {}
    for form in formats.FORMATS:
        try:
            text = formats.write(machine, form)
        except Misread:  # a table has no room for some names
            continue
        written |= {ending: text.encode() for ending, its_form in formats.SUFFIXES.items() if its_form == form}
    ending = file[file.rindex(".") :]
    return Submission(file, {file: written[ending]}, written)
