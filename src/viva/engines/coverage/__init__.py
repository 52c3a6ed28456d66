"""Coverage as HPC shows it: which expressions were never evaluated, and which conditions were always true or false.

Start reading in `states.py` (what is known of each place after some runs), then `marking.py` (the source in pieces),
`terminal.py`, `page.py` and `document.py` (colours, plain marks, HTML and JSON of the same pieces).

    seen = Accumulated(program)
    seen.add(outcome.coverage)          # True if something new was covered
    print(as_text(marked(seen), colour=False))
"""

from viva.engines.coverage.document import as_json
from viva.engines.coverage.marking import Line, Piece, marked
from viva.engines.coverage.page import as_page
from viva.engines.coverage.states import Accumulated, Gap, State
from viva.engines.coverage.terminal import LEGEND, as_text

__all__ = ["LEGEND", "Accumulated", "Gap", "Line", "Piece", "State", "as_json", "as_page", "as_text", "marked"]
