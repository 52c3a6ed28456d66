"""Small edits of a wrong program: which of them mend it, and how the smallest is told.

The edits are proposed by the language (`Mends.edited`), under the names of `catalogue.py`, which has all that is
said of their kinds; whether an edited program is right is for the caller to run. Start reading in `smallest.py`;
`telling.py` says an edit in a sentence.
"""

from viva.engines.edits.catalogue import CATALOGUE, RARE, Kind, kind_named
from viva.engines.edits.smallest import apply_edit, blamed_line, edit_of, novelty, smallest, unlikely
from viva.engines.edits.telling import edit_clue

__all__ = [
    "CATALOGUE",
    "RARE",
    "Kind",
    "apply_edit",
    "blamed_line",
    "edit_clue",
    "edit_of",
    "kind_named",
    "novelty",
    "smallest",
    "unlikely",
]  # fmt: skip
