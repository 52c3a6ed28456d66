"""Viva's own values, which are Python's, as heaps and back: arguments that are given to a program, results that a
teacher's code looks at. A program in another language gets the heap and makes its own values of it.

They are written in `inside/vivabox`, because code in the sandbox does the same.
"""

from viva.languages.inside.vivabox.reviving import Missing, revive
from viva.languages.inside.vivabox.values import TooLarge, rewrite, write

__all__ = ["Missing", "TooLarge", "revive", "rewrite", "write"]
