"""Regular languages: automata that can be built, printed, combined, minimised, compared and drawn.

Start reading in `dfa.py`; then `nfa.py`, `hopcroft_karp.py` (comparing) and `product.py` (combining).
"""

from viva.engines.automata.dfa import DFA, access_words, dfa, reachable, trimmed
from viva.engines.automata.hopcroft import minimise
from viva.engines.automata.hopcroft_karp import Comparison, certifies, compare, difference, equivalent, shortest_only
from viva.engines.automata.nfa import NFA, Explosion, closure, determinise, nondeterministic, reverse, subsets
from viva.engines.automata.product import (
    complement,
    intersection,
    minus,
    pairs,
    product,
    symmetric_difference,
    union,
)

__all__ = [
    "DFA",
    "NFA",
    "Comparison",
    "Explosion",
    "access_words",
    "certifies",
    "closure",
    "compare",
    "complement",
    "determinise",
    "dfa",
    "difference",
    "equivalent",
    "intersection",
    "minimise",
    "minus",
    "nondeterministic",
    "pairs",
    "product",
    "reachable",
    "reverse",
    "shortest_only",
    "subsets",
    "symmetric_difference",
    "trimmed",
    "union",
]
