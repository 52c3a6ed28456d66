"""From an annotation to its space: the types of Python, as they are written.

Annotations are read here and not by `typing.get_type_hints`, because that resolves no alias that mentions itself,
and because a string or a forward reference belongs to the module in which it stands.
"""

from __future__ import annotations

import collections
import collections.abc
import sys
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from typing import Annotated, Any, ForwardRef, Literal, TypeVar, Union, get_args, get_origin

from viva.core.fault import Fault
from viva.engines.enumeration.bounds import apply_bounds, is_known_note
from viva.engines.enumeration.hierarchies import subclasses
from viva.engines.enumeration.scope import Scope, evaluate_annotation, show_annotation, unsupported_type
from viva.engines.enumeration.space import Space, Value, total_within
from viva.engines.enumeration.spaces import atoms, classes
from viva.engines.enumeration.spaces.choice import Choice
from viva.engines.enumeration.spaces.collections import MADE_OF
from viva.engines.enumeration.spaces.functions import LARGEST_TABLE, NAMED, Exceptions, Tables
from viva.engines.enumeration.spaces.mapped import Mapped, Open
from viva.engines.enumeration.spaces.numbers import Integers
from viva.engines.enumeration.spaces.products import Product, make_tuple, tuple_source
from viva.engines.enumeration.spaces.sequences import Items
from viva.engines.enumeration.spaces.subsets import Subsets
from viva.engines.enumeration.spaces.sums import Sum
from viva.engines.enumeration.spaces.unions import distinct, normalise

_DEEPEST = 100


