"""Where the parts of a program stand in its text, and how others are written in their place."""

import ast
import re
from typing import NamedTuple

_SEVERAL = re.compile(r"(\s*\w+(?:, \w+)+ = )\((.+)\)")

Node = ast.expr | ast.stmt


class Piece(NamedTuple):
    """`new` in the place of the characters from `begin` to `end`."""

    begin: int
    end: int
    new: str


class Unfit(Exception):
    """The layout of the text does not allow the change by pieces."""


class Layout:
    """Where the nodes of a text stand, in characters."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)

    def at(self, line: int, column: int) -> int:
        """The offset of a byte column in a line, which the tree counts from 1."""
        held = self.lines[line - 1]
        return self.starts[line - 1] + (column if held.isascii() else len(held.encode()[:column].decode()))

    def span(self, node: Node) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        begin = self.at(node.lineno, node.col_offset)
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.decorator_list:
            first = node.decorator_list[0]
            begin = self.text.rindex("@", 0, self.at(first.lineno, first.col_offset))
        return begin, self.at(node.end_lineno, node.end_col_offset)

    def margin(self, node: ast.stmt) -> str:
        """The white space before a statement that begins its line."""
        line = self.lines[node.lineno - 1]
        margin = line[: len(line) - len(line.lstrip())]
        if self.span(node)[0] != self.starts[node.lineno - 1] + len(margin):
            raise Unfit
        return margin

    def alone(self, node: ast.stmt) -> bool:
        """Whether nothing else stands in its lines: it begins its line, and no statement follows in the last."""
        try:
            self.margin(node)
        except Unfit:
            return False
        end = self.span(node)[1]
        rest = self.text[end : self.starts[node.end_lineno or node.lineno] - 1].strip()
        return not rest or rest.startswith("#")


def written(node: ast.AST, margin: str = "") -> str:
    """The source of a node, indented for a block with this margin, without the margin of its first line."""
    return "\n".join(map(_plain, ast.unparse(node).split("\n"))).replace("\n", "\n" + margin)


def _plain(line: str) -> str:
    """`a, b = (b, a)` without the brackets, as people write it."""
    found = _SEVERAL.fullmatch(line)
    if found is None:
        return line
    depth = 0
    for sign in found[2]:
        depth += (sign in "([{") - (sign in ")]}")
        if depth < 0:
            return line  # the first bracket ends before the line does
    return found[1] + found[2]
