"""Finds a smallest change that makes a wrong function right, with a right one to compare with.

Start reading in `model.py` (what is to be mended, and what a repair is), then `search.py` (how one is found) with
`trials.py`, `combining.py` and `keeping.py`, `minimising.py` and `tidying.py` (how it is made smaller), `calls.py` and
`checking.py` (how functions are judged, and how sure it is), `kinds.py` and `telling.py` (what kind of mistake it was,
and how it is told), `asking.py` (what a hint may ask about it). `expecting.py` says what a place would have to give;
`syntax.py` is for what is no program yet. The language proposes changes and tries them (`languages.protocol`); nothing
that it says counts until all tests were run anew.
"""

from viva.engines.repair.asking import ask_about, asks_about_a_name
from viva.engines.repair.calls import of_calls
from viva.engines.repair.expecting import value_at
from viva.engines.repair.kinds import kind_of, mark_of
from viva.engines.repair.model import Checked, Repair, Wrong
from viva.engines.repair.search import Search
from viva.engines.repair.syntax import complete_program
from viva.engines.repair.telling import diff, lines, repair_clue, with_gaps

__all__ = [
    "Checked",
    "Repair",
    "Search",
    "Wrong",
    "ask_about",
    "asks_about_a_name",
    "complete_program",
    "diff",
    "kind_of",
    "lines",
    "mark_of",
    "of_calls",
    "repair_clue",
    "value_at",
    "with_gaps",
]
