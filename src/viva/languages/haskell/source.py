"""The text of a module, made ready for GHC: under one name, and with everything in it visible to the driver."""

from __future__ import annotations

import re

from viva.core.records import dataclass
from viva.languages.haskell.types import MODULE

_SKIPPED = re.compile(r"\s+|--(?![!#$%&*+./<=>?@\\^|~:-])[^\n]*|--+[^\n!#$%&*+./<=>?@\\^|~:-][^\n]*|--+(?=\n|$)")
_HEADER = re.compile(r"module\b")
_WHERE = re.compile(r"where\b")
_LITERAL = re.compile(
    r"--+(?![!#$%&*+./<=>?@\\^|~:])[^\n]*|(?P<text>\"(?:[^\"\\\n]|\\.)*\")|(?P<letter>'(?:[^'\\\n]|\\[^\n]{1,6}?)')"
    r"|(?P<name>[A-Za-z_][\w']*)|(?P<number>\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)"
)
_MOST_CONSTANTS = 200


@dataclass(frozen=True, slots=True)
class Prepared:
    """`text` is what GHC gets: it has one line more, before `first`, where what was handed in has no header."""

    text: str
    first: int | None = None

    def line(self, line: int) -> int:
        """The line of what was handed in."""
        return line - 1 if self.first is not None and line > self.first else line


def prepare_text(text: str) -> Prepared:
    """The module under the name that drivers use. What it exports does not matter: a header with a list of exports
    loses the list, and a file without a header, which would export `main` only, gets one."""
    place = _first_token(text)
    if not _HEADER.match(text, place):
        line = text.count("\n", 0, place) + 1
        start = text.rfind("\n", 0, place) + 1
        return Prepared(f"{text[:start]}module {MODULE} where\n{text[start:]}", line)
    end = _end_of_header(text, place)
    if end is None:
        return Prepared(text)  # GHC will say what is wrong with it
    lines = text.count("\n", place, end)
    return Prepared(f"{text[:place]}module {MODULE}{chr(10) * lines} where{text[end:]}")


def _first_token(text: str) -> int:
    """The place of the first token that is neither blank, comment nor pragma."""
    place = 0
    while place < len(text):
        if text.startswith("{-", place):
            place = _after_comment(text, place)
            continue
        found = _SKIPPED.match(text, place)
        if found is None or found.end() == place:
            break
        place = found.end()
    return place


def _after_comment(text: str, place: int) -> int:
    """Comments can be nested."""
    depth = 0
    while place < len(text):
        if text.startswith("{-", place):
            depth, place = depth + 1, place + 2
        elif text.startswith("-}", place):
            depth, place = depth - 1, place + 2
            if depth == 0:
                return place
        else:
            place += 1
    return place


def _end_of_header(text: str, place: int) -> int | None:
    """The place after `where`."""
    while place < len(text):
        if text.startswith("{-", place):
            place = _after_comment(text, place)
            continue
        found = _SKIPPED.match(text, place)
        if found is not None and found.end() > place:
            place = found.end()
            continue
        word = _WHERE.match(text, place)
        if word:
            return word.end()
        name = re.match(r"[A-Za-z_][\w'.]*|.", text[place:], re.DOTALL)
        place += len(name.group()) if name else 1
    return None


def literals(text: str) -> tuple[int | float | str, ...]:
    """Numbers and short texts that stand in a source, each once."""
    found: dict[int | float | str, None] = {}
    text = without_comments(text)
    for match in _LITERAL.finditer(text):
        if match.group("number"):
            number = match.group("number")
            found[int(number) if number.isdigit() else float(number)] = None
        elif match.group("text"):
            plain = match.group("text")[1:-1]
            if "\\" not in plain and len(plain) <= 40:
                found[plain] = None
        elif match.group("letter") and "\\" not in match.group("letter"):
            found[match.group("letter")[1:-1]] = None
        if len(found) >= _MOST_CONSTANTS:
            break
    return tuple(one for one in found if not isinstance(one, int) or one < 2**62)


def without_comments(text: str) -> str:
    """The same lines and columns, with blanks for comments in brackets."""
    parts: list[str] = []
    place = 0
    while (start := text.find("{-", place)) >= 0:
        end = _after_comment(text, start)
        parts += [text[place:start], re.sub(r"[^\n]", " ", text[start:end])]
        place = end
    return "".join([*parts, text[place:]])
