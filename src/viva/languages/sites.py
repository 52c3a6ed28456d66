"""What can be counted while a program runs, and where. It is written in `inside/vivabox/sites.py`, because code in the
sandbox knows it too."""

from viva.languages.inside.vivabox.sites import Hooks, Reading, Site

__all__ = ["Hooks", "Reading", "Site"]
