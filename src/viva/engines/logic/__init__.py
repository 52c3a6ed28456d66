"""MOSEL, a logic of words: formulas that can be read, compiled to automata, said in English and varied.

Start reading in `formula.py`; then `compiler.py` (to automata) and `wording/english.py` (to sentences).
"""

from viva.engines.logic.choice import Literals
from viva.engines.logic.compiler import Compiler, compile
from viva.engines.logic.concepts import concepts
from viva.engines.logic.formula import Formula, size
from viva.engines.logic.guesses import fold_letters, guessing, unfold_letters
from viva.engines.logic.notation import parse, show
from viva.engines.logic.synthesis import explaining_formula, smallest_formula
from viva.engines.logic.tracks import TooLarge
from viva.engines.logic.variants import Options, Variant, variants
from viva.engines.logic.wording.contrast import contrast
from viva.engines.logic.wording.english import describe

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
    "fold_letters",
    "guessing",
    "parse",
    "show",
    "size",
    "smallest_formula",
    "unfold_letters",
    "variants",
]
