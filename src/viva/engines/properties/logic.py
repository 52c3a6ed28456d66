"""Start reading here: what a property is, and what it means. The numbers are those of the rules in the paper.

A property is a Python function with types: its parameters are universally quantified (rule 1). It returns True
(rule 2), False (rule 3), or one of the properties made by the functions below, which may hold further properties.
`results` of a property is the paper's Eval: the list of its results.

The story of exceptions: what tested code raises passes through everything here and reaches `examine`, which takes it
for a counterexample. So neither `~` nor `exists` can turn a crash into a success. `Unusable` is raised for what is no
property at all.

Four results are the paper's. `PASS` is ours: a success that a larger search could still overturn, because a universal
inside could not be walked whole. It never proves, and its negation is undefined rather than false. For the same reason
an `exists` over a universal asks for one value for which all results succeed, where rule 13 would take any of them.
"""

from __future__ import annotations

import enum
import functools
import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.enumeration import Product, Space, Value, arguments_of, space_of, total_within, values_of, write_value
from viva.engines.enumeration.spaces.classes import underlying
from viva.engines.enumeration.spaces.products import make_tuple, tuple_source
from viva.engines.properties.arguments.building import Broken, Refused, built

VALUES_FOR_A_WITNESS = 1000  # the paper's M, of rule 13


