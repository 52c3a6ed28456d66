"""MOSEL, a logic of words: formulas that can be read, compiled to automata, said in English and varied.

Start reading in `formula.py`; then `compiler.py` (to automata) and `english.py` (to sentences).
"""

from viva.engines.logic.choice import Literals
from viva.engines.logic.compiler import Compiler, compile
from viva.engines.logic.concepts import concepts
from viva.engines.logic.contrast import contrast
from viva.engines.logic.english import describe
from viva.engines.logic.formula import Formula, size
from viva.engines.logic.guesses import folded, guessing, unfolded
from viva.engines.logic.notation import parse, show
from viva.engines.logic.synthesis import explaining_formula, smallest_formula
from viva.engines.logic.tracks import TooLarge
from viva.engines.logic.variants import Options, Variant, variants

__all__ = [
    "Compiler",
    "Formula",
    "Literals",
    "Options",
    "TooLarge",
    "Variant",
    "compile",
    "concepts",
    "contrast",
    "describe",
    "explaining_formula",
    "folded",
    "guessing",
    "parse",
    "show",
    "size",
    "smallest_formula",
    "unfolded",
    "variants",
]
