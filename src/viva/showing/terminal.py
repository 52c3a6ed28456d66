"""An outline as text: coloured and wrapped for a terminal, plain for a pipe; the words are the same."""

import textwrap
from collections.abc import Sequence

from viva.core.records import dataclass
from viva.core.report import Comparison
from viva.core.texts import catalogue
from viva.showing.outline import Item, Outline, Section
from viva.showing.plainly import plainly

_STYLES = {"good": "1;32", "bad": "1;31", "open": "1;33", "heading": "1", "faint": "2", "caret": "1;31"}
_NARROWEST = 20
_NARROWEST_COLUMN = 8


@dataclass(frozen=True, slots=True)
class Paper:
    """What text is written on: `width` None does not wrap. Characters that `encoding` lacks are written in others."""

    colour: bool = False
    width: int | None = None
    encoding: str = "utf-8"

    def paint(self, text: str, style: str) -> str:
        plain = self.plain(text)
        return f"\x1b[{_STYLES[style]}m{plain}\x1b[0m" if self.colour and plain else plain

    def plain(self, text: str) -> str:
        return plainly(text, self.encoding)

    def data(self, text: str) -> str:
        return plainly(text, self.encoding, data=True)

    def fold(self, text: str, indent: str) -> list[str]:
        """The lines of a text, indented, and wrapped where there is a width."""
        lines = []
        for line in self.plain(text).split("\n"):
            if self.width is None or len(indent) + len(line) <= self.width:
                lines.append((indent + line).rstrip())
            else:
                lines += textwrap.wrap(
                    line,
                    max(_NARROWEST, self.width),
                    initial_indent=indent,
                    subsequent_indent=indent,
                    break_on_hyphens=False,
                )
        return lines


def as_text(outline: Outline, paper: Paper) -> str:
    return "\n".join(_lines(outline, paper, "")) + "\n"


def _lines(outline: Outline, paper: Paper, indent: str) -> list[str]:
    lines = [indent + paper.paint(outline.title, "heading")]
    lines += [paper.paint(line, outline.tone) for line in paper.fold(f"{outline.mark} {outline.headline}", indent)]
    if outline.counts:
        lines += paper.fold(outline.counts, indent)
    for section in outline.sections:
        lines += ["", *section_lines(section, paper, indent)]
    rows = [part for part in outline.parts if part.is_row]
    if rows:
        lines += ["", *(line for part in rows for line in _row(part, paper, indent + "  "))]
    for part in outline.parts:
        if not part.is_row:
            lines += ["", *_lines(part, paper, indent + "  ")]
    if outline.notes:
        lines += ["", *paper.fold(" ".join(outline.notes), indent)]
    if outline.unfolded and (outline.reasons or outline.beside):
        lines += ["", *_reasons(outline, paper, indent)]
    if not indent:
        lines += ["", *_decided(outline, paper)]
    return lines


def _row(part: Outline, paper: Paper, indent: str) -> list[str]:
    """A part of which its headline says everything."""
    first, *rest = paper.fold(f"{part.mark} {part.title}: {part.headline}", indent)
    mark = indent + paper.paint(part.mark, part.tone)
    return [mark + first[len(indent) + len(part.mark) :], *(f"  {line}" for line in rest)]


def _reasons(outline: Outline, paper: Paper, indent: str) -> list[str]:
    """Why it holds for every input; a terminal cannot fold, so only who reads everything gets it."""
    heading = catalogue("viva.showing", outline.locale).say("heading.reasons")
    lines = [indent + paper.paint(heading, "heading")]
    lines += [line for reason in outline.reasons for line in paper.fold(reason, indent + "  ")]
    return [*lines, "", *_side_by_side(outline.beside, paper, indent + "  ")] if outline.beside else lines


def _decided(outline: Outline, paper: Paper) -> list[str]:
    """A terminal cannot fold: a student gets the first sentence only, after everything else."""
    sentences = outline.details if outline.unfolded else outline.details[:1]
    heading = catalogue("viva.showing", outline.locale).say("heading.details")
    told = [paper.paint(heading, "faint")] if sentences else []
    told += [paper.paint(line, "faint") for sentence in sentences for line in paper.fold(sentence, "  ")]
    return [*told, paper.paint(outline.footer, "faint")]


def section_lines(section: Section, paper: Paper, indent: str = "") -> list[str]:
    lines = [indent + paper.paint(section.heading, "heading")]
    for number, item in enumerate(section.items):
        if number:
            lines.append("")
        lines += _item(item, paper, indent + "  ")
    return lines


def _item(item: Item, paper: Paper, indent: str) -> list[str]:
    lines = _side_by_side(item.comparison, paper, indent) if item.comparison else paper.fold(item.text, indent)
    if item.place:
        lines += paper.fold(item.place, indent)
    if item.excerpt:
        number = str(item.excerpt.number)
        lines.append(f"{indent}  {paper.paint(number + ' |', 'faint')} {paper.data(item.excerpt.text)}".rstrip())
        if item.excerpt.signs:
            gutter = " " * len(number) + " |"
            lines.append(f"{indent}  {paper.paint(gutter, 'faint')} {paper.paint(item.excerpt.signs, 'caret')}")
    if item.drawing and item.drawing.text not in item.text:
        lines += [f"{indent}  {line}".rstrip() for line in paper.plain(item.drawing.text).split("\n")]
    return lines


def _side_by_side(table: Comparison, paper: Paper, indent: str) -> list[str]:
    lines = [*paper.fold(table.caption, indent), ""] if table.caption else []
    cells = [[paper.data(cell).split("\n") for cell in row] for row in (table.columns, *table.rows)]
    widths = [max(len(line) for row in cells for line in row[column]) for column in range(len(table.columns))]
    if paper.width is not None:
        widths = _fitting(widths, paper.width - len(indent) - len("   <-") - len(" | ") * (len(widths) - 1))
        cells = [[_wrapped(cell, width) for cell, width in zip(row, widths, strict=True)] for row in cells]
    for number, row in enumerate(cells):
        for line in range(max(map(len, row))):
            texts = [cell[line] if line < len(cell) else "" for cell in row]
            shown = " | ".join(text.ljust(width) for text, width in zip(texts, widths, strict=True))
            sign = paper.paint(" <-", "caret") if number and number - 1 == table.here and not line else ""
            lines.append(f"{indent}  {shown}{sign}".rstrip())
        if not number:
            lines.append(f"{indent}  {'-+-'.join('-' * width for width in widths)}")
    return [*lines, "", *paper.fold(table.note, indent)] if table.note else lines


def _fitting(widths: Sequence[int], room: int) -> list[int]:
    """The widths of columns, the widest made narrower until there is room for all."""
    found = list(widths)
    while sum(found) > room and max(found) > _NARROWEST_COLUMN:
        found[found.index(max(found))] -= 1
    return found


def _wrapped(lines: Sequence[str], width: int) -> list[str]:
    """The lines cut where they are too long; nothing of them is lost, not even blanks."""
    whole = textwrap.TextWrapper(width, expand_tabs=False, replace_whitespace=False, drop_whitespace=False)
    return [piece for line in lines for piece in whole.wrap(line) or [""]]
