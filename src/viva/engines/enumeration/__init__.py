"""Enumeration: all values of a type, by size, each once. Start reading in `space.py`.

    space = space_of(list[bool])
    space.card(3)              # how many values have size 3
    list(space.values(3))      # all of them, fresh
    space.build(space.at(3, 0))
    space.first(100)           # the first hundred, by size
    space.total                # None: there is no end of them

`space_of` raises a `Fault` that names the remedy for a type that has no values or that Viva cannot make.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from viva.core.fault import Fault
from viva.engines.enumeration.annotations import Reader
from viva.engines.enumeration.bounds import Between, Length, letters
from viva.engines.enumeration.registry import register
from viva.engines.enumeration.scope import Scope, show_annotation
from viva.engines.enumeration.space import Code, Space, Value, total_within
from viva.engines.enumeration.spaces.choice import Choice
from viva.engines.enumeration.spaces.classes import scope_of
from viva.engines.enumeration.spaces.functions import Function
from viva.engines.enumeration.spaces.mapped import Mapped
from viva.engines.enumeration.spaces.products import Product, make_tuple, tuple_source
from viva.engines.enumeration.spaces.unions import normalise
from viva.engines.enumeration.writing import write_value

__all__ = [
    "Between",
    "Choice",
    "Code",
    "Function",
    "Length",
    "Mapped",
    "Product",
    "Space",
    "Value",
    "arguments_of",
    "letters",
    "register",
    "space_of",
    "total_within",
    "values_of",
    "write_value",
]


def space_of(annotation: object, names: Mapping[str, object] | None = None, **types: object) -> Space:
    """The space of a type. `names` are those that forward references may use; `types` say what type variables stand
    for (T=bool); without it a variable stands for its bound, or for int."""
    space = Reader(types).read(annotation, Scope(names or {}))
    return check_space(space)


def arguments_of(function: Callable[..., Value], fields: Mapping[str, object], types: Mapping[str, object]) -> Product:
    """The space of the arguments of a function, as tuples: `fields` are their annotations or spaces, by name."""
    reader, scope = Reader(types), scope_of(function)
    parts = []
    for name, annotation in fields.items():
        if isinstance(annotation, Space):
            normalise(annotation)
            parts.append(annotation)  # somebody gave these values, and there may be none
            continue
        try:
            parts.append(check_space(reader.read(annotation, scope)))
        except Fault as fault:
            raise Fault(f"the parameter {name!r}: {fault.problem}", remedy=fault.remedy) from None
        except Exception as problem:
            why = f"{type(problem).__name__}: {problem}"
            raise Fault(
                f"the parameter {name!r}: its type {show_annotation(annotation)} cannot be read ({why})",
                remedy="give the parameter a space with @prop, and report this",
            ) from problem
    product = Product("arguments", parts, make_tuple, tuple_source, cost=0, frozen=True)
    product.remarks = tuple(reader.remarks)
    return product


def values_of(values: Sequence[Value], name: str = "values") -> Choice:
    """The space of given values, in the order of the list."""
    return Choice(name, values)


def check_space(space: Space) -> Space:
    """Makes the unions in the space disjoint and refuses a type without values."""
    normalise(space)
    if not space.inhabited:
        raise Fault(
            f"the type {space.name} has no values",
            remedy="give a recursion an end, for instance with `| None`, or widen the bounds",
        )
    return space
