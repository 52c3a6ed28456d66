"""Coverage as HPC shows it: which expressions were never evaluated, and which conditions were always true or false.

Start reading in `states.py` (what is known of each place after some runs), then `marking.py` (the source as a listing
with marks) and `figures.py` (how much of it there is, by kind).

    seen = Accumulated(program)
    seen.add(outcome.coverage)          # True if something new was covered
    print(as_text(marked(seen), colour=False))   # of `viva.drawing.listing`
"""

from viva.engines.coverage.figures import BOOLEANS, Figures, Share, Truths, figures
from viva.engines.coverage.lines import lines_reached
from viva.engines.coverage.marking import LEGEND, MARKS, mark_lines
from viva.engines.coverage.states import Accumulated, Gap, State

__all__ = [
    "BOOLEANS", "LEGEND", "MARKS", "Accumulated", "Figures", "Gap", "Share", "State", "Truths", "figures",
    "lines_reached", "mark_lines",
]  # fmt: skip