@dataclass(slots=True)
class Reader:
    """Reads the annotations of one graph: each type is read once, and found again where it mentions itself."""

    types: Mapping[str, object]  # what type variables stand for, by name
    known: dict[object, Space] = field(default_factory=dict)
    reading: list[object] = field(default_factory=list)  # the keys of what is being read, the innermost last
    remarks: dict[str, None] = field(default_factory=dict)  # what was decided that nobody wrote

    def read(self, annotation: object, scope: Scope) -> Space:
        if isinstance(annotation, Space):
            return annotation
        if isinstance(annotation, str | ForwardRef):
            return self.read(evaluate_annotation(annotation, scope), scope)
        key = scope.key(annotation)
        try:
            if key in self.known:
                return self.known[key]
        except TypeError:  # an annotation that cannot be hashed is read again
            key = object()
        self.reading.append(key)
        if len(self.reading) > _DEEPEST:
            raise Fault(
                f"the type {show_annotation(annotation)} grows without end while it is read",
                remedy="let a generic class mention itself with the same arguments only",
            )
        space = self._read(annotation, scope, key)
        self.reading.pop()
        self.known[key] = space
        return space

    def _read(self, annotation: object, scope: Scope, key: object) -> Space:
        own = classes.registered_space(self, annotation, key)
        if own is not None:
            return own
        simple = self._simple(annotation)
        if simple is not None:
            return simple
        if isinstance(annotation, TypeVar):
            return self._variable(annotation, scope)
        if isinstance(annotation, InitVar):
            return self.read(annotation.type, scope)
        if isinstance(annotation, typing.NewType):
            return self.read(annotation.__supertype__, scope)
        alias = get_origin(annotation) or annotation
        if hasattr(alias, "__value__") and not isinstance(alias, type):  # `type X[T] = …`
            return self._alias(alias, get_args(annotation), scope, key)
        if annotation is typing.Self and scope.owner is not None:
            return classes.itself(self, scope)
        origin, arguments = get_origin(annotation), get_args(annotation)
        if origin is Annotated:
            own = next((note for note in arguments[1:] if isinstance(note, Space)), None)
            for note in arguments[1:]:
                if not is_known_note(note):
                    self.remarks[f"the note {_cut(repr(note))} on {show_annotation(arguments[0])} is not used"] = None
            return own or apply_bounds(self.read(arguments[0], scope), arguments[1:])
        if origin is Literal:
            return atoms.literal(arguments)
        if origin in (Union, types.UnionType):
            return self._union(annotation, arguments, scope, key)
        if origin in (typing.Required, typing.NotRequired, typing.Final, typing.ClassVar):
            return self.read(arguments[0], scope)
        kind = origin or annotation
        if origin is type:
            return self._types(annotation, arguments)
        example = _example(kind)
        if example is not None and not hasattr(annotation, "__args__"):
            raise unsupported_type(annotation, f"say what is in it, for instance {example}")
        if any(getattr(each, "__unpacked__", False) or get_origin(each) is typing.Unpack for each in arguments):
            raise unsupported_type(annotation, "write tuple[int, ...], or a type for each place")
        if origin is tuple:
            return self._tuple(annotation, arguments, scope, key)
        if origin is collections.abc.Callable:
            return self._function(annotation, arguments, scope)
        if example is not None:
            if len(arguments) != example.count(",") + 1:
                raise unsupported_type(annotation, f"write it like {example}")
            return self._container(origin, annotation, arguments, scope, key)
        return classes.class_space(self, annotation, scope, key)

    def _alias(self, alias: object, arguments: Sequence[object], scope: Scope, key: object) -> Space:
        """What an alias stands for: read with its own type variables, where it was defined."""
        if key in self.known:
            return self.known[key]
        variables = getattr(alias, "__type_params__", ())
        if arguments and len(arguments) != len(variables):
            raise unsupported_type(alias, f"give it {len(variables)} types")
        own = {each: self.read(given, scope) for each, given in zip(variables, arguments, strict=False)}
        module = vars(sys.modules.get(getattr(alias, "__module__", ""), typing))
        inner = Scope({**module, **scope.names}, {**scope.variables, **own}, scope.owner)
        return self.read(getattr(alias, "__value__"), inner)  # noqa: B009 - it has one, as was asked before

    def _types(self, annotation: object, arguments: Sequence[object]) -> Space:
        """Classes as values: the class itself and those that extend it."""
        of = arguments[0] if arguments else object
        members = get_args(of) if get_origin(of) in (Union, types.UnionType) else (of,)
        if not all(isinstance(each, type) for each in members) or object in members:
            raise unsupported_type(annotation, "say which classes are meant, for instance type[Shape]")
        found = dict.fromkeys(one for each in members for one in (each, *subclasses(each)))
        return Open(Choice(show_annotation(annotation), list(found), [show_annotation(each) for each in found]))

    def _simple(self, annotation: object) -> Space | None:
        try:
            make = atoms.SPACES.get(annotation)
        except TypeError:
            return None
        return atoms.of_numpy(annotation) if make is None else make()

    def _variable(self, variable: TypeVar, scope: Scope) -> Space:
        if variable in scope.variables:
            return scope.variables[variable]
        stated = self.types.get(variable.__name__)
        if stated is not None or variable.__bound__ is not None:
            return self.read(stated or variable.__bound__, scope)
        chosen = variable.__constraints__[0] if variable.__constraints__ else int
        named = variable.__name__
        self.remarks[f"{named} stands for {show_annotation(chosen)}; @prop({named}=…) tries another type"] = None
        return Open(self.read(chosen, scope)) if variable.__constraints__ else self.read(int, scope)

    def _union(self, annotation: object, arguments: Sequence[object], scope: Scope, key: object) -> Space:
        space = Sum(show_annotation(annotation))
        self.known[key] = space
        space.parts = [self.read(argument, scope) for argument in arguments]
        return space

    def _tuple(self, annotation: object, arguments: Sequence[object], scope: Scope, key: object) -> Space:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            space = Items(show_annotation(annotation), atoms.PENDING, tuple, tuple_source)
            self.known[key] = space
            space.parts = [self.read(arguments[0], scope)]
            return space
        fixed = Product(
            show_annotation(annotation), [], make_tuple, tuple_source, cost=1 if arguments else 0, frozen=True
        )
        self.known[key] = fixed
        fixed.parts = [self.read(argument, scope) for argument in arguments]
        return fixed

    def _container(
        self, origin: object, annotation: object, arguments: Sequence[object], scope: Scope, key: object
    ) -> Space:
        name = show_annotation(annotation)
        space: Space
        if origin is collections.abc.Iterator:
            items = self.read(list[arguments[0]], scope)  # type: ignore[valid-type]
            return Mapped(name, items, iter, lambda value: f"iter({list(value)!r})", shared=False)
        if origin in MADE_OF:
            of, make, write, _ = MADE_OF[origin]
            return Open(Mapped(name, self.read(of(*arguments), scope), make(*arguments), write, shared=False))
        if origin in _ROWS:
            make, write = _ROWS[origin]
            space = Items(name, atoms.PENDING, make, write)
            self.known[key] = space
            space.parts = [self.read(arguments[0], scope)]
        elif origin in _SETS:
            frozen = _SETS[origin] is frozenset
            space = Subsets(
                name, atoms.PENDING, None, _SETS[origin], _frozen_source if frozen else _set_source, frozen=frozen
            )
            self.known[key] = space
            space.parts = [self.read(arguments[0], scope)]
        else:
            space = Subsets(name, atoms.PENDING, atoms.PENDING, dict, _dict_source)
            self.known[key] = space
            space.parts = [self.read(argument, scope) for argument in arguments]
        return space if origin in (list, collections.deque, set, frozenset, dict) else Open(space)

    def _function(self, annotation: object, arguments: Sequence[object], scope: Scope) -> Space:
        name = show_annotation(annotation)
        takes, gives = arguments
        result = self.read(gives, scope)
        if takes is Ellipsis:
            return Exceptions(name, Choice("nothing", ()), result, None)
        if not isinstance(takes, list):
            raise unsupported_type(annotation, "write the arguments as a list, for instance Callable[[int], bool]")
        taken = [self.read(argument, scope) for argument in takes]
        domain: Space = Product("arguments", taken, make_tuple, tuple_source, cost=0, frozen=True)
        unfinished = {self.known[each] for each in self.reading if each in self.known}
        if unfinished & set(domain.graph()):  # a type that is part of itself has no end
            return Exceptions(name, domain, result, len(taken))
        normalise(domain)
        domain = distinct(domain)
        if domain.finite and total_within(domain, LARGEST_TABLE) is not None:
            table = Tables(name, domain, result, len(taken))
            table.taken = taken
            return table
        tables = Exceptions(name, domain, result, len(taken))
        named_ones = _named_functions(taken, result)
        if not named_ones:
            return tables
        return Sum(name, [tables, Choice(name, [NAMED[source] for source in named_ones], named_ones, offset=2)])


