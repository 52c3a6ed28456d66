"""Reads of the readable notation: `x: nat not in y.all until valid`, and the sets of values in it."""

from __future__ import annotations

import ast
import re
from fractions import Fraction

from viva.core.table import nearest
from viva.core.text.reading import Place, in_quotes
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import show_decimal
from viva.engines.dialogues.notations.expressions import RESERVED, Expression, checked_name, quote, term_of
from viva.engines.dialogues.notations.scanning import find

_SETS: dict[str, m.ValueSet] = {
    "nat": m.Naturals(),
    "int": m.Integers(),
    "text": m.Strings(),
    "line": m.Strings(ends=True),
    "decimal": m.Decimals(),
    "bool": m.Booleans(),
}
_MODES = {"until valid": m.Mode.UNTIL, "or abort": m.Mode.ABORT}
_NUMBER = r"-?[0-9]+(?:\.[0-9]+)?"
_RANGE = re.compile(rf"({_NUMBER})\s*\.\.\s*({_NUMBER})")
_WORD = re.compile(r"[^\W\d]\w*")
_ALL = r"\b([^\W\d]\w*)\.all\b"
_KNOWN = "nat, int, text, line, decimal, bool, 1..9 or {1, 2, 3}"


def read_input(rest: Expression, place: Place) -> m.Read:
    """What stands behind the word `read`."""
    colon = find(rest, ":")
    name = rest.part(0, colon)
    if not _WORD.fullmatch(name.text) or name.text in RESERVED:
        found = in_quotes(name.text) if name.text else "nothing"
        raise name.expected("the name of a variable", found, 0, "a read is written read n: nat")
    if colon is None:
        told = "the end of the line"
        raise rest.expected(f"':' and {_KNOWN}", told, len(rest.text), "a read is written read n: nat")
    described = rest.part(colon + 1)
    values, after = _leading_set(described)
    excluded: tuple[str, ...] = ()
    if match := re.match(r"not\s+in\s+" + _ALL + r"(?:\s*,\s*" + _ALL + ")*", after.text):
        excluded = tuple(dict.fromkeys(re.findall(_ALL, match[0])))
        after = after.part(match.end())
    elif re.match(r"not\b", after.text):
        remedy = "such as not in y.all, or not in x.all, y.all"
        raise after.expected("not in and all values of a variable", "'not'", 0, remedy)
    words = " ".join(after.text.split())
    if words and words not in _MODES:
        raise after.expected("not in y.all, until valid, or abort, or the end of the line", in_quotes(words))
    return m.Read(name.text, values, excluded, _MODES.get(words, m.Mode.ASSUME), place)


def _leading_set(text: Expression) -> tuple[m.ValueSet, Expression]:
    """The set that a text begins with, and what follows it."""
    if match := _RANGE.match(text.text):
        low, high = (Fraction(number) if "." in number else int(number) for number in match.groups())
        return _range(low, high, text), text.part(match.end())
    if text.text.startswith("{"):
        end = find(text, "}")
        if end is None:
            raise text.wrong("this set has no closing brace", 0, "a set is written {1, 2, 3}")
        return _enumeration(text.part(0, end + 1)), text.part(end + 1)
    match = _WORD.match(text.text)
    if match and match[0] in _SETS:
        return _SETS[match[0]], text.part(match.end())
    found = in_quotes(match[0] if match else text.text[:1]) if text.text else "nothing"
    raise text.expected(_KNOWN, found, 0, nearest(match[0], list(_SETS)) if match else None)


def _range(low: int | Fraction, high: int | Fraction, text: Expression) -> m.ValueSet:
    if high < low:
        raise text.wrong("this set of values is empty, so nothing can be read")
    if isinstance(low, int) and isinstance(high, int):
        return m.Range(low, high)
    return m.DecimalRange(Fraction(low), Fraction(high))


def _enumeration(text: Expression) -> m.ValueSet:
    if text.text[1:-1].strip() == "":
        raise text.wrong("this set of values is empty, so nothing can be read")
    return named_set(text, text.tree())


def named_set(text: Expression, node: ast.expr) -> m.ValueSet:
    """A set as it stands inside of `some`: a word, between(1, 9), or {1, 2, 3}."""
    match node:
        case ast.Name(word) if word in _SETS:
            return _SETS[word]
        case ast.Call(ast.Name("between"), [low, high], []):
            first, last = _constant(text, low), _constant(text, high)
            if not isinstance(first, str) and not isinstance(last, str):
                return _range(first, last, text)
        case ast.Set(items):
            values = [_constant(text, item) for item in items]
            for item, value in zip(items, values, strict=True):
                if isinstance(value, Fraction):
                    remedy = "decimals are decimal or a range such as 0.5..2.5"
                    raise text.wrong("a set of single values has no decimals", text.offset(item), remedy)
                if isinstance(value, str) != isinstance(values[0], str):
                    kind = "a text" if isinstance(values[0], str) else "a number"
                    remedy = "the values of a set are of one kind"
                    raise text.expected(kind, in_quotes(text.source(item)), text.offset(item), remedy)
            return m.OneOf(tuple(dict.fromkeys(value for value in values if not isinstance(value, Fraction))))
    raise text.expected(_KNOWN, in_quotes(text.source(node)), text.offset(node))


def _constant(text: Expression, node: ast.expr) -> int | str | Fraction:
    match term_of(text, node):
        case m.Integer(value) | m.Text(value) | m.DecimalNumber(value):
            return value
    raise text.expected("a number or a text in quotes", in_quotes(text.source(node)), text.offset(node))


def show_input(read: m.Read) -> str:
    shown = f"{checked_name(read.variable)}: {show_set(read.values)}"
    if read.excluded:
        shown += " not in " + ", ".join(f"{checked_name(name)}.all" for name in read.excluded)
    return shown + next((f" {words}" for words, mode in _MODES.items() if mode == read.mode), "")


def show_set(values: m.ValueSet, inside: bool = False) -> str:
    """`inside` of an expression a range is written between(1, 9)."""
    match values:
        case m.Range(low, high):
            return f"between({low}, {high})" if inside else f"{low}..{high}"
        case m.DecimalRange(smallest, largest):
            ends = show_decimal(smallest), show_decimal(largest)
            return f"between({ends[0]}, {ends[1]})" if inside else f"{ends[0]}..{ends[1]}"
        case m.OneOf(items):
            return "{" + ", ".join(quote(item) if isinstance(item, str) else str(item) for item in items) + "}"
        case _:
            return next(word for word, known in _SETS.items() if known == values)