class Outcome(enum.Enum):
    SUC = "success"
    PASS = "success so far"
    REJ = "discarded"  # the premise of an implication does not hold
    UNDEF = "undefined"  # a search for a witness hit its limit
    CE = "counterexample"


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is tried: tests, arguments (discards included), values for a witness, values of a universal inside."""

    tests: int = 1000
    arguments: int = 100_000
    exists: int = VALUES_FOR_A_WITNESS
    inside: int = 100


@dataclass(frozen=True, slots=True)
class Tried:
    """One result: what came out, the labels, what inner variables stood for, and what there is to see. `unbuilt`: it
    came out while the arguments were built."""

    outcome: Outcome
    labels: tuple[str, ...] = ()
    bound: tuple[tuple[str, str], ...] = ()
    note: str = ""
    unbuilt: bool = False
    wanted: tuple[tuple[str, float], ...] = ()  # labels that so many of a hundred tests should have


SUCCESS = Tried(Outcome.SUC)
FAILURE = Tried(Outcome.CE)


class Unusable(Fault):
    """The property is none: it returned something that is neither True, False nor a property."""


class Property:
    """A property as a value. Combine them with `&`, `|` and `~`."""

    def results(self, limits: Limits) -> Iterator[Tried]:
        raise NotImplementedError

    def __and__(self, other: object) -> Property:
        return _Both(self, other)

    def __rand__(self, other: object) -> Property:
        return _Both(other, self)

    def __or__(self, other: object) -> Property:
        return _Either(self, other)

    def __ror__(self, other: object) -> Property:
        return _Either(other, self)

    def __invert__(self) -> Property:
        return _Not(self)

    def __bool__(self) -> bool:
        raise Unusable("a property is not True or False before it is tested", remedy="use &, | and ~ for and, or, not")


def results(thing: object, limits: Limits) -> Iterator[Tried]:
    """Eval: the results of anything that may be a property."""
    if thing is True:
        return iter((SUCCESS,))  # rule 2
    if thing is False:
        return iter((FAILURE,))  # rule 3
    if isinstance(thing, Property):
        return thing.results(limits)
    if callable(thing) and not isinstance(thing, type):
        if not inspect.signature(thing).parameters:
            return results(thing(), limits)  # rule 4: evaluate what was put off
        return ForAll(None, thing).results(limits)  # rule 1
    if type(thing).__module__ == "numpy" and type(thing).__name__.startswith("bool"):
        return results(bool(thing), limits)
    shown = write_value(thing)
    raise Unusable(
        f"the property returned {shown if len(shown) < 60 else shown[:57] + '…'}, which is neither True or False "
        "nor a property",
        remedy="return a comparison, or one of exists, implies, for_all, equal, …",
    )


def all_of(tried: Iterable[Tried]) -> Tried:
    """The conjunction of a list of results. Discarded ones count for nothing, unless there are no others."""
    labels: tuple[str, ...] = ()
    wanted: tuple[tuple[str, float], ...] = ()
    whole = Tried(Outcome.REJ)
    for each in tried:
        labels += each.labels
        wanted += each.wanted
        if each.outcome is Outcome.CE:
            return replace(each, labels=labels, wanted=wanted)
        if _RANK[each.outcome] > _RANK[whole.outcome]:
            whole = each
    return replace(whole, labels=labels, wanted=wanted)


# In a conjunction the weakest success counts, and a discarded result is the weakest statement of all.
_RANK = {Outcome.REJ: 0, Outcome.SUC: 1, Outcome.PASS: 2, Outcome.UNDEF: 3, Outcome.CE: 4}


@dataclass(frozen=True, eq=False)
class _Both(Property):
    left: object
    right: object

    def results(self, limits: Limits) -> Iterator[Tried]:
        yield all_of(all_of(results(side, limits)) for side in (self.left, self.right))


@dataclass(frozen=True, eq=False)
class _Either(Property):
    left: object
    right: object

    def results(self, limits: Limits) -> Iterator[Tried]:
        left = all_of(results(self.left, limits))
        if left.outcome in (Outcome.SUC, Outcome.PASS):
            yield left
            return
        right = all_of(results(self.right, limits))
        labels = left.labels + right.labels
        if right.outcome in (Outcome.SUC, Outcome.PASS):
            yield replace(right, labels=labels)
        elif Outcome.UNDEF in (left.outcome, right.outcome):
            yield Tried(Outcome.UNDEF, labels, note=left.note or right.note)
        elif Outcome.REJ in (left.outcome, right.outcome):
            yield replace(left if right.outcome is Outcome.REJ else right, labels=labels)
        else:
            note = " and ".join(note for note in (left.note, right.note) if note)
            yield Tried(Outcome.CE, labels, left.bound + right.bound, note)


@dataclass(frozen=True, eq=False)
class _Not(Property):
    inner: object

    def results(self, limits: Limits) -> Iterator[Tried]:
        tried = all_of(results(self.inner, limits))
        turned = {Outcome.SUC: Outcome.CE, Outcome.CE: Outcome.SUC, Outcome.PASS: Outcome.UNDEF}
        note = f"it should not hold that {tried.note}" if tried.note else ""
        yield Tried(turned.get(tried.outcome, tried.outcome), tried.labels, tried.bound, note)


@dataclass(frozen=True, eq=False)
class _Implies(Property):
    premise: bool
    conclusion: object

    def results(self, limits: Limits) -> Iterator[Tried]:
        if not self.premise:
            yield Tried(Outcome.REJ)  # rule 19
        else:
            yield from results(self.conclusion, limits)  # rule 18


def implies(premise: bool, conclusion: object) -> Property:
    """Discards the test where the premise does not hold. A conclusion that must not be computed then is written with
    a lambda: implies(x >= 0, lambda: sqrt(x) ** 2 == x)."""
    if not isinstance(premise, bool) and type(premise).__module__ != "numpy":
        raise Unusable(
            f"the premise of implies is {write_value(premise)}, not True or False", remedy="give a comparison first"
        )
    return _Implies(bool(premise), conclusion)


@dataclass(frozen=True, eq=False)
class _Label(Property):
    labels: tuple[str, ...]
    inner: object

    def results(self, limits: Limits) -> Iterator[Tried]:
        for tried in results(self.inner, limits):  # rules 20 to 22
            yield replace(tried, labels=self.labels + tried.labels)


def label(text: object, inner: object) -> Property:
    """Counts the tests that carry this label; any value will do. Changes nothing else."""
    return _Label((_text(text),), inner)


def classify(condition: bool, text: object, inner: object) -> Property:
    """Labels those tests for which the condition holds."""
    return _Label((_text(text),) if condition else (), inner)


@dataclass(frozen=True, eq=False)
class _Cover(Property):
    wanted: tuple[str, float]
    holds: bool
    inner: object

    def results(self, limits: Limits) -> Iterator[Tried]:
        own = (self.wanted[0],) if self.holds else ()
        for tried in results(self.inner, limits):
            yield replace(tried, labels=own + tried.labels, wanted=(self.wanted, *tried.wanted))


def cover(percent: float, condition: bool, text: object, inner: object) -> Property:
    """Labels those tests for which the condition holds, and remarks on it where they are fewer than so many of a
    hundred. Changes nothing else."""
    return _Cover((_text(text), float(percent)), bool(condition), inner)


def _text(value: object) -> str:
    return value if isinstance(value, str) else write_value(value)


@dataclass(frozen=True, eq=False)
class ForAll(Property):
    """A universal over given values (rule 23), or over the types of the predicate's parameters (rule 1)."""

    domains: tuple[object, ...] | None
    predicate: Callable[..., object]

    def space(self) -> Space:
        return _space(self.domains, self.predicate)

    def results(self, limits: Limits) -> Iterator[Tried]:
        space = self.space()
        whole = total_within(space, limits.inside) is not None
        names = parameter_names(self.predicate)
        if not space.inhabited:
            yield SUCCESS  # of nothing everything holds
        for n, i, values in islice(_each(space), None if whole else limits.inside):
            for tried in results(self.predicate(*values), limits):
                seen = replace(tried, bound=_bound(names, space, n, i) + tried.bound)
                yield seen if whole or seen.outcome is not Outcome.SUC else replace(seen, outcome=Outcome.PASS)


