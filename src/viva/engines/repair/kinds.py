"""What kind of mistake it was, from the repair: in a word, for a sentence to a student, and as a mark that is the same
for the same edits up to names, for a teacher's groups.

The catalogue of edits says what a kind of edit is about; where that depends on the place, the line is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from hashlib import sha256

from viva.core.text.homoglyphs import look_alike
from viva.engines.edits import kind_named
from viva.engines.repair.measuring import words
from viva.engines.repair.model import Repair
from viva.languages.edits import Change, Piece

_BORDERS = ({"<", "<="}, {">", ">="})
_SIGN = re.compile(r"<=|>=|==|!=|<|>|\bnot in\b|\bin\b")
_JOINS = re.compile(r"\b(?:and|or|not)\b|&&|\|\|")
_CONVERTED = re.compile(r"\s*((int|str|float|bool|list|tuple|set|dict|len)\(|[\[{(])")
_TURNED = re.compile(r"\s*(int|str|float|bool)\(")  # into a value of another kind
_BEGUN = re.compile(r"\s*\w+(?:\[[^\[\]]*\])? *= *(-?\d+|\[\]|\{\}|''|\"\"|\(\)|set\(\)|None|True|False)$")
_TELLING = ("start", "name", "type", "missing", "several", "look_alike")  # kinds that are one mistake each
_BROAD = ("update", "condition", "boundary", "work")  # kinds of which there may be many in one program
_HEADS = (
    (re.compile(r"\s*(if|elif|while)\b"), "condition"),
    (re.compile(r"\s*(async )?for\b"), "walk"),
    (re.compile(r"\s*(return|yield|print)\b"), "leaving"),
)


def kind_of(repair: Repair) -> str | None:
    """A word of the catalogue: `boundary`, `condition` and so on; `several` where changes of different kinds belong
    together, and None where too much is changed to say."""
    if not repair.is_small or repair.way == "syntax":
        return None
    kinds = {_kind(repair.before, change) for change in repair.changes}
    return kinds.pop() if len(kinds) == 1 else "several"


def mark_of(repair: Repair, own: Collection[str]) -> str | None:
    """The kind of mistake, and where that says little what is changed, whatever the `own` names of the program are and
    wherever it stands; None where too much is changed to say."""
    kind = kind_of(repair)
    if kind is None or kind in _TELLING:
        return kind
    if kind not in _BROAD:
        return "/".join([kind, *sorted({change.kind for change in repair.changes})])
    marks = sorted(_mark(repair.before, change, own) for change in repair.changes)
    digest = sha256("\n".join(marks).encode()).hexdigest()[:6]
    return f"{kind}/{digest}"


def _mark(text: str, change: Change, own: Collection[str]) -> str:
    numbers: dict[str, str] = {}
    told: list[str] = []
    for piece in change.pieces:
        for part in (_old(text, piece), piece.new):
            told += [numbers.setdefault(word, f"v{len(numbers)}") if word in own else word for word in words(part)]
            told.append("→")
    return " ".join(told)


def _kind(text: str, change: Change) -> str:
    piece = next((each for each in change.pieces if each.new.strip() or _old(text, each).strip()), change.pieces[0])
    old = _old(text, piece)
    if look_alike(old, piece.new):
        return "look_alike"
    line = text[text.rfind("\n", 0, piece.begin) + 1 : piece.end]
    match change.kind:
        case "comparison":
            signs = [set(_SIGN.findall(part)) for part in (old, piece.new)]
            return "boundary" if signs[0] ^ signs[1] in _BORDERS else "condition"
        case "constant":
            begun = re.match(r"\s*\w+(?:\[[^\[\]]*\])? = -?[\w'\"]*$", line)
            return "start" if begun else "boundary" if old.strip("-").isdigit() else "update"
    about = kind_named(change.kind).about
    if about == "condition" and re.match(r"\s*else\b", piece.new):
        return "otherwise"  # no condition is another one by that
    if about is None and old.strip() and _BEGUN.match(f"{line[: len(line) - len(old)]}{piece.new}"):
        return "start"
    return about or _by_place(line, old, piece.new, whole=len(change.pieces) == 1)


def _by_place(line: str, old: str, new: str, *, whole: bool) -> str:
    """What a change is about, by what stands there: `old` is what goes, and `line` the line up to its end. Not `whole`:
    it is put around lines that stay, or taken away around them."""
    condition = _HEADS[0][0].match(new or old)
    if not whole:
        return "condition" if condition else "missing" if new.strip() else "superfluous"
    if not old.strip():
        return "empty" if condition and "return" in new else "missing"
    if new.strip() in ("", "pass"):
        return "superfluous"
    if old.strip() in new:
        if re.match(r"\s*set\(", new):
            return "doubles"
        if _HEADS[1][0].match(line) and new.strip() in _copies(old.strip()):
            return "skipping"  # a copy makes a difference only where the loop changes what it goes through
        joined = len(_JOINS.findall(new)) > len(_JOINS.findall(old))
        return "condition" if joined else "type" if _CONVERTED.match(new) else "work"
    if new.strip() in old:
        return "type" if _TURNED.match(old) else "update"
    return next((about for head, about in _HEADS if head.match(line)), "update")


def _copies(name: str) -> tuple[str, ...]:
    return f"list({name})", f"tuple({name})", f"{name}[:]", f"{name}.copy()", f"[*{name}]", f"[...{name}]"


def _old(text: str, piece: Piece) -> str:
    return text[piece.begin : piece.end]
