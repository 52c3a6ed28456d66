"""What makes a function a property: its name, or a mark, which also says how it is to be tested."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TypeVar, overload

from viva.core.records import dataclass

_ATTRIBUTE = "__viva_property__"
_EXAMPLES = "__viva_examples__"

F = TypeVar("F", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Settings:
    name: str | None = None
    tests: int | None = None
    given: Mapping[str, object] = field(default_factory=dict)


@overload
def prop(function: F, /) -> F: ...
@overload
def prop(*, tests: int | None = None, **given: object) -> Callable[[F], F]: ...
def prop(function: F | None = None, /, *, tests: int | None = None, **given: object) -> F | Callable[[F], F]:
    """Marks a function as a property: @prop, or with settings: @prop(tests=5000, word=letters("ab"), T=bool).

    Names of parameters are given a space, a type or a list of values; names of type variables a type.
    """

    def mark(marked: F) -> F:
        setattr(marked, _ATTRIBUTE, Settings(None, tests, given))
        return marked

    return mark if function is None else mark(function)


def settings_of(subject: object) -> Settings:
    found = getattr(subject, _ATTRIBUTE, None)
    return found if isinstance(found, Settings) else Settings()


def is_marked(subject: object) -> bool:
    return isinstance(getattr(subject, _ATTRIBUTE, None), Settings)


@dataclass(frozen=True, slots=True)
class Example:
    """Arguments that are tried first."""

    values: tuple[object, ...]
    named: Mapping[str, object]

    def __str__(self) -> str:
        return ", ".join([*map(repr, self.values), *(f"{name}={value!r}" for name, value in self.named.items())])


def example(*values: object, **named: object) -> Callable[[F], F]:
    """Arguments that are tried before all others: @example([], 0), or by name: @example(xs=[], n=0)."""

    def mark(marked: F) -> F:
        setattr(marked, _EXAMPLES, [Example(values, named), *examples_of(marked)])
        return marked

    return mark


def examples_of(subject: object) -> list[Example]:
    found = getattr(subject, _EXAMPLES, None)
    return list(found) if isinstance(found, list) else []


def is_property_name(name: str) -> bool:
    """`prop`, `prop_…`, and `prop` with a capital after it: `propagate` is none."""
    return name == "prop" or name.startswith("prop_") or (name.startswith("prop") and name[4:5].isupper())
