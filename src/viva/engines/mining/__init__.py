"""What a program speaks of: values worth trying, because something may change there. Start reading in `constants.py`.

Next: `reachable` (the constants that a function and all it calls mention), `patterns` (texts for regular expressions)
and `neighbours` (values next to constants).
"""

from viva.engines.mining.constants import Constants, of_source, sorted_out
from viva.engines.mining.neighbours import around, lookalikes, variations
from viva.engines.mining.patterns import matching, samples, with_numbers
from viva.engines.mining.reachable import reachable

__all__ = [
    "Constants",
    "around",
    "lookalikes",
    "matching",
    "of_source",
    "reachable",
    "samples",
    "sorted_out",
    "variations",
    "with_numbers",
]  # fmt: skip