@dataclass(frozen=True, eq=False)
class _Exists(Property):
    domains: tuple[object, ...] | None
    predicate: Callable[..., object]

    def results(self, limits: Limits) -> Iterator[Tried]:
        space = _space(self.domains, self.predicate)
        sure = True
        for m, (_, _, values) in enumerate(_each(space)):  # rule 13
            if m == limits.exists:
                yield Tried(Outcome.UNDEF, note=f"no witness among the first {m:,} values that were tried")  # rule 15
                return
            tried = all_of(results(self.predicate(*values), limits))
            if tried.outcome in (Outcome.SUC, Outcome.PASS):
                yield tried  # rule 16
                return
            sure = sure and tried.outcome is not Outcome.UNDEF  # rule 17 goes on
        if sure and space.finite:
            yield Tried(Outcome.CE, note="there is no such value")  # rule 14
        else:
            yield Tried(Outcome.UNDEF, note="no witness was found, and some values could not be decided")


@dataclass(frozen=True, eq=False)
class _ExistsUnique(Property):
    domains: tuple[object, ...] | None
    predicate: Callable[..., object]

    def results(self, limits: Limits) -> Iterator[Tried]:
        space = _space(self.domains, self.predicate)
        found: list[str] = []
        sure = True
        for m, (n, i, values) in enumerate(_each(space)):
            if m == limits.exists:
                yield Tried(Outcome.UNDEF, note=f"{len(found)} found among the first {m:,} values that were tried")
                return
            tried = all_of(results(self.predicate(*values), limits))
            if tried.outcome in (Outcome.SUC, Outcome.PASS):
                found.append(_arguments_source(space, n, i))
                sure = sure and tried.outcome is Outcome.SUC
            sure = sure and tried.outcome is not Outcome.UNDEF
            if len(found) == 2 and sure:
                yield Tried(Outcome.CE, note=f"there are two: {found[0]} and {found[1]}")
                return
        if not sure or not space.finite:
            yield Tried(Outcome.UNDEF, note="some values could not be decided")
        else:
            yield SUCCESS if found else Tried(Outcome.CE, note="there is no such value")


def exists(*domain_and_predicate: object) -> Property:
    """There is a value for which the predicate holds: exists(Day, lambda d: tomorrow(day) == d).

    The domain is a type, a space or some values; several domains go with several parameters. A predicate whose
    parameters have types needs no domain.
    """
    return _Exists(*_quantified(domain_and_predicate))


def exists_unique(*domain_and_predicate: object) -> Property:
    """There is exactly one value for which the predicate holds."""
    return _ExistsUnique(*_quantified(domain_and_predicate))


def for_all(*domain_and_predicate: object) -> Any:
    """The paper's For: the predicate holds for these values. for_all(range(16), prop_fib), or as a decorator:
    @for_all(range(16)). Types and spaces will do too."""
    if not any(_is_predicate(each) for each in domain_and_predicate):
        return lambda predicate: for_all(*domain_and_predicate, predicate)
    return ForAll(*_quantified(domain_and_predicate))


