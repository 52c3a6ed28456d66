"""Finds a smallest change that makes a wrong function right, with a right one to compare with.

Start reading in `model.py` (what a repair is), then `search.py` (how one is found).
"""

from viva.engines.repair.model import Checked, Repair
from viva.engines.repair.search import Search

__all__ = ["Checked", "Repair", "Search"]
