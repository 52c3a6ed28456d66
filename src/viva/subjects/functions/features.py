"""What can be said of an input in a few words, and which of it tells failing inputs from the others.

A feature holds no literal of any input, so it may stand in a hint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from viva.core.texts import catalogue
from viva.subjects.functions.model import Arguments, Task
from viva.subjects.functions.shapes import Either, Fixed, Many, Plain, Shape, Table

_TEXTS = catalogue(__package__)

_FEW = 3  # failing inputs below which nothing general is said of them

Test = Callable[[Arguments], bool]


@dataclass(frozen=True, slots=True)
class Feature:
    text: str
    holds: Test


@dataclass(frozen=True, slots=True)
class Condition:
    """`exactly`: it holds for all failing inputs and for no other. `only`: for all failing ones, and some others."""

    text: str
    strength: str
    covers: int


def features(task: Task) -> list[Feature]:
    """All features of the inputs of a task, the plainest first."""
    found: list[Feature] = []
    names = [_noun(task, position) for position in range(len(task.parameters))]
    for position, parameter in enumerate(task.parameters):
        for key, test in _of(parameter.shape):
            found.append(Feature(_TEXTS.say(f"feature_{key}", name=names[position]), _at(position, test)))
    for first, second in combinations(range(len(task.parameters)), 2):
        for key, pair in _of_two(task.parameters[first].shape, task.parameters[second].shape):
            text = _TEXTS.say(f"feature_{key}", name=names[first], other=names[second])
            found.append(Feature(text, _both(first, second, pair)))
    return found


def condition(task: Task, failing: Sequence[Arguments], passing: Sequence[Arguments]) -> Condition | None:
    """What the failing inputs have in common and the others, at best, have not; None if nothing tells them apart."""
    if not failing or not passing:
        return None
    known = [
        (feature, [feature.holds(item) for item in failing], [feature.holds(item) for item in passing])
        for feature in features(task)
    ]
    common = [(feature, sum(others)) for feature, bad, others in known if all(bad)]
    exact = [feature for feature, others in common if others == 0]
    if exact:
        return Condition(exact[0].text, "exactly", len(failing))
    candidates = [(feature, others) for feature, bad, others in known if all(bad) and sum(others) < len(passing)]
    for (one, first), (two, second) in combinations(candidates, 2):
        if not any(a and b for a, b in zip(first, second, strict=True)):
            return Condition(_TEXTS.say("feature_and", first=one.text, second=two.text), "exactly", len(failing))
    sufficient = [
        (sum(bad), -position, feature)
        for position, (feature, bad, others) in enumerate(known)
        if not any(others) and sum(bad) * 2 >= len(failing) and sum(bad) >= _FEW
    ]
    if sufficient:
        covers, _, feature = max(sufficient, key=lambda item: item[:2])
        return Condition(feature.text, "whenever", covers)
    telling = [(others, position, feature) for position, (feature, others) in enumerate(common)]
    telling = [item for item in telling if item[0] * 4 <= len(passing)]
    if telling and len(failing) >= _FEW:
        return Condition(min(telling, key=lambda item: item[:2])[2].text, "only", len(failing))
    return None


def _noun(task: Task, position: int) -> str:
    parameter = task.parameters[position]
    if len(task.parameters) > 1:
        return f"`{parameter.name}`"
    return _TEXTS.say(f"noun_{_kind(parameter.shape)}")


def _kind(shape: Shape) -> str:
    match shape:
        case Plain("int" | "float"):
            return "number"
        case Plain("str"):
            return "text"
        case Many("list" | "set" | "tuple" as kind) | Plain("bool" as kind):
            return kind
        case Table():
            return "dict"
    return "argument"


def _at(position: int, test: Callable[[object], bool]) -> Test:
    return lambda arguments: _safely(test, arguments[position])


def _both(first: int, second: int, test: Callable[[object, object], bool]) -> Test:
    return lambda arguments: _safely(test, arguments[first], arguments[second])


def _safely(test: Callable[..., bool], *values: object) -> bool:
    try:
        return bool(test(*values))
    except (TypeError, ValueError, IndexError, AttributeError):
        return False


One = tuple[str, Callable[..., bool]]


def _of(shape: Shape) -> Iterator[One]:
    match shape:
        case Plain("int"):
            yield ("zero", lambda n: n == 0)
            yield ("negative", lambda n: n < 0)
            yield ("positive", lambda n: n > 0)
            yield ("one", lambda n: n == 1)
            yield ("even", lambda n: n % 2 == 0)
            yield ("odd", lambda n: n % 2 == 1)
            yield ("one_digit", lambda n: 0 <= n <= 9)
            yield ("several_digits", lambda n: n > 9)
            yield ("round", lambda n: n != 0 and n % 10 == 0)
        case Plain("float"):
            yield ("zero", lambda n: n == 0)
            yield ("negative", lambda n: n < 0)
            yield ("positive", lambda n: n > 0)
            yield ("fraction", lambda n: n != int(n))
        case Plain("str"):
            yield from _lengths()
            yield ("blank", lambda s: " " in s)
            yield ("upper", lambda s: any(c.isupper() for c in s))
            yield ("no_lower", lambda s: not any(c.islower() for c in s))
            yield ("digit", lambda s: any(c.isdigit() for c in s))
            yield ("no_letter", lambda s: not any(c.isalpha() for c in s))
            yield ("sign", lambda s: any(not c.isalnum() and not c.isspace() for c in s))
            yield ("letter_twice", lambda s: len(set(s)) < len(s))
            yield ("neighbours_equal", lambda s: any(a == b for a, b in pairwise(s)))
            yield ("palindrome", lambda s: s == s[::-1] and len(s) > 1)
        case Many("list" | "tuple", element):
            yield from _lengths()
            yield from _of_elements(element)
        case Many() | Table():
            yield from _lengths()
        case Fixed(parts) if len(parts) == 2:
            yield ("parts_equal", lambda pair: pair[0] == pair[1])
        case Plain("bool"):
            yield ("true", lambda value: value is True)
            yield ("false", lambda value: value is False)
        case Either(alternatives):
            if Plain("none") in alternatives:
                yield ("none", lambda value: value is None)


def _lengths() -> Iterator[One]:
    yield ("empty", lambda items: len(items) == 0)
    yield ("single", lambda items: len(items) == 1)
    yield ("several", lambda items: len(items) > 1)
    yield ("even_length", lambda items: len(items) > 0 and len(items) % 2 == 0)
    yield ("odd_length", lambda items: len(items) % 2 == 1)


def _of_elements(element: Shape) -> Iterator[One]:
    yield ("twice", lambda items: any(item in items[:place] for place, item in enumerate(items)))
    yield ("neighbours_equal", lambda items: any(a == b for a, b in pairwise(items)))
    yield ("all_equal", lambda items: len(items) > 1 and all(item == items[0] for item in items))
    if isinstance(element, Plain) and element.kind in ("int", "float"):
        yield ("all_negative", lambda items: bool(items) and all(item < 0 for item in items))
        yield ("some_negative", lambda items: any(item < 0 for item in items))
        yield ("all_positive", lambda items: bool(items) and all(item > 0 for item in items))
        yield ("some_zero", lambda items: any(item == 0 for item in items))
        yield ("rising", lambda items: len(items) > 1 and all(a <= b for a, b in pairwise(items)))
        yield ("falling", lambda items: len(items) > 1 and all(a >= b for a, b in pairwise(items)))
        yield ("largest_first", lambda items: len(items) > 1 and items[0] == max(items))
        yield ("largest_last", lambda items: len(items) > 1 and items[-1] == max(items))
        yield ("smallest_first", lambda items: len(items) > 1 and items[0] == min(items))
        yield ("smallest_last", lambda items: len(items) > 1 and items[-1] == min(items))
    if isinstance(element, Plain) and element.kind == "str":
        yield ("some_empty", lambda items: any(item == "" for item in items))
    if isinstance(element, Many | Table):
        yield ("some_empty", lambda items: any(len(item) == 0 for item in items))


def _of_two(first: Shape, second: Shape) -> Iterator[tuple[str, Callable[[object, object], bool]]]:
    one, two = _kind(first), _kind(second)
    if one == two:
        yield ("equal", lambda a, b: a == b)
    if one == two == "number":
        yield ("less", lambda a, b: a < b)  # type: ignore[operator]
        yield ("greater", lambda a, b: a > b)  # type: ignore[operator]
        yield ("multiple", lambda a, b: b != 0 and a % b == 0)  # type: ignore[operator]
    if one == two and one in ("list", "text", "tuple"):
        yield ("shorter", lambda a, b: len(a) < len(b))  # type: ignore[arg-type]
        yield ("longer", lambda a, b: len(a) > len(b))  # type: ignore[arg-type]
    if one == "list" and two in ("number", "text"):
        yield ("contains", lambda a, b: b in a)  # type: ignore[operator]
        yield ("lacks", lambda a, b: b not in a)  # type: ignore[operator]
    if two == "list" and one in ("number", "text"):
        yield ("contained", lambda a, b: a in b)  # type: ignore[operator]
    if one in ("list", "text") and two == "number":
        yield ("beyond", lambda a, b: b >= len(a))  # type: ignore[operator, arg-type]
        yield ("length", lambda a, b: b == len(a))  # type: ignore[arg-type]
