"""Regular languages: automata that can be built, printed, combined, minimised, compared and drawn.

Start reading in `dfa.py`; then `nfa.py`, `hopcroft_karp.py` (comparing) and `product.py` (combining).
"""

from viva.engines.automata.dfa import DFA, access_words, dfa, reachable, trim
from viva.engines.automata.hopcroft import minimise
from viva.engines.automata.hopcroft_karp import Comparison, certifies, compare, difference, equivalent, shortest_only
from viva.engines.automata.kleene import expression_of
from viva.engines.automata.machine import Edge, Machine, as_dfa, as_nfa, machine, name_states, named_nfa
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
from viva.engines.automata.regex import Regex, automaton_of
from viva.engines.automata.repair.dfa_edits import Add, Edit, Flip, Mending, MoveStart, Redirect, apply, fewest_edits
from viva.engines.automata.words import Wrong, count, counts, longest_word, words, wrong_by_length

__all__ = [
    "DFA",
    "NFA",
    "Add",
    "Comparison",
    "Edge",
    "Edit",
    "Explosion",
    "Flip",
    "Machine",
    "Mending",
    "MoveStart",
    "Redirect",
    "Regex",
    "Wrong",
    "access_words",
    "apply",
    "as_dfa",
    "as_nfa",
    "automaton_of",
    "certifies",
    "closure",
    "compare",
    "complement",
    "count",
    "counts",
    "determinise",
    "dfa",
    "difference",
    "equivalent",
    "expression_of",
    "fewest_edits",
    "intersection",
    "longest_word",
    "machine",
    "minimise",
    "minus",
    "name_states",
    "named_nfa",
    "nondeterministic",
    "pairs",
    "product",
    "reachable",
    "reverse",
    "shortest_only",
    "subsets",
    "symmetric_difference",
    "trim",
    "union",
    "words",
    "wrong_by_length",
]
