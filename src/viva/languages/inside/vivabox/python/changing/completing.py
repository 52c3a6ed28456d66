"""Entry: what would make a program of a text that is none: at most two pieces put in, taken out or replaced near the
place that the parser names, or lines moved to the left or right."""

import re
import sys
import warnings
from collections.abc import Iterator
from typing import Any

from ..compiling import RECURSION, Channel
from .layout import Layout, Piece

_TOKEN = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|\w+|==|!=|<=|>=|//|\*\*|[+\-*/%]=|->|:=|[^\w\s]")
_PUT_IN = (":", ")", "(", "]", "[", "'", '"', ",", "}", "==", "=", "in", "+")
_OTHER = {
    "=": ("==",), "==": ("=",), ";": (":",), ":": ("", ","), "]": (")", ""), ")": ("]", "", "}"), "}": (")", "]", ""),
    "[": ("(",), "(": ("[", ""), "{": ("(",), "!": ("not ",), "&": ("and",), "|": ("or",), ",": ("", "."),
    "=>": (">=",), "else": ("elif",), "elif": ("else",), "then": (":", ""), "do": (":", ""), "function": ("def",),
    "=<": ("<=",),
}  # fmt: skip
_WORDS = ("def", "return", "for", "while", "if", "elif", "else", "in", "not", "and", "or", "import", "from", "print")
_NEAR = 3  # lines before the place that the parser names, which is often too late
_FIRST = 24  # changes that bring the parser further, and are tried with a second one
_MOST_LINES = 400


def completions(channel: Channel, job: Any) -> None:
    """The job has `text` and `most`. One answer: a list of `[kind, cost, pieces]`, the smallest first."""
    sys.setrecursionlimit(RECURSION)
    warnings.simplefilter("ignore")
    found: dict[tuple[Piece, ...], int] = {}
    text = job["text"]
    problem = _problem(text)
    if problem is None or text.count("\n") > _MOST_LINES:
        channel.send([])
        return
    hopeful: list[tuple[tuple[int, int], Piece]] = []
    for piece in _pieces(text, problem):
        changed = text[: piece.begin] + piece.new + text[piece.end :]
        rest = _problem(changed)
        if rest is None:
            found[piece,] = _cost(text, piece)
        elif rest > problem:
            hopeful.append((rest, piece))
    hopeful.sort(key=lambda item: (-item[0][0], _cost(text, item[1]), item[1]))
    for _, first in [] if found else hopeful[:_FIRST]:
        changed = text[: first.begin] + first.new + text[first.end :]
        rest = _problem(changed)
        assert rest is not None
        for second in _pieces(changed, rest):
            if second.begin >= first.begin + len(first.new) or second.end <= first.begin:
                whole = changed[: second.begin] + second.new + changed[second.end :]
                if _problem(whole) is None:
                    later = second.begin >= first.begin + len(first.new)
                    by = len(first.new) - (first.end - first.begin) if later else 0
                    moved = Piece(second.begin - by, second.end - by, second.new)
                    found[first, moved] = _cost(text, first) + _cost(changed, second) + 1
    order = sorted(found.items(), key=lambda item: (item[1], item[0]))[: job["most"]]
    channel.send([["syntax", cost, [list(piece) for piece in pieces]] for pieces, cost in order])


def _problem(text: str) -> tuple[int, int] | None:
    """Where the parser stops; None where it does not."""
    try:
        compile(text, "text", "exec", dont_inherit=True)  # the tree alone would allow `return` outside of functions
    except SyntaxError as error:
        return error.lineno or 1, error.offset or 1
    except (ValueError, RecursionError, MemoryError):
        return 1, 1
    return None


def _cost(text: str, piece: Piece) -> int:
    """Moving a line costs least, then a sign; what is taken out is dearer than what is put in."""
    old = text[piece.begin : piece.end]
    if not old.strip() and not piece.new.strip():
        return 1
    return 2 + len(old.strip()) + len(piece.new.strip()) + (0 if piece.new.strip() else 2)


def _pieces(text: str, problem: tuple[int, int]) -> Iterator[Piece]:
    layout = Layout(text)
    last = min(problem[0], len(layout.lines))
    for line in range(last, max(0, last - 1 - _NEAR), -1):
        begin = layout.starts[line - 1]
        held = layout.lines[line - 1]
        if held.strip():
            yield from _margins(layout, line)
            yield from _signs(held, begin)
    yield Piece(len(text), len(text), ")")
    if text.rstrip().endswith(":"):
        head = layout.lines[text.rstrip().count("\n")]
        margin = head[: len(head) - len(head.lstrip())]
        end = len(text.rstrip())
        yield Piece(end, end, f"\n{margin}    pass")


def _margins(layout: Layout, line: int) -> Iterator[Piece]:
    """The line as far to the right as one of its neighbours, or one step further."""
    held, begin = layout.lines[line - 1], layout.starts[line - 1]
    own = len(held) - len(held.lstrip())
    around = [each for each in layout.lines[max(0, line - 4) : line + 3] if each.strip()]
    widths = {len(each.expandtabs(4)) - len(each.expandtabs(4).lstrip()) for each in around}
    before = [each for each in layout.lines[: line - 1] if each.strip()]
    if before and before[-1].rstrip().endswith(":"):
        wide = before[-1].expandtabs(4)
        widths.add(len(wide) - len(wide.lstrip()) + 4)
        yield Piece(begin, begin, f"{' ' * (len(wide) - len(wide.lstrip()) + 4)}pass\n")
    for width in sorted(widths):
        if held[:own] != " " * width:
            yield Piece(begin, begin + own, " " * width)


def _signs(held: str, begin: int) -> Iterator[Piece]:
    code = held.split("#", maxsplit=1)[0].rstrip() if held.count('"') + held.count("'") == 0 else held.rstrip()
    for token in _TOKEN.finditer(code):
        first, last = begin + token.start(), begin + token.end()
        word = token.group()
        yield from (Piece(first, last, other) for other in _OTHER.get(word, ()))
        if word.isidentifier():
            yield from (Piece(first, last, other) for other in _WORDS if _alike(word, other))
        else:
            yield Piece(first, last, "")
        for sign in _PUT_IN:
            space = " " if sign.isalpha() else ""
            yield Piece(last, last, f"{space}{sign}{space}")
    end = begin + len(code)
    yield from (Piece(end, end, sign) for sign in (":", ")", "]", "}", "):", ")]", "'", '"', "')", '")', "))"))


def _alike(word: str, other: str) -> bool:
    """Whether a word is another with one letter too few, too many, wrong or in the wrong case, or two swapped."""
    low = word.lower()
    if low == other:
        return word != other
    if abs(len(low) - len(other)) > 1 or len(other) < 3:
        return False
    if sorted(low) == sorted(other):
        return True
    short, long = sorted((low, other), key=len)
    if len(short) == len(long):
        return sum(a != b for a, b in zip(short, long, strict=True)) == 1
    return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))
