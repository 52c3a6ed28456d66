"""Arguments by value, as a line of Python: `xs = [0, 1, 0]; y = 3`. So a test can be run again after the code, and with
it the number of the test, has changed."""

from __future__ import annotations

import array
import ast
import collections
import datetime
import ipaddress
import pathlib
import re
import uuid
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from viva.core.fault import Fault
from viva.engines.enumeration import Product, Space, Value
from viva.engines.enumeration.fingerprints import fingerprint
from viva.engines.enumeration.space import Code
from viva.engines.enumeration.spaces.choice import Choice
from viva.engines.enumeration.spaces.classes import scope_of

_LONGEST = 400
_NAMES: dict[str, object] = {
    "Decimal": Decimal, "Fraction": Fraction, "datetime": datetime, "deque": collections.deque, "re": re,
    "Counter": collections.Counter, "OrderedDict": collections.OrderedDict, "defaultdict": collections.defaultdict,
    "ChainMap": collections.ChainMap, "array": array.array, "UUID": uuid.UUID, "PosixPath": pathlib.PosixPath,
    "PurePosixPath": pathlib.PurePosixPath,
    **{kind.__name__: kind for kind in (
        ipaddress.IPv4Address, ipaddress.IPv6Address, ipaddress.IPv4Network, ipaddress.IPv6Network,
    )},
}  # fmt: skip


def as_text(sources: Mapping[str, str]) -> str:
    return "; ".join(f"{name} = {source}" for name, source in sources.items())


def names_for(function: Callable[..., object], space: Space) -> dict[str, object]:
    """What the source of arguments may mention: the classes they are made of, and what the property's module knows."""
    found: dict[str, object] = dict(_NAMES) | dict(scope_of(function).names)
    for part in space.graph():
        made = part.kind if isinstance(part, Product) else None
        kinds = [type(member) for member in part.members] if isinstance(part, Choice) else [made]
        for kind in kinds:
            if isinstance(kind, type) and "." not in kind.__qualname__.rpartition("<locals>.")[2]:
                found.setdefault(kind.__name__, kind)
            elif made is not None and getattr(made, "__viva_call__", None) is not None:
                found[part.name] = made
    return found


def expressions_in(text: str) -> dict[str, ast.expr]:
    """What a line says each parameter is; nothing is evaluated yet."""
    wrong = Fault(f"{text!r} are no arguments", remedy="write them like x = 1; ys = [2], as a report shows them")
    try:
        steps = ast.parse(text.strip()).body
    except (SyntaxError, ValueError):
        raise wrong from None
    said: dict[str, ast.expr] = {}
    for step in steps:
        match step:
            case ast.Assign(targets=[ast.Name(id=name)], value=expression):
                said[name] = expression
            case _:
                raise wrong
    return said


def values_in(text: str, parameters: Sequence[str], names: Mapping[str, object]) -> list[Value]:
    """The values that a line says, in the order of the parameters."""
    said = expressions_in(text)
    if set(said) != set(parameters):
        raise Fault(
            f"the arguments are {', '.join(said) or 'none'}, and the parameters {', '.join(parameters) or 'none'}",
            remedy="give one value for each parameter, like x = 1; ys = [2]",
        )
    values: list[Value] = []
    for name in parameters:
        try:
            values.append(eval(compile(ast.Expression(said[name]), "<replay>", "eval"), dict(names)))
        except Exception as problem:  # noqa: BLE001 - it may raise whatever it likes
            raise Fault(
                f"the value {ast.unparse(said[name])} of {name!r} cannot be made: {type(problem).__name__}: {problem}",
                remedy="if what it is made of has changed, leave it out and test again",
            ) from None
    return values


def is_rebuilt(sources: Mapping[str, str], space: Product, code: Code, names: Mapping[str, object]) -> bool:
    """Whether the sources of arguments make them again."""
    text = as_text(sources)
    if not sources or len(text) > _LONGEST:
        return False
    try:
        again = values_in(text, list(sources), names)
    except Fault:
        return False
    functions = any(part.is_function for part in space.graph())
    return functions or fingerprint(again) == fingerprint(list(space.build(code)))


def are_still_meant(space: Product, values: Sequence[Value], types: Sequence[str]) -> bool:
    """Whether remembered values are of the types that the parameters have now."""
    return [part.name for part in space.parts] == list(types) and all(
        not isinstance(part, Choice) or part.plain or fingerprint(value) in map(fingerprint, part.members)
        for part, value in zip(space.parts, values, strict=True)
    )
