"""MOSEL, a logic of words: formulas that can be read, compiled to automata, said in English and varied.

Start reading in `formula.py`; then `compiler.py` (to automata) and `english.py` (to sentences).
"""

from viva.engines.logic.compiler import Compiler, compile
from viva.engines.logic.english import describe
from viva.engines.logic.formula import Formula, size
from viva.engines.logic.hearing import read_english
from viva.engines.logic.notation import parse, show
from viva.engines.logic.tracks import TooLarge

__all__ = ["Compiler", "Formula", "TooLarge", "compile", "describe", "parse", "read_english", "show", "size"]