def _quantified(given: Sequence[object]) -> tuple[tuple[object, ...] | None, Callable[..., object]]:
    predicates = [each for each in given if _is_predicate(each)]
    if len(predicates) != 1:
        raise Unusable("a quantifier needs one predicate", remedy="write exists(int, lambda n: n * n == x)")
    predicate = predicates[0]
    assert callable(predicate)
    domains = tuple(each for each in given if each is not predicate)
    return domains or None, predicate


def _is_predicate(thing: object) -> bool:
    return inspect.isroutine(thing) or isinstance(thing, functools.partial)


def parameter_names(function: Callable[..., object]) -> list[str]:
    return list(inspect.signature(function).parameters)


def _space(domains: tuple[object, ...] | None, predicate: Callable[..., object]) -> Space:
    """The space of the arguments, as tuples."""
    names = parameter_names(predicate)
    if domains is None:
        return _annotated(predicate)
    if len(domains) != len(names):
        raise Unusable(
            f"the predicate takes {len(names)} values, and there are {len(domains)} domains", remedy="give one for each"
        )
    parts = [domain_space(each) for each in domains]
    return Product("arguments", parts, make_tuple, tuple_source, cost=0, frozen=True)


@functools.lru_cache(maxsize=256)
def _typed(annotation: object) -> Space:
    return space_of(annotation)


def domain_space(domain: object) -> Space:
    """The space of a type, or of given values."""
    if isinstance(domain, Space):
        return domain
    if isinstance(domain, Iterable) and not isinstance(domain, type | enum.EnumMeta) and not hasattr(
        domain, "__origin__"
    ):  # fmt: skip
        return values_of(list(domain))
    return _typed(domain)


_ANNOTATED: dict[object, Space] = {}


def _annotated(predicate: Callable[..., object]) -> Space:
    """The space of a predicate's own types; found once for each place in the program and each set of types there: a
    function inside another may have types that depend on the arguments of that one."""
    types = types_of(predicate)
    if any(isinstance(each, str) for each in types.values()):  # what a text means may depend on variables around it
        return arguments_of(predicate, types, {})
    place = getattr(predicate, "__code__", predicate), tuple(types.items())
    try:
        if place not in _ANNOTATED:
            _ANNOTATED[place] = arguments_of(predicate, types, {})
        return _ANNOTATED[place]
    except TypeError:  # a type that cannot be hashed
        return arguments_of(predicate, types, {})


def types_of(function: Callable[..., object], skipped: int = 0) -> dict[str, object]:
    """The types of the parameters, without the first `skipped`; one without a type is a fault that names it."""
    types = getattr(underlying(function), "__annotations__", {})
    found: dict[str, object] = {}
    for parameter in list(inspect.signature(function).parameters.values())[skipped:]:
        if parameter.name not in types:
            raise Fault(
                f"the parameter {parameter.name!r} has no type",
                remedy=f"annotate it, for instance {parameter.name}: int, or give it a space",
            )
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            raise Fault(f"the parameter {parameter} stands for any number of arguments", remedy="give it a list type")
        found[parameter.name] = types[parameter.name]
    return found


def _each(space: Space) -> Iterator[tuple[int, int, Sequence[Value]]]:
    """All values with their places, as many as were counted; those that a class refuses are none."""
    for n in space.sizes():
        place = -1
        for place, code in enumerate(space.walk(n)):
            values = built(space, code)
            if not isinstance(values, Refused):
                yield n, place, values
        if place + 1 != space.card(n):
            raise Broken(f"{place + 1} values of {space.name} were listed, and {space.card(n)} counted")


def _bound(names: Sequence[str], space: Space, n: int, i: int) -> tuple[tuple[str, str], ...]:
    code = space.at(n, i)
    return tuple((name, part.source(c)) for name, part, c in zip(names, space.parts, code, strict=True))


def _arguments_source(space: Space, n: int, i: int) -> str:
    shown = [part.source(code) for part, code in zip(space.parts, space.at(n, i), strict=True)]
    return shown[0] if len(shown) == 1 else f"({', '.join(shown)})"
