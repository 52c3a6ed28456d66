"""Other numbers for an exercise whose teacher did not say what may change: those that the specification and the words
of its statement both name, everywhere they are named.

Nothing is changed where the words could then be wrong: a number that something is computed with (it may be a rate, or
belong to the world as 60 and 365 do), one that is also said in letters, one that an example or a text in the output
rests on, and whole statements that name numbers which the specification does not know.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from viva.core.records import dataclass
from viva.engines.dialogues import model as m
from viva.engines.dialogues.variants.rewriting import rewrite_terms

_NUMERAL = re.compile(r"(?<![\w.])-?\d+(?![\w]|[.,]\d)")
_EXAMPLE = re.compile(r"```|^(?: {4}|\t)\s*(?!\s|[-*+] |\d+\. )\S", re.MULTILINE)
_CODE = re.compile(r"`([^`]*)`")
_COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
_SMALL = 2
_STEPS = (1000, 500, 100, 50, 10, 5, 1)
_FAR = 4
_MOST = 400
# Numbers that are mostly facts: of the calendar, the clock, the law and of measures.
_OF_THE_WORLD = frozenset((4, 7, 10, 12, 16, 18, 23, 24, 28, 30, 31, 32, 37, 59, 60, 65, 90, 100, 180, 212, 273, 360,
                           365, 366, 400, 1000, 1024, 3600))  # fmt: skip
_UNITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
          "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_OTHERS = {"first": 1, "second": 2, "third": 3, "fifth": 5, "eighth": 8, "ninth": 9, "twelfth": 12, "once": 1,
           "twice": 2, "half": 2, "double": 2, "pair": 2, "triple": 3, "quarter": 4, "dozen": 12, "twentieth": 20,
           "hundred": 100, "percent": 100, "thousand": 1000, "even": 2, "odd": 2}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Renumbering:
    """Every number of the keys is now the one beside it."""

    numbers: Mapping[int, int]

    def spec(self, spec: m.Spec) -> m.Spec:
        return _renumbered(spec, self.numbers)

    def words(self, text: str) -> str:
        return _NUMERAL.sub(lambda found: str(self.numbers.get(int(found[0]), found[0])), text)


def renumberings(spec: m.Spec, statement: str, seed: int) -> Iterator[Renumbering]:
    """In an order that the seed gives."""
    choices = {number: _others(number, spec) for number in _free(spec, statement)}
    rows = [[(number, other) for other in (number, *others)] for number, others in choices.items()]
    found = [
        {number: other for number, other in row if number != other}
        for row in itertools.islice(itertools.product(*rows), _MOST)
    ]
    found = [numbers for numbers in found if numbers and _in_order(numbers, _numbers(spec))]
    random.Random(f"numbers {seed}").shuffle(found)
    return (Renumbering(numbers) for numbers in found)


def _free(spec: m.Spec, statement: str) -> list[int]:
    """The numbers that may change."""
    used = [part for term in m.terms(spec) for part in m.subterms(term)]
    if _EXAMPLE.search(statement) or any(map(str.isdigit, "".join(_CODE.findall(statement)))):
        return []
    if any(isinstance(part, m.Opaque) for part in used):
        return []
    said = [int(found[0]) for found in _NUMERAL.finditer(statement)]
    known = _numbers(spec)
    if any(number not in known for number in said if abs(number) >= _SMALL):
        return []
    spelt = set(_spelt(statement))
    written = {int(number) for part in used if isinstance(part, m.Text) for number in re.findall(r"-?\d+", part.value)}
    fixed = {part.value for part in used if isinstance(part, m.Integer)} - set(_compared(used))
    fixed |= spelt | written | _OF_THE_WORLD
    return [number for number in known if number in said and abs(number) >= _SMALL and number not in fixed]


def _compared(used: list[m.Term]) -> Iterator[int]:
    """Numbers that are only compared with, or divided by to see what remains; not those that also occur otherwise."""
    allowed: list[int] = []
    for part in used:
        match part:
            case m.Operation(operator, left, right) if operator in _COMPARISONS:
                allowed += [side.value for side in (left, right) if isinstance(side, m.Integer)]
            case m.Call("mod" | "count" | "count_ge" | "count_gt", (_, m.Integer(number))):
                allowed.append(number)
    every = [part.value for part in used if isinstance(part, m.Integer)]
    return (number for number in set(allowed) if allowed.count(number) == every.count(number))


def _numbers(spec: m.Spec) -> list[int]:
    """Every number that a specification names."""
    found = [part.value for term in m.terms(spec) for part in m.subterms(term) if isinstance(part, m.Integer)]
    for part in m.parts(spec):
        match part:
            case m.Read(values=m.Range(low, high)):
                found += [low, high]
            case m.Read(values=m.OneOf(values)):
                found += [value for value in values if isinstance(value, int)]
    return sorted(set(found))


def _others(number: int, spec: m.Spec) -> list[int]:
    """Numbers near it that are as round, and that the specification does not name yet."""
    step = next(step for step in _STEPS if number % step == 0 and (step == 1 or _FAR * step <= abs(number)))
    near = [number + change * step for change in range(-_FAR, _FAR + 1)]
    named = _numbers(spec)
    return [other for other in near if other not in named and abs(number) <= 2 * abs(other) <= 4 * abs(number)]


def _in_order(numbers: Mapping[int, int], named: list[int]) -> bool:
    changed = [numbers.get(number, number) for number in named]
    return all(before < after for before, after in itertools.pairwise(changed))


def _spelt(text: str) -> Iterator[int]:
    """The numbers that a text says in letters, as far as they are usual."""
    words = re.findall(r"[a-z]+", text.lower())
    for word in words:
        plain = word.removesuffix("th")
        if word in _OTHERS:
            yield _OTHERS[word]
        elif plain in _UNITS:
            yield _UNITS.index(plain)
        elif word in _TENS:
            yield 20 + 10 * _TENS.index(word)
    for ten, unit in itertools.pairwise(words):
        if ten in _TENS and unit in _UNITS[1:10]:
            yield 20 + 10 * _TENS.index(ten) + _UNITS.index(unit)


def _renumbered(spec: m.Spec, numbers: Mapping[int, int]) -> m.Spec:
    def change(term: m.Term) -> m.Term:
        return replace(term, value=numbers.get(term.value, term.value)) if isinstance(term, m.Integer) else term

    return _with_sets(rewrite_terms(spec, change), numbers)


def _with_sets(spec: m.Spec, numbers: Mapping[int, int]) -> m.Spec:
    match spec:
        case m.Seq(steps):
            return m.Seq(tuple(_with_sets(step, numbers) for step in steps))
        case m.Branch(left, _, right):
            return replace(spec, left=_with_sets(left, numbers), right=_with_sets(right, numbers))
        case m.Loop(body) | m.Repeat(body=body):
            return replace(spec, body=_with_sets(body, numbers))
        case m.Read(values=values):
            return replace(spec, values=_values(values, numbers))
        case _:
            return spec


def _values(values: m.ValueSet, numbers: Mapping[int, int]) -> m.ValueSet:
    match values:
        case m.Range(low, high):
            return m.Range(numbers.get(low, low), numbers.get(high, high))
        case m.OneOf(items):
            return m.OneOf(tuple(numbers.get(item, item) if isinstance(item, int) else item for item in items))
        case _:
            return values
