r"""The kit for notations that are read by hand: text to tokens, tokens to a value, and one kind of error for both.

A notation declares its tokens in a table of patterns; its reader is a `Cursor` whose methods are the rules of the
grammar. The smallest complete one reads sums with brackets:

    >>> SUMS = Notation(Pattern(NUMBER, r"[0-9]+"), Pattern(MARK, r"[-+*()]"))
    >>> BINDINGS = {"+": Binding(1), "-": Binding(1), "*": Binding(2)}
    >>> class Sums(Cursor):
    ...     def sum(self) -> int:
    ...         return self.climb(self.one, BINDINGS, self.joined)
    ...
    ...     def one(self) -> int:
    ...         if self.next.kind == NUMBER:
    ...             return int(self.take().text)
    ...         self.expect("(", expected="a number or '('")
    ...         inside = self.sum()
    ...         self.expect(")")
    ...         return inside
    ...
    ...     def joined(self, sign: Token, left: int, right: int) -> int:
    ...         return left * right if sign.text == "*" else left + right if sign.text == "+" else left - right
    >>> def read(text: str) -> int:
    ...     reader = Sums(SUMS.tokens(text))
    ...     value = reader.sum()
    ...     reader.expect_end()
    ...     return value
    >>> read("2 * (3 + 4) - 1")
    13
    >>> read("2 * (3 + 4")
    Traceback (most recent call last):
    viva.core.text.reading.Misread: line 1, column 11: expected ')', found the end

A reader raises nothing but `Misread`. Whoever reads a teacher's file makes it a `Fault` (`problem.fault(file)`),
whoever reads a submission a `rejected` report with the place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple, TypeVar

from viva.core.fault import Fault
from viva.core.table import closest
from viva.core.terms import ENGLISH
from viva.core.text.escape import visible_line
from viva.core.texts import Sentence

# What tokens are. Names and marks mean what they spell; a number or a text never is a word of the notation.
NAME, MARK, NUMBER, TEXT, END = "name", "mark", "number", "text", "end"

_WORDS = (NAME, MARK)
_LONGEST_SHOWN = 40
_Value = TypeVar("_Value")


class Misread(Exception):
    """What is wrong with a text, where, and what to do. Lines and columns count from 1, and either may be unknown.

    `reason` is the one word that a `rejected` report gives.
    """

    def __init__(
        self,
        problem: str | Sentence,
        line: int | None = None,
        column: int | None = None,
        remedy: str | Sentence | None = None,
        reason: str = "syntax_error",
    ) -> None:
        super().__init__(problem, line, column, remedy, reason)
        self.said = problem
        self.what_to_do = remedy
        self.line = line
        self.column = column
        self.reason = reason

    @property
    def problem(self) -> str:
        return _in(ENGLISH, self.said)

    @property
    def remedy(self) -> str | None:
        return None if self.what_to_do is None else _in(ENGLISH, self.what_to_do)

    def __str__(self) -> str:
        return self.told(ENGLISH)

    def told(self, locale: str) -> str:
        """All of it, in the language of the reader, if the notation has sentences for it."""
        return _in(locale, self.sentence)

    @property
    def sentence(self) -> str | Sentence:
        """All of it, for a slot of another sentence."""
        found = self.said
        if self.line and self.column:
            found = Sentence("reading.line_column", {"line": self.line, "column": self.column, "problem": found})
        elif self.line:
            found = Sentence("reading.line", {"line": self.line, "problem": found})
        return Sentence("reading.remedy", {"problem": found, "remedy": self.what_to_do}) if self.what_to_do else found

    def fault(self, file: str | None) -> Fault:
        """The same for a teacher, whose file it is."""
        return Fault(self.problem, file, self.line, self.column, self.remedy)


def _in(locale: str, text: str | Sentence) -> str:
    return text if isinstance(text, str) else text.told(locale)


class Place(NamedTuple):
    """Where in a text something stands; lines and columns count from 1."""

    line: int
    column: int


def place_of(text: str, offset: int) -> Place:
    """The place of the character with this offset."""
    return Place(text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def in_quotes(text: str) -> str:
    """A piece of what was read, in quotes: on one line, visible, and not longer than a person wants to see."""
    line = visible_line(text[: _LONGEST_SHOWN + 1])
    return f"'{line[: _LONGEST_SHOWN - 1]}…'" if len(line) > _LONGEST_SHOWN else f"'{line}'"


def expected_found(expected: str, found: str) -> str:
    """The one sentence about something that does not fit."""
    return unfit(expected, found).told()


def unfit(expected: str | Sentence, found: str | Sentence) -> Sentence:
    """The same, for readers of several languages."""
    return Sentence("reading.expected", {"expected": expected, "found": found})


THE_END = Sentence("reading.the_end")


def did_you_mean(word: str, words: Sequence[str]) -> Sentence | None:
    """If one of the words is like it."""
    close = closest(word, words)
    return None if close is None else Sentence("reading.did_you_mean", {"word": f"'{close}'"})


def nothing_here(text: str) -> Sentence:
    return Sentence("reading.means_nothing", {"text": in_quotes(text)})


class Token(NamedTuple):
    """`text` is what it means: a text without its quotes, a symbol in its usual spelling."""

    kind: str
    text: str
    line: int
    column: int

    @property
    def place(self) -> Place:
        return Place(self.line, self.column)

    @property
    def shown(self) -> str | Sentence:
        match self.kind:
            case "end":
                return THE_END
            case "text":
                return Sentence("reading.the_text", {"text": in_quotes(self.text)})
            case _:
                return in_quotes(self.text)

    def __str__(self) -> str:
        return _in(ENGLISH, self.shown)


class Pattern(NamedTuple):
    """A row in the table of tokens. `form` makes of a piece what it means; where it raises `Misread`, the column counts
    from the beginning of the piece."""

    kind: str
    expression: str
    form: Callable[[str], str] | None = None


class Notation:
    """The tokens of a notation; of several patterns that match, the first counts.

    `stray` tells for a character that begins no token what is wrong and what to do, `remedy` what to do about others.
    """

    def __init__(
        self,
        *patterns: Pattern,
        blank: str = r"\s+",
        stray: Mapping[str, tuple[str | Sentence, str | Sentence]] | None = None,
        remedy: str | Sentence | None = None,
    ) -> None:
        self._stray = stray or {}
        self._remedy = remedy
        self._patterns: dict[int, Pattern] = {}
        # The `lastindex` of a match is the group that closed last: that of the row, whatever groups it has inside.
        pieces = [f"({blank})"]
        groups = re.compile(pieces[0]).groups
        for pattern in patterns:
            self._patterns[groups + 1] = pattern
            pieces.append(f"({pattern.expression})")
            groups += re.compile(pieces[-1]).groups
        self._pieces = re.compile("|".join(pieces))

    def tokens(self, text: str) -> list[Token]:
        """The tokens of a text; the last one is its end. Raises Misread at the first character that begins none."""
        found: list[Token] = []
        patterns = self._patterns
        position, line, before = 0, 1, -1  # before the line: the offset of the line break
        for match in self._pieces.finditer(text):
            start, end = match.span()
            if start != position or start == end:
                break
            piece = match[0]
            row = patterns.get(match.lastindex or 0)
            if row is not None:
                kind, _, form = row
                found.append(
                    Token(kind, _formed(form, piece, line, start - before) if form else piece, line, start - before)
                )
            if "\n" in piece:
                line += piece.count("\n")
                before = start + piece.rindex("\n")
            position = end
        if position < len(text):
            raise self._misread(text[position], line, position - before)
        found.append(Token(END, "", line, position - before))
        return found

    def _misread(self, character: str, line: int, column: int) -> Misread:
        problem, remedy = self._stray.get(character, (nothing_here(character), self._remedy))
        return Misread(problem, line, column, remedy)


def _formed(form: Callable[[str], str], piece: str, line: int, column: int) -> str:
    try:
        return form(piece)
    except Misread as problem:
        raise Misread(problem.said, line, column + (problem.column or 1) - 1, problem.what_to_do) from None


class Binding(NamedTuple):
    """How tightly a binary operator binds, and whether a chain of it is read from the right."""

    level: int
    to_the_right: bool = False


class Nesting:
    """How deep a text is nested: `with reader.deeper:` around whatever can hold itself, so that no text exhausts the
    stack of Python, neither here nor in what walks through the value."""

    __slots__ = ("_deepest", "_depth", "_here", "_remedy")

    def __init__(self, deepest: int, here: Callable[[], tuple[int, int]], remedy: str | Sentence | None = None) -> None:
        self._deepest = deepest
        self._here = here
        self._remedy = remedy
        self._depth = 0

    def __enter__(self) -> None:
        self._depth += 1
        if self._depth > self._deepest:
            self.by(0)

    def __exit__(self, *_: object) -> None:
        self._depth -= 1

    def by(self, links: int) -> None:
        """Raises Misread where that many more levels are too deep: a chain of operators is as deep as it is long."""
        if self._depth + links > self._deepest:
            problem = f"this is nested more than {self._deepest} deep"
            raise Misread(problem, *self._here(), self._remedy, reason="too_complex")


class Cursor:
    """Goes over tokens, the last of which is the end; `next` is the one that was not taken yet.

    A notation says how deep it may be nested and how long a chain in it may be, what to do where that is too little
    (`flatter`), and what to write `instead` of a mark that other notations have.
    """

    deepest: ClassVar[int] = 100
    longest: ClassVar[int] = 200
    flatter: ClassVar[str | Sentence | None] = None
    instead: ClassVar[Mapping[str, str | Sentence]] = {}

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._position = 0
        self.next = tokens[0]
        self.deeper = Nesting(self.deepest, lambda: self.next.place, self.flatter)

    @property
    def position(self) -> int:
        """Where it is; whoever sets it reads again from there."""
        return self._position

    @position.setter
    def position(self, at: int) -> None:
        self._position, self.next = at, self._tokens[at]

    @property
    def following(self) -> Token:
        """The token after the next."""
        return self._tokens[min(self._position + 1, len(self._tokens) - 1)]

    def take(self) -> Token:
        token = self.next
        if token.kind != END:
            self._position += 1
            self.next = self._tokens[self._position]
        return token

    def at(self, *texts: str) -> bool:
        """Whether the next token is one of these names or marks."""
        token = self.next
        return token.text in texts and token.kind in _WORDS

    def at_end(self) -> bool:
        return self.next.kind == END

    def accept(self, *texts: str) -> Token | None:
        """Takes the next token if it is one of these names or marks."""
        token = self.next
        if token.text not in texts or token.kind not in _WORDS:
            return None
        self._position += 1
        self.next = self._tokens[self._position]
        return token

    def expect(self, *texts: str, expected: str | Sentence | None = None) -> Token:
        """Takes the next token, which must be one of these names or marks."""
        if token := self.accept(*texts):
            return token
        raise self.expected(expected or Sentence("reading.one_of", {"words": tuple(map(in_quotes, texts))}))

    def expect_end(self, expected: str | Sentence = THE_END) -> None:
        if not self.at_end():
            raise self.expected(expected)

    def expected(
        self, expected: str | Sentence, remedy: str | Sentence | None = None, words: Sequence[str] = ()
    ) -> Misread:
        """The error where the next token does not fit. Of the known `words`, the one that was perhaps meant is told."""
        token = self.next
        if token.kind == MARK and token.text in self.instead:
            remedy = self.instead[token.text]
        elif token.kind == NAME and words:
            remedy = did_you_mean(token.text, words) or remedy
        return self.wrong(unfit(expected, token.shown), token, remedy)

    def wrong(
        self, problem: str | Sentence, token: Token | None = None, remedy: str | Sentence | None = None
    ) -> Misread:
        """The error at a token, or at the next one."""
        at = token or self.next
        return Misread(problem, at.line, at.column, remedy)

    def chain(self, *operators: str) -> Iterator[Token]:
        """The operators of a chain: `for sign in self.chain("+", "-")`, where the body of the loop reads an operand."""
        links = 0
        while sign := self.accept(*operators):
            yield sign
            links += 1
            self.chained(links)

    def chained(self, links: int) -> None:
        """Raises Misread where a chain has too many links for what walks through the value."""
        if links > self.longest:
            raise self.wrong(Sentence("reading.long_chain", {"most": self.longest}), remedy=self.flatter)

    def climb(
        self,
        operand: Callable[[], _Value],
        bindings: Mapping[str, Binding],
        joined: Callable[[Token, _Value, _Value], _Value],
        level: int = 0,
    ) -> _Value:
        """Operands joined by binary operators, as far as these bind at least as tightly as `level`."""
        with self.deeper:
            left, links = operand(), 0
            while (binding := bindings.get(self.next.text)) and binding.level >= level and self.next.kind in _WORDS:
                links += 1
                self.deeper.by(links)
                sign = self.take()
                tighter = binding.level if binding.to_the_right else binding.level + 1
                left = joined(sign, left, self.climb(operand, bindings, joined, tighter))
        return left