def _named_functions(taken: Sequence[Space], result: Space) -> list[str]:
    """Functions that a reader knows and that no finite number of exceptions makes."""
    if len(taken) != 1:
        return []
    whole = isinstance(taken[0], Integers) and taken[0].lo is None and taken[0].hi is None
    sources = []
    if taken[0] is result or taken[0].name == result.name:
        sources.append("lambda x: x")
        if whole:
            sources += ["lambda x: x + 1", "lambda x: -x"]
    if whole and result.name == "bool":
        sources += ["lambda x: x % 2 == 0", "lambda x: x > 0"]
    return sources


def _cut(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"


def list_source(items: Sequence[str]) -> str:
    return f"[{', '.join(items)}]"


def _set_source(items: Sequence[str]) -> str:
    return f"{{{', '.join(items)}}}" if items else "set()"


def _frozen_source(items: Sequence[str]) -> str:
    return f"frozenset({{{', '.join(items)}}})" if items else "frozenset()"


def _dict_source(items: Sequence[tuple[str, str]]) -> str:
    return "{" + ", ".join(f"{key}: {item}" for key, item in items) + "}"


def _deque_source(items: Sequence[str]) -> str:
    return f"deque([{', '.join(items)}])"


_ROWS: dict[object, tuple[Callable[..., Value], Callable[..., str]]] = {
    list: (list, list_source),
    collections.deque: (collections.deque, _deque_source),
    collections.abc.Sequence: (list, list_source),
    collections.abc.MutableSequence: (list, list_source),
    collections.abc.Iterable: (list, list_source),
    collections.abc.Collection: (list, list_source),
    collections.abc.Reversible: (list, list_source),
}
_SETS: dict[object, Callable[..., Value]] = {
    set: set,
    frozenset: frozenset,
    collections.abc.Set: frozenset,
    collections.abc.MutableSet: set,
}
_DICTS = {dict, collections.abc.Mapping, collections.abc.MutableMapping}


def _example(kind: Any) -> str | None:
    """How a container is written, for those that are: it says how many types it takes."""
    try:
        if kind is tuple:
            return "tuple[int, ...]"
        if kind is collections.abc.Callable:
            return "Callable[[int], bool]"
        if kind in MADE_OF:
            return MADE_OF[kind][3]
        if kind in _ROWS or kind in _SETS or kind is collections.abc.Iterator:
            return f"{kind.__name__}[int]"
        return f"{kind.__name__}[str, int]" if kind in _DICTS else None
    except TypeError:  # an annotation that cannot be hashed is no container
        return None
