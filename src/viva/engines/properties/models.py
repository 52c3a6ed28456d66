"""Stateful things and protocols: a model with commands, tried in every sequence, the shortest first.

A model is a class. `begin` makes the thing under test and the state it is compared with, afresh for every sequence.
Methods marked with `command` are the commands; `when` says before which of them the state is right. A command does its
work on both, and returns None or True when they agree, False or a failed property when they do not. `invariant` is
asked after every command. A sequence that holds a command out of turn is discarded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, overload

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.enumeration import Space, Value, arguments_of
from viva.engines.enumeration.annotations import list_source
from viva.engines.enumeration.spaces.products import Product
from viva.engines.enumeration.spaces.sequences import Items
from viva.engines.enumeration.spaces.sums import Sum
from viva.engines.properties.logic import (
    Limits,
    Outcome,
    Property,
    Tried,
    Unusable,
    all_of,
    implies,
    results,
    types_of,
)

_ATTRIBUTE = "__viva_command__"

F = TypeVar("F", bound=Callable[..., object])


class Model:
    """Extend this: `begin`, commands, and an `invariant` if there is one."""

    def begin(self) -> None:
        """Makes everything new."""

    def invariant(self) -> object:
        """What holds after every command: True, False or a property."""
        return True


@dataclass(frozen=True, slots=True)
class Call:
    """A command with its arguments."""

    name: str
    arguments: tuple[Value, ...]

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(map(repr, self.arguments))})"


@overload
def command(function: F, /) -> F: ...
@overload
def command(*, when: Callable[..., object]) -> Callable[[F], F]: ...
def command(function: F | None = None, /, *, when: Callable[..., object] | None = None) -> F | Callable[[F], F]:
    """Marks a method as a command: @command, or @command(when=lambda self: self.items). `when` may also look at the
    arguments of the command."""

    def mark(marked: F) -> F:
        setattr(marked, _ATTRIBUTE, when or _always)
        return marked

    return mark if function is None else mark(function)


def _always(*_: object) -> bool:
    return True


def is_model(subject: object) -> bool:
    return isinstance(subject, type) and issubclass(subject, Model) and subject is not Model


def sequences(model: type[Model]) -> Space:
    """All sequences of commands, by size."""
    commands = _commands(model)
    if not commands:
        raise Fault(f"the model {model.__name__} has no commands", remedy="mark methods with @command")
    calls = [_call_space(name, function) for name, function in commands.items()]
    return Items("commands", Sum("command", calls), list, list_source)


def _commands(model: type[Model]) -> dict[str, Callable[..., object]]:
    found: dict[str, Callable[..., object]] = {}
    for owner in reversed(model.__mro__):
        found |= {name: value for name, value in vars(owner).items() if hasattr(value, _ATTRIBUTE)}
    return found


def _call_space(name: str, function: Callable[..., object]) -> Space:
    def bound(*arguments: Value) -> Call:
        return Call(name, arguments)

    bound.__viva_call__ = name  # type: ignore[attr-defined]

    def source(items: Sequence[str]) -> str:
        return f"{name}({', '.join(items)})"

    types = types_of(function, skipped=1)
    parts = arguments_of(function, types, {}).parts
    return Product(name, parts, bound, source, cost=0, frozen=False)


def runner(model: type[Model]) -> Callable[[list[Call]], Property | bool]:
    """The property of a model: every sequence of commands ends well."""

    def commands(calls: list[Call]) -> Property | bool:
        instance = model()
        instance.begin()
        for number, call in enumerate(calls):
            method = getattr(model, call.name)
            if not getattr(method, _ATTRIBUTE)(instance, *call.arguments):
                return implies(False, True)
            answer = method(instance, *call.arguments)
            failed = _disagrees(True if answer is None else answer, instance.invariant())
            if failed is not None:
                return _Failed(f"after {number + 1} command{'' if number == 0 else 's'}, {call!r}: {failed}")
        return True

    commands.__name__ = model.__name__
    return commands


@dataclass(frozen=True, eq=False)
class _Failed(Property):
    note: str

    def results(self, limits: Limits) -> Any:
        del limits
        return iter((Tried(Outcome.CE, note=self.note),))


def _disagrees(*answers: object) -> str | None:
    for answer, what in zip(answers, ("it does not agree with the model", "the invariant does not hold"), strict=True):
        if answer is True:
            continue
        try:
            tried = all_of(results(answer, Limits()))
        except Unusable as fault:
            said = fault.problem.removeprefix("the property ")
            raise Unusable(f"a command or the invariant {said}", remedy=fault.remedy) from None
        if tried.outcome is Outcome.CE:
            return f"{what} ({tried.note})" if tried.note else what
    return None
