"""Hybrid systems: modes in which quantities change, and transitions between them; run, compared and mended exactly.

Start reading in `model.py`, then `running.py`, which is the semantics, and `comparing.py`. Files are read by
`formats/`; `reaching.py` goes on from sets of initial values, `enclosing.py` puts boxes around what affine systems
reach, `repairing.py` finds the one change that mends a system.
`docs/hybrid.md` is the tutorial.

    from viva.engines.hybrid import compare, formats
    compare(formats.read(student), formats.read(reference), threshold, horizon).kind
"""

from viva.engines.hybrid.comparing import Departure, Outcome, align_inputs, compare, values_at
from viva.engines.hybrid.model import Automaton, Mode, System, Transition
from viva.engines.hybrid.reaching import Reach, Unsupported, compare_sets, reach, with_start
from viva.engines.hybrid.repairing import Change, repair
from viva.engines.hybrid.running import Ending, Jump, Network, Piece, pieces
from viva.engines.hybrid.summary import Summary, summarise

__all__ = [
    "Automaton",
    "Change",
    "Departure",
    "Ending",
    "Jump",
    "Mode",
    "Network",
    "Outcome",
    "Piece",
    "Reach",
    "Summary",
    "System",
    "Transition",
    "Unsupported",
    "align_inputs",
    "compare",
    "compare_sets",
    "pieces",
    "reach",
    "repair",
    "summarise",
    "values_at",
    "with_start",
]
