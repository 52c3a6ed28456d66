"""How much of what was written a repair keeps: one that keeps next to nothing, or makes all of it idle, is another
program, and is told as one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from viva.engines.repair.measuring import words
from viva.engines.repair.model import Wrong
from viva.engines.repair.trials import Changes, pieces
from viva.languages.edits import Change, Piece
from viva.languages.survey import Survey

_KEPT = 0.15  # of the words of a function: with fewer left the repair is another program
_ENOUGH = 5  # words
_PART = 0.25  # of the words of a function, that do nothing any more
_MOST_OF_IT = 0.6  # of the words of a right program, without its first line
_LOOPS = ("for", "while")
_TEXT = re.compile(r'"""[\s\S]*?"""')

Passing = Callable[[Sequence[Changes]], list[bool]]


def idle(text: str, own: Sequence[Change], proposals: Sequence[Changes], passing: Passing) -> set[Changes]:
    """Those with which everything that they leave alone could be taken out as well, but for a last statement that
    gives the result: they bring all that counts. `own` take out one statement each. What is only a word or two, a
    `pass` say, may be left alone and idle; and where most of a statement stays that they change, that counts."""
    without: list[Changes] = []
    whose: list[Changes] = []
    there = {each: len(words(text[each.pieces[0].begin : each.pieces[0].end])) for each in own}
    for changes in proposals:
        untouched = [each for each in own if not any(_within(piece, each) for piece in pieces(changes))]
        changed = sum(len(words(text[piece.begin : piece.end])) for piece in pieces(changes))
        for gone in (untouched, [each for each in untouched if each is not own[-1]]):
            taken = sum(there[each] for each in gone)
            left = sum(there.values()) - taken - changed
            if taken > _ENOUGH and left <= max(_ENOUGH, _KEPT * sum(there.values())):
                without.append((*changes, *gone))
                whose.append(changes)
    return {changes for changes, ok in zip(whose, passing(without), strict=True) if ok}


def overtakes(text: str, own: Sequence[Change], changes: Changes, passing: Passing) -> bool:
    """Whether a good part of what the changes leave alone does nothing any more: it could be taken out as well. `own`
    take out one statement each."""
    there = {each: len(words(text[each.pieces[0].begin : each.pieces[0].end])) for each in own}
    total = sum(there.values())
    long = [each for each in own if there[each] > _ENOUGH]
    untouched = [each for each in long if not any(_within(piece, each) for piece in pieces(changes))]
    gone = passing([(*changes, each) for each in untouched]) if untouched else []
    return sum(there[each] for each, ok in zip(untouched, gone, strict=True) if ok) >= _PART * max(1, total)


def body(wrong: Wrong, facts: Survey) -> tuple[int, int]:
    """From where to where the body of the function stands in the text."""
    asked = facts.function(wrong.function)
    lines = wrong.text.split("\n")
    first, last = (asked.line, asked.end_line) if asked else (0, len(lines))
    begin, end = (sum(len(line) + 1 for line in lines[:number]) for number in (first, last))
    return begin, end


def keeps(text: str, body: tuple[int, int], changes: Sequence[Change]) -> bool:
    """Whether more than next to nothing of the body stays as it is."""
    begin, end = body
    inside = [(max(piece.begin, begin), min(piece.end, end)) for piece in pieces(changes)]
    gone = sum(len(words(text[one:two])) for one, two in inside if one < two)
    return 1 - gone / max(1, len(words(text[begin:end]))) >= _KEPT


def tells_all(wrong: Wrong, own: Sequence[Change], change: Change) -> bool:
    """Whether a piece is most of a right program: put in somewhere, it makes the rest idle."""
    new = max(len(words(piece.new)) for piece in change.pieces)
    return len(own) > 1 and new > _ENOUGH and new > _MOST_OF_IT * _shortest_body(wrong)


def pastes(wrong: Wrong, changes: Changes) -> bool:
    """Whether a loop comes in with all that it does, and with it most of a right program: that is no edit of what was
    written, whatever stays around it. A loop around own lines is one, and so is a short piece in a long program."""
    text = wrong.text
    brought: list[str] = []
    for piece in pieces(changes):
        old, new = Counter(words(text[piece.begin : piece.end])), words(piece.new)
        if any(new.count(word) > old[word] for word in _LOOPS):
            brought += (Counter(new) - old).elements()
    return len(brought) > _ENOUGH and len(brought) > _MOST_OF_IT * _shortest_body(wrong)


def _shortest_body(wrong: Wrong) -> int:
    """The words of the shortest right program, without its first line and its text for people."""
    return min(len(words(_TEXT.sub("", other.partition("\n")[2]))) for other in wrong.others)


def _within(piece: Piece, change: Change) -> bool:
    """Whether a piece is put into what a change takes out, or takes it out itself; what is put before it is not."""
    begin, end = change.pieces[0].begin, change.pieces[0].end
    return begin <= piece.begin and piece.end <= end and piece.end > begin
