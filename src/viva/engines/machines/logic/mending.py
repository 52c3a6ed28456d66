"""One small change that makes a formula mean what is asked, in the words in which it was written: an operator or a name
less, more, or another one, or an operator that reaches further."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from viva.core.records import dataclass
from viva.core.text.reading import Misread
from viva.engines.machines.logic import ltl
from viva.engines.machines.logic.formula_equivalence import Difference, anything, compare_formulas
from viva.engines.machines.model import Signal

_PIECE = re.compile(r"\w+|<->|->|<=|>=|==|!=|\S")
_UNARY, _BINARY = ("G", "F", "X", "N", "!"), ("&", "|", "->", "U", "W", "R")
_MOST, _LONGEST = 400, 60  # formulas that are tried, pieces of one
_STATES, _WORK = 2_000, 20_000  # of one comparison, and of all


@dataclass(frozen=True, slots=True)
class Mended:
    """`part` is the piece of the old text that the change is about, `text` the whole new one."""

    part: str
    text: str


def one_change(
    written: str, asked: ltl.Formula, signals: Sequence[Signal], *, finite: bool, known: Difference
) -> Mended | None:
    """The first change that works, small ones before large ones; none where that is much work. `known` is a run on
    which the formula is wrong."""
    pieces = list(_PIECE.finditer(written))
    types = anything(signals).types
    runs, work = [known], 0
    if len(pieces) > _LONGEST:
        return None
    for number, found in enumerate(_changed(written, pieces, [signal.name for signal in signals])):
        if number >= _MOST:
            return None
        try:
            formula = ltl.parse(found.text, types)
        except Misread:
            continue
        if any(ltl.holds(formula, run.run, run.loop, types) != run.asked for run in runs):
            continue
        compared = compare_formulas(asked, formula, signals, finite=finite, limit=_STATES)
        if compared.equal:
            return found
        work += compared.nodes
        if compared.equal is None or work > _WORK:
            return None
        if compared.difference is not None:
            runs.append(compared.difference)
    return None


def _changed(written: str, pieces: Sequence[re.Match[str]], names: Sequence[str]) -> Iterator[Mended]:
    def put(piece: re.Match[str], new: str) -> Mended:
        text = written[: piece.start()] + new + written[piece.end() :]
        return Mended(piece[0], " ".join(text.split()))

    for piece in pieces:
        if piece[0] in _UNARY:
            yield put(piece, "")
    for piece in pieces:
        for family in (_UNARY, _BINARY, tuple(names)):
            if piece[0] in family:
                yield from (put(piece, other) for other in family if other != piece[0])
    for piece in pieces:
        if piece[0] in (*names, *_UNARY, "("):
            for operator in _UNARY:
                yield put(piece, f"{operator} {piece[0]}")
    for operator in _UNARY:
        yield Mended(written, f"{operator} ({written})")
    if pieces and pieces[0][0] in _UNARY:
        for operator in _UNARY:
            yield Mended(pieces[0][0], f"{operator} ({written[pieces[0].end() :].strip()})")
