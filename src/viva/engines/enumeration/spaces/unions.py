"""No value twice: unions whose members overlap, and what may be a member of a set or a key.

Two values are the same if they have the same type and the same contents: `True` and `1` are two values of
`bool | int`, and so are `0.0` and `-0.0` of `float`. In a set, as a key and as the argument of a function Python's own
equality decides, so there a space is replaced by one in which no two values are equal (`distinct`).
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from viva.core.fault import Fault
from viva.engines.enumeration.space import Space, Value, total_within
from viva.engines.enumeration.spaces.choice import Choice
from viva.engines.enumeration.spaces.functions import Exceptions, Tables
from viva.engines.enumeration.spaces.mapped import Mapped, Open
from viva.engines.enumeration.spaces.numbers import Floats, Integers
from viva.engines.enumeration.spaces.products import Product
from viva.engines.enumeration.spaces.sequences import Bytes, Items, Letters, Row, Texts
from viva.engines.enumeration.spaces.subsets import Nonempty, Subsets
from viva.engines.enumeration.spaces.sums import Sum
from viva.engines.enumeration.writing import write_value

_NUMBERS = (int, float, complex, Fraction, Decimal)


def normalise(root: Space) -> None:
    """Makes the alternatives of every union in the graph disjoint, and the members of every set distinct."""
    for space in root.graph():
        if isinstance(space, Sum):
            space.parts = _disjoint(_flat(space), space.name)
    for space in root.graph():
        if isinstance(space, Subsets):
            _refuse_unhashable(space.keys, space.name)
            space.parts[0] = distinct(space.keys)


def _flat(space: Sum, around: tuple[Space, ...] = ()) -> list[Space]:
    parts: dict[Space, None] = {}
    for part in space.parts:
        if isinstance(part, Sum) and part is not space and part not in around:
            parts |= dict.fromkeys(_flat(part, (*around, space)))
        else:
            parts[part] = None
    return list(parts)


def _disjoint(parts: Sequence[Space], name: str) -> list[Space]:
    """The same values in alternatives of which no two have one in common.

    First those go that lie within another one, and only then what two have in common is taken from the second: the
    first must not go after that, with the only copy.
    """
    kept: list[Space] = []
    for part in _widest(_one_choice(parts)):
        mine = part
        for other in list(kept):
            word = relation(mine, other, {})
            if word == "within":
                break
            if word == "contains":
                kept.remove(other)
            elif word == "overlap":
                mine = _apart(mine, other, kept, name)
        else:
            kept.append(mine)
    return kept


def _widest(parts: Sequence[Space]) -> list[Space]:
    kept: list[Space] = []
    for part in parts:
        words = [relation(part, other, {}) for other in kept]
        if "within" not in words:
            kept = [other for other, word in zip(kept, words, strict=True) if word != "contains"] + [part]
    return kept


def _one_choice(parts: Sequence[Space]) -> list[Space]:
    """All finite choices as one, each member once, without those that another alternative has."""
    choices = [part for part in parts if type(part) is Choice]
    if not choices:
        return list(parts)
    others = [part for part in parts if type(part) is not Choice]
    members: dict[object, tuple[Value, str]] = {}
    for choice in choices:
        for code, value in enumerate(choice.members):
            if not any(_holds(other, value) for other in others):
                members.setdefault((type(value), write_value(value)), (value, choice.source(code)))
    if len(choices) == 1 and len(members) == len(choices[0].members):
        return list(parts)
    merged = Choice(
        " | ".join(choice.name for choice in choices),
        [value for value, _ in members.values()],
        [source for _, source in members.values()],
        min(choice.offset for choice in choices),
    )
    place = next(place for place, part in enumerate(parts) if type(part) is Choice)
    before = [part for part in parts[:place] if type(part) is not Choice]
    return [*before, *([merged] if members else []), *(part for part in others if part not in before)]


def _holds(space: Space, value: Value) -> bool:
    match space:
        case Integers():
            return type(value) is int and space.holds(value)
        case Floats():
            return type(value) is float and space.rank(value) is not None
        case Bytes():
            return type(value) is bytes
        case Texts():
            return type(value) is str and space.rank(value) is not None
        case _:
            return False


def _apart(mine: Space, other: Space, kept: list[Space], name: str) -> Space:
    """A part of `mine` that has nothing in common with `other`, where there is a simple one."""
    if isinstance(mine, Integers) and isinstance(other, Integers):
        kept.remove(other)
        lows, highs = (mine.lo, other.lo), (mine.hi, other.hi)
        lo = None if None in lows else min(low for low in lows if low is not None)
        hi = None if None in highs else max(high for high in highs if high is not None)
        return Integers(lo, hi)
    if isinstance(mine, Floats) and isinstance(other, Floats):
        kept.remove(other)
        return Floats()
    if isinstance(mine, Items | Subsets | Nonempty):
        inner = mine.inner if isinstance(mine, Nonempty) else mine
        second = other.inner if isinstance(other, Nonempty) else other
        if any(relation(a, b, {}) == "disjoint" for a, b in zip(inner.parts, second.parts, strict=True)):
            return Nonempty(inner)
    raise Fault(
        f"the alternatives {mine.name} and {other.name} of {name} have values in common",
        remedy="put them together into one type, for instance list[int | str] instead of list[int] | list[str | int]",
    )


def relation(a: Space, b: Space, assumed: dict[tuple[Space, Space], str]) -> str:
    """How the values of two spaces relate: "disjoint", "within" (all of a are of b), "contains" or "overlap".

    Pairs met again on the way are taken to be what they were assumed to be: a value is finite, so somewhere below
    the assumption is settled.
    """
    if a is b or (a, b) in assumed:
        return "within"
    assumed = assumed | {(a, b): "within"}
    match a, b:
        case (Nonempty(), _):
            return _after(relation(a.inner, b, assumed), "overlap")
        case (_, Nonempty()):
            return _after(relation(a, b.inner, assumed), "overlap")
        case (Integers(), Integers()):
            return _ranges(a, b)
        case (Floats(), Floats()):
            return "contains" if (a.lo, a.hi) == (None, None) else (
                "within" if (b.lo, b.hi) in ((None, None), (a.lo, a.hi)) else "overlap"
            )  # fmt: skip
        case (Letters(), Letters()) | (Bytes(), Bytes()):
            return "within"
        case (Texts(), Texts()) if type(a) is type(b):
            return "within" if a.name == b.name else "overlap"
        case (Open(), _) if not isinstance(b, Sum):
            return relation(a.inner, b, assumed)
        case (_, Open()):
            return relation(a, b.inner, assumed)
        case (Mapped(), Mapped()):
            # What two functions make is taken for different values: one may then come twice, but none is left out.
            return relation(a.inner, b.inner, assumed) if a.make is b.make else "disjoint"
        case (Choice(), _) | (_, Choice()):
            return _finite(a, b)
        case (Items(), Items()) if a.make is b.make:
            inner = relation(a.item, b.item, assumed)
            return inner if inner in ("within", "contains") else "overlap"
        case (Subsets(), Subsets()) if a.kind == b.kind:
            return _sets(a, b, _together([relation(x, y, assumed) for x, y in zip(a.parts, b.parts, strict=True)]))
        case (Product(), Product()) if a.kind == b.kind and len(a.parts) == len(b.parts):
            return _together([relation(x, y, assumed) for x, y in zip(a.parts, b.parts, strict=True)])
        case (Product(), Items()) if b.make is tuple and a.is_tuple:
            return _together([relation(x, b.item, assumed) for x in a.parts], strict=True)
        case (Items(), Product()):
            return {"within": "contains", "contains": "within"}.get(word := relation(b, a, {}), word)
        case (Sum(), _):
            return _of_alternatives([relation(x, b, assumed) for x in a.parts])
        case (_, Sum()):
            words = [relation(a, y, assumed) for y in b.parts]
            return "within" if "within" in words else "disjoint" if set(words) == {"disjoint"} else "overlap"
        case (Exceptions() | Tables(), Exceptions() | Tables()):
            return "within" if a.name == b.name else "disjoint"
        case _:
            return "disjoint"


def _sets(a: Subsets, b: Subsets, inner: str) -> str:
    """The relation of sets, from that of their members: also the numbers of members must fit."""
    if (a.most is not None and a.most < b.fewest) or (b.most is not None and b.most < a.fewest):
        return "disjoint"
    if inner == "disjoint":
        return "disjoint" if a.fewest or b.fewest else "overlap"  # the empty one
    if inner == "within" and b.fewest <= a.fewest and (b.most is None or (a.most is not None and a.most <= b.most)):
        return "within"
    if inner == "contains" and a.fewest <= b.fewest and (a.most is None or (b.most is not None and b.most <= a.most)):
        return "contains"
    return "overlap"


def _after(word: str, instead: str) -> str:
    return word if word in ("disjoint", "within") else instead


def _ranges(a: Integers, b: Integers) -> str:
    if (b.lo is None or (a.lo is not None and a.lo >= b.lo)) and (
        b.hi is None or (a.hi is not None and a.hi <= b.hi)
    ):  # fmt: skip
        return "within"
    if (a.lo is None or (b.lo is not None and b.lo >= a.lo)) and (
        a.hi is None or (b.hi is not None and b.hi <= a.hi)
    ):  # fmt: skip
        return "contains"
    apart = (a.hi is not None and b.lo is not None and a.hi < b.lo) or (
        b.hi is not None and a.lo is not None and b.hi < a.lo
    )  # fmt: skip
    return "disjoint" if apart else "overlap"


def _finite(a: Space, b: Space) -> str:
    if isinstance(a, Choice) and isinstance(b, Choice):
        mine = {(type(value), write_value(value)) for value in a.members}
        yours = {(type(value), write_value(value)) for value in b.members}
        if not mine & yours:
            return "disjoint"
        return "within" if mine <= yours else "contains" if yours <= mine else "overlap"
    choice, other, word = (a, b, "within") if isinstance(a, Choice) else (b, a, "contains")
    assert isinstance(choice, Choice)
    if isinstance(other, Sum):
        held = [any(_member(part, value) for part in other.parts) for value in choice.members]
    else:
        held = [_member(other, value) for value in choice.members]
    return word if all(held) else "overlap" if any(held) else "disjoint"


def _member(space: Space, value: Value) -> bool:
    if isinstance(space, Choice) and not isinstance(space, Letters):
        return any(type(each) is type(value) and write_value(each) == write_value(value) for each in space.members)
    return _holds(space, value)


def _together(words: Sequence[str], strict: bool = False) -> str:
    """The relation of tuples, from that of their places."""
    if "disjoint" in words:
        return "disjoint"
    if all(word == "within" for word in words):
        return "within"
    if all(word in ("within", "contains") for word in words) and not strict:
        # equal places count as contained either way, but we only know "within": be careful
        return "contains" if all(word == "contains" for word in words) else "overlap"
    return "overlap"


def _of_alternatives(words: Sequence[str]) -> str:
    if all(word == "within" for word in words):
        return "within"
    if all(word == "disjoint" for word in words):
        return "disjoint"
    return "contains" if "contains" in words else "overlap"


def _refuse_unhashable(keys: Space, name: str) -> None:
    for space in _members(keys):
        lists = isinstance(space, Items) and space.make is not tuple
        if lists or (isinstance(space, Subsets) and not space.frozen) or not space.hashable:
            raise Fault(
                f"values of {space.name} cannot be members or keys in {name}, because they have no hash",
                remedy="use tuple, frozenset or a frozen dataclass there",
            )


def _members(keys: Space) -> list[Space]:
    """The spaces whose hash is needed for that of a key: not what a function takes or gives."""
    met: dict[Space, None] = {}
    waiting = [keys]
    while waiting:
        space = waiting.pop()
        if space not in met and not isinstance(space, Exceptions | Tables):
            met[space] = None
            waiting.extend(space.parts)
    return list(met)


def distinct(root: Space) -> Space:
    """The space in which no two values are equal for Python; the space itself where that is so already."""
    members = _members(root)
    if not any(isinstance(space, Floats | Sum) or _is_enumerated(space) for space in members):
        return root
    replaced: dict[Space, Space] = {}
    return _distinct(root, replaced)


def _is_enumerated(space: Space) -> bool:
    return type(space) is Choice and len(space.members) > 1


def _distinct(space: Space, replaced: dict[Space, Space]) -> Space:
    if space in replaced:
        return replaced[space]
    if isinstance(space, Floats):
        replaced[space] = Floats(space.lo, space.hi, space.name, distinct=True)
        return replaced[space]
    if type(space) is Choice:
        replaced[space] = _distinct_choice(space)
        return replaced[space]
    if not space.parts or (isinstance(space, Row) and not isinstance(space, Items)) or space.is_function:
        return space
    copy = space.copied()
    replaced[space] = copy
    copy.parts = [_distinct(part, replaced) for part in space.parts]
    if isinstance(copy, Sum):
        copy.parts = _each_number_once(_small_ones_listed(copy.parts, copy.name))
    return copy


def _distinct_choice(choice: Choice) -> Choice:
    """The first of equal members; what is not equal to itself, such as nan, is left out."""
    codes: list[int] = []
    for code, value in enumerate(choice.members):
        itself = value == value  # noqa: PLR0124 - nan is not
        if itself and not any(value == choice.members[other] for other in codes):
            codes.append(code)
    if len(codes) == len(choice.members):
        return choice
    return Choice(
        choice.name, [choice.members[code] for code in codes], [choice.source(code) for code in codes], choice.offset
    )


_LISTED = 10_000


def _small_ones_listed(parts: Sequence[Space], name: str) -> list[Space]:
    """All small finite alternatives as one list of values, the first of equal ones: True is 1, and (True,) is (1,).

    What people's own classes make is not made here, and left as it is: values of two classes are two values.
    """
    small = [part for part in parts if _is_listed(part)]
    if len(small) < 2:
        return list(parts)
    first: dict[Value, str] = {}
    for part in small:
        for n in part.sizes():
            for code in part.walk(n):
                first.setdefault(part.build(code), part.source(code))
    listed = Choice(name, list(first), list(first.values()))
    place = parts.index(small[0])
    return [*parts[:place], listed, *(part for part in parts[place:] if part not in small)]


def _is_listed(part: Space) -> bool:
    own = any(isinstance(each, Product) and not each.is_tuple for each in part.graph())
    return not own and part.finite and total_within(part, _LISTED) is not None


def _each_number_once(parts: Sequence[Space]) -> list[Space]:
    """1 == 1.0 == True: no number in two alternatives. Of the kinds without an end that cannot be told apart number by
    number only the first is kept; none of them is ever walked whole."""
    integers = [part for part in parts if isinstance(part, Integers)]
    others = [part for part in parts if isinstance(part, Floats) or part.name in _EXACT]
    dropped = set(others[1:])
    if others and others[0].name in _EXACT:
        # It has every integer. Integers without an end come first all the same: they are the plainer values.
        endless = any(each.lo is None or each.hi is None for each in integers)
        dropped |= {others[0]} if endless else set(integers)
    kept: list[Space] = []
    for part in parts:
        if part in dropped:
            continue
        if isinstance(part, Floats) and integers:
            kept.append(Floats(part.lo, part.hi, part.name, distinct=True, without=integers))
        elif type(part) is Choice:
            kept += _without_numbers_of(part, [each for each in (*integers, *others) if each not in dropped])
        else:
            kept.append(part)
    return kept


def _without_numbers_of(choice: Choice, others: Sequence[Space]) -> list[Space]:
    """The choice without what equals a number of the others."""
    codes = [
        code for code, value in enumerate(choice.members)
        if not (_is_number(value) and any(_has_equal(other, value) for other in others))
    ]  # fmt: skip
    if len(codes) == len(choice.members):
        return [choice]
    sources = [choice.source(code) for code in codes]
    return [Choice(choice.name, [choice.members[code] for code in codes], sources)] if codes else []


def _has_equal(space: Space, value: Value) -> bool:
    if not isinstance(space, Integers):
        return True
    try:
        return value == int(value) and space.holds(int(value))
    except (ValueError, OverflowError, TypeError):  # nan, infinity, a complex number
        return False


_EXACT = {"Fraction", "Decimal", "complex"}


def _is_number(value: Value) -> bool:
    return isinstance(value, _NUMBERS) and not (isinstance(value, enum.Enum) and not isinstance(value, int))
