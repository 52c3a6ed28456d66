"""MOSEL, a logic of words: formulas that can be read, compiled to automata, said in English and varied."""

from viva.engines.logic.compiler import Compiler, compile
from viva.engines.logic.formula import Formula, size
from viva.engines.logic.notation import parse, show
from viva.engines.logic.tracks import TooLarge

__all__ = ["Compiler", "Formula", "TooLarge", "compile", "parse", "show", "size"]
