"""How drawings look: one style sheet, light and dark, for pages and for pictures in files of their own.

A drawing says what something *is*, by classes; colours and sizes stand in `sheets/`. So a page may forbid every style
that is not its own, and a picture takes the colours of the page around it. `colours.css` names the colours; the other
sheets hold for drawings of one kind.
"""

import re
from functools import cache
from pathlib import Path

_SHEETS = Path(__file__).parent / "sheets"
_KINDS = ("shapes", "plot", "map", "listing", "score")
_BLANKS = re.compile(r"\s+")
_AROUND = re.compile(r"\s*([{}:;,])\s*(?![^(]*\))")


@cache
def sheet(*kinds: str) -> str:
    """The rules for drawings of these kinds, or of every kind."""
    return "".join(_small((_SHEETS / f"{name}.css").read_text("utf-8")) for name in ("colours", *(kinds or _KINDS)))


def _small(rules: str) -> str:
    """Every picture in a file carries them, so nothing is in them that only people need. Blanks before a colon part a
    selector from what follows, so they stay."""
    return _AROUND.sub(r"\1", _BLANKS.sub(" ", rules)).replace(";}", "}").strip()
