"""A repair for people: the lines that change, all of them, or with gaps where the new pieces go."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import replace

from viva.core.json import Json
from viva.core.report import Witness
from viva.core.rungs import Clue
from viva.core.text.escape import visible
from viva.core.texts import catalogue
from viva.core.where import Passage, Replacement
from viva.engines.edits import blamed_line, edit_of, kind_named
from viva.engines.edits import edit_clue as tell_edit
from viva.engines.repair.measuring import words
from viva.engines.repair.model import Repair
from viva.languages.edits import Change, Piece, put_in

_AROUND = 1  # lines that are shown before and after a change
_MOST_LINES = 60
_MOST_PIECES = 20


def repair_clue(repair: Repair, file: str, locale: str, holes: bool = False) -> Clue:
    """The clue for the rung `fix`: one sentence for a change within a line, and otherwise the lines as a diff."""
    say = catalogue(__package__, locale).say
    where = Passage(file, lines(repair)[0])
    witness = Witness("repair", _certificate(repair))
    if holes:
        text = f"{say('fix_holes', gap=say('gap'))}\n{visible(diff(repair, say('gap')))}"
        return Clue(text, where, witness)
    moved = len(repair.changes) == 1 and kind_named(repair.changes[0].kind).moves
    if (_within_a_line(repair) and repair.way not in ("syntax", "whole")) or moved:
        edit = edit_of(repair.before, repair.changes[0])
        sentence = tell_edit(edit, repair.before, file, locale)
        return Clue(sentence.text, sentence.where, witness, changes=sentence.changes)
    key: str = repair.way if repair.way in ("whole", "syntax") else "one" if len(repair.changes) == 1 else "several"
    key += "_only" if repair.way == "syntax" and not repair.checked.inputs else ""
    text = f"{say(f'fix_{key}')}\n{visible(diff(repair))}"
    return Clue(text, where, witness, changes=_replacements(repair, file))


def instead(clue: Clue, locale: str) -> Clue:
    """One of several to choose from, after the first."""
    return replace(clue, text=catalogue(__package__, locale).say("fix_instead", fix=clue.text))


def _replacements(repair: Repair, file: str) -> tuple[Replacement, ...]:
    """Each piece where it goes, those at one place in their order; none where it would be most of the text."""
    pieces = sorted(_pieces(repair.changes), key=lambda piece: (piece.begin, piece.end))
    if len(pieces) > _MOST_PIECES:
        return ()
    return tuple(
        Replacement(
            Passage(file, *_position(repair.before, piece.begin), *_position(repair.before, piece.end)), text=piece.new
        )
        for piece in pieces
    )


def _position(text: str, at: int) -> tuple[int, int]:
    """Line and column, from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def not_started(file: str, line: int, locale: str) -> Clue:
    return Clue(catalogue(__package__, locale).say("fix_not_started"), Passage(file, line))


def diff(repair: Repair, gap: str | None = None) -> str:
    """A unified diff of the text, which keeps everything that is not changed as it is. With a `gap`, that stands for
    each new piece. No file is named: there is one only, and equal files of other names have equal reports."""
    after = repair.after if gap is None else with_gaps(repair, gap)
    found = difflib.unified_diff(repair.before.split("\n"), after.split("\n"), lineterm="", n=_AROUND)
    shown = [line for number, line in enumerate(found) if number > 1]
    return "\n".join(shown[:_MOST_LINES] + ["…"] * (len(shown) > _MOST_LINES))


def with_gaps(repair: Repair, gap: str) -> str:
    """The repaired text with a gap for everything new: what is kept, moved or taken out is shown."""
    return put_in(repair.before, [_gap(repair.before, piece, gap) for piece in _pieces(repair.changes)])


def _gap(text: str, piece: Piece, gap: str) -> Piece:
    """Blanks and the ends of lines around the new words stay, so that the gap stands where these would."""
    new = words(piece.new)
    if not new or new == ["pass"] or new == words(text[piece.begin : piece.end]):
        return piece
    before = piece.new[: len(piece.new) - len(piece.new.lstrip())]
    after = piece.new[len(piece.new.rstrip()) :]
    return Piece(piece.begin, piece.end, f"{before}{gap}{after}")


def lines(repair: Repair) -> tuple[int, ...]:
    """The lines of the text that are changed, in the order of the changes; where something is put in, the line before
    which or behind which it goes."""
    found: list[int] = []
    for change in repair.changes:
        if kind_named(change.kind).upwards:
            found.append(blamed_line(edit_of(repair.before, change)))
            continue
        spaces = [piece for piece in change.pieces if not piece.new.strip() and not _old(repair, piece).strip()]
        found += [_line(repair, piece) for piece in change.pieces if piece not in spaces or piece is change.pieces[0]]
    return tuple(dict.fromkeys(sorted(found)))


def _old(repair: Repair, piece: Piece) -> str:
    return repair.before[piece.begin : piece.end]


def _line(repair: Repair, piece: Piece) -> int:
    begin = piece.begin
    if piece.begin == piece.end and piece.new.startswith("\n"):
        begin = max(0, piece.begin - 1)
    return repair.before.count("\n", 0, begin) + 1


def _pieces(changes: Sequence[Change]) -> list[Piece]:
    return [piece for change in changes for piece in change.pieces]


def _within_a_line(repair: Repair) -> bool:
    pieces = _pieces(repair.changes)
    return len(pieces) == 1 and "\n" not in pieces[0].new and "\n" not in repair.before[pieces[0].begin : pieces[0].end]


def _certificate(repair: Repair) -> dict[str, Json]:
    checked = repair.checked
    return {
        "way": repair.way, "certainty": checked.certainty, "inputs": checked.inputs,
        "bound": checked.bound or None, "size": round(repair.share, 4), "diff": diff(repair),
    }  # fmt: skip
