"""Outputs that are not one text but any text that satisfies a predicate: a decimal near a value, or any value with a
property. A line is matched piece by piece, with the set of all positions reached so far, so no line makes it slow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import chain

from viva.core.records import dataclass
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import (
    EMPTY,
    Environment,
    Undefined,
    as_line,
    as_value,
    belongs,
    element_type,
    evaluate,
    holds,
    show_decimal,
)

# Just before a number: its other digits, a decimal point after a digit, or a sign that is no operator (3-5, x-5).
BEFORE = re.compile(r"(?<!\d)(?<!\d[._])(?<!^[-+−])(?<![^\w)\]][-+−])")
# Just after a number: its other digits, a decimal part, an exponent.
AFTER = re.compile(r"(?!\d|[._]\d|[eE][-+]?\d)")
# A number as a program may write it: 5, -5, 5.0, 5., .5, 5e3.
_NUMBERS = tuple(
    re.compile(rf"[-+−]?{digits}", re.ASCII)
    for digits in (
        r"\d{1,4000}",
        r"(?:\d{1,4000}\.\d{0,4000}|\.\d{1,4000})",
        r"\d{1,4000}(?:\.\d{0,4000})?[eE][-+]?\d{1,3}",
    )
)
_BEGINNING = re.compile(r"(?=[-+−]?\.?\d)")
_FLOAT = Fraction(1, 10**9)  # how far a float may be off the exact value, in parts of it
_SEARCHED = 10_000
_MOST_DIGITS = 40
LONGEST_EXAMPLE = 200
"""Texts that satisfy a predicate are looked for among those it names, alone and with up to so many letters more."""
_LARGEST_FLOAT = 10**300


@dataclass(frozen=True, slots=True)
class Near:
    """A number that differs from `value` by no more than the tolerance, or by what floats are inexact anyway."""

    value: Fraction
    tolerance: Fraction

    def takes(self, text: str) -> bool:
        number = Fraction(Decimal(text.replace("−", "-")))
        return abs(number - self.value) <= self.tolerance + abs(self.value) * _FLOAT

    def __str__(self) -> str:
        return show_decimal(self.value)

    @property
    def example(self) -> str:
        """As a program with floats would print it."""
        shown = show_decimal(self.value)
        if shown.startswith("≈") and abs(self.value) < _LARGEST_FLOAT:
            return repr(float(self.value))
        return shown.removeprefix("≈")


@dataclass(frozen=True, slots=True)
class Chosen:
    """Any value of a set for which a condition holds. All else that the condition speaks of is a constant here."""

    some: m.Some

    def takes(self, text: str) -> bool:
        text = text.replace("−", "-")
        if self.kind == m.Type.DECIMAL:
            return self.holds(Fraction(Decimal(text)))
        return self.holds(as_value(text, self.some.values))

    def holds(self, value: m.Value) -> bool:
        """Where the condition has no value, the value is not taken."""
        if not belongs(value, self.some.values):
            return False
        try:
            return holds(self.some.condition, EMPTY.store(self.some.variable, value))
        except Undefined:
            return False

    @property
    def kind(self) -> m.Type:
        return element_type(self.some.values)

    def __str__(self) -> str:
        from viva.engines.dialogues.notations.expressions import show_condition  # noqa: PLC0415 only for people

        return f"any {self.some.variable} with {show_condition(self.some.condition)}"

    @property
    def example(self) -> str | None:
        """One such value, as far as a short search finds one."""
        return _example(self)

    def candidates(self) -> Iterator[m.Value]:
        if isinstance(self.some.values, m.OneOf):
            yield from self.some.values.values
            return
        constants = [part.value for part in m.subterms(self.some.condition) if isinstance(part, _LITERALS)]
        match self.kind:
            case m.Type.TEXT:
                texts = [value for value in constants if isinstance(value, str)]
                longer = (text + "a" * more for more in range(1, LONGEST_EXAMPLE) for text in ("", *texts))
                # A line has no blanks at its ends that count, and an empty one is none.
                yield from (text for text in (*texts, *longer) if text and text == text.strip())
            case m.Type.TRUTH:
                yield from (True, False)
            case kind:
                numbers = [value for value in constants if isinstance(value, int | Fraction)]
                near = (value + change for value in numbers for change in (0, 1, -1))
                small = (sign * number for number in range(_SEARCHED) for sign in (1, -1))
                for candidate in chain(near, small):
                    yield Fraction(candidate) if kind == m.Type.DECIMAL else int(candidate)


_LITERALS = (m.Integer, m.Text, m.DecimalNumber)


@lru_cache(maxsize=4096)
def _example(chosen: Chosen) -> str | None:
    return next((as_line(value) for value in chosen.candidates() if chosen.holds(value)), None)


def fix_predicate(some: m.Some, environment: Environment) -> Chosen:
    """The predicate given what was read. Raises Undefined where something it speaks of has no value."""
    return Chosen(replace(some, condition=_closed(some.condition, some.variable, environment)))


def _closed(term: m.Term, variable: str, environment: Environment) -> m.Term:
    """All that does not speak of the variable replaced by its value."""
    if not any(isinstance(part, m.Current) and part.variable == variable for part in m.subterms(term)):
        return literal(evaluate(term, environment))
    match term:
        case m.Call(arguments=inner) | m.Opaque(arguments=inner):
            return replace(term, arguments=tuple(_closed(argument, variable, environment) for argument in inner))
        case m.Listed(items):
            return m.Listed(tuple(_closed(item, variable, environment) for item in items))
        case m.Operation(operator, left, right):
            return m.Operation(operator, _closed(left, variable, environment), _closed(right, variable, environment))
        case m.Not(operand):
            return m.Not(_closed(operand, variable, environment))
        case _:
            return term


def literal(value: m.Result) -> m.Term:
    """The term that is written down for a value."""
    match value:
        case bool():
            return m.Truth(value)
        case int():
            return m.Integer(value)
        case str():
            return m.Text(value)
        case Fraction():
            return m.DecimalNumber(value)
        case _:
            return m.Listed(tuple(literal(item) for item in value))


Piece = int | str | m.AnyText | Near | Chosen


def example(piece: Piece) -> str:
    """A text that the piece allows; nothing for free text."""
    match piece:
        case m.AnyText():
            return ""
        case Near() | Chosen():
            return piece.example or ""
        case _:
            return str(piece)


def example_line(pieces: Sequence[Piece]) -> str:
    """A line that the pieces allow. Free text between two of them is a blank, so that two numbers stay two."""
    return "".join(
        " " if isinstance(piece, m.AnyText) and 0 < number < len(pieces) - 1 else example(piece)
        for number, piece in enumerate(pieces)
    )


def fits(pieces: Sequence[Piece], line: str) -> bool:
    """Whether the line is these pieces in a row. White space at its ends does not matter, so there is just what the
    pieces may want there."""
    pieces = joined(pieces)
    before_it = "".join(_at_the_rim(pieces, str.lstrip))
    after_it = "".join(reversed([*_at_the_rim(pieces[::-1], str.rstrip)]))
    line = f"{before_it}{line.strip()}{after_it}"
    reached, free = set(range(len(before_it) + 1)), False
    last = len(pieces) - 1
    for number, piece in enumerate(pieces):
        if isinstance(piece, m.AnyText):
            reached, free = {min(reached)}, True
            continue
        if isinstance(piece, str):
            found = _occurrences(piece, line, min(reached)) if free else iter(reached)
            reached = {start + len(piece) for start in found if line.startswith(piece, start)}
        else:
            starts = list(_beginnings(piece, line, min(reached))) if free else sorted(reached)
            # What the teacher writes next to a number is meant: there it need not stand alone.
            before = number == 0 or isinstance(pieces[number - 1], m.AnyText)
            after = number == last or isinstance(pieces[number + 1], m.AnyText)
            reached = {
                end
                for start in starts
                if not before or BEFORE.match(line, start)
                for end in _ends(piece, line, start, whole=number == last)
                if not after or AFTER.match(line, end)
            }
        free = False
        if not reached:
            return False
    return free or max(reached) >= len(line) - len(after_it)


def _at_the_rim(pieces: Sequence[Piece], bare: Callable[[str], str]) -> Iterator[str]:
    """The white space that is wanted before anything else; free text between it may be nothing."""
    for piece in pieces:
        if isinstance(piece, str):
            rest = bare(piece)
            yield piece.replace(rest, "", 1) if rest else piece
            if rest:
                return
        elif not isinstance(piece, m.AnyText):
            return


def joined(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The same line with texts that follow each other as one."""
    found: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, str) and found and isinstance(found[-1], str):
            found[-1] += piece
        else:
            found.append(piece)
    return tuple(found)


