"""A condition under which what a program writes is what it may write there.

It is sufficient, and not more: a line of texts and unknown values is held against the pieces of a pattern one by one,
and what might only fit for some values is not taken for a fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from viva.core.records import dataclass
from viva.engines.dialogues import model as m
from viva.engines.dialogues.proving.stretches import Allowed, Anything, Event, Line
from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.syntax.tree import Uncovered

_MOST_PIECES = 60
_MOST_CASES = 16
_LOOKED_AT = 4  # letters, at most, where a number might go on
_FREE_BEFORE = re.compile(r"(^|[\s:=(\[,;!?'\"#>])$")
_FREE_AFTER = re.compile(r"^($|[\s:=)\],;!?'\"#<%]|\.(\s|$))")
_COMMA_BEFORE, _COMMA_AFTER = re.compile(r"\d\s*,$"), re.compile(r"^[,:=]\d")
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Piece:
    """A text, or else a value of a kind: `number`, or `text` as it is."""

    text: str = ""
    value: t.Term | None = None
    number: bool = False


Pieces = tuple[Piece, ...]


def fits(allowed: Sequence[Event], written: Sequence[Event], *, before_read: bool) -> t.Term:
    """Raises `Uncovered`."""
    whole = t.nil(t.INT)
    for each in written:
        if isinstance(each, Line):
            whole = t.cat(whole, each.text)
    steps = [each for each in allowed if isinstance(each, Allowed | Anything)]
    return t.lor(*(t.land(guard, _fits(steps, pieces, before_read=before_read)) for guard, pieces in _cases(whole)))


def _cases(text: t.Term) -> list[tuple[t.Term, Pieces]]:
    """What a text is made of, in each case."""
    found: list[tuple[t.Term, Pieces]] = []
    for guard, parts in _parts(text):
        if guard is not t.FALSE:
            found.append((guard, _merged(parts)))
    if len(found) > _MOST_CASES:
        raise Uncovered("a line with so many forms")
    return found


def _parts(text: t.Term) -> Iterator[tuple[t.Term, list[Piece]]]:
    match text.op:
        case "nil":
            yield t.TRUE, []
        case "cat":
            for one, first in _parts(text.args[0]):
                for two, second in _parts(text.args[1]):
                    yield t.land(one, two), [*first, *second]
        case "snoc":
            last = text.args[1]
            if last.op != "num":
                raise Uncovered("a letter that is not known")
            for guard, first in _parts(text.args[0]):
                yield guard, [*first, Piece(chr(last.data))]
        case "ite":
            for guard, parts in _parts(text.args[1]):
                yield t.land(text.args[0], guard), parts
            for guard, parts in _parts(text.args[2]):
                yield t.land(t.lnot(text.args[0]), guard), parts
        case "apply" if text.data == "int.str":
            yield t.TRUE, [Piece(value=text.args[0], number=True)]
        case _:
            yield t.TRUE, [Piece(value=text)]


def _merged(parts: Sequence[Piece]) -> Pieces:
    found: list[Piece] = []
    for each in parts:
        if each.value is None and found and found[-1].value is None:
            found[-1] = Piece(found[-1].text + each.text)
        elif each.value is not None or each.text:
            found.append(each)
    if len(found) > _MOST_PIECES:
        raise Uncovered("a line of so many pieces")
    return tuple(found)


def _fits(steps: Sequence[Allowed | Anything], pieces: Pieces, *, before_read: bool) -> t.Term:
    lines = _lines(pieces)
    *whole, last = lines
    rows = [each for each in whole if not _is_blank(each)]
    if not _is_blank(last):
        if before_read:  # a prompt: it counts where it is asked for, and is free where it is not
            free = _matched(steps, rows) if _is_one_line(last) else t.FALSE
            return t.lor(free, _matched(steps, [*rows, last]))
        rows.append(last)
    return _matched(steps, rows)


def _lines(pieces: Pieces) -> list[Pieces]:
    found: list[list[Piece]] = [[]]
    for each in pieces:
        if each.value is not None:
            found[-1].append(each)
            continue
        first, *others = re.split(r"\n", each.text)
        for number, text in enumerate((first, *others)):
            if number:
                found.append([])
            if text:
                found[-1].append(Piece(text))
    if any(set(each.text) & set("\r\v\f\x1c\x1d\x1e\x85\u2028\u2029\b\x00") for row in found for each in row):
        raise Uncovered("a letter that ends a line")
    return [tuple(each) for each in found]


def _is_one_line(pieces: Pieces) -> bool:
    """Whether nothing in it can end a line: a text that was made somehow may, as a line that was read may not."""
    return all(each.value is None or each.number or _is_shown(each.value) for each in pieces)


def _is_shown(text: t.Term) -> bool:
    """Whether it is what `str` gives for something that is no text."""
    known = ("bool.str", "list of int.str", "list of bool.str", "list of text.str")
    return text.op == "apply" and (text.data in known or str(text.data).startswith("int.format"))


def _is_blank(line: Pieces) -> bool:
    return all(each.value is None and not each.text.strip() for each in line)


def _matched(steps: Sequence[Allowed | Anything], rows: Sequence[Pieces]) -> t.Term:
    """Whether the lines are what the steps allow, one after the other."""
    done: dict[tuple[int, int], t.Term] = {}
    for step in reversed(range(len(steps) + 1)):
        for row in reversed(range(len(rows) + 1)):
            if step == len(steps):
                done[step, row] = t.truth(row == len(rows))
                continue
            here, ways = steps[step], list[t.Term]()
            if isinstance(here, Anything):
                ways.append(done[step + 1, row])
                if row < len(rows):
                    ways.append(done[step, row + 1])
            else:
                if here.optional:
                    ways.append(done[step + 1, row])
                if row < len(rows):
                    ways.append(t.land(_line_fits(here, rows[row]), done[step + 1, row + 1]))
            done[step, row] = t.lor(*ways)
    return done[0, 0]


def _line_fits(allowed: Allowed, line: Pieces) -> t.Term:
    found: list[t.Term] = []
    for values, lists in zip(allowed.alternatives, allowed.lists, strict=True):
        for guard, pattern in _patterns(values, lists):
            found.append(t.land(guard, _fits_pattern(pattern, _stripped(line))))
    return t.lor(*found)


def _patterns(
    values: Sequence[m.AnyText | v.Value], lists: Sequence[t.Term | None]
) -> Iterator[tuple[t.Term, list[Pieces]]]:  # fmt: skip
    """The texts between free parts, in each case: one more than there are free parts."""
    rows: list[tuple[t.Term, list[list[Piece]]]] = [(t.TRUE, [[]])]
    for value, shown in zip(values, lists, strict=True):
        if isinstance(value, m.AnyText):
            rows = [(guard, [*runs, []]) for guard, runs in rows]
            continue
        cases = list(_of_value(value) if shown is None else _parts(shown))
        rows = [
            (t.land(guard, other), [*runs[:-1], [*runs[-1], *parts]]) for guard, runs in rows for other, parts in cases
        ]
        if len(rows) > _MOST_CASES:
            raise Uncovered("a line with so many forms")
    for guard, runs in rows:
        yield guard, [_merged(each) for each in runs]


def _of_value(value: v.Value) -> Iterator[tuple[t.Term, list[Piece]]]:
    match value:
        case v.Int(term):
            yield t.TRUE, [Piece(value=term, number=True)]
        case v.Char() | v.Seq("text"):
            text = v.as_text(value)
            assert text is not None
            yield from _parts(text.term)
        case v.Bool(term):
            yield term, [Piece("True")]
            yield t.lnot(term), [Piece("False")]
        case _:
            raise Uncovered("a value of this type that is written")


def _stripped(line: Pieces, *, left: bool = True, right: bool = True) -> Pieces:
    """Without the blanks at its ends."""
    found = list(line)
    if left and found and found[0].value is None:
        found[0] = Piece(found[0].text.lstrip())
    if right and found and found[-1].value is None:
        found[-1] = Piece(found[-1].text.rstrip())
    return tuple(each for each in found if each.value is not None or each.text)


def _fits_pattern(runs: list[Pieces], line: Pieces) -> t.Term:
    """Whether the line is these texts in this order, with anything between them."""
    if len(runs) == 1:
        return _same(_stripped(runs[0]), line)
    # Where the first text is at the beginning, and the last at the end, there is nothing before and after.
    return _placed(runs, 0, line, 0, 0)


def _placed(runs: list[Pieces], number: int, line: Pieces, piece: int, offset: int) -> t.Term:
    """Whether the runs from `number` on can be found from a place of the line on."""
    last = len(runs) - 1
    run = _stripped(runs[number], left=number == 0, right=number == last)
    if not run:
        if number == last:
            return t.truth(_is_one_line(line[piece:]))
        return _placed(runs, number + 1, line, piece, offset)
    found: list[t.Term] = []
    for begin, start in _starts(run, line, piece, offset):
        if number == 0 and (begin, start) != (0, 0):
            continue
        for condition, end, stop in _stands(run, line, begin, start):
            if number == last and not _is_end(line, end, stop):
                continue
            rest = t.TRUE if number == last else _placed(runs, number + 1, line, end, stop)
            found.append(t.land(condition, rest))
    return t.lor(*found)


def _is_end(line: Pieces, piece: int, offset: int) -> bool:
    return piece == len(line) or (
        piece == len(line) - 1 and line[piece].value is None and offset == len(line[piece].text)
    )


def _starts(run: Pieces, line: Pieces, piece: int, offset: int) -> Iterator[tuple[int, int]]:
    """Where the first piece of the run may begin."""
    first = run[0]
    for place in range(piece, len(line)):
        if not _is_one_line(line[piece:place]):
            return
        here = line[place]
        begin = offset if place == piece else 0
        if here.value is not None:
            if first.value is not None:
                yield place, 0
            continue
        if first.value is None:
            at = here.text.find(first.text, begin)
            while at >= 0:
                yield place, at
                at = here.text.find(first.text, at + 1)
        elif first.number:
            for met in _NUMBER.finditer(here.text, begin):
                yield place, met.start()


def _stands(
    run: Pieces, line: Pieces, piece: int, offset: int, *, alone: bool = False
) -> Iterator[tuple[t.Term, int, int]]:
    """Under which condition the run stands at a place of the line, and where it ends. Where it is `alone`, nothing else
    is on the line, and a number may stand beside anything."""
    condition = t.TRUE
    for number, wanted in enumerate(run):
        if piece >= len(line):
            return
        here = line[piece]
        if wanted.value is None:
            if here.value is not None or not here.text.startswith(wanted.text, offset):
                return
            offset += len(wanted.text)
        else:
            start, end = (piece, offset), (piece + 1, 0)
            if here.value is not None:
                if here.number != wanted.number or here.value.sort != wanted.value.sort:
                    return
                condition = t.land(condition, t.equal(here.value, wanted.value))
            else:
                met = _NUMBER.match(here.text, offset) if wanted.number else None
                if met is None or met[0] == "-0":
                    return
                condition = t.land(condition, t.equal(wanted.value, t.number(int(met[0]))))
                end = (piece, met.end())
            if wanted.number and not alone:
                before, after = run[number - 1] if number else None, run[number + 1] if number + 1 < len(run) else None
                if not (_is_long(before) or _is_free_before(line, *start)):
                    return
                if not (_is_long(after) or _is_free_after(line, *end)):
                    return
            piece, offset = end
        if piece < len(line) and line[piece].value is None and offset == len(line[piece].text):
            piece, offset = piece + 1, 0
    yield condition, piece, offset


def _is_long(beside: Piece | None) -> bool:
    """Whether what the pattern itself has beside a number is all that is looked at there."""
    return beside is not None and beside.value is None and len(beside.text) >= _LOOKED_AT


def _is_free_before(line: Pieces, piece: int, offset: int) -> bool:
    """Whether a number that begins here cannot go on to the left."""
    if offset == 0:
        if piece == 0:
            return True
        if line[piece - 1].value is not None:
            return False
        before = line[piece - 1].text
    else:
        before = line[piece].text[:offset]
    return _FREE_BEFORE.search(before) is not None and _COMMA_BEFORE.search(before) is None


def _is_free_after(line: Pieces, piece: int, offset: int) -> bool:
    """Whether a number that ends here cannot go on to the right."""
    if piece == len(line):
        return True
    if line[piece].value is not None:
        return False
    after = line[piece].text[offset:]
    if after in ("", ".") and piece < len(line) - 1:
        return False
    return _FREE_AFTER.match(after) is not None and _COMMA_AFTER.match(after) is None


def _same(pattern: Pieces, line: Pieces) -> t.Term:
    """Whether a line without free parts is the pattern."""
    if not pattern or not line:
        return t.truth(not pattern and not line)
    for condition, end, stop in _stands(pattern, line, 0, 0, alone=True):
        if _is_end(line, end, stop):
            return condition
    return t.FALSE


__all__ = ["fits"]
