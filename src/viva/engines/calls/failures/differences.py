"""How a wrong answer differs from the right one, in a word: one too many, the last element missing, other capitals …

Words are told of failures only where they hold for nearly all of them. `constant` and `unchanged` look at more than one
answer or at the arguments; everything else compares two values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from viva.core.records import dataclass
from viva.engines.calls.judge import Failure, plain
from viva.engines.calls.oracle import Case
from viva.languages.heap import Heap, parts
from viva.languages.values import Missing, revive

NEARLY_ALL = 0.9
_LARGEST = 3000  # parts of a value that is looked at
_VALUES = frozenset({"wrong", "type"})  # kinds of failure of which two values are at hand

Value = Any
"""Of Python, as it came out of the sandbox as data."""


class _Nothing:
    """Stands for a value that cannot be had here."""


NOTHING = _Nothing()


@dataclass(frozen=True, slots=True)
class Group:
    """Failures of one `kind`: the word of the judge, and the name of the exception behind a colon. `words` say how
    their answers differ, the most telling first, each for nearly all of them."""

    kind: str
    failures: tuple[Failure, ...]
    words: tuple[str, ...] = ()

    @property
    def word(self) -> str | None:
        return self.words[0] if self.words else None

    def has(self, failure: Failure) -> bool:
        """Whether it is one of them, or would be."""
        return kind_of(failure) == self.kind and (self.word is None or _told_by(self.word, failure))


def kind_of(failure: Failure) -> str:
    problem = failure.outcome.problem
    return f"{failure.kind}:{problem.kind}" if problem and problem.kind else failure.kind


def group_by_kind(failures: Sequence[Failure], passing: Sequence[Case]) -> list[Group]:
    """The failures by kind, the commonest first."""
    kinds: dict[str, list[Failure]] = {}
    for failure in failures:
        kinds.setdefault(kind_of(failure), []).append(failure)
    by_number = sorted(kinds.items(), key=lambda item: -len(item[1]))
    return [Group(kind, tuple(found), tuple(_common(found, passing))) for kind, found in by_number]


def _common(failures: Sequence[Failure], passing: Sequence[Case]) -> Iterator[str]:
    if _constant(failures, passing):
        yield "constant"
    found = [words(failure) for failure in failures]
    counted = Counter(word for each in found for word in each)
    for word in _ORDER:
        if counted[word] >= NEARLY_ALL * len(failures):
            yield word


def _constant(failures: Sequence[Failure], passing: Sequence[Case]) -> bool:
    """Whether every answer is the same, and some are asked to be others."""
    if failures[0].kind not in _VALUES:
        return False
    given = _value(failures[0].outcome.value)
    if given is NOTHING or any(not _same(_value(failure.outcome.value), given) for failure in failures[1:]):
        return False
    return all(case.expected is not None and _same(_value(case.expected.value), given) for case in passing)


def words(failure: Failure) -> tuple[str, ...]:
    """All words that fit this failure."""
    return tuple(_fitting(failure, (*_TESTS, "unchanged", *_UNCHANGED)))


def _told_by(word: str, failure: Failure) -> bool:
    """Whether this word fits, without a look at all the others."""
    return word in _OF_ALL or bool(_fitting(failure, (word,)))


def _fitting(failure: Failure, asked: Iterable[str]) -> list[str]:
    if failure.kind not in _VALUES or failure.case.expected is None:
        return []
    expected, actual = _value(failure.case.expected.value), _value(failure.outcome.value)
    if expected is NOTHING or actual is NOTHING:
        return []
    arguments = failure.case.arguments
    unchanged = dict(zip(_UNCHANGED if len(arguments) > 1 else ("unchanged",), arguments, strict=False))

    def fits(word: str) -> bool:
        if word in _TESTS:
            return _fits(_TESTS[word], expected, actual)
        return word in unchanged and _same(actual, unchanged[word])

    return [word for word in asked if fits(word)]


def _fits(test: Callable[[Value, Value], bool], expected: Value, actual: Value) -> bool:
    try:
        return bool(test(expected, actual))
    except (TypeError, ValueError, OverflowError, RecursionError):
        return False


def _value(heap: Heap | None) -> Value:
    """As a value of Python. What is too large or has no value here is `NOTHING`."""
    if heap is None or parts(heap) > _LARGEST:
        return NOTHING
    try:
        return revive(plain(heap))
    except (Missing, TypeError, ValueError, RecursionError, OverflowError):
        return NOTHING


def _same(one: Value, two: Value) -> bool:
    return type(one) is type(two) and _fits(lambda a, b: a == b, one, two)


def _number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _sequences(one: Value, two: Value) -> bool:
    return type(one) is type(two) and isinstance(one, list | tuple | str)


def _texts(test: Callable[[str, str], bool]) -> Callable[[Value, Value], bool]:
    """Of two texts, or of lists in which only texts differ."""

    def fits(expected: Value, actual: Value) -> bool:
        match expected, actual:
            case str(), str():
                return expected == actual or test(expected, actual)
            case (list(), list()) | (tuple(), tuple()):
                return len(expected) == len(actual) and all(map(fits, expected, actual))
            case dict(), dict():
                return list(expected) == list(actual) and all(map(fits, expected.values(), actual.values()))
        return type(expected) is type(actual) and expected == actual

    return fits


def _numbers(test: Callable[[float, float], bool]) -> Callable[[Value, Value], bool]:
    def fits(expected: Value, actual: Value) -> bool:
        return _number(expected) and _number(actual) and test(expected, actual)

    return fits


def _lists(test: Callable[[Sequence[Value], Sequence[Value]], bool]) -> Callable[[Value, Value], bool]:
    """Of two lists, two tuples or two texts."""

    def fits(expected: Value, actual: Value) -> bool:
        return _sequences(expected, actual) and test(expected, actual)

    return fits


def _rows(test: Callable[[Sequence[Value], Sequence[Value]], bool]) -> Callable[[Value, Value], bool]:
    """Of two lists or tuples that should have several elements. A text is often a word that was chosen as a whole."""
    return _lists(
        lambda expected, actual: not isinstance(expected, str) and len(expected) > 1 and test(expected, actual)
    )


def _within(small: Sequence[Value], large: Sequence[Value]) -> bool:
    """Whether all elements of the one are in the other, in this order."""
    rest = iter(large)
    return len(small) < len(large) and all(any(item == other for other in rest) for item in small)


def _mixed(one: Sequence[Value], two: Sequence[Value]) -> bool:
    return len(one) == len(two) and sorted(map(repr, one)) == sorted(map(repr, two))


def _kinds(expected: Value, actual: Value) -> bool:
    many = (list, tuple, set, frozenset)
    return isinstance(expected, many) and isinstance(actual, many) and type(expected) is not type(actual)


def _whole(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_TESTS: dict[str, Callable[[Value, Value], bool]] = {
    "something": lambda e, a: e is None and a is not None,
    "capitals": _texts(lambda e, a: e.casefold() == a.casefold()),
    "blanks": _texts(lambda e, a: e.split() == a.split() or "".join(e.split()) == "".join(a.split())),
    "as_text": lambda e, a: isinstance(a, str) and not isinstance(e, str) and a == str(e),
    "as_number": lambda e, a: isinstance(e, str) and _number(a) and e == str(a),
    "texts_inside": lambda e, a: isinstance(e, list) and isinstance(a, list) and list(map(str, e)) == a,
    "opposite": lambda e, a: isinstance(e, bool) and isinstance(a, bool) and e is not a,
    "no_truth": lambda e, a: isinstance(e, bool) and not isinstance(a, bool),
    "in_brackets": lambda e, a: isinstance(a, list | tuple) and len(a) == 1 and _same(a[0], e),
    "no_brackets": lambda e, a: isinstance(e, list | tuple) and len(e) == 1 and _same(e[0], a),
    "kind_of_list": lambda e, a: _kinds(e, a) and list(e) == list(a),
    "set_for_list": lambda e, a: _kinds(e, a) and isinstance(a, set | frozenset) and set(e) == a,
    "other_kind_of_list": _kinds,
    "not_cut": lambda e, a: _whole(e) and isinstance(a, float) and abs(a - e) < 1 and a != e,
    "float_for_whole": lambda e, a: _whole(e) and isinstance(a, float),
    "cut": lambda e, a: isinstance(e, float) and _whole(a) and abs(a - e) < 1,
    "sign": _numbers(lambda e, a: a == -e),
    "one_more": _numbers(lambda e, a: a == e + 1),
    "one_less": _numbers(lambda e, a: a == e - 1),
    "too_large": _numbers(lambda e, a: a > e),
    "too_small": _numbers(lambda e, a: a < e),
    "empty": lambda e, a: type(e) is type(a) and isinstance(a, list | tuple | str | dict | set) and not a,
    "backwards": _lists(lambda e, a: len(e) > 1 and a == e[::-1]),
    "first_missing": _lists(lambda e, a: len(e) > 0 and a == e[1:]),
    "last_missing": _lists(lambda e, a: len(e) > 0 and a == e[:-1]),
    "first_too_many": _lists(lambda e, a: len(a) > 0 and a[1:] == e),
    "last_too_many": _lists(lambda e, a: len(a) > 0 and a[:-1] == e),
    "other_order": _lists(_mixed),
    "only_beginning": _lists(lambda e, a: len(a) < len(e) and e[: len(a)] == a),
    "only_end": _lists(lambda e, a: len(a) < len(e) and e[len(e) - len(a) :] == a),
    "goes_on": _lists(lambda e, a: len(a) > len(e) and a[: len(e)] == e),
    "some_missing": _lists(lambda e, a: _within(a, e)),
    "some_too_many": _lists(_within),
    "one_wrong": _rows(lambda e, a: len(e) == len(a) and sum(x != y for x, y in zip(e, a, strict=True)) == 1),
    "same_length": _rows(lambda e, a: len(e) == len(a)),
    "too_short": _rows(lambda e, a: len(a) < len(e)),
    "too_long": _rows(lambda e, a: len(a) > len(e)),
    "says_yes": lambda e, a: e is False and a is True,
    "says_no": lambda e, a: e is True and a is False,
    "keys_missing": lambda e, a: isinstance(e, dict) and isinstance(a, dict) and a.keys() < e.keys(),
    "keys_too_many": lambda e, a: isinstance(e, dict) and isinstance(a, dict) and a.keys() > e.keys(),
    "values": lambda e, a: isinstance(e, dict) and isinstance(a, dict) and a.keys() == e.keys(),
    "set_missing": lambda e, a: isinstance(e, set | frozenset) and isinstance(a, set | frozenset) and a < e,
    "set_too_many": lambda e, a: isinstance(e, set | frozenset) and isinstance(a, set | frozenset) and a > e,
    "truth_for_other": lambda e, a: isinstance(a, bool) and not isinstance(e, bool),
    "text_for_other": lambda e, a: isinstance(a, str) and not isinstance(e, str),
    "other_for_text": lambda e, a: isinstance(e, str) and not isinstance(a, str),
    "no_list": lambda e, a: isinstance(e, list | tuple | set | dict) and _number(a),
    "list_for_one": lambda e, a: isinstance(a, list | tuple | set) and (_number(e) or isinstance(e, bool)),
}

_OF_ALL = ("constant",)
_UNCHANGED = ("unchanged_first", "unchanged_second", "unchanged_third")
_FIRST = ("something", "unchanged", *_UNCHANGED, "says_yes", "says_no", "empty")
_ORDER = (*_FIRST, *(word for word in _TESTS if word not in _FIRST))
"""The more telling word first. `opposite` is told only where it happens in both directions."""
