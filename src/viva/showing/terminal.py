"""An outline as text: coloured and wrapped for a terminal, plain for a pipe; the words are the same."""

import textwrap
from dataclasses import dataclass

from viva.showing.outline import Item, Outline, Section

_STYLES = {"good": "1;32", "bad": "1;31", "open": "1;33", "heading": "1", "faint": "2", "caret": "1;31"}


@dataclass(frozen=True, slots=True)
class Paper:
    """What text is written on: `width` None does not wrap."""

    colour: bool = False
    width: int | None = None

    def paint(self, text: str, style: str) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self.colour and text else text

    def fold(self, text: str, indent: str) -> list[str]:
        """The lines of a text, indented, and wrapped where there is a width."""
        lines = []
        for line in text.split("\n"):
            if self.width is None or len(indent) + len(line) <= self.width:
                lines.append((indent + line).rstrip())
            else:
                lines += textwrap.wrap(
                    line,
                    max(20, self.width),
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
    lines += paper.fold(outline.evidence, indent)
    for section in outline.sections:
        lines += ["", *section_lines(section, paper, indent)]
    for part in outline.parts:
        lines += ["", *_lines(part, paper, indent + "  ")]
    if outline.notes:
        lines += ["", *paper.fold(" ".join(outline.notes), indent)]
    if not indent:
        lines += ["", paper.paint(outline.footer, "faint")]
    return lines


def section_lines(section: Section, paper: Paper, indent: str = "") -> list[str]:
    lines = [indent + paper.paint(section.heading, "heading")]
    for number, item in enumerate(section.items):
        if number:
            lines.append("")
        lines += _item(item, paper, indent + "  ")
    return lines


def _item(item: Item, paper: Paper, indent: str) -> list[str]:
    lines = paper.fold(item.text, indent)
    if item.place and item.place not in item.text:
        lines += paper.fold(item.place, indent)
    if item.excerpt:
        number = str(item.excerpt.number)
        lines.append(f"{indent}  {paper.paint(number + ' |', 'faint')} {item.excerpt.text}".rstrip())
        if item.excerpt.signs:
            gutter = " " * len(number) + " |"
            lines.append(f"{indent}  {paper.paint(gutter, 'faint')} {paper.paint(item.excerpt.signs, 'caret')}")
    label_width = max((len(row.label) for row in item.rows), default=0)
    for row in item.rows:
        first, *rest = row.text.split("\n")
        label = paper.paint(row.label.ljust(label_width), "faint")
        lines.append(f"{indent}  {label}  {first}".rstrip())
        lines += [f"{indent}  {' ' * label_width}  {line}".rstrip() for line in rest]
    for remark in item.remarks:
        lines += paper.fold(remark, indent + "  ")
    if item.drawing and item.drawing.text not in item.text:
        lines += [f"{indent}  {line}".rstrip() for line in item.drawing.text.split("\n")]
    return lines