def _beginnings(piece: int | Near | Chosen, line: str, start: int) -> Iterator[int]:
    """Where the piece may begin after free text."""
    if isinstance(piece, Chosen) and piece.kind in (m.Type.TEXT, m.Type.TRUTH):
        yield from range(start, len(line) + 1)
    else:
        yield from (found.start() for found in _BEGINNING.finditer(line, start))


def _occurrences(text: str, line: str, start: int) -> Iterator[int]:
    while (start := line.find(text, start)) >= 0:
        yield start
        start += 1


def _ends(piece: int | Near | Chosen, line: str, start: int, whole: bool) -> Iterator[int]:
    """Where the piece can end that begins here; `whole` says that nothing is to follow it."""
    if isinstance(piece, int):
        if line.startswith(str(piece), start):
            yield start + len(str(piece))
        return
    if isinstance(piece, Chosen) and piece.kind in (m.Type.TEXT, m.Type.TRUTH):
        match piece.some.values:
            case m.Strings():
                ends = [len(line.rstrip())] if whole else []
            case m.OneOf(values):
                ends = [start + len(value) for value in map(str, values) if line.startswith(value, start)]
            case _:
                ends = [start + len(word) for word in ("True", "False") if line.startswith(word, start)]
    else:
        longest = max((found.end() for form in _NUMBERS if (found := form.match(line, start))), default=start)
        # Where the next number follows at once, this one may end at any of its digits.
        shorter = range(start + 1, min(longest, start + _MOST_DIGITS))
        ends = [end for end in (*shorter, longest) if any(form.fullmatch(line, start, end) for form in _NUMBERS)]
    yield from (end for end in ends if piece.takes(line[start:end]))
