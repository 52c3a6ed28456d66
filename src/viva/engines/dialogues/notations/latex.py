"""The LaTeX of the paper as the symbols it stands for.

Every command is replaced by its symbol and as many blanks as it was longer, so that a place in the result is the place
in the text. In LaTeX a plain brace only groups; those of sets are `\\{` and `\\}`.
"""

from __future__ import annotations

import re

from viva.engines.dialogues.notations.tokens import ANGLE, CORNER, TRIANGLE

_COMMANDS = {
    "triangleright": TRIANGLE, "rhd": TRIANGLE, "vartriangleright": TRIANGLE,
    "angle": ANGLE, "searrow": CORNER, "triangle": CORNER, "lrcorner": CORNER,
    "rightarrow": "->", "to": "->", "longrightarrow": "->",
    "epsilon": "ε", "varepsilon": "ε", "cdot": "·", "times": "×", "setminus": "∖", "backslash": "∖",
    "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "in": "∈",
    "land": "∧", "wedge": "∧", "lor": "∨", "vee": "∨", "neg": "¬", "lnot": "¬",
}  # fmt: skip
_FONTS = r"(?:mathbb|mathbf|mathrm|mathit|mathsf|mathtt|text|textit|texttt|operatorname)"
_SEEN = re.compile(r"\\(?:triangleright|rhd|vartriangleright)(?![A-Za-z])")
_DOTS = re.compile(r",\s*\\l?dots\s*,")
_PIECE = re.compile(
    r'(?P<quoted>"(?:[^"\\\n]|\\[^\n])*")'
    r"|(?P<comment>(?<!\\)%[^\n]*)"
    rf"|\\{_FONTS}(?![A-Za-z])\s*(?:\{{\s*(?P<inner>\w+)\s*\}}|(?P<bare>\w))"
    r"|(?P<below>_\{\s*(?P<letter>\w)\s*\})"
    r"|\\(?P<escaped>[{}_])"
    r"|\\(?P<command>[A-Za-z]+)"
    r"|(?P<space>\\[\\,;:! ()[\]]|\$|[{}&~])"
)


def is_latex(text: str) -> bool:
    """Every specification in the paper's notation has a triangle; no other notation writes it like that."""
    return _SEEN.search(text) is not None


def symbols_of(text: str) -> str:
    """A command that means nothing here stays, and the reader tells where it stands."""
    text = _DOTS.sub(lambda found: "..".ljust(len(found[0])), text)
    before = None
    while before != text:  # the font of a letter below another is inside of braces of its own
        before = text
        text = re.sub(rf"_\{{\s*\\{_FONTS}\s*\{{\s*(\w)\s*\}}\s*\}}", _below, text)
    return _PIECE.sub(_symbol, text)


def _below(found: re.Match[str]) -> str:
    return f"_{found[1]}".ljust(len(found[0]))


def _symbol(found: re.Match[str]) -> str:
    whole = found[0]
    if found["quoted"]:
        return whole
    if found["below"]:
        written = f"_{found['letter']}"
    elif found["escaped"]:
        written = found["escaped"]
    elif found["command"]:
        name = found["command"]
        written = "" if name in ("left", "right", "quad", "qquad", "bigl", "bigr") else _COMMANDS.get(name, whole)
    else:
        written = found["inner"] or found["bare"] or ""
    return written.ljust(len(whole))
