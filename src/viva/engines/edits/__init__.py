"""Small edits of a wrong program: which of them mend it, and how the smallest is told.

The catalogue of edits is the language's (`Language.edited`); whether an edited program is right is for the caller to
run. Start reading in `smallest.py`; `telling.py` says an edit in a sentence.
"""

from viva.engines.edits.smallest import RARE, applied, blamed, edit_of, novelty, smallest, unlikely
from viva.engines.edits.telling import told

__all__ = ["RARE", "applied", "blamed", "edit_of", "novelty", "smallest", "told", "unlikely"]
