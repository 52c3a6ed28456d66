"""Where a program goes wrong: places ranked by how runs that fail differ from runs that do not.

Start reading in `spectrum.py` (what was covered by which run), then `ochiai.py` (the formula; `tarantula.py` and
`jaccard.py` are others), `closeness.py` and `mutation.py` (what breaks ties), `separating.py` (inputs that break more
of them), `slicing.py` (where a value comes from, for code that every run passes through), `cues.py` (what the text
alone says), `angelic.py` (of which expression another value would do), `ranking.py` (the list for a person).
`localise` puts them together, `feedback.py` ranks anew when somebody says that a place is fine, and `telling.py` says
a place in a sentence. `satisfying.py` asks a solver which expressions can be changed so that failing runs come out
right (unsatisfiable cores and MaxSAT, over the paths of `formula.py`).

The engine knows no language: an element is a line, an expression, or whatever else can be covered. Places that a
solver or a repair finds can be ranked beside these: `Ranking` takes further evidence as one score for each element.
"""

from viva.engines.faults.angelic import Angelic, angelic
from viva.engines.faults.closeness import weights
from viva.engines.faults.cues import Cue, cue_scores, cues
from viva.engines.faults.feedback import rerank
from viva.engines.faults.jaccard import jaccard
from viva.engines.faults.mutation import Mutation, mutation_scores
from viva.engines.faults.ochiai import ochiai
from viva.engines.faults.ranking import Ranked, Ranking, localise, rank
from viva.engines.faults.separating import separating
from viva.engines.faults.slicing import RETURNS, Statement, likely, sources
from viva.engines.faults.spectrum import Counts, Run, Spectrum
from viva.engines.faults.tarantula import tarantula
from viva.engines.faults.telling import Place, place_clue

__all__ = [
    "RETURNS",
    "Angelic",
    "Counts",
    "Cue",
    "Mutation",
    "Place",
    "Ranked",
    "Ranking",
    "Run",
    "Spectrum",
    "Statement",
    "angelic",
    "cue_scores",
    "cues",
    "jaccard",
    "likely",
    "localise",
    "mutation_scores",
    "ochiai",
    "place_clue",
    "rank",
    "rerank",
    "separating",
    "sources",
    "tarantula",
    "weights",
]  # fmt: skip
