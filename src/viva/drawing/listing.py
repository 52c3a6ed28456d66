"""Source text with numbered lines and marked pieces, for a terminal, a page and a picture.

Lines keep their indentation everywhere: tabs become blanks up to the next stop, and blanks do not collapse. A mark is
never told by colour alone: in plain text a sign stands below each marked character, elsewhere the line below a piece
differs from mark to mark.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from viva.core.drawing import Drawing
from viva.core.records import dataclass
from viva.core.text.escape import markup, visible_line
from viva.drawing.shapes import FONT_SIZE, line_height, text_size
from viva.drawing.svg import document, px

_TAB = 4
_END = "\x1b[0m"
_GUTTER = 2  # blanks between the number of a line and its text
_MARGIN = 12.0
_WHOLE, _BESIDE = 40, 3  # lines of a text that are shown in any case, and beside those of a run


@dataclass(frozen=True, slots=True)
class Mark:
    """`name` is a class of the sheet `listing.css`, `word` what a person reads, `sign` one character; `codes` are
    those of a terminal for `colour`."""

    name: str
    word: str
    sign: str
    colour: str
    codes: str


HERE = Mark("here", "here", "^", "red", "1;31")


@dataclass(frozen=True, slots=True)
class Piece:
    text: str
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """Made by `line`, so that its pieces are safe to show and take as many columns as they have characters."""

    number: int
    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)

    @property
    def signs(self) -> str:
        """What stands below the line where there are no colours; empty where nothing is marked."""
        return "".join(
            piece.mark.sign * max(1, columns(piece.text)) if piece.mark else " " * columns(piece.text)
            for piece in self.pieces
        ).rstrip()


def line(number: int, pieces: Iterable[Piece]) -> Line:
    """A line of pieces that may hold anything: tabs reach to the next stop of the whole line, the rest is escaped."""
    found = []
    at = 0
    for piece in pieces:
        parts: list[str] = []
        for part in piece.text.split("\t"):
            if parts:
                blanks = _TAB - at % _TAB
                parts.append(" " * blanks)
                at += blanks
            shown = visible_line(part)
            parts.append(shown)
            at += columns(shown)
        found.append(Piece("".join(parts), piece.mark))
    return Line(number, tuple(found))


def lines_of(text: str, most: int, widest: int) -> tuple[Line, ...]:
    """The beginning of a text, without marks: at most so many lines, each cut after so many characters."""
    return tuple(
        Line(each.number, (Piece(each.text[:widest]),))
        for each in (line(number, [Piece(one)]) for number, one in enumerate(text.split("\n")[:most], 1))
    )


def around(text: str, places: Iterable[int], here: int | None, widest: int = 120) -> tuple[Line, ...]:
    """A text with the line `here` marked; of a long one what lies around the `places` that a run comes to."""
    rows = text.split("\n")
    seen = [place for place in places if 1 <= place <= len(rows)]
    first = max(1, min(seen, default=1) - _BESIDE) if len(rows) > _WHOLE else 1
    last = min(len(rows), max(max(seen, default=1) + _BESIDE, first + _WHOLE))
    found = (line(number, [Piece(rows[number - 1])]).text[:widest] for number in range(first, last + 1))
    return tuple(
        Line(number, (Piece(shown, HERE if number == here and shown else None),))
        for number, shown in enumerate(found, first)
    )


def columns(text: str) -> int:
    """Columns that a text takes in a terminal: wide characters take two, combining ones none."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(bool(unicodedata.combining(character)) for character in text)


def as_text(lines: Sequence[Line], colour: bool, digits: int = 4) -> str:
    """Numbered lines; with colour the pieces are painted, without it they have signs below."""
    found = []
    for each in lines:
        number = f"{each.number:>{digits}}{' ' * _GUTTER}"
        if colour:
            found.append(f"{number}{''.join(map(_painted, each.pieces))}\n")
        else:
            found.append(f"{number}{each.text}".rstrip() + "\n")
            if each.signs:
                found.append(f"{' ' * len(number)}{each.signs}\n")
    return "".join(found)


def _painted(piece: Piece) -> str:
    return f"\x1b[{piece.mark.codes}m{piece.text}{_END}" if piece.mark else piece.text


def legend(marks: Iterable[Mark]) -> str:
    return "   ".join(f"{mark.sign} {mark.word} ({mark.colour})" for mark in marks)


def as_html(lines: Sequence[Line], digits: int = 4) -> str:
    """What goes into a `pre` of the classes `drawing` and `listing`."""
    return "\n".join(
        f'<span class="number">{each.number:>{digits}}</span>{" " * _GUTTER}{"".join(map(_html, each.pieces))}'
        for each in lines
    )


def legend_html(marks: Iterable[Mark]) -> str:
    return ", ".join(f'<span class="{mark.name}">{markup(mark.word)}</span>' for mark in marks)


def _html(piece: Piece) -> str:
    if piece.mark is None:
        return markup(piece.text)
    return f'<span class="{piece.mark.name}" title="{markup(piece.mark.word)}">{markup(piece.text)}</span>'


def draw(title: str, lines: Sequence[Line]) -> Drawing:
    """A picture of the lines; its twin are the lines with signs below."""
    digits = max((len(str(each.number)) for each in lines), default=1)
    letter = text_size("m")[0]
    body = []
    widest = 0
    for row, each in enumerate(lines):
        base = _MARGIN + (row + 0.5) * line_height() + 0.35 * FONT_SIZE
        at = digits + _GUTTER
        body.append(_svg_text(_MARGIN, base, f"{each.number:>{digits}}", ' class="number"'))
        for piece in each.pieces:
            x, width = _MARGIN + at * letter, columns(piece.text) * letter
            body += [] if piece.mark is None else _ground(piece.mark, x, base, width)
            shown = piece.text.strip()
            if shown:
                # Blanks before a text are kept by its place: some programs drop them, of whatever kind they are.
                body.append(_svg_text(x + (len(piece.text) - len(piece.text.lstrip())) * letter, base, shown))
            at += columns(piece.text)
        widest = max(widest, at)
    view = (0.0, 0.0, 2 * _MARGIN + widest * letter, 2 * _MARGIN + len(lines) * line_height())
    return document("listing", title, as_text(lines, False, digits).rstrip("\n"), view, "".join(body))


def _ground(mark: Mark, x: float, base: float, width: float) -> list[str]:
    top, below = px(base - 0.95 * FONT_SIZE), px(base + 0.3 * FONT_SIZE)
    left, right = px(x), px(x + width)
    return [
        f'<rect class="{mark.name}" x="{left}" y="{top}" width="{px(width)}" height="{px(1.25 * FONT_SIZE)}"/>',
        f'<line class="{mark.name}" x1="{left}" x2="{right}" y1="{below}" y2="{below}"/>',
    ]


def _svg_text(x: float, base: float, text: str, attributes: str = "") -> str:
    # All blanks but one between words would collapse.
    kept = markup(text).replace(" ", "\u00a0")
    return f'<text x="{px(x)}" y="{px(base)}"{attributes}>{kept}</text>'
