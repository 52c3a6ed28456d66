"""A question about what a repair mends, for a hint: which quantity, at which moment, which case.

It names variables that stand in the program already, and nothing else of it: neither the place nor what is new there.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from viva.core.texts import catalogue
from viva.engines.repair.kinds import kind_of
from viva.engines.repair.measuring import words
from viva.engines.repair.model import Repair
from viva.languages.edits import Change, Piece

_GETS = re.compile(r"^\s*(\w+)\s*(?:\[[^\]]*\]\s*)?[-+*/%|&]*=(?!=)", re.MULTILINE)
_CALLED_ON = re.compile(r"^\s*(\w+)\.\w+\(", re.MULTILINE)
_RETURNS = re.compile(r"\s*(return|yield)\b")
_LOOPS = re.compile(r"\s*(for|while)\b")


def ask_about(repair: Repair, own: Collection[str], locale: str) -> str | None:
    """`own` are the names that the program itself binds. None where too much is changed to ask about one thing."""
    kind = kind_of(repair)
    if kind is None:
        return None
    say = catalogue(__package__, locale).say
    _, line, name = _asked(repair, own)
    result = bool(_RETURNS.match(line)) and name is None
    key = f"ask_{kind}"
    if kind == "several":
        return say("ask_several_name", name=name) if name else say("ask_several")
    if kind == "boundary" and _LOOPS.match(line) is None and not _RETURNS.match(line) and "if" in words(line):
        key = "ask_length" if name and re.search(rf"\blen\({re.escape(name)}\)", line) else "ask_border"
    ending = "_name" if name is not None else "_result" if result else ""
    return say(f"{key}{ending}", key, name=name or "")


def asks_about_a_name(repair: Repair | None, own: Collection[str]) -> bool:
    """Whether that question names a variable, so that it says more than what kind of mistake it is."""
    return repair is not None and kind_of(repair) is not None and _asked(repair, own)[2] is not None


def _asked(repair: Repair, own: Collection[str]) -> tuple[Piece, str, str | None]:
    """What is changed, its line, and the variable that it is about."""
    piece = _telling(repair.before, repair.changes[0])
    line = _line(repair.before, piece)
    return piece, line, _quantity(repair.before, piece, line, own)


def _telling(text: str, change: Change) -> Piece:
    full = [each for each in change.pieces if each.new.strip() or text[each.begin : each.end].strip()]
    return (full or list(change.pieces))[0]


def _line(text: str, piece: Piece) -> str:
    """The line in which something is changed; of what is put in as lines of its own, the first of these."""
    if piece.begin == piece.end and "\n" in piece.new:
        return piece.new.strip("\n").split("\n")[0]
    begin = text.rfind("\n", 0, piece.begin) + 1
    end = text.find("\n", piece.end)
    return text[begin : end if end >= 0 else len(text)]


def _quantity(text: str, piece: Piece, line: str, own: Collection[str]) -> str | None:
    """What gets another value by it, or else the one name that it is about."""
    for where in (piece.new if "\n" in piece.new else "", line):
        for form in (_GETS, _CALLED_ON):
            found = form.search(where)
            if found and found[1] in own:
                return found[1]
    if _RETURNS.match(line):
        return None
    there = [word for word in words(text[piece.begin : piece.end]) or words(line) if word in own]
    return there[0] if len(set(there)) == 1 else None
